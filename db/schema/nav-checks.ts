import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { day, instant, objectId } from '../columns'
import { appUser } from './access'
import { document } from './documents'
import { fundNav, navControl } from './navs'
import { nextObjectId } from './workflow'

/** Work on a NAV beside its controls: matchings with their breaks, and checks. */

/** A matching of the management company's positions against a control's inventory. */
export const navMatching = pgTable(
  'nav_matching',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    fundNavId: objectId('fund_nav_id')
      .notNull()
      .references(() => fundNav.id),
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    round: integer('round').notNull(),
    uploadDocumentId: objectId('upload_document_id')
      .notNull()
      .references(() => document.id),
    resultDocumentId: objectId('result_document_id')
      .notNull()
      .references(() => document.id),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    at: instant('at').notNull(),
    /** Outcome → how many. */
    counts: jsonb('counts').notNull(),
  },
  (t) => [index('nav_matching_nav').on(t.fundNavId, t.at)],
)

/** One check of a round, signed and dated. */
export const navCheck = pgTable(
  'nav_check',
  {
    fundNavId: objectId('fund_nav_id')
      .notNull()
      .references(() => fundNav.id),
    round: integer('round').notNull(),
    rank: integer('rank').notNull(),
    /** "DONE", or "NOT OK" when an automatic check fails. */
    status: text('status').notNull(),
    userId: integer('user_id').references(() => appUser.id),
    at: instant('at').notNull(),
    log: text('log').notNull(),
    auto: boolean('auto').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fundNavId, t.round, t.rank] })],
)

/**
 * A break of a matching, and what people say of it. Each matching has rows of its own, which begin with what was said of
 * the same break before: those of earlier matchings stay as they were.
 */
export const navBreak = pgTable(
  'nav_break',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    matchingId: objectId('matching_id')
      .notNull()
      .references(() => navMatching.id),
    /** "ISIN LU0123456789 EUR" or "CODE 4711", as the two sides were matched. */
    instrumentKey: text('instrument_key').notNull(),
    /** An outcome of the matching other than MATCHED. */
    kind: text('kind').notNull(),
    instrumentCode: text('instrument_code').notNull(),
    instrumentName: text('instrument_name').notNull(),
    isin: text('isin'),
    currency: text('currency').notNull(),
    /** Manager - administrator, as the matching computed them; of a closed break, as they were last. */
    quantityDifference: numeric('quantity_difference').notNull(),
    priceDifference: numeric('price_difference'),
    valueDifference: numeric('value_difference').notNull(),
    basisPoints: numeric('basis_points'),
    /** The NAV date that an unbroken run of NAVs has had this break since. */
    firstSeen: day('first_seen').notNull(),
    /** OPEN, EXPLAINED, or CLOSED: this matching no longer has it. */
    state: text('state').notNull(),
    ownerId: integer('owner_id').references(() => appUser.id),
    comment: text('comment').notNull(),
    /** Changes by people to this row. */
    revision: integer('revision').notNull(),
    /** Who said last what is said of it, and when; comes along to later matchings. */
    changedBy: integer('changed_by').references(() => appUser.id),
    changedAt: instant('changed_at'),
  },
  (t) => [uniqueIndex('nav_break_of').on(t.matchingId, t.instrumentKey, t.kind)],
)
