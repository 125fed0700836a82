import { Form as PlainForm, useLocation } from '@remix-run/react'
import { EventSection } from '~/platform/page/event-grid'
import { amountColumn, textColumn } from '~/platform/page/shown-columns'
import { useTimeZone } from '~/platform/page/use-site'
import { dayIn } from '~/platform/values/day'
import { sum } from '~/platform/values/decimal'
import { formatList, showDay, showExact, showIban, showMoney } from '~/platform/values/show'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { BeforeStep, Headline, NextStep } from '~/ui/decision/headline'
import { Description } from '~/ui/description/description'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { Checkbox, SelectInput, TextArea } from '~/ui/form/inputs'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Note } from '~/ui/message/message'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { type Difference, MATCH, tickOf } from './bank-entry'
import type { InvoiceChoice, PaymentChoice, ProposedPart, TransferChoice } from './entry-choices.server'
import type { BankEntryView } from './entry-view.server'

type View = Omit<BankEntryView, 'history'>

const DIFFERENCE_COLUMNS: GridColumn<Difference>[] = [
  { id: 'what', header: 'Detail', size: 150, meta: { kind: 'text' }, cell: ({ row }) => row.original.what },
  {
    id: 'ours',
    header: 'We have',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.ours,
  },
  {
    id: 'bank',
    header: 'The bank says',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.bank,
  },
]

const partColumns = (mayOpenInvoices: boolean): GridColumn<ProposedPart>[] => [
  {
    id: 'invoice',
    header: 'Invoice',
    size: 95,
    meta: { kind: 'link' },
    cell: ({ row: { original } }) =>
      mayOpenInvoices ? (
        <Link to={`/invoices/${original.invoiceId}`}>{original.invoiceId}</Link>
      ) : (
        original.invoiceId
      ),
  },
  {
    id: 'run',
    header: 'Run',
    size: 85,
    meta: { kind: 'link' },
    cell: ({ row: { original } }) =>
      original.runId !== null && <Link to={`/payments/${original.runId}`}>{original.runId}</Link>,
  },
  amountColumn('amount', 'Amount', ({ amount }) => amount, 105),
  textColumn('supplier', 'Supplier', ({ supplier }) => supplier),
  textColumn('ref', 'Reference', ({ ref }) => ref, 150),
  textColumn('state', 'State', ({ state }) => state, 105),
]

/** Several payments or invoices that are proposed as one, and their sum. */
function Together({
  view: { row, together, proposal },
  mayOpenInvoices,
}: Pick<EntrySectionsProps, 'view' | 'mayOpenInvoices'>) {
  return (
    <Grid
      title={proposal?.kind === 'invoices' ? 'Invoices together' : 'Payments together'}
      columns={partColumns(mayOpenInvoices)}
      rows={together}
      total={together.length}
      sums={{
        amount: [{ unit: row.currency, sum: sum(together.map(({ amount }) => amount)).toFixed(2) }],
      }}
      rowKey={({ invoiceId }) => String(invoiceId)}
    />
  )
}

interface EntrySectionsProps {
  view: View
  events: Listed<HistoryEvent>
  /** By which invoices are looked for. */
  search: string
  mayOpenInvoices: boolean
  keys: { accept: string; explain: string; owner: string }
  refused?: Refused
}

/** The sections of one entry of the Bank inbox, in their order. */
export function EntrySections({ view, events, mayOpenInvoices, ...form }: EntrySectionsProps) {
  const { row, differences, instance, waiting } = view
  const base = `/bank-inbox/${row.id}`
  return (
    <>
      <BeforeStep>
        <Headline name={row.counterparty || 'Not named by the bank'} facts={factsOf(view)} />
        <PageSection>
          <p>{row.words}</p>
          {waiting.map(({ id, description, change, requester }) => (
            <Note key={id} kind="warning">
              {description}. {change}. Requested by {requester}; another treasurer decides it.{' '}
              <Link to="/work/changes">Pending second approval</Link>
            </Note>
          ))}
        </PageSection>
        <PageSection title="What the bank says">
          <Description items={bankItems(view)} />
        </PageSection>
        {differences.length > 0 && (
          <PageSection title="Differences">
            <Grid
              title={`Differences of bank entry ${row.id}`}
              columns={DIFFERENCE_COLUMNS}
              rows={differences}
              total={differences.length}
              rowKey={({ what, bank }) => `${what} ${bank}`}
            />
          </PageSection>
        )}
        <PageSection title="What it is about">
          <Description items={aboutItems(view, mayOpenInvoices)} />
        </PageSection>
        {view.together.length > 0 && (
          <PageSection title="Proposed together">
            <Together view={view} mayOpenInvoices={mayOpenInvoices} />
          </PageSection>
        )}
        {isExplainable(view) && (
          <PageSection title={view.proposal === null ? 'Explain it' : 'Explain it otherwise'}>
            <ExplainForm
              view={view}
              search={form.search}
              idempotencyKey={form.keys.explain}
              refused={refusalFor(form.refused, 'explain')}
            />
          </PageSection>
        )}
        <EventSection
          events={events}
          round={instance.round}
          path={base}
          exportTo={`${base}/export/entry_workflow`}
          filtered={events.total > FEW}
        />
      </BeforeStep>
      {instance.queue === 'PAYMENT' && <EntryActions view={view} base={base} {...form} />}
    </>
  )
}

/** A short list needs no filter row. */
const FEW = 10

const moneyOf = (amount: string | null, currency: string | null) =>
  amount === null ? '' : showMoney(amount, currency)

function factsOf({ row }: View) {
  return [
    ...(row.amount === null ? [] : [{ term: 'Amount', value: moneyOf(row.amount, row.currency) }]),
    { term: 'Booked', value: showDay(row.booking_date) || '–' },
    { term: 'Topic', value: row.topic },
    { term: 'Owner', value: row.owner ?? 'none yet' },
    ...(row.age === null ? [] : [{ term: 'Age', value: row.age === 1 ? '1 day' : `${row.age} days` }]),
  ]
}

/** Items without a value are left out. */
const filled = (items: { term: string; value: string }[]) => items.filter(({ value }) => value !== '')

function bankItems({ row, details }: View) {
  return filled([
    { term: 'Account', value: showIban(row.account) },
    { term: 'Account of', value: row.entity ?? '' },
    { term: 'Counterparty', value: row.counterparty },
    { term: 'Their account', value: showIban(row.counterparty_account) },
    { term: 'Text', value: row.text },
    { term: 'Value date', value: showDay(row.value_date) },
    { term: 'Instructed', value: moneyOf(details.instructedAmount, details.instructedCurrency) },
    { term: 'Exchange rate', value: showExact(details.exchangeRate) },
    { term: 'Charges included', value: moneyOf(details.charges, details.chargesCurrency) },
    { term: 'End-to-end id', value: details.endToEndId ?? '' },
    { term: 'Bank’s reference', value: details.bankReference ?? '' },
    { term: 'Reason', value: [details.reasonCode, details.reasonText].filter(Boolean).join(' ') },
    { term: 'File', value: `${row.file_name} (${row.kind})` },
  ])
}

function aboutItems({ row }: View, mayOpenInvoices: boolean) {
  return [
    ...(row.invoice_id === null
      ? []
      : [
          {
            term: 'Invoice',
            value: mayOpenInvoices ? (
              <Link to={`/invoices/${row.invoice_id}`}>Invoice {row.invoice_id}</Link>
            ) : (
              String(row.invoice_id)
            ),
          },
        ]),
    ...(row.run_id === null
      ? []
      : [{ term: 'Payment run', value: <Link to={`/payments/${row.run_id}`}>Run {row.run_id}</Link> }]),
    { term: 'Proposal', value: row.proposal || 'none' },
    ...filled([
      { term: 'Explained as', value: row.explained_as ?? '' },
      { term: 'Explained by', value: row.explained_by ?? (row.explained_as ? 'SYSTEM' : '') },
      { term: 'Comment', value: row.comment },
    ]),
  ]
}

type ActionsProps = Pick<EntrySectionsProps, 'view' | 'keys' | 'refused'> & { base: string }

/** The refusal of the form that was sent. */
const refusalFor = (refused: Refused | undefined, intent: string) =>
  refused?.typed.intent === intent ? refused : undefined

/** Whether the user may choose what explains an entry; a status of a payment is only noted. */
const isExplainable = ({ mayExplain, disputed, direction }: View) =>
  mayExplain && disputed.length === 0 && direction !== null

/** What a treasurer does with an entry at once; what else explains it is chosen above. */
function EntryActions({ view, base, keys, refused }: ActionsProps) {
  const { mayExplain, steps, disputed, proposal, direction } = view
  const timeZone = useTimeZone()
  if (!mayExplain)
    return (
      <NextStep title="Actions">
        <p className="muted">
          You have no action here. Waiting for PAYMENT since {showDay(dayIn(steps.since, timeZone))}.
        </p>
      </NextStep>
    )
  if (disputed.length > 0)
    return (
      <NextStep title="Actions">
        <p>
          {disputed.length === 1 ? 'Invoice' : 'Invoices'} {formatList(disputed.map(String))}{' '}
          {disputed.length === 1 ? 'is' : 'are'} in dispute. Two treasurers settle{' '}
          {disputed.length === 1 ? 'it, and this entry with it.' : 'them, and this entry with them.'}
        </p>
        <FormActions>
          {disputed.map((invoiceId) => (
            <OpenLink
              key={invoiceId}
              className="button button--primary"
              to={`/invoices/${invoiceId}/dispute?page=1`}
            >
              {disputed.length === 1 ? 'Settle dispute…' : `Settle dispute of ${invoiceId}…`}
            </OpenLink>
          ))}
        </FormActions>
        <TakeOver view={view} idempotencyKey={keys.owner} refused={refusalFor(refused, 'owner')} />
      </NextStep>
    )
  return (
    <NextStep title="Actions">
      {proposal?.kind === 'return' ? (
        <FormActions>
          <OpenLink className="button button--primary" to={`${base}/return`}>
            Handle return…
          </OpenLink>
        </FormActions>
      ) : (
        (proposal !== null || direction === null) && (
          <AcceptForm view={view} idempotencyKey={keys.accept} refused={refusalFor(refused, 'accept')} />
        )
      )}
      {proposal === null && isExplainable(view) && (
        <p className="muted">Nothing is proposed: choose above what explains it.</p>
      )}
      {direction === 'credit' && proposal?.kind !== 'return' && (
        <FormActions>
          <OpenLink className="button" to={`${base}/return`}>
            Handle return…
          </OpenLink>
        </FormActions>
      )}
      <TakeOver view={view} idempotencyKey={keys.owner} refused={refusalFor(refused, 'owner')} />
    </NextStep>
  )
}

interface EntryFormProps {
  view: View
  idempotencyKey: string
  refused?: Refused
}

function AcceptForm({ view: { row, instance }, idempotencyKey, refused }: EntryFormProps) {
  return (
    <Form prefix="accept" idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <input type="hidden" name="intent" value="accept" />
      <input type="hidden" name="seenEventId" value={instance.lastEventId} />
      <p className="next-step__what" title={row.proposal}>
        Proposal: <strong>{row.proposal || 'Take note'}</strong>
      </p>
      <FormActions>
        <SubmitButton busyText="Accepting…">Accept</SubmitButton>
      </FormActions>
    </Form>
  )
}

/** A payment of a run as a choice. */
export const describePayment = ({ invoiceId, runId, amount, currency, creditor, state }: PaymentChoice) =>
  `Payment of invoice ${invoiceId} in run ${runId}, ${moneyOf(amount, currency)} to ${creditor}, ${state}`

const invoiceWords = ({ id, supplier, ref, amount, currency, dueDate, status }: InvoiceChoice) =>
  [
    `Invoice ${id}, ${supplier}`,
    ref,
    moneyOf(amount, currency),
    ...(dueDate === null ? [] : [`due ${showDay(dueDate)}`]),
    status,
  ].join(', ')

const transferWords = ({ entryId, account, day, text }: TransferChoice, isDebit: boolean) =>
  [
    `Internal transfer ${isDebit ? 'to' : 'from'} ${showIban(account)}`,
    showDay(day),
    text,
    `entry ${entryId}`,
  ]
    .filter(Boolean)
    .join(', ')

const OUT = [
  { value: 'charges', label: 'Charges of the bank' },
  { value: 'ask back', label: 'Ask it back' },
]
const IN = [{ value: 'income', label: 'Income' }]
const ANY = [{ value: 'not ours', label: 'Not ours' }]

function ExplainForm({ view, search, idempotencyKey, refused }: EntryFormProps & { search: string }) {
  const { instance, direction, payments, invoices, transfers, row } = view
  const isDebit = direction === 'debit'
  const options = [
    ...payments.map((payment) => ({ value: `payment ${payment.id}`, label: describePayment(payment) })),
    ...transfers.map((transfer) => ({
      value: `transfer ${transfer.entryId}`,
      label: transferWords(transfer, isDebit),
    })),
    ...(payments.length > 1 ? [{ value: 'payments', label: 'The payments ticked below' }] : []),
    ...(invoices.length > 0 ? [{ value: 'invoices', label: 'The invoices ticked below' }] : []),
    ...(isDebit ? OUT : row.topic === 'charges' ? [...IN, ...OUT.slice(0, 1)] : IN),
    ...ANY,
  ]
  return (
    <>
      {isDebit && <SearchInvoices search={search} />}
      <Form
        prefix="explain"
        idempotencyKey={idempotencyKey}
        refusal={refused?.refusal}
        typed={refused?.typed}
      >
        <input type="hidden" name="intent" value="explain" />
        <input type="hidden" name="seenEventId" value={instance.lastEventId} />
        <SelectInput name="how" label="It is" options={options} required />
        {payments.length > 1 &&
          payments.map((payment) => (
            <Checkbox
              key={payment.id}
              name={tickOf('payment', payment.id)}
              label={describePayment(payment)}
            />
          ))}
        {invoices.map((invoice) => (
          <Checkbox key={invoice.id} name={tickOf('invoice', invoice.id)} label={invoiceWords(invoice)} />
        ))}
        {isDebit && invoices.length === 0 && search !== '' && (
          <p className="muted">
            No open invoice of {row.entity ?? 'this account'} in {row.currency} has “{search}”.
          </p>
        )}
        {isDebit && <Checkbox name="withCharges" label="Book what is left as charges" />}
        <TextArea
          name="eventLog"
          label="Comment"
          hint="Needed for “Not ours”. Kept in the history."
          maxLength={4000}
        />
        <FormActions>
          <SubmitButton look={view.proposal === null ? 'primary' : 'plain'}>Explain</SubmitButton>
        </FormActions>
      </Form>
    </>
  )
}

/** Looks for invoices; the state of the list stays in the address. */
function SearchInvoices({ search }: { search: string }) {
  const location = useLocation()
  const others = [...new URLSearchParams(location.search)].filter(
    ([name]) => name !== MATCH && name !== 'done',
  )
  return (
    <PlainForm method="get" action={location.pathname} className="toolbar" preventScrollReset>
      {others.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parameters may repeat, in their order
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <div className="field">
        <label htmlFor="match-invoices">Search invoices</label>
        <p className="field__hint" id="match-invoices-hint">
          By amount, IBAN, reference or supplier.
        </p>
        <input
          id="match-invoices"
          name={MATCH}
          type="search"
          defaultValue={search}
          maxLength={100}
          aria-describedby="match-invoices-hint"
          autoComplete="off"
        />
      </div>
      <button type="submit" className="button">
        Search
      </button>
    </PlainForm>
  )
}

function TakeOver({ view: { isYours }, idempotencyKey, refused }: EntryFormProps) {
  if (isYours) return null
  return (
    <Form prefix="owner" idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <input type="hidden" name="intent" value="owner" />
      <FormActions>
        <SubmitButton look="plain" busyText="Taking over…">
          Take over
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
