import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { EventSection } from '~/platform/page/event-grid'
import { Instant } from '~/platform/page/instant'
import { ProgressSteps, Signatures } from '~/platform/page/progress-steps'
import { useTimeZone } from '~/platform/page/use-site'
import { counted, showAmount, showDay, showIban, showInstant, showMoney } from '~/platform/values/show'
import { confirmedSteps } from '~/platform/workflow/confirmed-steps'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { StepForm } from '~/platform/workflow/step-form'
import { leadsOn } from '~/platform/workflow/workflow-progress'
import { Exception, ExceptionMark, Exceptions } from '~/ui/decision/exceptions'
import { BeforeStep, Headline, NextStep } from '~/ui/decision/headline'
import { Figure } from '~/ui/description/description'
import { Fold } from '~/ui/fold/fold'
import type { Refused } from '~/ui/form/error-summary'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { PAYMENT_COLUMNS, PAYMENT_GRID } from './list'
import { type AccountTotal, isAdvised, type Payment } from './payment'
import { MAX_POINTS, type RunPoint } from './points-to-check'
import type { RunAnswer, RunView } from './run-view.server'
import { CONFIRMED_RUN_STEPS } from './workflow-rules'

/** What each paying account pays, and what it has left. */
export function Accounts({ title, accounts }: { title: string; accounts: AccountTotal[] }) {
  return (
    <Grid
      title={title}
      columns={ACCOUNT_COLUMNS}
      rows={accounts}
      total={accounts.length}
      rowKey={({ iban, currency }) => `${iban} ${currency}`}
    />
  )
}

const money = (
  id: 'total' | 'balance' | 'after',
  header: string,
  cell: (row: AccountTotal) => ReactNode,
  phone?: 'amount' | 'next',
): GridColumn<AccountTotal> => ({
  id,
  header,
  size: 118,
  meta: { kind: 'number', wrap: id !== 'total', phone },
  cell: ({ row }) => cell(row.original),
})

/** "with run 12", "with 2 other runs" */
const withRuns = (runs: readonly number[]) =>
  runs.length === 1 ? `with run ${runs[0]}` : `with ${runs.length} other runs`

const ACCOUNT_COLUMNS: GridColumn<AccountTotal>[] = [
  {
    id: 'name',
    header: 'Paid by',
    size: 230,
    meta: { kind: 'text', wrap: true, phone: 'object' },
    cell: ({ row: { original } }) => (
      <>
        {original.name}
        <br />
        <span className="muted">{showIban(original.iban)}</span>
      </>
    ),
  },
  money('total', 'Total', ({ total, currency }) => showMoney(total, currency), 'amount'),
  money('balance', 'Balance', ({ balance, leftOut, currency }) => (
    <>
      {balance === null ? '–' : showAmount(balance.amount, currency)}
      {balance && (
        <>
          <br />
          <span className="muted">{showDay(balance.day)}</span>
        </>
      )}
      {leftOut && (
        <>
          <br />
          <span className="muted">that of {showDay(leftOut)} does not add up</span>
        </>
      )}
    </>
  )),
  money(
    'after',
    'Balance after',
    ({ after, others, currency }) => {
      if (after === null) return '–'
      const shown = showAmount(after, currency)
      return (
        <span data-phone-label="Balance after">
          {after.startsWith('-') ? <Figure coloured>{shown}</Figure> : shown}
          {others && (
            <>
              <br />
              <span className="muted">{withRuns(others.runs)}</span>
            </>
          )}
        </span>
      )
    },
    'next',
  ),
  {
    id: 'payments',
    header: 'Payments',
    size: 85,
    meta: { kind: 'number' },
    cell: ({ row }) => String(row.original.payments),
  },
]

type File = RunView['files'][number]

const FILE_COLUMNS: GridColumn<File>[] = [
  {
    id: 'file',
    header: 'File, SHA-256',
    meta: { kind: 'link', wrap: true },
    cell: ({ row: { original } }) => (
      <>
        {original.withdrawnAt === null ? (
          <a href={`/payments/${original.runId}/files/${original.messageId}.xml`} download>
            {original.messageId}.xml
          </a>
        ) : (
          `${original.messageId}.xml, withdrawn`
        )}
        <br />
        <code className="muted">{original.sha256}</code>
      </>
    ),
  },
  {
    id: 'iban',
    header: 'Account that pays',
    size: 205,
    meta: { kind: 'text' },
    cell: ({ row }) => showIban(row.original.debtorIban),
  },
  {
    id: 'total',
    header: 'Total',
    size: 145,
    meta: { kind: 'number' },
    cell: ({ row }) => showMoney(row.original.total, row.original.currency),
  },
  {
    id: 'payments',
    header: 'Payments',
    size: 85,
    meta: { kind: 'number' },
    cell: ({ row }) => String(row.original.payments),
  },
]

const ANSWER_COLUMNS: GridColumn<RunAnswer>[] = [
  {
    id: 'at',
    header: 'Received',
    size: 135,
    meta: { kind: 'instant' },
    cell: ({ row }) => <Instant at={row.original.receivedAt} />,
  },
  {
    id: 'kind',
    header: 'Kind',
    size: 85,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.kind,
  },
  {
    id: 'file',
    header: 'File',
    meta: { kind: 'text', slim: true, cellTitle: (row) => row.fileName },
    cell: ({ row }) => row.original.fileName,
  },
  {
    id: 'words',
    header: 'Result',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.words,
  },
]

interface RunSectionsProps extends Pick<RunFactsProps, 'payees' | 'firstApproval'> {
  view: Omit<RunView, 'history' | 'payments'>
  /** What to look at before it goes on. */
  points: RunPoint[]
  payments: Listed<Payment>
  events: Listed<HistoryEvent>
  /** May this person open the Invoice Log? */
  mayOpenInvoices: boolean
  idempotencyKey: string
  refused?: Refused
}

/** The sections of one run: its facts, what is to be checked, then what it pays from where to whom. */
export function RunSections({ view, points, payments, events, mayOpenInvoices, ...props }: RunSectionsProps) {
  const { payees, firstApproval, ...form } = props
  const { run, instance, files, answers, accounts, steps } = view
  const base = `/payments/${run.id}`
  const timeZone = useTimeZone()
  const below = accounts.filter(({ after }) => after?.startsWith('-')).length
  return (
    <>
      <BeforeStep>
        <Headline facts={factsOf({ ...view, payees, firstApproval, below, timeZone })}>
          <ProgressSteps progress={view.progress} />
        </Headline>
        <PointsToCheck points={points} run={view} mayOpenInvoices={mayOpenInvoices} />
        {accounts.length > 0 && (
          <Fold title="Accounts that pay" id="accounts" result={accountsInShort(accounts.length, below)} open>
            <Accounts title={`Accounts of run ${run.id}`} accounts={accounts} />
            {accounts.some(({ balance }) => balance === null) && (
              <p className="muted">Upload a camt.053 to see balances.</p>
            )}
          </Fold>
        )}
        <Fold
          title="Payments"
          id="payments"
          result={paymentsInShort(accounts, payees, payments.total)}
          gridPrefix={PAYMENT_GRID.prefix}
          open={points.length === 0}
        >
          <Grid
            title={`Payments of run ${run.id}`}
            columns={PAYMENT_COLUMNS}
            {...payments}
            options={PAYMENT_GRID}
            path={base}
            exportTo={`${base}/export/payments`}
            panel
            filterRow={payments.total > FEW}
            rowKey={({ id }) => String(id)}
            rowHref={mayOpenInvoices ? ({ invoiceId }) => `/invoices/${invoiceId}` : undefined}
            rowLabel={({ invoiceId, creditor }) => `invoice ${invoiceId} of ${creditor.name}`}
            actions={
              view.mayTakeOut
                ? {
                    label: 'Actions',
                    size: 90,
                    render: ({ invoiceId, state }) =>
                      state === 'planned' && (
                        <OpenLink
                          to={`${base}/take-out/${invoiceId}`}
                          aria-label={`Take out invoice ${invoiceId}`}
                        >
                          Take out…
                        </OpenLink>
                      ),
                  }
                : payments.rows.some(({ state }) => isAdvised(state))
                  ? {
                      label: 'Advice',
                      size: 130,
                      render: ({ invoiceId, state, creditor }) =>
                        isAdvised(state) && (
                          <a
                            href={`${base}/remittance/${invoiceId}.pdf`}
                            download
                            aria-label={`Remittance advice for ${creditor.name}, invoice ${invoiceId}`}
                          >
                            Remittance advice
                          </a>
                        ),
                    }
                  : undefined
            }
          />
        </Fold>
        {files.length > 0 && (
          <Fold title="Bank files" id="files" result={counted(files.length, 'file')} open>
            <Grid
              title={`Bank files of run ${run.id}`}
              columns={FILE_COLUMNS}
              rows={files}
              total={files.length}
              rowKey={({ id }) => String(id)}
            />
          </Fold>
        )}
        {answers.length > 0 && (
          <Fold title="Answers of banks" id="answers" result={counted(answers.length, 'answer')} open>
            <Grid
              title={`Answers to run ${run.id}`}
              columns={ANSWER_COLUMNS}
              rows={answers}
              total={answers.length}
              rowKey={({ id }) => String(id)}
            />
          </Fold>
        )}
        <EventSection
          events={events}
          round={instance.round}
          path={base}
          exportTo={`${base}/export/run_workflow`}
          filtered={events.total > FEW}
        />
        <Signatures progress={view.progress} />
      </BeforeStep>
      {instance.queue === 'PAYMENT' && (
        <NextStep title="Actions">
          <StepForm
            key={instance.lastEventId}
            {...steps}
            timeZone={timeZone}
            queue={instance.queue}
            seenEventId={instance.lastEventId}
            confirmed={[
              { name: 'cancel', to: `${base}/cancel`, label: 'Cancel this run…' },
              ...confirmedSteps(base, CONFIRMED_RUN_STEPS),
            ]}
            none={
              instance.status === 'SENT' ? 'Waiting for the bank: upload the files that it sends.' : undefined
            }
            {...form}
          >
            <input type="hidden" name="paymentsSeen" value={view.paymentsHash} />
            {points.length > 0 && <PointsLink points={points} />}
          </StepForm>
        </NextStep>
      )}
    </>
  )
}

/** A short list needs no filter row. */
const FEW = 10

/** Where links that count the points lead to. */
const TO_CHECK = 'to-check'

interface PointsToCheckProps {
  points: readonly RunPoint[]
  run: Pick<RunView, 'run' | 'mayTakeOut' | 'steps'>
  mayOpenInvoices: boolean
}

function PointsToCheck({ points, run: { run, mayTakeOut, steps }, mayOpenInvoices }: PointsToCheckProps) {
  if (points.length === 0) return null
  const next = steps.routing.find(({ style }) => leadsOn(style))
  const more = points.length - MAX_POINTS
  return (
    <Exceptions
      id={TO_CHECK}
      title={`${points.length} to check${next ? ` before ${next.display}` : ''}`}
      unit={more > 0 ? `${more} more in the list of payments` : undefined}
    >
      {points.slice(0, MAX_POINTS).map(({ kind, title, what, amount, currency, invoiceId }) => (
        <Exception
          key={`${title} ${what}`}
          kind={kind}
          name={title}
          figure={amount !== null && showAmount(amount, currency)}
          unit={currency}
          what={what}
        >
          {invoiceId !== null && (mayTakeOut || mayOpenInvoices) && (
            <>
              {mayTakeOut && kind === 'failed' && (
                <OpenLink
                  className="button"
                  to={`/payments/${run.id}/take-out/${invoiceId}`}
                  aria-label={`Take out invoice ${invoiceId}, which is stopped`}
                >
                  Take out…
                </OpenLink>
              )}
              {mayOpenInvoices && (
                <Link
                  className="button"
                  to={`/invoices/${invoiceId}`}
                  aria-label={`Open invoice ${invoiceId}`}
                >
                  Open invoice
                </Link>
              )}
            </>
          )}
        </Exception>
      ))}
    </Exceptions>
  )
}

/** How many there are, beside the steps. */
function PointsLink({ points }: { points: readonly RunPoint[] }) {
  const { pathname, search, state } = useLocation()
  const kind = points.some((point) => point.kind === 'failed') ? 'failed' : 'warning'
  return (
    <p className="next-step__waits">
      <Link to={`${pathname}${search}#${TO_CHECK}`} replace state={state}>
        <ExceptionMark kind={kind} />
        {points.length} to check
      </Link>
    </p>
  )
}

/** "3 accounts, 1 below zero after" */
const accountsInShort = (all: number, below: number) =>
  `${counted(all, 'account')}${below > 0 ? `, ${below} below zero after` : ''}`

const paidBy = (accounts: readonly AccountTotal[]) => accounts.reduce((all, each) => all + each.payments, 0)

/** "14 to 9 payees, 1 taken out" */
function paymentsInShort(accounts: readonly AccountTotal[], payees: number, all: number): string {
  const paid = paidBy(accounts)
  const kept = paid > 0 && `${paid} to ${counted(payees, 'payee')}`
  const out = all > paid && `${all - paid} taken out`
  return [kept, out].filter(Boolean).join(', ')
}

interface RunFactsProps extends Pick<RunView, 'run' | 'totals' | 'credits' | 'accounts' | 'stopped'> {
  /** How many payees it pays. */
  payees: number
  /** Of this round; null before it. */
  firstApproval: { who: string; at: Date } | null
  /** How many accounts go below zero. */
  below: number
  timeZone: string
}

function factsOf({ run, totals, credits, accounts, stopped, ...props }: RunFactsProps) {
  const { payees, firstApproval, below, timeZone } = props
  const payments = paidBy(accounts)
  return [
    ...totals.map(({ total, currency }, at) => ({
      term: at === 0 ? 'Total' : `In ${currency}`,
      value: showMoney(total, currency),
      ...(at === 0 ? { note: `${counted(payments, 'payment')} to ${counted(payees, 'payee')}` } : {}),
    })),
    { term: 'Pay on', value: showDay(run.executionDate) },
    ...(accounts.length > 0
      ? [
          {
            term: 'Accounts that pay',
            value: String(accounts.length),
            ...(below > 0 ? { note: `${below} below zero after` } : {}),
          },
        ]
      : []),
    ...(firstApproval
      ? [
          {
            term: 'First approval',
            value: firstApproval.who,
            note: showInstant(firstApproval.at, timeZone),
          },
        ]
      : []),
    ...credits.map(({ total, currency }) => ({
      term: 'Credits taken off',
      value: showMoney(total, currency),
    })),
    ...(stopped > 0 ? [{ term: 'Stopped', value: String(stopped) }] : []),
  ]
}
