import type { NextSteps } from '~/platform/objects/take-step.server'
import { EventGrid } from '~/platform/page/event-grid'
import { Instant } from '~/platform/page/instant'
import { PackLink } from '~/platform/page/pack-link'
import { useTimeZone } from '~/platform/page/use-site'
import { showAmount, showDay } from '~/platform/values/show'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { StepForm } from '~/platform/workflow/step-form'
import type { Instance } from '~/platform/workflow/types'
import { leadsOn } from '~/platform/workflow/workflow-progress'
import { NextStep } from '~/ui/decision/headline'
import type { Refused } from '~/ui/form/error-summary'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import type { BudgetPart } from './budget'
import type { BudgetView } from './budget-view.server'

interface DraftsUnderWayProps {
  budgetId: number
  /** Of the budget. */
  currency: string
  parts: BudgetPart[]
  /** May this person open Drafted Expenses? */
  mayOpen: boolean
}

/** The drafts that make up the committed amount of a budget; each links to its page. */
export function DraftsUnderWay({ budgetId, currency, parts, mayOpen }: DraftsUnderWayProps) {
  const columns: GridColumn<BudgetPart>[] = [
    {
      id: 'id',
      header: 'Draft',
      size: 80,
      meta: { kind: 'number' },
      cell: ({ row }) => String(row.original.id),
    },
    {
      id: 'date',
      header: 'Inv.Date',
      size: 110,
      meta: { kind: 'day' },
      cell: ({ row }) => showDay(row.original.invoiceDate),
    },
    {
      id: 'source',
      header: 'Amount',
      size: 130,
      meta: { kind: 'number' },
      cell: ({ row }) => showAmount(row.original.source, row.original.currency),
    },
    {
      id: 'ccy',
      header: 'Ccy',
      size: 60,
      meta: { kind: 'text' },
      cell: ({ row }) => row.original.currency,
    },
    {
      id: 'amount',
      header: `Committed in ${currency}`,
      size: 160,
      meta: { kind: 'number' },
      cell: ({ row }) =>
        row.original.amount === null ? 'no exchange rate' : showAmount(row.original.amount, currency),
    },
  ]
  return (
    <Grid
      title={`Drafts under way of budget ${budgetId}`}
      columns={columns}
      rows={parts}
      total={parts.length}
      rowKey={({ id }) => String(id)}
      rowHref={mayOpen ? ({ id }) => `/drafts/${id}?page=1` : undefined}
      rowLabel={({ id }) => `draft ${id}`}
      empty="No draft under way counts in this budget."
    />
  )
}

type Difference = BudgetView['amended'][number]

interface TermsInForceProps {
  /** The budget as last approved. */
  term: { approvedBy: string; approvedAt: Date }
  /** The entered values that differ now. */
  amended: Difference[]
}

const COLUMNS: GridColumn<Difference>[] = [
  {
    id: 'label',
    header: 'Field',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.label,
  },
  {
    id: 'inForce',
    header: 'Approved',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.inForce || '(blank)',
  },
  {
    id: 'entered',
    header: 'Amended',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => <mark className="version">{row.original.entered || '(blank)'}</mark>,
  },
]

/** While a budget is amended: what drafts are still checked against, and what would change. */
export function TermsInForce({ term, amended }: TermsInForceProps) {
  return (
    <div className="budget-terms">
      <Note>
        This budget is being amended. Drafts are checked against the terms that {term.approvedBy} approved on{' '}
        <Instant at={term.approvedAt} /> until the amended ones are approved.
        {amended.length === 0 && ' Nothing has changed yet.'}
      </Note>
      {amended.length > 0 && (
        <Grid
          title="What the amendment changes"
          columns={COLUMNS}
          rows={amended}
          total={amended.length}
          rowKey={({ field }) => field}
        />
      )}
    </div>
  )
}

interface BudgetActionsProps {
  instance: Instance
  revision: number
  steps: NextSteps
  /** What the next step waits for. */
  blocked: BudgetView['blocked']
  idempotencyKey: string
  /** A form above shows the fields. */
  hasForm: boolean
  /** The form above has unsaved values: nothing may be approved unseen. */
  unsaved: boolean
  refused?: Refused
  /** Something is typed in the form of the steps. */
  onUsed: () => void
}

/** A short list needs no filter row. */
const FEW = 5

/** The next steps of a budget; a cancelled one has none. */
export function BudgetActions({ instance, revision, steps, blocked, ...props }: BudgetActionsProps) {
  const { objectId, lastEventId, queue, status } = instance
  const base = `/budgets/${objectId}`
  const timeZone = useTimeZone()
  if (queue === 'SYSTEM' && status === 'CANCELLED') return null
  const next = steps.routing.find(({ style }) => leadsOn(style))
  return (
    <NextStep title="Actions">
      {props.unsaved && <Note>Save your changes first.</Note>}
      {next && blocked && (
        <Note kind="warning">
          “{next.display}” waits:{' '}
          <OpenLink to={`/budgets/${blocked.budgetId}`}>Budget {blocked.budgetId}</OpenLink> {blocked.why}
        </Note>
      )}
      {props.hasForm && (
        <noscript>
          <Note>A step uses the saved values. If you changed something above, save it first.</Note>
        </noscript>
      )}
      <fieldset disabled={props.unsaved} onInput={props.onUsed}>
        <StepForm
          key={lastEventId}
          {...steps}
          timeZone={timeZone}
          seenEventId={lastEventId}
          idempotencyKey={props.idempotencyKey}
          confirmed={[{ name: 'cancel', to: `${base}/cancel`, label: 'Cancel this budget…' }]}
          queue={queue}
          refused={props.refused}
        >
          <input type="hidden" name="revision" value={revision} />
        </StepForm>
      </fieldset>
    </NextStep>
  )
}

interface BudgetHistoryProps {
  budgetId: number
  round: number
  events: Listed<HistoryEvent>
}

/** What happened to a budget so far. */
export function BudgetHistory({ budgetId, round, events }: BudgetHistoryProps) {
  const base = `/budgets/${budgetId}`
  return (
    <PageSection title="Budget Workflow Audit">
      <EventGrid
        title={`Budget Workflow Audit of budget ${budgetId}`}
        events={events}
        round={round}
        path={base}
        exportTo={`${base}/export/budget_workflow`}
        filtered={events.total > FEW}
      />
      <PackLink kind="budget" id={budgetId} alone />
    </PageSection>
  )
}
