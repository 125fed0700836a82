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
import {
  declaredColumns,
  type FieldColumn,
  type ListFields,
  type RowOf,
} from '~/platform/lists/list-fields.server'
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

const amount = (hundredths: SQLWrapper, column: FieldColumn) => ({
  kind: 'amount' as const,
  sql: sql<Decimal>`round(${hundredths} / 100.0, 2)`,
  hundredths,
  required: true as const,
  column,
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
    column: { header: 'Provider', look: 'slim', meta: { phone: 'object' } },
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
    column: { header: 'Settling Entity', look: 'slim' },
  },
  category: { kind: 'text', sql: expenseType.category },
  expense_type: {
    kind: 'text',
    sql: invoiceRow.expenseType,
    lower: invoiceRow.lowerExpense,
    required: true,
    column: { header: 'Expense Type', look: 'slim', size: 134 },
  },
  routine_type_name: {
    kind: 'text',
    sql: invoiceRow.routineType,
    lower: invoiceRow.lowerRoutine,
    column: { header: 'Routine', size: 92 },
  },
  allocation_rule: { kind: 'text', sql: invoice.allocationRule },
  pre_paid: { kind: 'boolean', sql: invoice.prePaid, required: true },
  received_date: { kind: 'day', sql: invoice.receivedDate },
  gl_date: { kind: 'day', sql: invoice.glDate },
  invoice_date: {
    kind: 'day',
    sql: invoiceRow.invoiceDate,
    required: true,
    column: { header: 'Inv.Date', size: 98 },
  },
  due_date: {
    kind: 'day',
    sql: invoiceRow.dueDate,
    column: { header: 'Due.Date', size: 100, meta: { phone: 'due' } },
  },
  payment_date: { kind: 'day', sql: invoice.paymentDate },
  invoice_ref: {
    kind: 'text',
    sql: invoiceRow.invoiceRef,
    lower: invoiceRow.lowerRef,
    required: true,
    column: { header: 'Reference', look: 'slim', size: 134, meta: { values: false } },
  },
  currency: {
    kind: 'text',
    sql: invoiceRow.currency,
    lower: invoiceRow.lowerCurrency,
    required: true,
    column: { header: 'Ccy', size: 60, meta: { phone: 'currency' } },
  },
  gross_amount: amount(invoiceRow.grossHundredths, { header: 'Gross', meta: { phone: 'amount' } }),
  taxes: amount(invoiceRow.taxesHundredths, { header: 'Taxes' }),
  net_amount: amount(invoiceRow.netHundredths, { header: 'Net' }),
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
  event_date: {
    kind: 'instant',
    sql: invoiceRow.eventDate,
    required: true,
    about: 'Last update.',
    column: { header: 'Update Date' },
  },
  event_log: {
    kind: 'text',
    sql: invoiceRow.eventLog,
    sorted: invoiceRow.logOrder,
    required: true,
    about: 'Last comment.',
    column: { header: 'Last Comment', meta: { values: false } },
  },
  event_status: {
    kind: 'text',
    sql: invoiceRow.eventStatus,
    lower: invoiceRow.lowerStatus,
    required: true,
    // The last column of the specification, and the first that people look for.
    column: { header: 'Status', look: 'status', size: 228, meta: { pinned: 'end', phone: 'status' } },
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

/**
 * Columns of the Invoice Log, in the specification's words and order; as wide as they may be for Gross to be in sight in
 * a window of 1,280 px.
 */
export const INVOICE_DECLARED = declaredColumns(INVOICE_ROW, [
  'invoice_date',
  'invoice_ref',
  'currency',
  'gross_amount',
  'due_date',
  'taxes',
])

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
      // Of a million invoices only those with a value are known to an index. Pinned behind the status, as the
      // specification's columns come first.
      column: {
        header: 'Late',
        look: 'late',
        since: 'due_date',
        enableSorting: false,
        enableGrouping: false,
        meta: {
          title: 'Business days past the due date, while it is not paid',
          values: false,
          pinned: 'end',
        },
      },
    },
    /** Days until it is due; null once it is late, and where nothing is to be paid any more. */
    days_left: {
      kind: 'count',
      sql: sql`(case when ${invoiceRow.dueDate} >= ${today}::date and ${unpaid}
    then ${invoiceRow.dueDate} - ${today}::date end)`,
      column: {
        header: 'Due in',
        enableSorting: false,
        enableColumnFilter: false,
        enableGrouping: false,
        meta: {
          hiddenByDefault: true,
          values: false,
          title: 'Days left until the due date, while it is not paid',
        },
      },
    },
  }) satisfies ListFields

const { days_late, days_left } = loggedRow('2000-01-01')

/** The columns of the Invoice Log, and after them how late each invoice is. */
export const LOG_DECLARED = [...INVOICE_DECLARED, ...declaredColumns({ days_late, days_left })]

export interface LoggedInvoice extends RowOf<ReturnType<typeof loggedRow>> {
  /** Whether a change of the bank accounts of who is paid holds its payment. */
  payment: 'held' | null
}
