import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { STEP_REFUSED, takeStep } from '~/platform/objects/take-step.server'
import { EventSection } from '~/platform/page/event-grid'
import { useFileThen } from '~/platform/page/past-link'
import { DomainLinks, useTimeZone } from '~/platform/page/use-site'
import { keysOf } from '~/platform/workflow/signing.server'
import { StateBadge } from '~/platform/workflow/state-badge'
import { StepForm } from '~/platform/workflow/step-form'
import { Page, PageSection } from '~/ui/page/page'
import { ReportStepFields } from '../forms'
import { periodLabel } from '../period'
import { changedSince, reportView } from '../report-page.server'
import { ReportView } from '../report-view'
import { oversightWorkflow } from '../workflow.server'

/** The parameter that compares the report with what it would say now. */
const COMPARED = 'today'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'oversight')
  const id = idInPath(args.params.reportId)
  const isCompared = new URL(args.request.url).searchParams.has(COMPARED)
  return pageRead(async () => {
    const { history, ...view } = await reportView(guarded, id)
    return {
      view,
      differences: isCompared
        ? await changedSince({ ...guarded, keys: keysOf(guarded.services.settings) }, id)
        : null,
      events: await sourcePage(guarded, args.request, eventTable(guarded, history, view.instance.round)),
      idempotencyKey: guarded.services.ids.uuid(),
      links: domainLinks(guarded.actor, 'oversight'),
    }
  })
}

export const action = formRoute({
  title: STEP_REFUSED,
  page: async (args) => ({
    ...(await guard(args, 'oversight', 'update')),
    reportId: idInPath(args.params.reportId),
  }),
  fields: ReportStepFields,
  command: (context, { reportId }, { stepId, seenEventId, eventLog }) =>
    takeStep(context, oversightWorkflow, reportId, stepId, { seenEventId, comment: eventLog }),
  done: (line, { reportId }) => [`/oversight/${reportId}`, line],
})

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `Oversight report ${data.view.stored.id} · Fundesk` : 'Fundesk' },
]

/** A report: its summary, its chapters, who signed it, and its PDF. */
export default function OversightReportPage() {
  const { view, differences, events, idempotencyKey, links } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const timeZone = useTimeZone()
  const fileThen = useFileThen()
  const { stored, instance, steps, isEnded } = view
  const base = `/oversight/${stored.id}`
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={`Oversight report ${stored.id}`}
        aside={<StateBadge state={instance} />}
        printed={periodLabel(stored.report)}
        actions={
          <>
            <Link className="button" to={differences ? base : `${base}?${COMPARED}=1`}>
              {differences ? 'Report alone' : 'Compare with today'}
            </Link>{' '}
            <a className="button" href={fileThen(`${base}/report.pdf`)}>
              PDF
            </a>
          </>
        }
      >
        <ReportView
          {...stored}
          signatures={view.signatures}
          progress={view.progress}
          differences={differences}
        />
        {!isEnded && (
          <PageSection title="Signatures">
            <StepForm
              key={instance.lastEventId}
              {...steps}
              timeZone={timeZone}
              seenEventId={instance.lastEventId}
              idempotencyKey={idempotencyKey}
              queue={instance.queue}
              refused={refused}
            />
          </PageSection>
        )}
        <EventSection
          events={events}
          round={instance.round}
          path={base}
          exportTo={`${base}/export/report_workflow`}
          filtered={false}
        />
      </Page>
    </>
  )
}
