import { type SQL, sql } from 'drizzle-orm'
import { bigint, customType, date, integer, numeric, text, timestamp } from 'drizzle-orm/pg-core'

/** Columns shared by many tables, each defined once. */

/** A calendar day, yyyy-MM-dd, without time zone. */
export const day = (name: string) => date(name, { mode: 'string' })

/** An instant; UTC in the database, a Date in the code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** An id from the sequence shared by all objects. */
export const objectId = (name: string) => bigint(name, { mode: 'number' })

/** Bytes of a file. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

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
