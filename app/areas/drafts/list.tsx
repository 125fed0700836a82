import { showAmount, showDay, showInstant, showYesNo } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import type { DraftRow } from './draft'

type Field<Type> = { [Id in keyof DraftRow]: DraftRow[Id] extends Type ? Id : never }[keyof DraftRow]

/** Columns of Drafted Expenses: those an accountant works by are shown, the others can be chosen. */
export function draftColumns(timeZone: string): GridColumn<DraftRow>[] {
  return [
    { id: 'id', label: 'Draft', kind: 'number', width: 60, render: ({ id }) => String(id) },
    {
      id: 'event_status',
      label: 'Status',
      kind: 'badge',
      width: 195,
      filter: 'select',
      exported: (row) => `${row.event_status} (${row.event_queue})`,
      render: (row) => <Badge kind={row.event_class} status={row.event_status} queue={row.event_queue} />,
    },
    slim('invoice_entity', 'Supplier'),
    slim('settling_entity', 'Settling Entity'),
    { ...slim('invoice_ref', 'Reference'), values: false },
    day('invoice_date', 'Inv.Date'),
    hidden(text('legal_entity_name', 'Supplier Company')),
    hidden(text('invoice_fund_legal_entity_name', 'Supplier Fund')),
    hidden(text('supplier_jurisdiction', 'Supplier jurisdiction')),
    hidden(text('invoiced_legal_entity_name', 'Invoiced legal entity')),
    text('currency', 'Ccy', 50),
    amount('gross_amount', 'Gross'),
    amount('taxes', 'Taxes'),
    amount('net_amount', 'Net'),
    day('due_date', 'Due.Date'),
    hidden(text('category', 'Category')),
    text('expense_type', 'Expense Type'),
    hidden(text('routine_type_name', 'Routine')),
    hidden(day('received_date', 'Received')),
    hidden(day('gl_date', 'GL Date')),
    hidden(text('allocation_rule', 'Allocation rule')),
    hidden(text('posting_filter', 'Posting filter')),
    hidden(yesNo('pre_paid', 'Prepaid')),
    hidden(yesNo('exclude_from_cash', 'Excluded from cash')),
    hidden(text('validating_user_a', 'Validating user A')),
    hidden(text('validating_user_b', 'Validating user B')),
    hidden({ ...text('transaction_comment', 'Comment'), values: false }),
    hidden(text('username', 'Created by')),
    hidden(instant('creation_date', 'Creation Date', timeZone)),
    hidden(text('last_user', 'Last user')),
    instant('update_date', 'Update Date', timeZone),
    { ...text('event_log', 'Last Comment'), values: false },
  ]
}

/** Settings by which the address of Drafted Expenses is parsed; newest drafts first. */
export const DRAFT_GRID = {
  layout: 'draftedtrans',
  defaultSort: [{ column: 'id', descending: true }],
}

const hidden = (column: GridColumn<DraftRow>): GridColumn<DraftRow> => ({ ...column, hiddenByDefault: true })

function text(id: Field<string | null>, label: string, width?: number): GridColumn<DraftRow> {
  return { id, label, kind: 'text', ...(width ? { width } : {}), render: (row) => row[id] ?? '' }
}

function slim(id: Field<string | null>, label: string): GridColumn<DraftRow> {
  return { ...text(id, label), slim: true, cellTitle: (row) => row[id] ?? undefined }
}

function day(id: Field<string | null>, label: string): GridColumn<DraftRow> {
  return { id, label, kind: 'day', width: 90, show: showDay, render: (row) => showDay(row[id]) }
}

function amount(id: Field<string | null>, label: string): GridColumn<DraftRow> {
  return {
    ...{ id, label, kind: 'number', width: 95, decimals: 2 },
    show: showAmount,
    render: (row) => showAmount(row[id]),
  }
}

function instant(id: Field<Date>, label: string, timeZone: string): GridColumn<DraftRow> {
  return {
    ...{ id, label, kind: 'instant', width: 130 },
    show: showDay,
    render: (row) => showInstant(row[id], timeZone),
  }
}

function yesNo(id: Field<boolean>, label: string): GridColumn<DraftRow> {
  return { id, label, kind: 'boolean', width: 90, render: (row) => showYesNo(row[id]) }
}
