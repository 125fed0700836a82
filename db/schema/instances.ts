import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns'

/** What the instances of a site share beside its business: counts that throttle, and who does the scheduled work. */

/**
 * Counts of logins, calls and files, as rate-limiter-flexible keeps them. The table is not logged: nothing of it
 * outlives a crash of the database.
 */
export const throttleCount = pgTable('throttle_count', {
  /** What is counted, and a hash of whose: no name that was typed is kept. */
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: instant('expire'),
})

/** Work that one instance at a time does. */
export const lease = pgTable('lease', {
  work: text('work').primaryKey(),
  /** Of the running process. */
  holder: text('holder').notNull(),
  /** By the database's clock; renewed while the holder lives. */
  until: instant('until').notNull(),
})
