import { lateColumn } from '~/platform/page/lateness'
import { fieldColumns, statusColumn } from '~/platform/page/shown-columns'
import { type ColumnChange, columnsOf, type GridColumn } from '~/ui/grid/columns'
import { detailTabOf } from '~/ui/tabs/tabs'
import type { DraftRow, ListedDraft } from './fields.server'

const { amount, day, instant, slim, text, yesNo } = fieldColumns<DraftRow>()

const hidden: ColumnChange<DraftRow> = { meta: { hiddenByDefault: true } }

/** Columns of Drafted Expenses: those an accountant works by are shown, the others can be chosen. */
export const DRAFT_COLUMNS = columnsOf<DraftRow>()([
  {
    id: 'id',
    header: 'Draft',
    size: 68,
    meta: { kind: 'number', phone: 'object' },
    cell: ({ row }) => String(row.original.id),
  },
  statusColumn(216, { meta: { phone: 'status' } }),
  slim('invoice_entity', 'Supplier', { meta: { phone: 'name' } }),
  slim('settling_entity', 'Settling Entity'),
  slim('invoice_ref', 'Reference', { meta: { values: false } }),
  day('invoice_date', 'Inv.Date', { size: 96 }),
  text('legal_entity_name', 'Supplier Company', hidden),
  text('invoice_fund_legal_entity_name', 'Supplier Fund', hidden),
  text('supplier_jurisdiction', 'Supplier jurisdiction', hidden),
  text('invoiced_legal_entity_name', 'Invoiced legal entity', hidden),
  text('currency', 'Ccy', { size: 60, meta: { phone: 'currency' } }),
  amount('gross_amount', 'Gross', { meta: { phone: 'amount' } }),
  amount('taxes', 'Taxes'),
  amount('net_amount', 'Net'),
  day('due_date', 'Due.Date', { size: 96, meta: { phone: 'due' } }),
  text('category', 'Category', hidden),
  slim('expense_type', 'Expense Type'),
  text('routine_type_name', 'Routine', hidden),
  day('received_date', 'Received', { size: 96, ...hidden }),
  day('gl_date', 'GL Date', { size: 96, ...hidden }),
  text('allocation_rule', 'Allocation rule', hidden),
  text('posting_filter', 'Posting filter', hidden),
  yesNo('pre_paid', 'Prepaid', hidden),
  yesNo('exclude_from_cash', 'Excluded from cash', hidden),
  text('validating_user_a', 'Validating user A', hidden),
  text('validating_user_b', 'Validating user B', hidden),
  text('transaction_comment', 'Comment', { meta: { values: false, hiddenByDefault: true } }),
  text('username', 'Created by', hidden),
  instant('creation_date', 'Creation Date', hidden),
  text('last_user', 'Last user', hidden),
  instant('update_date', 'Update Date'),
  text('event_log', 'Last Comment', { meta: { values: false } }),
])

const late = lateColumn<ListedDraft>(
  'Business days past the due date, until the draft is completed or cancelled',
  (row) => row.due_date,
)

/** The same with how late each is, next to its due date. */
export const LISTED_COLUMNS: GridColumn<ListedDraft>[] = DRAFT_COLUMNS.flatMap(
  (column: GridColumn<ListedDraft>) => (column.id === 'due_date' ? [column, late] : [column]),
)

/** Settings by which the address of Drafted Expenses is parsed; newest drafts first. */
export const DRAFT_GRID = {
  layout: 'draftedtrans',
  defaultSort: [{ column: 'id', descending: true }],
}

/** The tabs below an expanded draft, in their order. */
export const DETAIL_TABS = [
  { id: 'invoices', label: 'Client vision' },
  { id: 'audit', label: 'Payment Workflow Audit' },
  { id: 'documents', label: 'Documents' },
  { id: 'budgets', label: 'Budgets' },
] as const

export type ExpandedDraftTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const detailTab = detailTabOf(DETAIL_TABS)

/** The address parameters of the sub-table of a draft's invoices. */
export const CLIENT_VISION = { prefix: 'sub', defaultSort: [{ column: 'id', descending: false }] }
