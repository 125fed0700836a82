import { draft } from 'db/schema/drafts'
import { expenseType, routineType } from 'db/schema/lookups'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { fullNameOf } from '~/areas/access/users.server'
import { invoiced, posting, rule, settling, supplier, userA, userB } from '~/areas/expenses/references.server'
import { entityCalendar } from '~/areas/reference-data/calendars.server'
import { businessDaysLateSql } from '~/platform/lists/business-days.server'
import { declaredColumns, type ListFields, type RowOf } from '~/platform/lists/list-fields.server'
import { EVENT_CLASS, EVENT_QUEUE } from '~/platform/objects/event-fields.server'
import type { Day } from '~/platform/values/day'

/** The creator of a draft when no person is known. */
export const SYSTEM_NAME = sql`'SYSTEM'`

/** The log of a draft's last event. */
export const lastLog = sql<string>`(select e.log from ${workflowEvent} e
  where e.object_id = ${draft.id} order by e.seq desc limit 1)`

// Look-ups for the displayed rows only: most queries sort and filter by other columns.
const createdBy = sql<string>`coalesce((select nullif(trim(concat(u.first_name, ' ', u.last_name)), '')
  from app_user u where u.id = ${draft.createdBy}), ${SYSTEM_NAME})`
const lastUser = sql<string>`(select e.who_name from ${workflowEvent} e
  where e.object_id = ${draft.id} order by e.seq desc limit 1)`

/** The fields of a row of Drafted Expenses (specification, section 3: draft invoice row). */
export const DRAFT_ROW = {
  id: {
    kind: 'id',
    sql: draft.id,
    required: true,
    column: { header: 'Draft', size: 68, meta: { phone: 'object' } },
  },
  legal_entity_name: {
    kind: 'text',
    sql: sql`case when not ${draft.isSupplierFund} then ${supplier.name} end`,
    about: 'Supplier company.',
    column: { header: 'Supplier Company', meta: { hiddenByDefault: true } },
  },
  invoice_fund_legal_entity_name: {
    kind: 'text',
    sql: sql`case when ${draft.isSupplierFund} then ${supplier.name} end`,
    about: 'Supplier fund.',
    column: { header: 'Supplier Fund', meta: { hiddenByDefault: true } },
  },
  supplier_jurisdiction: {
    kind: 'text',
    sql: supplier.jurisdiction,
    column: { header: 'Supplier jurisdiction', meta: { hiddenByDefault: true } },
  },
  invoice_entity: {
    kind: 'text',
    sql: supplier.name,
    about: 'Supplier company or fund, whichever it is.',
    column: { header: 'Supplier', look: 'slim', size: 160, meta: { phone: 'name' } },
  },
  invoiced_legal_entity_name: {
    kind: 'text',
    sql: invoiced.name,
    column: { header: 'Invoiced legal entity', meta: { hiddenByDefault: true } },
  },
  settling_entity: { kind: 'text', sql: settling.name, column: { header: 'Settling Entity', look: 'slim' } },
  category: {
    kind: 'text',
    sql: expenseType.category,
    column: { header: 'Category', meta: { hiddenByDefault: true } },
  },
  expense_type: { kind: 'text', sql: expenseType.name, column: { header: 'Expense Type', look: 'slim' } },
  routine_type_name: {
    kind: 'text',
    sql: routineType.name,
    column: { header: 'Routine', meta: { hiddenByDefault: true } },
  },
  allocation_rule: {
    kind: 'text',
    sql: sql`coalesce(${rule.display}, ${draft.allocationRule})`,
    column: { header: 'Allocation rule', meta: { hiddenByDefault: true } },
  },
  pre_paid: {
    kind: 'boolean',
    sql: draft.prePaid,
    required: true,
    column: { header: 'Prepaid', meta: { hiddenByDefault: true } },
  },
  received_date: {
    kind: 'day',
    sql: draft.receivedDate,
    column: { header: 'Received', size: 96, meta: { hiddenByDefault: true } },
  },
  gl_date: {
    kind: 'day',
    sql: draft.glDate,
    column: { header: 'GL Date', size: 96, meta: { hiddenByDefault: true } },
  },
  invoice_date: { kind: 'day', sql: draft.invoiceDate, column: { header: 'Inv.Date', size: 96 } },
  due_date: {
    kind: 'day',
    sql: draft.dueDate,
    column: { header: 'Due.Date', size: 96, meta: { phone: 'due' } },
  },
  invoice_ref: {
    kind: 'text',
    sql: draft.invoiceRef,
    column: { header: 'Reference', look: 'slim', size: 142, meta: { values: false } },
  },
  currency: {
    kind: 'text',
    sql: draft.currency,
    column: { header: 'Ccy', size: 60, meta: { phone: 'currency' } },
  },
  gross_amount: {
    kind: 'amount',
    sql: draft.grossAmount,
    column: { header: 'Gross', meta: { phone: 'amount' } },
  },
  taxes: { kind: 'amount', sql: draft.taxes, column: { header: 'Taxes' } },
  net_amount: { kind: 'amount', sql: draft.netAmount, column: { header: 'Net' } },
  validating_user_a: {
    kind: 'text',
    sql: fullNameOf(userA),
    column: { header: 'Validating user A', meta: { hiddenByDefault: true } },
  },
  validating_user_b: {
    kind: 'text',
    sql: fullNameOf(userB),
    column: { header: 'Validating user B', meta: { hiddenByDefault: true } },
  },
  exclude_from_cash: {
    kind: 'boolean',
    sql: draft.excludeFromCash,
    required: true,
    column: { header: 'Excluded from cash', meta: { hiddenByDefault: true } },
  },
  posting_filter: {
    kind: 'text',
    sql: sql`coalesce(${posting.display}, ${draft.postingFilter})`,
    column: { header: 'Posting filter', meta: { hiddenByDefault: true } },
  },
  transaction_comment: {
    kind: 'text',
    sql: draft.transactionComment,
    required: true,
    column: { header: 'Comment', meta: { values: false, hiddenByDefault: true } },
  },
  username: {
    kind: 'text',
    sql: createdBy,
    required: true,
    about: 'Created by: full name, or SYSTEM.',
    column: { header: 'Created by', meta: { hiddenByDefault: true } },
  },
  last_user: {
    kind: 'text',
    sql: lastUser,
    required: true,
    column: { header: 'Last user', meta: { hiddenByDefault: true } },
  },
  creation_date: {
    kind: 'instant',
    sql: draft.creationDate,
    required: true,
    column: { header: 'Creation Date', meta: { hiddenByDefault: true } },
  },
  update_date: {
    kind: 'instant',
    sql: sql<Date>`greatest(${draft.updateDate}, ${workflowInstance.lastEventAt})`.mapWith(draft.updateDate),
    required: true,
    column: { header: 'Update Date' },
  },
  event_log: {
    kind: 'text',
    sql: lastLog,
    required: true,
    about: 'Last comment.',
    column: { header: 'Last Comment', meta: { values: false } },
  },
  event_status: {
    kind: 'text',
    sql: workflowInstance.status,
    required: true,
    column: { header: 'Status', look: 'status', size: 204, meta: { phone: 'status' } },
  },
  event_queue: EVENT_QUEUE,
  event_class: EVENT_CLASS,
} satisfies ListFields

export type DraftRow = RowOf<typeof DRAFT_ROW>

/** Under way, still to be paid, and past the due date of its invoice. */
export const overdueSql = (
  today: Day,
) => sql`(${workflowInstance.kind} = 'draft' and ${workflowInstance.queue} <> 'SYSTEM'
  and not ${draft.alreadyPaid} and ${draft.dueDate} < ${today}::date)`

/** A row of the list itself: with how late each is. */
export const listedRow = (today: Day) =>
  ({
    ...DRAFT_ROW,
    /** Null while it is not late. */
    days_late: {
      kind: 'count',
      sql: sql`(case when ${overdueSql(today)} then ${businessDaysLateSql(
        draft.dueDate,
        sql`${today}::date`,
        entityCalendar(draft.settlingEntityId),
      )} end)`,
      filled: overdueSql(today),
      column: {
        header: 'Late',
        look: 'late',
        since: 'due_date',
        meta: { title: 'Business days past the due date, until the draft is completed or cancelled' },
      },
    },
  }) satisfies ListFields

export type ListedDraft = RowOf<ReturnType<typeof listedRow>>

/** The columns of Drafted Expenses: those an accountant works by are shown, the others can be chosen. */
export const LISTED_DECLARED = declaredColumns(listedRow('2000-01-01'), [
  'id',
  'event_status',
  'invoice_entity',
  'settling_entity',
  'invoice_ref',
  'invoice_date',
  'legal_entity_name',
  'invoice_fund_legal_entity_name',
  'supplier_jurisdiction',
  'invoiced_legal_entity_name',
  'currency',
  'gross_amount',
  'taxes',
  'net_amount',
  'due_date',
  'days_late',
  'category',
  'expense_type',
  'routine_type_name',
  'received_date',
  'gl_date',
  'allocation_rule',
  'posting_filter',
  'pre_paid',
  'exclude_from_cash',
  'validating_user_a',
  'validating_user_b',
  'transaction_comment',
  'username',
  'creation_date',
  'last_user',
  'update_date',
  'event_log',
])

/** Those of its call, which does not say how late a draft is. */
export const DRAFT_DECLARED = LISTED_DECLARED.filter(({ id }) => id !== 'days_late')
