import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns'
import { appUser } from './access'

/** What users are told by e-mail of the work that waits for them. */

/** A user who wants notices; the others have none. */
export const mailPreference = pgTable('mail_preference', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => appUser.id),
  address: text('address').notNull(),
  /** "at once" or "daily". */
  frequency: text('frequency').notNull(),
  /** After so many days an object that still waits is told of. */
  waitsDays: integer('waits_days').notNull(),
  /** The day of the last daily notice, in the site's zone. */
  toldOn: date('told_on'),
  /** One process sends to a user at a time: until then no other does. */
  claimedUntil: instant('claimed_until'),
  /** Why the last notice could not be sent, as the mail server said; null where it was sent. */
  failure: text('failure'),
})

/** What was told at once: an object, as its last event left it, or a change that waits, is told of once a reason. */
export const toldNotice = pgTable(
  'told_notice',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    reason: text('reason').notNull(),
    /** Of the object or the change. */
    id: bigint('id', { mode: 'number' }).notNull(),
    /** The last event of the object; 0 for a change. */
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.reason, t.id, t.eventId] })],
)
