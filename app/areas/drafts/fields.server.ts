import { draft } from 'db/schema/drafts'
import { expenseType, routineType } from 'db/schema/lookups'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { fullNameOf } from '~/areas/access/users.server'
import { invoiced, posting, rule, settling, supplier, userA, userB } from '~/areas/expenses/references.server'
import { entityCalendar } from '~/areas/reference-data/calendars.server'
import { businessDaysLateSql } from '~/platform/lists/business-days.server'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'
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
  id: { kind: 'id', sql: draft.id, required: true },
  legal_entity_name: {
    kind: 'text',
    sql: sql`case when not ${draft.isSupplierFund} then ${supplier.name} end`,
    about: 'Supplier company.',
  },
  invoice_fund_legal_entity_name: {
    kind: 'text',
    sql: sql`case when ${draft.isSupplierFund} then ${supplier.name} end`,
    about: 'Supplier fund.',
  },
  supplier_jurisdiction: { kind: 'text', sql: supplier.jurisdiction },
  invoice_entity: {
    kind: 'text',
    sql: supplier.name,
    about: 'Supplier company or fund, whichever it is.',
  },
  invoiced_legal_entity_name: { kind: 'text', sql: invoiced.name },
  settling_entity: { kind: 'text', sql: settling.name },
  category: { kind: 'text', sql: expenseType.category },
  expense_type: { kind: 'text', sql: expenseType.name },
  routine_type_name: { kind: 'text', sql: routineType.name },
  allocation_rule: { kind: 'text', sql: sql`coalesce(${rule.display}, ${draft.allocationRule})` },
  pre_paid: { kind: 'boolean', sql: draft.prePaid, required: true },
  received_date: { kind: 'day', sql: draft.receivedDate },
  gl_date: { kind: 'day', sql: draft.glDate },
  invoice_date: { kind: 'day', sql: draft.invoiceDate },
  due_date: { kind: 'day', sql: draft.dueDate },
  invoice_ref: { kind: 'text', sql: draft.invoiceRef },
  currency: { kind: 'text', sql: draft.currency },
  gross_amount: { kind: 'amount', sql: draft.grossAmount },
  taxes: { kind: 'amount', sql: draft.taxes },
  net_amount: { kind: 'amount', sql: draft.netAmount },
  validating_user_a: { kind: 'text', sql: fullNameOf(userA) },
  validating_user_b: { kind: 'text', sql: fullNameOf(userB) },
  exclude_from_cash: { kind: 'boolean', sql: draft.excludeFromCash, required: true },
  posting_filter: { kind: 'text', sql: sql`coalesce(${posting.display}, ${draft.postingFilter})` },
  transaction_comment: { kind: 'text', sql: draft.transactionComment, required: true },
  username: {
    kind: 'text',
    sql: createdBy,
    required: true,
    about: 'Created by: full name, or SYSTEM.',
  },
  last_user: { kind: 'text', sql: lastUser, required: true },
  creation_date: { kind: 'instant', sql: draft.creationDate, required: true },
  update_date: {
    kind: 'instant',
    sql: sql<Date>`greatest(${draft.updateDate}, ${workflowInstance.lastEventAt})`.mapWith(draft.updateDate),
    required: true,
  },
  event_log: { kind: 'text', sql: lastLog, required: true, about: 'Last comment.' },
  event_status: { kind: 'text', sql: workflowInstance.status, required: true },
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
    },
  }) satisfies ListFields

export type ListedDraft = RowOf<ReturnType<typeof listedRow>>
