import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { handleIntents, pageRead, redirectWithStatus } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks } from '~/platform/page/use-site'
import { newestDefinition } from '~/platform/workflow/definition.server'
import { definitionFaults } from '~/platform/workflow/definition-faults'
import { definitionChanges } from '~/platform/workflow/definition-step'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { Page } from '~/ui/page/page'
import { rulesInPath } from '../definition-kinds'
import { definitionDraft, judgedBy } from '../new-version.server'
import { waitingDefinition } from '../request-definition.server'
import { DefinitionDiagram, DRAFT_STEP_COLUMNS } from '../step-columns'
import { StepLinks } from '../step-entry-form'
import { VersionSections } from '../version-sections'
import { VERSION_FORMS } from './version-answer'
import { drawn, pathOfKind, stepSource } from './version-tables'

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: `New version of the workflow of ${data?.one ?? '…'} · Fundesk` },
]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor, read, services } = guarded
  const { kind, one, starts, moves } = await pageRead(async () => rulesInPath(args.params.kind))
  const draft = await definitionDraft(read, kind)
  // After it was requested and approved, discarded, or never begun.
  if (!draft) throw await redirectWithStatus(guarded, pathOfKind(kind), 'No new version in progress')
  const newest = await newestDefinition(read, kind)
  const source = stepSource(guarded, draft.steps, moves, DRAFT_STEP_COLUMNS)
  const [judged, waiting] = [await judgedBy(read, kind), await waitingDefinition(read, kind)]
  return {
    links: administrationLinks(actor),
    one,
    path: pathOfKind(kind),
    base: draft.base,
    steps: draft.steps.length,
    drawing: drawn(draft.steps, { starts, moves }),
    revision: draft.revision,
    changedBy: draft.changedBy,
    today: guarded.today,
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
  return handleIntents(args, VERSION_FORMS, { guarded, args })
}

/** The version of a workflow that is in the making: drawn, step by step, with its faults and its differences. */
export default function DefinitionDraft() {
  const { links, one, path, ...view } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const called = `New version of the workflow of ${one}`
  const off =
    view.late !== null
      ? `Version ${view.late} was created since: discard this one and start again.`
      : view.waiting !== null
        ? `A version is already pending, requested by ${view.waiting}.`
        : null
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={called}
        aside={
          <span className="muted">
            based on version {view.base}, last changed by {view.changedBy}
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
        <DefinitionDiagram title={`${called}, diagram`} drawing={view.drawing} steps={view.steps} />
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
                  render: (step) => <StepLinks step={step} path={`${path}/draft/steps`} />,
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
