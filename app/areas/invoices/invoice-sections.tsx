import type { ReactNode } from 'react'
import { type BankChanges, bankChangeWords, isCalm, StoredAccounts } from '~/areas/bank-accounts/bank-details'
import type { StoredAccount } from '~/areas/bank-accounts/bank-details.server'
import { type ReportDocument, ReportDocuments } from '~/areas/documents/report-documents'
import { EventSection } from '~/platform/page/event-grid'
import { useTimeZone } from '~/platform/page/use-site'
import { Signatures } from '~/platform/page/way-strip'
import { sum } from '~/platform/values/decimal'
import { showAmount, showDay, showInstant, showYesNo } from '~/platform/values/show'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { StepForm } from '~/platform/workflow/step-form'
import type { NextSteps } from '~/platform/workflow/take-step.server'
import { leadsOn } from '~/platform/workflow/way'
import { BeforeStep, NextStep } from '~/ui/decision/headline'
import { Description } from '~/ui/description/description'
import { DateInput } from '~/ui/enhanced/controls'
import type { Refused } from '~/ui/form/error-summary'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Note } from '~/ui/message/message'
import { Link } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { HELD, type PrepaidPeriod } from './invoice'
import type { InvoiceView } from './invoice-view.server'
import type { InvoiceFacts as Facts } from './read-invoice.server'
import { useInvoiceBase } from './use-invoice-base'

const signed = (name: string | null, day: string | null) => [name, showDay(day)].filter(Boolean).join(', ')

interface InvoiceFactsProps {
  invoice: Facts
  /** The draft that was recreated from it. */
  recreatedAs: number | null
  mayOpenDrafts: boolean
}

/**
 * All that is stored of an invoice, in the specification's words, with its origin and destination. Empty fields are
 * left out.
 */
export function InvoiceFacts({ invoice, recreatedAs, mayOpenDrafts }: InvoiceFactsProps) {
  const drafts = [
    { term: 'Created from draft', id: invoice.draftTransactionId },
    { term: 'Recreated as draft', id: recreatedAs },
  ].filter(({ id }) => id !== null)
  const service = [
    { term: 'Service from', value: showDay(invoice.serviceFrom) },
    { term: 'Service to', value: showDay(invoice.serviceTo) },
  ]
  return (
    <Description
      items={[
        { term: invoice.isSupplierFund ? 'Supplier Fund' : 'Supplier Company', value: invoice.provider },
        { term: 'Supplier jurisdiction', value: invoice.supplierJurisdiction ?? '' },
        { term: 'Invoiced legal entity', value: invoice.invoicedEntity ?? '' },
        { term: 'Settling Entity', value: invoice.settlingEntity },
        { term: 'Expense Type', value: invoice.expenseType },
        { term: 'Category', value: invoice.category ?? '' },
        { term: 'Routine', value: invoice.routineType ?? '' },
        { term: 'Fees type', value: invoice.feesType ?? '' },
        { term: 'Reference', value: invoice.invoiceRef },
        { term: 'Inv.Date', value: showDay(invoice.invoiceDate) },
        { term: 'Received', value: showDay(invoice.receivedDate) },
        { term: 'GL Date', value: showDay(invoice.glDate) },
        { term: 'Due.Date', value: showDay(invoice.dueDate) },
        { term: 'Payment date', value: showDay(invoice.paymentDate) },
        { term: 'Gross', value: `${showAmount(invoice.grossAmount)} ${invoice.currency}` },
        { term: 'Taxes', value: `${showAmount(invoice.taxes)} ${invoice.currency}` },
        { term: 'Net', value: `${showAmount(invoice.netAmount)} ${invoice.currency}` },
        { term: 'Prepaid', value: showYesNo(invoice.prePaid) },
        ...(invoice.prePaid ? service : []),
        { term: 'Already paid', value: showYesNo(invoice.alreadyPaid) },
        { term: 'Exclude from cash', value: showYesNo(invoice.excludeFromCash) },
        { term: 'Validator A', value: signed(invoice.validatorA, invoice.validationDateA) },
        { term: 'Validator B', value: signed(invoice.validatorB, invoice.validationDateB) },
        { term: 'Allocation rule', value: invoice.allocationRule ?? '' },
        { term: 'Posting filter', value: invoice.postingFilter ?? '' },
        { term: 'Comment', value: invoice.transactionComment },
        ...drafts.map(({ term, id }) => ({
          term,
          value: mayOpenDrafts ? <Link to={`/drafts/${id}`}>{id}</Link> : id,
        })),
      ].filter(({ value }) => value !== '')}
    />
  )
}

/** The bank account that an invoice is paid to, for users who may see bank accounts. */
export interface PayeeBank extends BankChanges {
  /** In the currency of the invoice, or all of them where none is. */
  accounts: StoredAccount[]
  /** Hash of these accounts: an approval is valid for the accounts that were shown. */
  hash: string
  /** The page of its accounts; null for a user who may not open it. */
  href: string | null
}

/** The payee of a payment: the user who releases it sees the account, and whether it changed lately. */
export function Payee({ bank }: { bank: PayeeBank }) {
  const changes = bankChangeWords(bank)
  return (
    <div className="stack">
      {changes.length > 0 && (
        <Note kind={isCalm(bank) ? 'info' : 'warning'}>
          {changes.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Note>
      )}
      <StoredAccounts entity={bank.supplier} accounts={bank.accounts} />
      {bank.href !== null && (
        <p>
          <Link to={bank.href}>Bank Accounts of {bank.supplier}</Link>
        </p>
      )}
    </div>
  )
}

interface PrepaidScheduleProps {
  currency: string
  periods: PrepaidPeriod[]
}

/** How a prepaid invoice becomes an expense, month by month, and the sums. */
export function PrepaidSchedule({ currency, periods }: PrepaidScheduleProps) {
  const total = sum(periods.map(({ amount }) => amount)).toFixed(2)
  const days = periods.reduce((all, period) => all + period.days, 0)
  return (
    <Grid
      title="Prepaid schedule"
      columns={columns(currency)}
      rows={periods}
      total={periods.length}
      sums={{
        days: [{ unit: null, sum: String(days) }],
        amount: [{ unit: null, sum: total }],
      }}
      rowKey={({ from }) => from}
    />
  )
}

function columns(currency: string): GridColumn<PrepaidPeriod>[] {
  return [
    {
      id: 'from',
      header: 'From',
      size: 95,
      meta: { kind: 'day' },
      cell: ({ row }) => showDay(row.original.from),
    },
    {
      id: 'to',
      header: 'To',
      size: 95,
      meta: { kind: 'day' },
      cell: ({ row }) => showDay(row.original.to),
    },
    {
      id: 'days',
      header: 'Days',
      size: 80,
      meta: { kind: 'number', show: String },
      cell: ({ row }) => String(row.original.days),
    },
    {
      id: 'amount',
      header: `Expense ${currency}`,
      size: 130,
      meta: { kind: 'number', show: showAmount },
      cell: ({ row }) => showAmount(row.original.amount),
    },
  ]
}

/** Where the page shows the account that it is paid to. */
const PAID_TO = 'paid-to'

interface InvoiceStepFormProps {
  invoiceId: number
  steps: NextSteps
  queue: string
  /** "PAID" */
  status: string
  seenEventId: number
  /** The account that the page shows; null where it shows none. */
  payee: PayeeBank | null
  /** Is nothing paid to its supplier now? */
  isHeld: boolean
  /** Were its approvals voided? */
  isVoided: boolean
  idempotencyKey: string
  refused?: Refused
}

/** "Actions" of an invoice: the form of steps, with the day of payment where "Paid" is offered. */
export function InvoiceStepForm({ invoiceId, steps, status, payee, ...props }: InvoiceStepFormProps) {
  const { isHeld, isVoided, ...form } = props
  const cancel = `${useInvoiceBase().path}/${invoiceId}/cancel`
  const next = steps.routing.find(({ style }) => leadsOn(style))
  return (
    <StepForm
      {...steps}
      timeZone={useTimeZone()}
      {...form}
      asked={{ name: 'cancel', to: cancel, label: 'Cancel this invoice…' }}
      none={status === 'PAID' ? 'This invoice is paid: there are no further steps.' : undefined}
    >
      {payee && <input type="hidden" name="accountSeen" value={payee.hash} />}
      {next && isHeld && (
        <Note kind="warning">
          “{next.display}” waits until the pending change is decided:{' '}
          {payee?.href ? (
            <Link to={payee.href}>Bank Accounts of {payee.supplier}</Link>
          ) : (
            <a href={`#${HELD}`}>payment held</a>
          )}
        </Note>
      )}
      {next && isVoided && (
        <Note kind="warning">
          The approvals were voided. Before “{next.display}”, check the account under{' '}
          <a href={`#${PAID_TO}`}>Paid to</a>.
        </Note>
      )}
      {steps.routing.some(({ name }) => name === 'paid') && (
        <DateInput name="paymentDate" label="Payment date" hint="Needed for “Paid”." />
      )}
    </StepForm>
  )
}

interface InvoiceSectionsProps {
  view: InvoiceView
  events: Listed<HistoryEvent>
  /** Are there so many rows that they need a filter row? */
  filtered: boolean
  mayOpenDrafts: boolean
  payee: PayeeBank | null
  idempotencyKey: string
  refused?: Refused
  /** What it begins with: its headline, and its files. */
  head: ReactNode
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
  head,
  children,
}: InvoiceSectionsProps) {
  const { invoice, instance, schedule, steps, held, voided } = view
  const timeZone = useTimeZone()
  const base = `${useInvoiceBase().path}/${invoice.id}`
  return (
    <>
      <BeforeStep>
        {head}
        {steps && (voided !== null || held !== null) && (
          <PageSection id={HELD}>
            {voided !== null && (
              <Note kind="warning">
                <p>
                  {voided.why}, {showInstant(voided.at, timeZone)}.
                </p>
                <p>
                  Check the account under “Paid to”: the payment must be approved again, starting with the
                  first approval.
                </p>
              </Note>
            )}
            {held !== null && <Note kind="warning">{held}</Note>}
          </PageSection>
        )}
        <PageSection>
          <InvoiceFacts invoice={invoice} recreatedAs={view.recreatedAs} mayOpenDrafts={mayOpenDrafts} />
        </PageSection>
        {schedule.length > 0 && (
          <PageSection title="Prepaid schedule">
            <PrepaidSchedule currency={invoice.currency} periods={schedule} />
          </PageSection>
        )}
        <EventSection
          events={events}
          round={instance.round}
          path={base}
          exportTo={`/invoices/${invoice.id}/export/invoice_workflow`}
          filtered={filtered}
        />
        {payee && (
          <PageSection title="Paid to" id={PAID_TO}>
            <Payee bank={payee} />
          </PageSection>
        )}
        {children}
        <div className="screen-only">
          <PageSection title="Reports">
            <ReportDocuments
              title={`Report documents of invoice ${invoice.id}`}
              rows={reportsOf(view)}
              empty="Nothing to download."
            />
          </PageSection>
        </div>
        <Signatures way={view.way} />
      </BeforeStep>
      {steps && (
        <NextStep title="Actions">
          <InvoiceStepForm
            key={instance.lastEventId}
            invoiceId={invoice.id}
            steps={steps}
            queue={instance.queue}
            status={instance.status}
            seenEventId={instance.lastEventId}
            payee={payee}
            isHeld={held !== null}
            isVoided={voided !== null}
            idempotencyKey={idempotencyKey}
            refused={refused}
          />
        </NextStep>
      )}
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
