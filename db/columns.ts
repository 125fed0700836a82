import { bigint, date, timestamp } from 'drizzle-orm/pg-core'

/** The columns that many tables have, each in its one form. */

/** A calendar day, yyyy-MM-dd, without time zone. */
export const day = (name: string) => date(name, { mode: 'string' })

/** An instant; UTC in the database, a Date in the code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** An id out of the sequence that all objects share. */
export const objectId = (name: string) => bigint(name, { mode: 'number' })
