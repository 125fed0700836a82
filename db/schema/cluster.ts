import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, lsn } from '../columns'

/**
 * What the processes of a site share beside its business: counts that throttle, who does the scheduled work, and how far
 * uploads and exports are.
 */

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

/**
 * How far the primary's journal was after a user's last change: pages read from a replica that shows this. By user, as
 * programs with tokens have no session. Empty on a site without a replica.
 */
export const lastWrite = pgTable('last_write', {
  userId: integer('user_id').primaryKey(),
  at: lsn('at').notNull(),
})

/** The current step of an upload or an export, for its sender. */
export const workStep = pgTable(
  'work_step',
  {
    userId: integer('user_id').notNull(),
    /** Of the request, as its sender names it. */
    key: text('key').notNull(),
    /** In words. */
    step: text('step').notNull(),
    /** How much of it is done, where that is known. */
    percent: integer('percent'),
    at: instant('at').notNull(),
  },
  ({ userId, key }) => [primaryKey({ columns: [userId, key] })],
)
