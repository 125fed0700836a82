import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, redirect, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm } from '~/http/page-answer'
import { failedIfLost } from '~/platform/jobs/jobs.server'
import { Instant } from '~/platform/page/instant'
import { DomainLinks } from '~/platform/page/use-site'
import { lazily } from '~/ui/enhanced/later'
import { columnsOf } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { alertMonths } from '../alert-months.server'
import type { CurveResult } from '../curve'
import { CurveFields, ReplayFields } from '../forms'
import { type ReplayResult, verdict } from '../replay'
import { RunBadge } from '../run-badge'
import { criteriaLabel } from '../run-label'
import { newestDone, newestRuns, REPLAY_JOB, type Run, type StoredRun } from '../runs.server'
import { requestedRun, startRun } from './start-run'

export const meta = () => [{ title: 'Replay · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'replay')
  const { actor, read, services } = guarded
  const [replay, curve] = await Promise.all([newestDone(read, 'replay'), newestDone(read, 'curve')])
  return {
    months: await alertMonths(guarded),
    replay: drawnOf(replay, (result: ReplayResult) => ({
      byMonth: result.byMonth,
      verdict: verdict(result),
    })),
    curve: drawnOf(curve, (result: CurveResult) => ({ result })),
    runs: (await newestRuns(read)).map((run) => listed(failedIfLost(run, REPLAY_JOB, services.clock()))),
    mayStart: isAllowed(actor, 'replay', 'add'),
    keys: [services.ids.uuid(), services.ids.uuid()],
    links: domainLinks(actor, 'replay'),
  }
}

/** What the list shows of a run. */
const listed = (run: Run) => ({
  id: run.id,
  what: criteriaLabel(run),
  status: run.status,
  requester: run.requester,
  requestedAt: run.requestedAt,
})
type ListedRun = ReturnType<typeof listed>

/** A run with what its picture shows of its result. */
function drawnOf<Result, Shown>(stored: StoredRun | null, shown: (result: Result) => Shown) {
  if (stored === null || stored.result === null) return null
  const { result, ...run } = stored
  return { run, ...shown(JSON.parse(result) as Result) }
}

const startOf = (kind: 'replay' | 'curve', fields: typeof ReplayFields | typeof CurveFields) =>
  pageForm({
    fields,
    async answer(guarded: Guarded, typed) {
      const wanted = await requestedRun(guarded, kind, typed as Record<string, string>)
      return redirect(`/replay/${await startRun(guarded, wanted)}`)
    },
  })

/** Drawn by the server, as are the forms; their code is loaded at the first user interaction. */
const ReplayPictures = lazily(() => import('../replay-pictures').then((code) => code.ReplayPictures))
const ReplayForm = lazily(() => import('../replay-form').then((code) => code.ReplayForm))
const CurveForm = lazily(() => import('../replay-form').then((code) => code.CurveForm))

const FORMS: PageForms<Guarded> = {
  replay: startOf('replay', ReplayFields),
  curve: startOf('curve', CurveFields),
}

export async function action(args: ActionFunctionArgs) {
  return handleIntents(args, FORMS, await guard(args, 'replay', 'add'))
}

const COLUMNS = columnsOf<ListedRun>()([
  {
    id: 'id',
    header: 'Run',
    size: 60,
    meta: { kind: 'number', phone: 'object' },
    cell: ({ row }) => row.original.id,
  },
  {
    id: 'what',
    header: 'What',
    meta: { kind: 'text', wrap: true, phone: 'name' },
    cell: ({ row }) => row.original.what,
  },
  {
    id: 'status',
    header: 'Status',
    size: 110,
    meta: { kind: 'text', phone: 'status' },
    cell: ({ row }) => <RunBadge status={row.original.status} />,
  },
  {
    id: 'requester',
    header: 'By',
    size: 160,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.requester,
  },
  {
    id: 'requestedAt',
    header: 'At',
    size: 140,
    meta: { kind: 'instant', phone: 'due' },
    cell: ({ row }) => <Instant at={row.original.requestedAt} />,
  },
])

/** Runs of the rules over stored controls: what the newest found, the forms that start one, and the list. */
export default function Replays() {
  const { runs, mayStart, keys, links, ...pictures } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Replay"
        actions={
          <>
            <Link className="button" to="/replay/suggestions">
              Suggestions
            </Link>{' '}
            <Link className="button" to="/replay/detection">
              Detection floor
            </Link>
          </>
        }
      >
        <ReplayPictures {...pictures} />
        {mayStart ? (
          <>
            <PageSection title="What would other tolerances have done?">
              <ReplayForm keys={keys} refused={refused} />
            </PageSection>
            <PageSection title="How many alerts does a tolerance cost, and what does it find?">
              <CurveForm keys={keys} refused={refused} />
            </PageSection>
          </>
        ) : (
          <PageSection>
            <Note>You can read replays. Team leaders, managers and administrators start them.</Note>
          </PageSection>
        )}
        <Grid
          title="Newest runs"
          panel
          columns={COLUMNS}
          rows={runs}
          total={runs.length}
          rowKey={({ id }) => String(id)}
          rowHref={({ id }) => `/replay/${id}`}
          rowLabel={({ id }) => `Run ${id}`}
          empty="No replay has run yet. Choose a change above and press Replay."
        />
      </Page>
    </>
  )
}
