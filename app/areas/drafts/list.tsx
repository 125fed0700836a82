import { Instant } from '~/platform/page/instant'
import { lateColumn } from '~/platform/page/lateness'
import { showAmount, showDay, showYesNo } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import { detailTabOf } from '~/ui/tabs/tabs'
import type { DraftRow, ListedDraft } from './draft'

type Field<Type> = { [Id in keyof DraftRow]: DraftRow[Id] extends Type ? Id : never }[keyof DraftRow]

/** Columns of Drafted Expenses: those an accountant works by are shown, the others can be chosen. */
export const DRAFT_COLUMNS = columnsOf<DraftRow>()([
  {
    id: 'id',
    header: 'Draft',
    size: 68,
    meta: { kind: 'number' },
    cell: ({ row }) => String(row.original.id),
  },
  {
    id: 'event_status',
    header: 'Status',
    size: 216,
    meta: {
      kind: 'badge',
      filter: 'select',
      exported: (row) => `${row.event_status} (${row.event_queue})`,
    },
    cell: ({ row }) => (
      <Badge
        kind={row.original.event_class}
        status={row.original.event_status}
        queue={row.original.event_queue}
      />
    ),
  },
  slim('invoice_entity', 'Supplier'),
  slim('settling_entity', 'Settling Entity'),
  changed(slim('invoice_ref', 'Reference'), { meta: { values: false } }),
  day('invoice_date', 'Inv.Date'),
  hidden(text('legal_entity_name', 'Supplier Company')),
  hidden(text('invoice_fund_legal_entity_name', 'Supplier Fund')),
  hidden(text('supplier_jurisdiction', 'Supplier jurisdiction')),
  hidden(text('invoiced_legal_entity_name', 'Invoiced legal entity')),
  text('currency', 'Ccy', 60),
  amount('gross_amount', 'Gross'),
  amount('taxes', 'Taxes'),
  amount('net_amount', 'Net'),
  day('due_date', 'Due.Date'),
  hidden(text('category', 'Category')),
  slim('expense_type', 'Expense Type'),
  hidden(text('routine_type_name', 'Routine')),
  hidden(day('received_date', 'Received')),
  hidden(day('gl_date', 'GL Date')),
  hidden(text('allocation_rule', 'Allocation rule')),
  hidden(text('posting_filter', 'Posting filter')),
  hidden(yesNo('pre_paid', 'Prepaid')),
  hidden(yesNo('exclude_from_cash', 'Excluded from cash')),
  hidden(text('validating_user_a', 'Validating user A')),
  hidden(text('validating_user_b', 'Validating user B')),
  hidden(changed(text('transaction_comment', 'Comment'), { meta: { values: false } })),
  hidden(text('username', 'Created by')),
  hidden(instant('creation_date', 'Creation Date')),
  hidden(text('last_user', 'Last user')),
  instant('update_date', 'Update Date'),
  changed(text('event_log', 'Last Comment'), { meta: { values: false } }),
])

const late = lateColumn<ListedDraft>('Days past the due date, until the draft is completed or cancelled')

/** The same with how late each is, next to its due date. */
export const LISTED_COLUMNS: GridColumn<ListedDraft>[] = DRAFT_COLUMNS.flatMap(
  (column: GridColumn<ListedDraft>) => (column.id === 'due_date' ? [column, late] : [column]),
)

/** Settings by which the address of Drafted Expenses is parsed; newest drafts first. */
export const DRAFT_GRID = {
  layout: 'draftedtrans',
  defaultSort: [{ column: 'id', descending: true }],
}

function hidden<Id extends string>(column: GridColumn<DraftRow, Id>) {
  return changed(column, { meta: { hiddenByDefault: true } })
}

function text<Id extends Field<string | null>>(
  id: Id,
  header: string,
  size?: number,
): GridColumn<DraftRow, Id> {
  return { id, header, size, meta: { kind: 'text' }, cell: ({ row }) => row.original[id] ?? '' }
}

function slim<Id extends Field<string | null>>(id: Id, header: string) {
  return changed(text(id, header), { meta: { slim: true, cellTitle: (row) => row[id] ?? undefined } })
}

function day<Id extends Field<string | null>>(id: Id, header: string): GridColumn<DraftRow, Id> {
  return {
    id,
    header,
    size: 96,
    meta: { kind: 'day', show: showDay },
    cell: ({ row }) => showDay(row.original[id]),
  }
}

function amount<Id extends Field<string | null>>(id: Id, header: string): GridColumn<DraftRow, Id> {
  return {
    id,
    header,
    size: 115,
    meta: { kind: 'number', sum: true, decimals: 2, show: showAmount },
    cell: ({ row }) => showAmount(row.original[id]),
  }
}

function instant<Id extends Field<Date>>(id: Id, header: string): GridColumn<DraftRow, Id> {
  return {
    id,
    header,
    size: 145,
    meta: { kind: 'instant', show: showDay },
    cell: ({ row }) => <Instant at={row.original[id]} />,
  }
}

function yesNo<Id extends Field<boolean>>(id: Id, header: string): GridColumn<DraftRow, Id> {
  return {
    id,
    header,
    size: 90,
    meta: { kind: 'boolean' },
    cell: ({ row }) => showYesNo(row.original[id]),
  }
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
