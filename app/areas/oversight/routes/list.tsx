import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, redirectWithStatus } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { failedIfLost, isUnderWay } from '~/platform/jobs/jobs.server'
import { ListPage } from '~/platform/page/list-page'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { showDay } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { ErrorBanner } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import type { ReportRow } from '../fields.server'
import { JobFields } from '../forms'
import { reportTable } from '../grid-sources'
import { ReportJobs } from '../jobs-view'
import { REPORT_GRID } from '../list'
import { periodLabel } from '../period'
import { scopeLabel } from '../report'
import { cancelReport, newestJobs, OVERSIGHT_JOB, scopeOfJob } from '../reports.server'

export const meta = () => [{ title: 'Oversight · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'oversight')
  const { actor, read, services } = guarded
  const jobs = (await newestJobs(read)).map((job) => failedIfLost(job, OVERSIGHT_JOB, services.clock()))
  return {
    grid: await sourcePage(guarded, args.request, reportTable(guarded)),
    // A failed one stays in view for the user who requested it, until a newer one is made.
    jobs: jobs
      .filter(({ status, requestedBy }, at) =>
        status === 'FAILED' ? at === 0 && requestedBy === actor.id : isUnderWay(status),
      )
      .map((job) => ({
        ...job,
        label: `${periodLabel(scopeOfJob(job))}, ${scopeLabel(scopeOfJob(job))}`,
        mayCancel: isUnderWay(job.status) && job.requestedBy === actor.id,
      })),
    mayMake: isAllowed(actor, 'oversight', 'add'),
    cancelKey: services.ids.uuid(),
    links: domainLinks(actor, 'oversight'),
  }
}

const FORMS: PageForms<Guarded> = {
  cancel: pageForm({
    fields: JobFields,
    async answer(guarded: Guarded, { jobId }) {
      await guarded.transaction((context) =>
        withIdempotencyKey(context, `cancel oversight report ${jobId}`, async () => {
          await cancelReport(context, jobId)
          return {}
        }),
      )
      return redirectWithStatus(guarded, '/oversight', 'The report is no longer made')
    },
  }),
}

export async function action(args: ActionFunctionArgs) {
  return handleIntents(args, FORMS, await guard(args, 'oversight', 'add'))
}

/** Oversight reports: those that are kept, and those that are being made. */
export default function Oversight() {
  const { grid, jobs, mayMake, cancelKey, links } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <ListPage
      title="Oversight"
      actions={
        mayMake && (
          <OpenLink className="button button--primary" to="/oversight/new">
            New report
          </OpenLink>
        )
      }
      fill
      links={links}
      columns={columnsOfFields<ReportRow>(grid.declared)}
      grid={grid}
      options={REPORT_GRID}
      path="/oversight"
      file="oversight_reports"
      rowKey={({ id }) => String(id)}
      rowHref={({ id }) => `/oversight/${id}`}
      rowLabel={(row) =>
        `Oversight report ${row.id} from ${showDay(row.first_day)} to ${showDay(row.last_day)}`
      }
      empty={
        mayMake
          ? 'No report was made yet. “New report” computes one of a month or a quarter.'
          : 'No report was made yet.'
      }
    >
      {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      <ReportJobs jobs={jobs} cancelKey={cancelKey} />
    </ListPage>
  )
}
