import { EventGrid } from '~/platform/page/event-grid'
import { useTimeZone } from '~/platform/page/use-site'
import { showAmount, showDay, showInstant } from '~/platform/values/show'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { StepForm } from '~/platform/workflow/step-form'
import type { NextSteps } from '~/platform/workflow/take-step.server'
import type { Instance } from '~/platform/workflow/types'
import type { Refused } from '~/ui/form/error-summary'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Note } from '~/ui/message/message'
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
  const amount = { kind: 'number', align: 'end' } as const
  const columns: GridColumn<BudgetPart>[] = [
    { id: 'id', label: 'Draft', kind: 'number', width: 80, render: ({ id }) => String(id) },
    { id: 'date', label: 'Inv.Date', kind: 'day', width: 110, render: (part) => showDay(part.invoiceDate) },
    { ...amount, id: 'source', label: 'Amount', width: 130, render: (part) => showAmount(part.source) },
    { id: 'ccy', label: 'Ccy', kind: 'text', width: 60, render: (part) => part.currency },
    {
      ...amount,
      ...{ id: 'amount', label: `Committed in ${currency}`, width: 160 },
      render: (part) => (part.amount === null ? 'no exchange rate' : showAmount(part.amount)),
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
  { id: 'label', label: 'Field', kind: 'text', wrap: true, render: ({ label }) => label },
  {
    ...{ id: 'inForce', label: 'Approved', kind: 'text', wrap: true },
    render: ({ inForce }) => inForce || '(blank)',
  },
  {
    ...{ id: 'entered', label: 'Amended', kind: 'text', wrap: true },
    render: ({ entered }) => <mark className="version">{entered || '(blank)'}</mark>,
  },
]

/** While a budget is amended: what drafts are still checked against, and what would change. */
export function TermsInForce({ term, amended }: TermsInForceProps) {
  const timeZone = useTimeZone()
  return (
    <div className="budget-terms">
      <Note>
        This budget is being amended. Drafts are checked against the terms that {term.approvedBy} approved on{' '}
        {showInstant(term.approvedAt, timeZone)} until the amended ones are approved.
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

interface BudgetWorkflowProps {
  instance: Instance
  revision: number
  steps: NextSteps
  events: Listed<HistoryEvent>
  idempotencyKey: string
  /** A form above shows the fields. */
  hasForm: boolean
  /** The form above holds unsaved values: nothing is approved that was not seen. */
  unsaved: boolean
  refused?: Refused
  /** Something is typed in the form of the steps. */
  onUsed: () => void
}

/** Few rows are seen at a glance and need no filter row. */
const FEW = 5

/** The status of a budget and its next steps: its actions, and its history so far. A cancelled one has no actions. */
export function BudgetWorkflow({ instance, revision, steps, events, ...props }: BudgetWorkflowProps) {
  const { objectId, lastEventId, queue, status, round } = instance
  const base = `/budgets/${objectId}`
  const isOver = queue === 'SYSTEM' && status === 'CANCELLED'
  return (
    <>
      {!isOver && (
        <PageSection title="Actions">
          {props.unsaved && <Note>Save your changes first.</Note>}
          {props.hasForm && (
            <noscript>
              <Note>A step uses the saved values. If you changed something above, save it first.</Note>
            </noscript>
          )}
          <fieldset disabled={props.unsaved} onInput={props.onUsed}>
            <StepForm
              key={lastEventId}
              {...steps}
              seenEventId={lastEventId}
              idempotencyKey={props.idempotencyKey}
              asked={{ name: 'cancel', to: `${base}/cancel`, label: 'Cancel this budget…' }}
              queue={queue}
              refused={props.refused}
            >
              <input type="hidden" name="revision" value={revision} />
            </StepForm>
          </fieldset>
        </PageSection>
      )}
      <PageSection title="Budget Workflow Audit">
        <EventGrid
          title={`Budget Workflow Audit of budget ${objectId}`}
          events={events}
          round={round}
          path={base}
          exportTo={`${base}/export/budget_workflow`}
          filtered={events.total > FEW}
        />
      </PageSection>
    </>
  )
}
