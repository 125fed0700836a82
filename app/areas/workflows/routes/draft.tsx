import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks } from '~/platform/page/use-site'
import { newestDefinition } from '~/platform/workflow/definition.server'
import { definitionFaults } from '~/platform/workflow/definition-faults'
import { definitionChanges } from '~/platform/workflow/definition-step'
import { once } from '~/platform/workflow/once.server'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { Page } from '~/ui/page/page'
import { DefinitionDiagram } from '../definition-diagram'
import { rulesInPath } from '../definition-kinds'
import { DraftStepLinks } from '../draft-step-form'
import { requestDefinition, waitingDefinition } from '../request-definition.server'
import { DRAFT_STEP_COLUMNS } from '../step-columns'
import { definitionDraft, discardDraft, judgedBy } from '../stored-draft.server'
import { VersionSections } from '../version-sections'
import { DraftDeed, onceKey } from './draft-forms'
import { definitionDay, pathOfKind, stepSource } from './tables'

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: `New version of the workflow of ${data?.one ?? '…'} · Fundesk` },
]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor, read, services } = guarded
  const { kind, one, starts, moves } = await pageRead(async () => rulesInPath(args.params.kind))
  const draft = await definitionDraft(read, kind)
  // After it was requested and approved, discarded, or never begun.
  if (!draft) throw await redirectWithStatus(guarded, pathOfKind(kind), 'No new version is in the making')
  const newest = await newestDefinition(read, kind)
  const source = stepSource(draft.steps, moves, services.settings.timeZone, DRAFT_STEP_COLUMNS)
  const [judged, waiting] = [await judgedBy(read, kind), await waitingDefinition(read, kind)]
  return {
    links: domainLinks(actor, 'administration'),
    ...{ one, starts, moves, path: pathOfKind(kind), steps: draft.steps, base: draft.base },
    ...{ revision: draft.revision, changedBy: draft.changedBy, today: definitionDay(guarded) },
    keys: [services.ids.uuid(), services.ids.uuid()] as const,
    grid: await sourcePage(guarded, args.request, source),
    options: source.options,
    faults: definitionFaults(draft.steps, judged).map(({ sentence }) => sentence),
    changes: definitionChanges(newest.steps, draft.steps),
    late: draft.base === newest.version ? null : newest.version,
    waiting: waiting?.requester ?? null,
    mayChange: isAllowed(actor, 'administration', 'update'),
  }
}

/** Requests the version, or discards it. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { actor, transaction, services } = guarded
  return formAnswer(args, async (typed) => {
    const { kind } = rulesInPath(args.params.kind)
    const deed = parseFields(typed, DraftDeed)
    const now = services.clock()
    const key = onceKey(actor, typed, `${deed.do} the workflow of ${kind}`, now)
    const line = await transaction((tx) =>
      once(tx, key, () =>
        deed.do === 'discard'
          ? discardDraft(tx, { kind, revision: deed.revision })
          : requestDefinition(tx, actor, { kind, ...deed }, now, services.settings.timeZone),
      ),
    )
    return redirectWithStatus(guarded, pathOfKind(kind), line)
  })
}

/** The version of a workflow that is in the making: drawn, step by step, with its faults and its differences. */
export default function DefinitionDraft() {
  const { links, one, path, ...view } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const called = `New version of the workflow of ${one}`
  const off =
    view.late !== null
      ? `Version ${view.late} came since: discard this one and begin anew.`
      : view.waiting !== null
        ? `A version waits already, requested by ${view.waiting}.`
        : null
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={called}
        aside={
          <span className="muted">
            made of version {view.base}, changed last by {view.changedBy}
          </span>
        }
        actions={
          <>
            {view.mayChange && (
              <OpenLink className="button button--primary" to={`${path}/draft/steps/new`}>
                Add a step
              </OpenLink>
            )}
            <Link className="button" to={path}>
              Versions
            </Link>
          </>
        }
      >
        {off !== null && <Note>{off}</Note>}
        <DefinitionDiagram
          title={`${called}, drawn`}
          steps={view.steps}
          moves={view.moves}
          starts={view.starts}
        />
        <Grid
          title={called}
          columns={DRAFT_STEP_COLUMNS}
          {...view.grid}
          options={view.options}
          exportTo={`${path}/export/new_version`}
          rowKey={({ at }) => String(at)}
          actions={
            view.mayChange
              ? {
                  label: 'Actions',
                  render: (step) => <DraftStepLinks step={step} path={`${path}/draft/steps`} />,
                }
              : undefined
          }
        />
        <VersionSections {...view} off={off} refused={refused} />
      </Page>
      <Outlet />
    </>
  )
}
