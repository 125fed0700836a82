import type { ReactNode } from 'react'
import { type ReportDocument, ReportDocuments } from '~/areas/documents/report-documents'
import { useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import { EVENT_GRID, eventColumns } from '~/platform/workflow/event-columns'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import type { Refused } from '~/ui/form/refusal'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/listed'
import { Note } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'
import { InvoiceFacts } from './invoice-facts'
import { InvoiceStepForm } from './invoice-step-form'
import type { InvoiceView } from './invoice-view.server'
import { Payee, type PayeeBank } from './payee'
import { PrepaidSchedule } from './prepaid-table'
import { useInvoiceBase } from './use-invoice-base'

interface InvoiceSectionsProps {
  view: InvoiceView
  events: Listed<HistoryEvent>
  /** Have they so many rows that they need a filter row? */
  filtered: boolean
  mayOpenDrafts: boolean
  payee: PayeeBank | null
  idempotencyKey: string
  refused?: Refused
  /** Its documents. */
  children?: ReactNode
}

/** The sections of one invoice, in their order. */
export function InvoiceSections({
  view,
  events,
  filtered,
  mayOpenDrafts,
  payee,
  idempotencyKey,
  refused,
  children,
}: InvoiceSectionsProps) {
  const { invoice, instance, schedule, steps, held, voided } = view
  const timeZone = useTimeZone()
  const base = `${useInvoiceBase().path}/${invoice.id}`
  return (
    <>
      <PageSection>
        <InvoiceFacts invoice={invoice} recreatedAs={view.recreatedAs} mayOpenDrafts={mayOpenDrafts} />
      </PageSection>
      {schedule.length > 0 && (
        <PageSection title="Prepaid schedule">
          <PrepaidSchedule currency={invoice.currency} periods={schedule} />
        </PageSection>
      )}
      <PageSection title="Events">
        <Grid
          title="Events"
          panel
          columns={eventColumns(timeZone, instance.round)}
          {...events}
          options={EVENT_GRID}
          path={base}
          exportTo={`/invoices/${invoice.id}/export/invoice_workflow`}
          filterRow={filtered}
          search={filtered}
          rowKey={({ id }) => String(id)}
        />
      </PageSection>
      {payee && (
        <PageSection title="Paid to">
          <Payee bank={payee} />
        </PageSection>
      )}
      {steps && (
        <PageSection title="Actions">
          {voided !== null && (
            <Note kind="warning">
              <p>
                {voided.why}, {showInstant(voided.at, timeZone)}.
              </p>
              <p>Check the account under “Paid to”: its payment is approved again from the beginning.</p>
            </Note>
          )}
          {held !== null && <Note kind="warning">{held}</Note>}
          <InvoiceStepForm
            key={instance.lastEventId}
            invoiceId={invoice.id}
            steps={steps}
            status={instance.status}
            seenEventId={instance.lastEventId}
            accountSeen={payee?.hash ?? null}
            idempotencyKey={idempotencyKey}
            refused={refused}
          />
        </PageSection>
      )}
      {children}
      <PageSection title="Reports">
        <ReportDocuments
          title={`Report documents of invoice ${invoice.id}`}
          rows={reportsOf(view)}
          empty="There is nothing to download."
        />
      </PageSection>
    </>
  )
}

function reportsOf({ invoice, updateDate, loader }: InvoiceView): ReportDocument[] {
  const base = `/invoices/${invoice.id}`
  const report = {
    href: `${base}/report.pdf`,
    fileName: `invoice-${invoice.id}.pdf`,
    fileType: 'Invoice report',
    creationDate: updateDate,
  }
  if (!loader) return [report]
  const { fileName, creationDate } = loader
  return [report, { href: `${base}/loader.xlsx`, fileName, fileType: 'Loader', creationDate }]
}
