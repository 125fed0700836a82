import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { amount, billDates, billTerms, day, instant, objectId, percent, refKey } from '../columns'
import { appUser } from './access'
import { clientValidator, expenseType, fund, legalEntity, routineType } from './lookups'
import { nextObjectId } from './workflow'

/** Invoices, their rows in the Invoice Log, and their totals. */

export const invoice = pgTable(
  'invoice',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    /** The draft it was created from. */
    draftTransactionId: objectId('draft_transaction_id'),
    /** Supplier company, or supplier fund if `isSupplierFund`. */
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
    /** The sub-fund that bears it, from its own cost line. */
    fundId: integer('fund_id').references(() => fund.id),
    invoiceRef: text('invoice_ref').notNull(),
    refKey: refKey(),
    invoiceDate: day('invoice_date').notNull(),
    ...billDates,
    currency: text('currency').notNull(),
    grossAmount: amount('gross_amount').notNull(),
    taxes: amount('taxes').notNull(),
    /** Gross less taxes. */
    netAmount: amount('net_amount').notNull(),
    ...billTerms,
    validatingUserA: integer('validating_user_a').references(() => clientValidator.id),
    validatingUserB: integer('validating_user_b').references(() => clientValidator.id),
    validationDateA: day('validation_date_a'),
    validationDateB: day('validation_date_b'),
    createdBy: integer('created_by').references(() => appUser.id),
    creationDate: instant('creation_date').notNull(),
  },
  (t) => [
    index('invoice_draft').on(t.draftTransactionId).where(sql`draft_transaction_id is not null`),
    index('invoice_supplier').on(t.supplierId, t.invoiceDate),
    // For invoices that count in a budget, and the invoices of an entity.
    index('invoice_scope').on(t.settlingEntityId, t.supplierId, t.invoiceDate),
    index('invoice_fund').on(t.fundId).where(sql`fund_id is not null`),
    index('invoice_ref_key').on(t.refKey, t.supplierId),
    // For the invoices that hold those that they correct.
    index('invoice_corrects').on(t.supplierId).where(sql`corrects_ref is not null`),
    // There are few, and each count of late invoices excludes them.
    index('invoice_already_paid').on(t.id).where(sql`already_paid`),
  ],
)

/** How the taxes of an invoice were booked, as in its loader. Invoices booked before this table existed have none. */
export const bookedTaxes = pgTable('booked_taxes', {
  invoiceId: objectId('invoice_id')
    .primaryKey()
    .references(() => invoice.id),
  /** The share that applied; null if none was set: everything was recovered. */
  share: percent('share'),
  recoverable: amount('recoverable').notNull(),
  /** Net, plus the taxes that are not recovered. */
  expense: amount('expense').notNull(),
  bookedAt: instant('booked_at').notNull(),
})

/** The text of a column in lower case, for sorting and comparing. */
const lowerOf = (column: string) =>
  text(`lower_${column}`).generatedAlwaysAs(sql`lower(${sql.identifier(column)})`)

/** Hundredths of an amount: whole numbers compare faster, and add up in a third of the time. */
const hundredths = (name: string) => bigint(`${name}_hundredths`, { mode: 'bigint' }).notNull()

/** All of these columns in lower case, one line each. */
const linesOf = (...columns: string[]) =>
  sql`lower(${sql.join(
    columns.map((column) => sql`coalesce(${sql.identifier(column)}, '')`),
    sql` || chr(10) || `,
  )})`

/** Not ended, and not on its way to the bank: as written in the queries that the index is for. */
export const OPEN_FOR_PAYMENT = sql`event_queue not in ('SYSTEM', 'COMPLETED') and (event_queue <> 'PAYMENT' or event_status <> 'SENT')`

/**
 * The values by which the Invoice Log shows, filters, sorts and groups invoices: derived, one row per invoice, written
 * by refreshInvoiceRows in the transaction that changes invoice, names or events. With joins, each request would sort a
 * million of them again, and computing lower case for each would cost more than all the rest. Fixed-width columns come
 * first and rarely scanned ones last: to reach a column, PostgreSQL passes those before it.
 */
export const invoiceRow = pgTable(
  'invoice_row',
  {
    id: objectId('id').primaryKey(),
    eventDate: instant('event_date').notNull(),
    invoiceDate: day('invoice_date').notNull(),
    dueDate: day('due_date'),
    grossHundredths: hundredths('gross'),
    taxesHundredths: hundredths('taxes'),
    netHundredths: hundredths('net'),
    currency: text('currency').notNull(),
    eventStatus: text('event_status').notNull(),
    lowerCurrency: lowerOf('currency'),
    lowerStatus: lowerOf('event_status'),
    /** Supplier company or supplier fund. */
    provider: text('provider').notNull(),
    settlingEntity: text('settling_entity').notNull(),
    expenseType: text('expense_type').notNull(),
    routineType: text('routine_type'),
    /** Searched by the search box. */
    search: text('search').generatedAlwaysAs(
      linesOf(
        'provider',
        'settling_entity',
        'expense_type',
        'routine_type',
        'invoice_ref',
        'currency',
        'event_status',
        'event_log',
      ),
    ),
    lowerRef: lowerOf('invoice_ref'),
    lowerProvider: lowerOf('provider'),
    lowerSettling: lowerOf('settling_entity'),
    lowerExpense: lowerOf('expense_type'),
    lowerRoutine: lowerOf('routine_type'),
    invoiceRef: text('invoice_ref').notNull(),
    eventLog: text('event_log').notNull(),
    /** Sort value of the last comment: comments may be too long for an index entry. */
    logOrder: text('log_order').generatedAlwaysAs(sql`lower(left(event_log, 100))`),
    eventQueue: text('event_queue').notNull(),
    eventClass: text('event_class').notNull(),
  },
  (t) => [
    // One for each sort column; read backwards for the other direction, unless empty values come last in both. After
    // the id come the columns for filtered pages and sums of such rows, so that index-only scans are possible.
    index('invoice_row_currency').on(t.lowerCurrency, t.id, t.invoiceDate, t.currency),
    index('invoice_row_status').on(t.lowerStatus, t.id),
    index('invoice_row_settling').on(t.lowerSettling, t.id),
    index('invoice_row_provider').on(t.lowerProvider, t.id),
    index('invoice_row_expense').on(t.lowerExpense, t.id),
    index('invoice_row_routine').on(t.lowerRoutine, t.id),
    index('invoice_row_routine_down').on(sql`${t.lowerRoutine} desc nulls last`, sql`${t.id} desc`),
    index('invoice_row_ref').on(t.lowerRef, t.id),
    index('invoice_row_log').on(t.logOrder, t.id),
    index('invoice_row_date').on(t.invoiceDate, t.id),
    index('invoice_row_due').on(t.dueDate, t.id),
    index('invoice_row_due_down').on(sql`${t.dueDate} desc nulls last`, sql`${t.id} desc`),
    index('invoice_row_open_due').on(t.dueDate, t.id).where(OPEN_FOR_PAYMENT),
    index('invoice_row_gross').on(t.grossHundredths, t.id, t.currency, t.taxesHundredths, t.netHundredths),
    index('invoice_row_taxes').on(t.taxesHundredths, t.id),
    index('invoice_row_net').on(t.netHundredths, t.id),
    index('invoice_row_updated').on(t.eventDate, t.id),
  ],
)

/**
 * The number of invoices for each value of a grouping column, by currency and status, and their totals: updated with
 * every change by a trigger of invoice_row, so that a page never has to count a million rows. A change adds rows with
 * the difference instead of changing a row that others wait for; the current figure is the sum over the rows of one
 * value.
 */
export const invoiceTally = pgTable(
  'invoice_tally',
  {
    /** Column of invoice_row. */
    tallied: text('tallied').notNull(),
    /** Its value as text; '' for an empty value. */
    value: text('value').notNull(),
    currency: text('currency').notNull(),
    eventStatus: text('event_status').notNull(),
    invoices: bigint('invoices', { mode: 'number' }).notNull(),
    grossHundredths: numeric('gross_hundredths').notNull(),
    taxesHundredths: numeric('taxes_hundredths').notNull(),
    netHundredths: numeric('net_hundredths').notNull(),
  },
  (t) => [index('invoice_tally_value').on(t.tallied, t.value)],
)
