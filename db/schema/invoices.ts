import { sql } from 'drizzle-orm'
import { boolean, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { day, instant, objectId } from '../columns'
import { appUser } from './access'
import { clientValidator, expenseType, legalEntity, routineType } from './lookups'
import { nextObjectId } from './workflow'

/** Invoices, and the rows that the Invoice Log shows of them. */

const amount = (name: string) => numeric(name, { precision: 20, scale: 2 })

export const invoice = pgTable(
  'invoice',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    /** The draft that it was made of. */
    draftTransactionId: objectId('draft_transaction_id'),
    /** Supplier company, or supplier fund where `isSupplierFund`. */
    supplierId: integer('supplier_id')
      .notNull()
      .references(() => legalEntity.id),
    isSupplierFund: boolean('is_supplier_fund').notNull().default(false),
    /** The invoiced legal entity (`settlementLegalEntity` of the specification). */
    invoicedEntityId: integer('invoiced_entity_id').references(() => legalEntity.id),
    settlingEntityId: integer('settling_entity_id')
      .notNull()
      .references(() => legalEntity.id),
    expenseTypeId: integer('expense_type_id')
      .notNull()
      .references(() => expenseType.id),
    routineTypeId: integer('routine_type_id').references(() => routineType.id),
    /** Fee type of its own cost line. */
    feesType: text('fees_type'),
    invoiceRef: text('invoice_ref').notNull(),
    invoiceDate: day('invoice_date').notNull(),
    receivedDate: day('received_date'),
    glDate: day('gl_date'),
    dueDate: day('due_date'),
    paymentDate: day('payment_date'),
    currency: text('currency').notNull(),
    grossAmount: amount('gross_amount').notNull(),
    taxes: amount('taxes').notNull(),
    /** Gross less taxes. */
    netAmount: amount('net_amount').notNull(),
    prePaid: boolean('pre_paid').notNull().default(false),
    alreadyPaid: boolean('already_paid').notNull().default(false),
    excludeFromCash: boolean('exclude_from_cash').notNull().default(false),
    allocationRule: text('allocation_rule'),
    postingFilter: text('posting_filter'),
    transactionComment: text('transaction_comment').notNull().default(''),
    validatingUserA: integer('validating_user_a').references(() => clientValidator.id),
    validatingUserB: integer('validating_user_b').references(() => clientValidator.id),
    validationDateA: day('validation_date_a'),
    validationDateB: day('validation_date_b'),
    createdBy: integer('created_by').references(() => appUser.id),
    creationDate: instant('creation_date').notNull(),
  },
  (t) => [
    index('invoice_draft').on(t.draftTransactionId),
    index('invoice_supplier').on(t.supplierId, t.invoiceDate),
    index('invoice_settling').on(t.settlingEntityId, t.invoiceDate),
  ],
)

/**
 * An invoice with the names and the state that the Invoice Log shows, filters, sorts and groups by: derived, one row an
 * invoice, written in the transaction that changes either. Joined at each request, a million of them would be sorted anew.
 */
export const invoiceRow = pgTable(
  'invoice_row',
  {
    id: objectId('id')
      .primaryKey()
      .references(() => invoice.id),
    /** Supplier company or supplier fund. */
    provider: text('provider').notNull(),
    supplierJurisdiction: text('supplier_jurisdiction'),
    isSupplierFund: boolean('is_supplier_fund').notNull(),
    invoicedEntity: text('invoiced_entity'),
    settlingEntity: text('settling_entity').notNull(),
    expenseType: text('expense_type').notNull(),
    category: text('category'),
    routineType: text('routine_type'),
    invoiceRef: text('invoice_ref').notNull(),
    invoiceDate: day('invoice_date').notNull(),
    dueDate: day('due_date'),
    currency: text('currency').notNull(),
    grossAmount: amount('gross_amount').notNull(),
    taxes: amount('taxes').notNull(),
    netAmount: amount('net_amount').notNull(),
    eventDate: instant('event_date').notNull(),
    eventLog: text('event_log').notNull(),
    eventStatus: text('event_status').notNull(),
    eventQueue: text('event_queue').notNull(),
    eventClass: text('event_class').notNull(),
    lastUser: text('last_user').notNull(),
  },
  (t) => [
    // One for each way to sort; backwards for the other direction. What may be empty has one for each, as empty comes last.
    index('invoice_row_provider').on(sql`lower(${t.provider})`, t.id),
    index('invoice_row_settling').on(sql`lower(${t.settlingEntity})`, t.id),
    index('invoice_row_expense').on(sql`lower(${t.expenseType})`, t.id),
    index('invoice_row_routine').on(sql`lower(${t.routineType})`, t.id),
    index('invoice_row_routine_down').on(sql`lower(${t.routineType}) desc nulls last`, sql`${t.id} desc`),
    index('invoice_row_date').on(t.invoiceDate, t.id),
    index('invoice_row_ref').on(sql`lower(${t.invoiceRef})`, t.id),
    index('invoice_row_currency').on(sql`lower(${t.currency})`, t.id),
    index('invoice_row_gross').on(t.grossAmount, t.id),
    index('invoice_row_due').on(t.dueDate, t.id),
    index('invoice_row_due_down').on(sql`${t.dueDate} desc nulls last`, sql`${t.id} desc`),
    index('invoice_row_taxes').on(t.taxes, t.id),
    index('invoice_row_net').on(t.netAmount, t.id),
    index('invoice_row_updated').on(t.eventDate, t.id),
    index('invoice_row_log').on(sql`lower(left(${t.eventLog}, 200))`, t.id),
    index('invoice_row_status').on(sql`lower(${t.eventStatus})`, t.id),
  ],
)
