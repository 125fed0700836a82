import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks } from '~/platform/page/use-site'
import { showDay } from '~/platform/values/show'
import { definitionVersions } from '~/platform/workflow/definition.server'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { Grid } from '~/ui/grid/grid'
import { ErrorBanner, Note } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { rulesInPath } from '../definition-kinds'
import { beginNewVersion, definitionDraft } from '../new-version.server'
import { waitingDefinition } from '../request-definition.server'
import { DefinitionDiagram, NewVersion, STEP_COLUMNS, VERSION_GRID, versionColumns } from '../step-columns'
import {
  drawn,
  ownMoves,
  pathOfKind,
  shownVersion,
  stepSource,
  storedSteps,
  versionSource,
} from './version-tables'

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: `Workflow of ${data?.one ?? '…'} · Fundesk` },
]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor, read, services } = guarded
  const { kind, one, moves, starts } = await pageRead(async () => rulesInPath(args.params.kind))
  const versions = await definitionVersions(guarded, kind)
  const shown = await pageRead(async () => shownVersion(versions, args.request))
  const steps = await storedSteps(guarded, shown)
  const source = stepSource(guarded, steps, moves)
  const [draft, waiting] = [await definitionDraft(read, kind), await waitingDefinition(read, kind)]
  return {
    links: administrationLinks(actor),
    one,
    moves: ownMoves(steps, moves),
    steps: steps.length,
    path: pathOfKind(kind),
    idempotencyKey: services.ids.uuid(),
    drawing: drawn(steps, { starts, moves }),
    version: { number: shown.version, validFrom: shown.validFrom, isInForce: shown.isInForce },
    grid: await sourcePage(guarded, args.request, source),
    options: source.options,
    versions: await sourcePage(guarded, args.request, await versionSource(guarded, kind, versions)),
    draftBy: draft !== null && draft.base === versions[0]?.version ? draft.changedBy : null,
    waiting: waiting?.requester ?? null,
    mayChange: isAllowed(actor, 'administration', 'update'),
  }
}

/** Begins a new version. */
export const action = formRoute({
  page: async (args) => ({ ...(await guard(args, 'administration', 'update')), params: args.params }),
  fields: z.object({}),
  async command(context, { params }) {
    const { kind } = rulesInPath(params.kind)
    await withIdempotencyKey(context, `begin a version of the workflow of ${kind}`, () =>
      beginNewVersion(context, kind),
    )
    return kind
  },
  done: (kind) => [`${pathOfKind(kind)}/draft`, 'A new version is in progress'],
})

/** One version of the workflow of a kind of object: drawn, and step by step; and all versions that there are. */
export default function Workflow() {
  const { links, one, path, version, steps, ...view } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const called = `Workflow of ${one}, version ${version.number}`
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={`Workflow of ${one}`}
        aside={
          <span className="muted">
            version {version.number}, valid from {showDay(version.validFrom)}
            {version.isInForce && ', active'}
          </span>
        }
        actions={
          <>
            {view.mayChange && (
              <NewVersion idempotencyKey={view.idempotencyKey} isBegun={view.draftBy !== null} />
            )}
            <Link className="button" to="/admin/workflows">
              All workflows
            </Link>
          </>
        }
      >
        {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
        {view.waiting !== null && (
          <Note>
            A new version needs another administrator’s approval, requested by {view.waiting}:{' '}
            <Link to="/admin/changes">pending second approval</Link>.
          </Note>
        )}
        {view.draftBy !== null && <Note>A new version is in progress, last changed by {view.draftBy}.</Note>}
        <DefinitionDiagram title={`${called}, diagram`} drawing={view.drawing} steps={steps} />
        <Grid
          title={called}
          columns={STEP_COLUMNS}
          {...view.grid}
          options={view.options}
          exportTo={`${path}/export/workflow_steps`}
          rowKey={({ at }) => String(at)}
        />
        {view.moves.length > 0 && (
          <PageSection>
            <p>In every version, Fundesk itself also moves {one}:</p>
            <ul className="page__list">
              {view.moves.map(({ display, from, to }) => (
                <li key={`${display} ${from}`}>
                  {display}: from {from} to {to}
                </li>
              ))}
            </ul>
          </PageSection>
        )}
        <PageSection title="Versions">
          <Grid
            title="Versions"
            columns={versionColumns(path)}
            {...view.versions}
            options={VERSION_GRID}
            exportTo={`${path}/export/workflow_versions`}
            rowKey={({ id }) => String(id)}
          />
        </PageSection>
      </Page>
    </>
  )
}
