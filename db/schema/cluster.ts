import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, lsn } from '../columns'

/**
 * What the processes of a site share, apart from its business data: throttle counts, who does the scheduled work, and
 * the progress of uploads and exports.
 */

/**
 * Counts of logins, calls and files, in the form of rate-limiter-flexible. The table is unlogged: a crash of the
 * database empties it.
 */
export const throttleCount = pgTable('throttle_count', {
  /** What is counted, and a hash of whose: no typed name is stored. */
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: instant('expire'),
})

/** Work done by one instance at a time. */
export const lease = pgTable('lease', {
  work: text('work').primaryKey(),
  /** The running process. */
  holder: text('holder').notNull(),
  /** By the database's clock; renewed while the holder lives. */
  until: instant('until').notNull(),
})

/**
 * The position of the primary's log after a user's last change: replicas must reach it before they show pages. By user,
 * as programs with tokens have no session. Empty on a site without a replica.
 */
export const userWriteLsn = pgTable('user_write_lsn', {
  userId: integer('user_id').primaryKey(),
  lsn: lsn('lsn').notNull(),
})

/** The current step of an upload or an export, for its sender. */
export const workStep = pgTable(
  'work_step',
  {
    userId: integer('user_id').notNull(),
    /** The sender's key for the request. */
    key: text('key').notNull(),
    /** For users. */
    step: text('step').notNull(),
    /** How much of it is done, if known. */
    percent: integer('percent'),
    at: instant('at').notNull(),
  },
  ({ userId, key }) => [primaryKey({ columns: [userId, key] })],
)
