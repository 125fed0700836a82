import { AMOUNT_TYPES } from '~/areas/reference-data/reference-data'
import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { showAmount, showDay, showExact } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { columnsOf } from '~/ui/grid/columns'
import { Empty } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { detailTabOf } from '~/ui/tabs/tabs'
import type { AmountType } from './budget'
import type { AllocatedInvoice } from './budget-figures'
import type { BudgetRow } from './fields.server'
import { Left, Remaining } from './left-of-budget'

/** The columns of Budgets. */
export const budgetColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<BudgetRow>(declared, {
    budget: { meta: { cellTitle: amendedTitle }, cell: ({ row }) => <BudgetCell row={row.original} /> },
    percent_used: {
      meta: { show: (value) => `${showAmount(value)} %` },
      cell: ({ row }) => <UsedCell row={row.original} />,
    },
    remaining: { cell: ({ row }) => <Remaining {...row.original} /> },
    projected: {
      cell: ({ row: { original } }) => <Left amount={original.projected} currency={original.currency} />,
    },
    treshold: { cell: ({ row }) => `${showExact(row.original.treshold)} %` },
    amount_type: {
      meta: { exported: (row) => amountName(row.amount_type) },
      cell: ({ row }) => amountName(row.original.amount_type),
    },
  })

/** Settings by which the address of Budgets is parsed; newest budgets first. */
export const BUDGET_GRID = {
  layout: 'budgets',
  defaultSort: [{ column: 'id', descending: true }],
  totalsOf: 'of active budgets',
}

/** "gross" → "Gross" */
const amountName = (type: string): string => AMOUNT_TYPES.find(({ id }) => id === type)?.name ?? type

/** Columns of an invoice that counts in a budget, in addition to those of the Invoice Log. */
export function countedColumns(currency: string, amount_type: AmountType) {
  return columnsOf<AllocatedInvoice>()([
    {
      id: 'counted_amount',
      header: `Counted in ${currency}`,
      size: 125,
      meta: {
        kind: 'number',
        sum: true,
        decimals: 2,
        title: `The amount that counts: ${amount_type}, at the rate of the invoice date. Adds up to Consumed`,
        show: (value) => showAmount(value, currency),
        currency: () => currency,
      },
      cell: ({ row }) =>
        row.original.counted_amount === null
          ? 'no exchange rate'
          : showAmount(row.original.counted_amount, currency),
    },
    {
      id: 'rate',
      header: 'Rate',
      size: 80,
      meta: {
        kind: 'number',
        align: 'end',
        title: `${currency} for one of the invoice’s currency`,
        show: showExact,
      },
      cell: ({ row }) => showExact(row.original.rate),
    },
    {
      id: 'rate_date',
      header: 'Rate of',
      size: 95,
      meta: {
        kind: 'day',
        title: 'Day of the rate: the latest on or before the invoice date; of two rates the older one',
        show: showDay,
      },
      cell: ({ row }) => showDay(row.original.rate_date),
    },
  ])
}

/** Shown when there are no budgets: what a budget is and how to begin. */
export function BudgetsEmpty({ mayAdd }: { mayAdd: boolean }) {
  return (
    <Empty
      title="No budgets yet"
      act={
        mayAdd && (
          <OpenLink className="button" to="/budgets/new">
            New budget
          </OpenLink>
        )
      }
    >
      A budget limits what one entity may spend on one supplier in a period. It becomes active when a team
      leader approves it; drafts are then checked against it.{!mayAdd && ' Accountants enter budgets.'}
    </Empty>
  )
}

/** The tabs below an expanded budget, in their order. */
export const DETAIL_TABS = [
  { id: 'audit', label: 'Budget Workflow Audit' },
  { id: 'documents', label: 'Budget Documents' },
  { id: 'invoices', label: 'Allocated Invoices' },
] as const

export type ExpandedBudgetTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const detailTab = detailTabOf(DETAIL_TABS)

/** The address parameters of the sub-grid; below a row of the list and in the drawer it is not the same grid. */
export const TRANSACTION_GRID = {
  drawer: options('tx'),
  expanded: options('sub'),
}

function options(prefix: string) {
  return {
    prefix,
    layout: 'draftsubbudget',
    defaultSort: [{ column: 'invoice_date', descending: true }],
  }
}

/** How much of a budget is used in percent; from the threshold on it warns, beyond the budget it has failed. */
function UsedCell({ row }: { row: BudgetRow }) {
  const { percent_used, used_state: state } = row
  const text = `${showAmount(percent_used)} %`
  if (state === undefined || state === 'below') return text
  return (
    <>
      <Badge kind={state === 'exceeded' ? 'failed' : 'warning'} status={text} />
      <span className="hidden-text">{state === 'exceeded' ? ' exceeded' : ' threshold reached'}</span>
    </>
  )
}

/** The amount of a budget; while it is amended, after the one that is in force. */
function BudgetCell({ row }: { row: BudgetRow }) {
  const amount = showAmount(row.budget, row.currency)
  if (!isAmended(row)) return amount
  return (
    <>
      <span className="muted">
        {showAmount(row.in_force, row.currency)} <span className="hidden-text">active</span>
        <span aria-hidden="true">→</span>
      </span>
      {` ${amount}`}
    </>
  )
}

/** The meaning of the amount of a budget under amendment; undefined for any other. */
function amendedTitle(row: BudgetRow): string | undefined {
  return isAmended(row)
    ? `Being amended: ${showAmount(row.in_force, row.currency)} stays active until ${showAmount(row.budget, row.currency)} is approved`
    : undefined
}

const isAmended = ({ in_force, event_status }: BudgetRow) => in_force !== null && event_status !== 'ACTIVE'
