import type { ReactNode } from 'react'
import {
  type BankChanges,
  bankChangeSentences,
  isCalm,
  StoredAccounts,
} from '~/areas/bank-accounts/bank-details'
import type { StoredAccount } from '~/areas/bank-accounts/bank-details.server'
import { Preview } from '~/areas/documents/documents-panel'
import { type ReportDocument, ReportDocuments } from '~/areas/documents/report-documents'
import type { NextSteps } from '~/platform/objects/take-step.server'
import { EventSection } from '~/platform/page/event-grid'
import { Instant } from '~/platform/page/instant'
import { Signatures } from '~/platform/page/progress-steps'
import { useTimeZone } from '~/platform/page/use-site'
import { showDay } from '~/platform/values/show'
import { confirmedSteps } from '~/platform/workflow/confirmed-steps'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { DetachedRefusal, StepForm } from '~/platform/workflow/step-form'
import { leadsOn } from '~/platform/workflow/workflow-progress'
import { BeforeStep, NextStep } from '~/ui/decision/headline'
import type { Refused } from '~/ui/form/error-summary'
import { FormActions } from '~/ui/form/form'
import type { Listed } from '~/ui/grid/grid-view'
import { Note } from '~/ui/message/message'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { PAYMENT_HELD_ID } from './invoice'
import { CreditUses, DiscountJournal, InvoiceFacts, PrepaidSchedule } from './invoice-facts'
import type { InvoiceView, SaidByBank } from './invoice-view.server'
import { useInvoiceBase } from './use-invoice-base'
import { CONFIRMED_INVOICE_STEPS } from './workflow-rules'

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
function Payee({ bank }: { bank: PayeeBank }) {
  const changes = bankChangeSentences(bank)
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
  /** Whether payments to its supplier are held. */
  isHeld: boolean
  /** Were its approvals voided? */
  isVoided: boolean
  idempotencyKey: string
  refused?: Refused
}

/** "Actions" of an invoice: the form of steps, with what holds the payment. */
function InvoiceStepForm({ invoiceId, steps, status, payee, ...props }: InvoiceStepFormProps) {
  const { isHeld, isVoided, ...form } = props
  const base = `${useInvoiceBase().path}/${invoiceId}`
  const next = steps.routing.find(({ style }) => leadsOn(style))
  return (
    <StepForm
      {...steps}
      timeZone={useTimeZone()}
      {...form}
      confirmed={[
        { name: 'cancel', to: `${base}/cancel`, label: 'Cancel this invoice…' },
        ...confirmedSteps(base, CONFIRMED_INVOICE_STEPS),
      ]}
      none={status === 'PAID' ? 'This invoice is paid: there are no further steps.' : undefined}
    >
      {payee && <input type="hidden" name="accountSeen" value={payee.hash} />}
      {next && isHeld && (
        <Note kind="warning">
          “{next.display}” waits until the pending change is decided:{' '}
          {payee?.href ? (
            <Link to={payee.href}>Bank Accounts of {payee.supplier}</Link>
          ) : (
            <a href={`#${PAYMENT_HELD_ID}`}>payment held</a>
          )}
        </Note>
      )}
      {next && isVoided && (
        <Note kind="warning">
          The approvals were voided. Before “{next.display}”, check the account under{' '}
          <a href={`#${PAID_TO}`}>Paid to</a>.
        </Note>
      )}
    </StepForm>
  )
}

/** What a bank said that has to be decided: the money came back, or its answers contradict each other. */
function AfterBank({ view: { instance, run, steps, bank } }: { view: InvoiceView }) {
  if (bank === null) return null
  return (
    <PageSection>
      <Note kind="warning">
        {instance.status === 'IN DISPUTE' ? (
          <p>
            What the bank says contradicts what is known here: nothing pays this invoice until two treasurers
            agree.
          </p>
        ) : (
          <>
            <p>The bank returned the payment{run?.reason ? `: ${run.reason}` : ''}.</p>
            <p>
              {steps !== null && steps.routing.length > 0
                ? 'Check the account under “Paid to”. Then pay it again, cancel it, or keep it as paid with a comment, under Actions.'
                : 'Members of the queue PAYMENT check its account and pay it again, cancel it, or keep it as paid with a comment.'}
            </p>
          </>
        )}
        {bank.entries.map(({ id, day, words }) => (
          <p key={id}>
            {bank.mayOpenInbox ? <Link to={`/bank-inbox/${id}`}>Bank entry {id}</Link> : `Bank entry ${id}`}
            {day !== null && ` of ${showDay(day)}`}: {words}
          </p>
        ))}
        {bank.requested !== null && (
          <p>
            {bank.requested.change}. Requested by {bank.requested.requester}; another treasurer decides it.{' '}
            {bank.maySettle && <Link to="/work/changes">Pending second approval</Link>}
          </p>
        )}
      </Note>
    </PageSection>
  )
}

/** "Actions" of an invoice in dispute: it has no steps, two treasurers settle it. */
function DisputeActions({
  invoiceId,
  bank,
  refused,
}: {
  invoiceId: number
  bank: SaidByBank
  refused?: Refused
}) {
  const { path } = useInvoiceBase()
  if (!bank.maySettle)
    return (
      <>
        <DetachedRefusal refused={refused} />
        <p className="muted">
          You have no action here. Members of the queue PAYMENT settle the dispute in the Bank inbox: one
          requests how it ends, another one decides.
        </p>
      </>
    )
  return (
    <>
      <DetachedRefusal refused={refused} />
      <p>Ask the bank first. Then request how it ends: paid, sent, returned, or to approve again.</p>
      <FormActions>
        <OpenLink
          className={bank.requested === null ? 'button button--primary' : 'button'}
          to={`${path}/${invoiceId}/dispute`}
        >
          Settle dispute…
        </OpenLink>
      </FormActions>
    </>
  )
}

interface InvoiceSectionsProps {
  view: InvoiceView
  events: Listed<HistoryEvent>
  /** Whether there are enough rows for a filter row. */
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
  const { invoice, instance, schedule, steps, held, corrected, voided, paper, bank } = view
  const base = `${useInvoiceBase().path}/${invoice.id}`
  return (
    <>
      <BeforeStep>
        <div className={paper ? 'beside-file' : undefined}>
          <div>
            {head}
            {steps && (voided !== null || held !== null || corrected !== null) && (
              <PageSection id={PAYMENT_HELD_ID}>
                {voided !== null && (
                  <Note kind="warning">
                    <p>
                      {voided.why}, <Instant at={voided.at} />.
                    </p>
                    <p>
                      Check the account under “Paid to”: the payment must be approved again, starting with the
                      first approval.
                    </p>
                  </Note>
                )}
                {held !== null && <Note kind="warning">{held}</Note>}
                {corrected !== null && <Note kind="warning">{corrected}</Note>}
              </PageSection>
            )}
            <AfterBank view={view} />
            <PageSection>
              <InvoiceFacts
                invoice={invoice}
                taxes={view.taxes}
                recreatedAs={view.recreatedAs}
                mayOpenDrafts={mayOpenDrafts}
              />
            </PageSection>
            {view.credit && (
              <PageSection title="Credit">
                <CreditUses currency={invoice.currency} credit={view.credit} />
              </PageSection>
            )}
            {view.discount && (
              <PageSection title="Discount taken">
                <DiscountJournal currency={invoice.currency} lines={view.discount.journal} />
              </PageSection>
            )}
            {schedule.length > 0 && (
              <PageSection title="Prepaid schedule">
                <PrepaidSchedule currency={invoice.currency} periods={schedule} />
              </PageSection>
            )}
            {payee && (
              <PageSection title="Paid to" id={PAID_TO}>
                <Payee bank={payee} />
              </PageSection>
            )}
          </div>
          {paper && (
            <div className="beside-file__file beside-file__file--to-decide">
              <Preview documentId={paper.id} title={paper.fileName} />
            </div>
          )}
        </div>
        <EventSection
          events={events}
          round={instance.round}
          path={base}
          exportTo={`/invoices/${invoice.id}/export/invoice_workflow`}
          filtered={filtered}
        />
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
        <Signatures progress={view.progress} />
      </BeforeStep>
      {steps && (
        <NextStep title="Actions">
          {bank !== null && instance.status === 'IN DISPUTE' ? (
            <DisputeActions invoiceId={invoice.id} bank={bank} refused={refused} />
          ) : (
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
          )}
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
