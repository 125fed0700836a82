import { type SQL, sql } from 'drizzle-orm'
import { bigint, customType, date, numeric, text, timestamp } from 'drizzle-orm/pg-core'

/** The columns that many tables share, each defined once. */

/** A calendar day, yyyy-MM-dd, without time zone. */
export const day = (name: string) => date(name, { mode: 'string' })

/** An instant; UTC in the database, a Date in the code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** An id from the sequence that all objects share. */
export const objectId = (name: string) => bigint(name, { mode: 'number' })

/** Bytes of a file. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A place in the journal of PostgreSQL: "16/B374D848". */
export const lsn = customType<{ data: string }>({ dataType: () => 'pg_lsn' })

/** Money, up to ten thousand billions, so that its hundredths are a bigint. */
export const amount = (name: string) => numeric(name, { precision: 18, scale: 2 })

/** Percent, four decimals. */
export const percent = (name: string) => numeric(name, { precision: 7, scale: 4 })

/**
 * An invoice's reference without the parts that users write differently: only its letters and digits, without leading
 * zeros.
 */
export const refKey = () => text('ref_key').generatedAlwaysAs(refKeyOf(sql`invoice_ref`))

/** The same of any text. */
export const refKeyOf = (reference: SQL) =>
  sql<string>`ltrim(upper(regexp_replace(${reference}, '[^[:alnum:]]+', '', 'g')), '0')`
