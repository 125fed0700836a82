import { EventSection } from '~/platform/page/event-grid'
import { Instant } from '~/platform/page/instant'
import { ProgressSteps, Signatures } from '~/platform/page/progress-steps'
import { useTimeZone } from '~/platform/page/use-site'
import { showAmount, showDay, showIban } from '~/platform/values/show'
import { confirmedSteps } from '~/platform/workflow/confirmed-steps'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { StepForm } from '~/platform/workflow/step-form'
import { BeforeStep, Headline, NextStep } from '~/ui/decision/headline'
import type { Refused } from '~/ui/form/error-summary'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { PAYMENT_COLUMNS, PAYMENT_GRID } from './list'
import { type AccountTotal, isAdvised, type Payment } from './payment'
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
  value: (row: AccountTotal) => string | null,
): GridColumn<AccountTotal> => ({
  id,
  header,
  size: 112,
  meta: { kind: 'number' },
  cell: ({ row }) => showAmount(value(row.original)) || '–',
})

const ACCOUNT_COLUMNS: GridColumn<AccountTotal>[] = [
  {
    id: 'name',
    header: 'Paid by',
    size: 215,
    meta: { kind: 'text', wrap: true },
    cell: ({ row: { original } }) => (
      <>
        {original.name}
        <br />
        <span className="muted">{showIban(original.iban)}</span>
      </>
    ),
  },
  {
    id: 'currency',
    header: 'Ccy',
    size: 55,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.currency,
  },
  {
    id: 'payments',
    header: 'Payments',
    size: 85,
    meta: { kind: 'number' },
    cell: ({ row }) => String(row.original.payments),
  },
  money('total', 'Total', ({ total }) => total),
  money('balance', 'Balance', ({ balance }) => balance?.amount ?? null),
  {
    id: 'of',
    header: 'Balance of',
    size: 100,
    meta: { kind: 'day' },
    cell: ({ row }) => showDay(row.original.balance?.day ?? null),
  },
  money('after', 'Balance after', ({ after }) => after),
]

type File = RunView['files'][number]

const FILE_COLUMNS: GridColumn<File>[] = [
  {
    id: 'file',
    header: 'File',
    size: 190,
    meta: { kind: 'link' },
    cell: ({ row: { original } }) =>
      original.withdrawnAt === null ? (
        <a href={`/payments/${original.runId}/files/${original.messageId}.xml`} download>
          {original.messageId}.xml
        </a>
      ) : (
        `${original.messageId}.xml, withdrawn`
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
    cell: ({ row }) => `${showAmount(row.original.total)} ${row.original.currency}`,
  },
  {
    id: 'payments',
    header: 'Payments',
    size: 85,
    meta: { kind: 'number' },
    cell: ({ row }) => String(row.original.payments),
  },
  {
    id: 'sha',
    header: 'SHA-256',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => <code>{row.original.sha256}</code>,
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

interface RunSectionsProps {
  view: Omit<RunView, 'history' | 'payments'>
  payments: Listed<Payment>
  events: Listed<HistoryEvent>
  /** May this person open the Invoice Log? */
  mayOpenInvoices: boolean
  idempotencyKey: string
  refused?: Refused
}

/** The sections of one run, in their order. */
export function RunSections({ view, payments, events, mayOpenInvoices, ...form }: RunSectionsProps) {
  const { run, instance, files, answers, accounts, stopped, steps, warnings } = view
  const base = `/payments/${run.id}`
  const timeZone = useTimeZone()
  const open = answers.flatMap((answer) => answer.open)
  return (
    <>
      <BeforeStep>
        <Headline name={`Payment run ${run.id}`} facts={factsOf(view)}>
          <ProgressSteps progress={view.progress} />
        </Headline>
        {(stopped > 0 || open.length > 0 || warnings.length > 0) && (
          <PageSection>
            {stopped > 0 && (
              <Note kind="warning">
                {stopped === 1 ? 'One payment is stopped' : `${stopped} payments are stopped`}: the list below
                says why. Take {stopped === 1 ? 'it' : 'them'} out, then the run can go on.
              </Note>
            )}
            {warnings.length > 0 && (
              <Note kind="warning">
                <p>Check before the files are made:</p>
                {warnings.slice(0, MAX_WARNINGS).map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
                {warnings.length > MAX_WARNINGS && (
                  <p>And {warnings.length - MAX_WARNINGS} more: the list of payments has them.</p>
                )}
              </Note>
            )}
            {open.length > 0 && (
              <Note kind="warning">
                {open.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </Note>
            )}
          </PageSection>
        )}
        <PageSection title="Accounts that pay">
          <Accounts title={`Accounts of run ${run.id}`} accounts={accounts} />
          {accounts.some(({ balance }) => balance === null) && (
            <p className="muted">Upload a camt.053 to see balances.</p>
          )}
        </PageSection>
        <PageSection title="Payments">
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
        </PageSection>
        {files.length > 0 && (
          <PageSection title="Bank files">
            <Grid
              title={`Bank files of run ${run.id}`}
              columns={FILE_COLUMNS}
              rows={files}
              total={files.length}
              rowKey={({ id }) => String(id)}
            />
          </PageSection>
        )}
        {answers.length > 0 && (
          <PageSection title="Answers of banks">
            <Grid
              title={`Answers to run ${run.id}`}
              columns={ANSWER_COLUMNS}
              rows={answers}
              total={answers.length}
              rowKey={({ id }) => String(id)}
            />
          </PageSection>
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
            none={instance.status === 'SENT' ? 'Waiting for the bank: upload its answers.' : undefined}
            {...form}
          >
            <input type="hidden" name="paymentsSeen" value={view.paymentsHash} />
          </StepForm>
        </NextStep>
      )}
    </>
  )
}

/** More are in the list of payments only. */
const MAX_WARNINGS = 10

/** A short list needs no filter row. */
const FEW = 10

function factsOf({
  run,
  totals,
  credits,
  accounts,
  stopped,
}: Pick<RunView, 'run' | 'totals' | 'credits' | 'accounts' | 'stopped'>) {
  const payments = accounts.reduce((all, each) => all + each.payments, 0)
  return [
    ...totals.map(({ total, currency }, at) => ({
      term: at === 0 ? 'Total' : `In ${currency}`,
      value: `${showAmount(total)} ${currency}`,
      ...(at === 0 ? { note: payments === 1 ? '1 payment' : `${payments} payments` } : {}),
    })),
    { term: 'Pay on', value: showDay(run.executionDate) },
    { term: 'Accounts that pay', value: String(accounts.length) },
    ...credits.map(({ total, currency }) => ({
      term: 'Credits taken off',
      value: `${showAmount(total)} ${currency}`,
    })),
    ...(stopped > 0 ? [{ term: 'Stopped', value: String(stopped) }] : []),
  ]
}
