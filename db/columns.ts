import { type SQL, sql } from 'drizzle-orm'
import { bigint, boolean, customType, date, integer, numeric, text, timestamp } from 'drizzle-orm/pg-core'

/** Columns shared by many tables, each defined once. */

/** A calendar day, yyyy-MM-dd, without time zone. */
export const day = (name: string) => date(name, { mode: 'string' })

/** An instant; UTC in the database, a Date in the code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** An id from the sequence shared by all objects. */
export const objectId = (name: string) => bigint(name, { mode: 'number' })

/** Bytes of a file. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** The number of a transaction, which never comes again. */
export const xact = customType<{ data: string }>({ dataType: () => 'xid8' })

/** A position in PostgreSQL's write-ahead log: "16/B374D848". */
export const lsn = customType<{ data: string }>({ dataType: () => 'pg_lsn' })

/** The progress of a job, in the table of its kind (app/platform/jobs). */
export const jobColumns = {
  /** "WAITING", "RUNNING", "DONE", "CANCELLED" or "FAILED". */
  status: text('status').notNull(),
  total: integer('total').notNull().default(0),
  done: integer('done').notNull().default(0),
  /** Why it failed, or who cancelled it. */
  note: text('note').notNull().default(''),
  requestedAt: instant('requested_at').notNull(),
  /** The last heartbeat of the process that works on it. */
  beatAt: instant('beat_at').notNull(),
  finishedAt: instant('finished_at'),
}

/** Money, below ten thousand billions, so that its hundredths fit in a bigint. */
export const amount = (name: string) => numeric(name, { precision: 18, scale: 2 })

/** Percent, four decimals. */
export const percent = (name: string) => numeric(name, { precision: 7, scale: 4 })

/**
 * An invoice's reference without the parts that users write differently: only letters and digits, without leading
 * zeros.
 */
export const refKey = () => text('ref_key').generatedAlwaysAs(refKeyOf(sql`invoice_ref`))

/** The same for any text. */
export const refKeyOf = (reference: SQL) =>
  sql<string>`ltrim(upper(regexp_replace(${reference}, '[^[:alnum:]]+', '', 'g')), '0')`

/** The dates of a bill: of its draft, and of the invoices created from that. */
export const billDates = {
  receivedDate: day('received_date'),
  glDate: day('gl_date'),
  dueDate: day('due_date'),
  paymentDate: day('payment_date'),
  /** First and last day of the service covered by a prepaid invoice. */
  serviceFrom: day('service_from'),
  serviceTo: day('service_to'),
}

/** How a bill is paid, booked and allocated: in its draft, and in the invoices created from that. */
export const billTerms = {
  /** Paid in advance (BT-113), and added to round what is to be paid (BT-114): payable is gross less the one plus the other. */
  prepaidAmount: amount('prepaid_amount'),
  roundingAmount: amount('rounding_amount'),
  /** The supplier's own, for its statement: structured ones in the form of `checkPaymentReference`. */
  paymentReference: text('payment_reference'),
  /** The reference of the invoice that it corrects or credits. */
  correctsRef: text('corrects_ref'),
  /** By direct debit: no run pays it. */
  collectedBySupplier: boolean('collected_by_supplier').notNull().default(false),
  /** The customer owes the VAT; the amount is not part of gross. */
  reverseCharge: boolean('reverse_charge').notNull().default(false),
  reverseChargeTax: amount('reverse_charge_tax'),
  prePaid: boolean('pre_paid').notNull().default(false),
  alreadyPaid: boolean('already_paid').notNull().default(false),
  excludeFromCash: boolean('exclude_from_cash').notNull().default(false),
  allocationRule: text('allocation_rule'),
  postingFilter: text('posting_filter'),
  transactionComment: text('transaction_comment').notNull().default(''),
}
