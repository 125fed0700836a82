import { appUser } from 'db/schema/access'
import { document } from 'db/schema/documents'
import { invoice, invoiceRow, OPEN_FOR_PAYMENT } from 'db/schema/invoices'
import { clientValidator, expenseType, legalEntity } from 'db/schema/lookups'
import { workflowEvent } from 'db/schema/workflow'
import { type Placeholder, type SQLWrapper, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { fullNameOf } from '~/areas/access/users.server'
import { entityCalendar } from '~/areas/reference-data/calendars.server'
import { FILE_TYPES } from '~/platform/files/file-types'
import { businessDaysLateSql } from '~/platform/lists/business-days.server'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { EVENT_CLASSES, type EventClass } from '~/platform/workflow/types'

/** Supplier company or supplier fund of an invoice, where the same table is joined more than once. */
export const supplier = alias(legalEntity, 'supplier')
export const invoicedEntity = alias(legalEntity, 'invoiced_entity')

/** Who caused the last event. */
const lastUser = sql<string>`(select e.who_name from ${workflowEvent} e where e.object_id = ${invoiceRow.id}
  order by e.seq desc limit 1)`

const isFund = sql`${invoice.isSupplierFund}`

/** Name of the supplier's PDF of an invoice, in statements that read invoices; null when it has none. */
export const invoiceFileName = sql<string | null>`(select d.file_name from ${document} d
  where d.object_kind = 'invoice' and d.object_id = ${invoice}.id
    and d.file_type = ${FILE_TYPES.invoice} and d.deleted_at is null
  order by d.id limit 1)`

/** Name of the user or validator whose id an invoice holds. */
const nameBy = (people: typeof clientValidator | typeof appUser, id: PgColumn) =>
  sql<string | null>`(select ${fullNameOf(people)} from ${people} where ${people.id} = ${id})`

const amount = (hundredths: SQLWrapper) => ({
  kind: 'amount' as const,
  sql: sql<Decimal>`round(${hundredths} / 100.0, 2)`,
  hundredths,
  required: true as const,
})

/** The fields of an invoice as calls return it (specification, section 3: invoice (transaction) row). */
export const TRANSACTION_ROW = {
  id: { kind: 'id', sql: invoiceRow.id, required: true, listed: true },
  draft_transaction_id: {
    kind: 'id',
    sql: invoice.draftTransactionId,
    about: 'Null for an invoice from a former system.',
  },
  legal_entity_name: {
    kind: 'text',
    sql: sql`case when not ${isFund} then ${invoiceRow.provider} end`,
    about: 'Supplier company.',
  },
  invoice_fund_legal_entity_name: {
    kind: 'text',
    sql: sql`case when ${isFund} then ${invoiceRow.provider} end`,
    about: 'Supplier fund.',
  },
  provider: {
    kind: 'text',
    sql: invoiceRow.provider,
    lower: invoiceRow.lowerProvider,
    required: true,
    about: 'Supplier company or fund, whichever it is.',
  },
  // "Supplier" of the row in one field, as drafts have it.
  invoice_entity: { kind: 'text', sql: invoiceRow.provider, required: true, about: 'As provider.' },
  supplier_jurisdiction: { kind: 'text', sql: supplier.jurisdiction },
  invoiced_legal_entity_name: { kind: 'text', sql: invoicedEntity.name },
  settling_entity: {
    kind: 'text',
    sql: invoiceRow.settlingEntity,
    lower: invoiceRow.lowerSettling,
    required: true,
  },
  category: { kind: 'text', sql: expenseType.category },
  expense_type: {
    kind: 'text',
    sql: invoiceRow.expenseType,
    lower: invoiceRow.lowerExpense,
    required: true,
  },
  routine_type_name: { kind: 'text', sql: invoiceRow.routineType, lower: invoiceRow.lowerRoutine },
  allocation_rule: { kind: 'text', sql: invoice.allocationRule },
  pre_paid: { kind: 'boolean', sql: invoice.prePaid, required: true },
  received_date: { kind: 'day', sql: invoice.receivedDate },
  gl_date: { kind: 'day', sql: invoice.glDate },
  invoice_date: { kind: 'day', sql: invoiceRow.invoiceDate, required: true },
  due_date: { kind: 'day', sql: invoiceRow.dueDate },
  payment_date: { kind: 'day', sql: invoice.paymentDate },
  invoice_ref: { kind: 'text', sql: invoiceRow.invoiceRef, lower: invoiceRow.lowerRef, required: true },
  currency: { kind: 'text', sql: invoiceRow.currency, lower: invoiceRow.lowerCurrency, required: true },
  gross_amount: amount(invoiceRow.grossHundredths),
  taxes: amount(invoiceRow.taxesHundredths),
  net_amount: amount(invoiceRow.netHundredths),
  validating_user_a: { kind: 'text', sql: nameBy(clientValidator, invoice.validatingUserA) },
  validating_user_b: { kind: 'text', sql: nameBy(clientValidator, invoice.validatingUserB) },
  exclude_from_cash: { kind: 'boolean', sql: invoice.excludeFromCash, required: true },
  posting_filter: { kind: 'text', sql: invoice.postingFilter },
  transaction_comment: { kind: 'text', sql: invoice.transactionComment, required: true },
  // As for a draft: the name that people read under "Created by", next to that of the last user.
  username: {
    kind: 'text',
    sql: sql`coalesce(${nameBy(appUser, invoice.createdBy)}, 'SYSTEM')`,
    required: true,
    about: 'Created by: full name, or SYSTEM.',
  },
  last_user: { kind: 'text', sql: lastUser, required: true },
  creation_date: { kind: 'instant', sql: invoice.creationDate, required: true },
  update_date: { kind: 'instant', sql: invoiceRow.eventDate, required: true },
  file_name: { kind: 'text', sql: invoiceFileName, about: "The supplier's PDF." },
  event_date: { kind: 'instant', sql: invoiceRow.eventDate, required: true, about: 'Last update.' },
  event_log: {
    kind: 'text',
    sql: invoiceRow.eventLog,
    sorted: invoiceRow.logOrder,
    required: true,
    about: 'Last comment.',
  },
  event_status: {
    kind: 'text',
    sql: invoiceRow.eventStatus,
    lower: invoiceRow.lowerStatus,
    required: true,
  },
  event_queue: { kind: 'text', sql: invoiceRow.eventQueue, required: true },
  event_class: {
    kind: 'text',
    oneOf: EVENT_CLASSES,
    sql: sql<EventClass>`${invoiceRow.eventClass}`,
    required: true,
  },
} satisfies ListFields

const {
  invoice_entity,
  allocation_rule,
  pre_paid,
  received_date,
  gl_date,
  payment_date,
  validating_user_a,
  validating_user_b,
  exclude_from_cash,
  posting_filter,
  transaction_comment,
  username,
  creation_date,
  update_date,
  file_name,
  ...SHOWN
} = TRANSACTION_ROW

/** What lists show of an invoice. */
export const INVOICE_ROW = SHOWN

export type InvoiceRow = RowOf<typeof INVOICE_ROW>

/** Nothing was sent to the bank, and it has not ended: see isUnpaid. */
const unpaid = sql`${OPEN_FOR_PAYMENT}
  and not exists (select from ${invoice} paid where paid.id = ${invoiceRow.id} and paid.already_paid)`

type Today = Day | Placeholder

/** Unpaid, and past its due date. */
export const overdueSql = (today: Today) => sql`(${invoiceRow.dueDate} < ${today}::date and ${unpaid})`

/** In the business days of the entity that settles it. */
const lateSql = (today: Today) =>
  businessDaysLateSql(
    sql`${invoiceRow.dueDate}`,
    sql`${today}::date`,
    entityCalendar(
      sql`(select settled.settling_entity_id from ${invoice} settled where settled.id = ${invoiceRow.id})`,
    ),
  )

/** A row of the log itself: with how late each is. */
export const loggedRow = (today: Today) =>
  ({
    ...INVOICE_ROW,
    /** Null while it is not late. */
    days_late: {
      kind: 'count',
      sql: sql`(case when ${overdueSql(today)} then ${lateSql(today)} end)`,
      filled: overdueSql(today),
    },
    /** Days until it is due; null once it is late, and where nothing is to be paid any more. */
    days_left: {
      kind: 'count',
      sql: sql`(case when ${invoiceRow.dueDate} >= ${today}::date and ${unpaid}
    then ${invoiceRow.dueDate} - ${today}::date end)`,
    },
  }) satisfies ListFields

export interface LoggedInvoice extends RowOf<ReturnType<typeof loggedRow>> {
  /** Whether a change of the bank accounts of who is paid holds its payment. */
  payment: 'held' | null
}
