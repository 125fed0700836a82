import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns'
import { appUser } from './access'

/** E-mail notices to users about work waiting for them. */

/** A user who wants notices; other users have no row. */
export const mailPreference = pgTable('mail_preference', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => appUser.id),
  address: text('address').notNull(),
  /** "at once" or "daily". */
  frequency: text('frequency').notNull(),
  /** An object still waiting after this many days is included in a notice. */
  waitsDays: integer('waits_days').notNull(),
  /** The day of the last daily notice, in the site's zone. */
  lastSentOn: date('told_on'),
  /** One process sends to a user at a time: until then no other does. */
  claimedUntil: instant('claimed_until'),
  /** When the user opened the link sent to the address; null while it is not confirmed: no notice goes there. */
  confirmedAt: instant('confirmed_at'),
  /** SHA-256 of the secret in the link that was sent last; null where one is to be sent. */
  linkHash: text('link_hash'),
  linkSentAt: instant('link_sent_at'),
  /** Why the last notice could not be sent, in the mail server's words; null if it was sent. */
  failure: text('failure'),
})

/** Up to when a user has seen what others did; others have not looked yet. */
export const newsSeen = pgTable('news_seen', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => appUser.id),
  seenAt: instant('seen_at').notNull(),
})

/** The immediate notices that were sent: an object, as of its last event, or a waiting change, is included once per reason. */
export const sentNotification = pgTable(
  'sent_notification',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    reason: text('reason').notNull(),
    /** Id of the object or the change. */
    id: bigint('id', { mode: 'number' }).notNull(),
    /** The last event of the object; 0 for a change. */
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.reason, t.id, t.eventId] })],
)
