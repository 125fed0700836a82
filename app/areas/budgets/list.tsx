import { AMOUNT_TYPES } from '~/areas/reference-data/reference-data'
import { showAmount, showDay, showExact, showInstant, showYesNo } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { Figure } from '~/ui/figure/figure'
import type { GridColumn } from '~/ui/grid/columns'
import type { BudgetRow } from './budget'
import { amendedTitle, BudgetCell, UsedCell } from './budget-gauge'

const AMOUNTS = AMOUNT_TYPES.map(({ id, name }) => ({ value: id, label: name }))

type Field<Type> = { [Id in keyof BudgetRow]: BudgetRow[Id] extends Type ? Id : never }[keyof BudgetRow]

/** Columns of Budgets: their owner, how much is used and left, and when, all in sight at 1,280 px; then the rest. */
export function budgetColumns(timeZone: string): GridColumn<BudgetRow>[] {
  return [
    { id: 'id', label: 'Id', kind: 'number', width: 60, render: ({ id }) => String(id) },
    {
      id: 'event_status',
      label: 'Status',
      kind: 'badge',
      width: 190,
      filter: 'select',
      exported: (row) => `${row.event_status} (${row.event_queue})`,
      render: (row) => <Badge kind={row.event_class} status={row.event_status} queue={row.event_queue} />,
    },
    slim('supplier', 'Supplier'),
    slim('settling_entity', 'Settling Entity'),
    { id: 'currency', label: 'Ccy', kind: 'text', width: 50, render: (row) => row.currency },
    {
      ...amount('budget', 'Budget'),
      title: 'While a budget is amended, the active amount comes first. Totals include active budgets only',
      cellTitle: amendedTitle,
      render: (row) => <BudgetCell row={row} />,
    },
    {
      ...{ id: 'percent_used', label: 'Used', kind: 'number', width: 95, decimals: 2 },
      title: 'Consumed and committed, in percent of the budget',
      show: (value) => `${showAmount(value)} %`,
      render: (row) => <UsedCell row={row} />,
    },
    { ...coloured(amount('remaining', 'Remaining')), title: 'Budget less consumed' },
    day('from_date', 'From'),
    day('to_date', 'To'),
    { ...coloured(amount('projected', 'Projected')), title: 'Remaining less committed' },
    { ...amount('committed', 'Committed'), title: 'Drafts under way' },
    { ...amount('consumed', 'Consumed'), title: 'Invoices that are not cancelled' },
    {
      ...{ ...amount('in_force', 'Approved'), hiddenByDefault: true },
      title: 'The approved amount that drafts are checked against',
    },
    slim('routine_type', 'Routine'),
    slim('expense_type', 'Expense Type'),
    {
      ...{ id: 'treshold', label: 'Threshold', kind: 'number', width: 80, decimals: 2 },
      title: 'Percent of the budget at which the warning starts',
      show: showExact,
      render: (row) => `${showExact(row.treshold)} %`,
    },
    {
      ...{ id: 'amount_type', label: 'Amount Type', kind: 'text', width: 95, filter: 'select' },
      options: AMOUNTS,
      exported: (row) => amountName(row.amount_type),
      render: (row) => amountName(row.amount_type),
    },
    {
      ...{ id: 'client_validation', label: 'Client Validation', kind: 'boolean', width: 115 },
      render: (row) => showYesNo(row.client_validation),
    },
    { ...slim('event_log', 'Last Comment'), values: false },
    {
      ...{ id: 'event_date', label: 'Update Date', kind: 'instant', width: 130 },
      show: showDay,
      render: (row) => showInstant(row.event_date, timeZone),
    },
  ]
}

/** Settings by which the address of Budgets is parsed; newest budgets first. */
export const BUDGET_GRID = {
  layout: 'budgets',
  defaultSort: [{ column: 'id', descending: true }],
  totalsOf: 'of active budgets',
}

/** "gross" → "Gross" */
export const amountName = (type: string): string => AMOUNT_TYPES.find(({ id }) => id === type)?.name ?? type

function slim(id: Field<string | null>, label: string): GridColumn<BudgetRow> {
  return {
    ...{ id, label, kind: 'text', slim: true },
    cellTitle: (row) => row[id] ?? undefined,
    render: (row) => row[id] ?? '',
  }
}

function day(id: 'from_date' | 'to_date', label: string): GridColumn<BudgetRow> {
  return { id, label, kind: 'day', width: 90, show: showDay, render: (row) => showDay(row[id]) }
}

type Amount = 'budget' | 'in_force' | 'consumed' | 'committed' | 'remaining' | 'projected'

function amount(id: Amount, label: string): GridColumn<BudgetRow> & { id: Amount } {
  return {
    ...{ id, label, kind: 'number', width: 105, decimals: 2 },
    show: showAmount,
    render: (row) => showAmount(row[id]),
  }
}

/** Below zero in the colour of failure, above it in that of success (specification, section 4). */
function coloured(column: GridColumn<BudgetRow> & { id: Amount }): GridColumn<BudgetRow> {
  return { ...column, render: (row) => <Figure coloured>{showAmount(row[column.id])}</Figure> }
}

/** Explains what a budget is and how to begin, where there is none. */
export function BudgetsEmpty({ mayAdd }: { mayAdd: boolean }) {
  return (
    <>
      <p>
        No budgets yet. A budget limits what one entity may spend on one supplier in a period: invoices
        consume it, drafts under way are committed, and approvers are warned before it is used up.
      </p>
      <p>
        {mayAdd
          ? 'Enter one with “New budget” above and submit it: it becomes active when a team leader approves it.'
          : 'Accountants enter budgets and team leaders approve them.'}
      </p>
    </>
  )
}
