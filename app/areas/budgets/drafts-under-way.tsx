import { showAmount, showDay } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { BudgetPart } from './budget'

interface DraftsUnderWayProps {
  budgetId: number
  /** Of the budget. */
  currency: string
  parts: BudgetPart[]
  /** May this person open Drafted Expenses? */
  mayOpen: boolean
}

/** The drafts that make up what is committed of a budget; each leads to its page. */
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
