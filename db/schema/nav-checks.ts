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

/** Work on a NAV in addition to its controls: matchings with their breaks, and checks. */

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
    /** Number of results by outcome. */
    counts: jsonb('counts').notNull(),
    /** The file format that read the file; null for FUNDESK. */
    formatCode: text('format_code'),
    formatVersion: integer('format_version'),
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
    /** "DONE", or "NOT OK" if an automatic check fails. */
    status: text('status').notNull(),
    userId: integer('user_id').references(() => appUser.id),
    at: instant('at').notNull(),
    log: text('log').notNull(),
    auto: boolean('auto').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fundNavId, t.round, t.rank] })],
)

/**
 * A break of a matching, with its comments. Each matching has its own rows, which start with the previous comments on
 * the same break; those of earlier matchings stay unchanged.
 */
export const navBreak = pgTable(
  'nav_break',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    matchingId: objectId('matching_id')
      .notNull()
      .references(() => navMatching.id),
    /** "ISIN LU0123456789 EUR" or "CODE 4711", the key by which the two sides were matched. */
    instrumentKey: text('instrument_key').notNull(),
    /** An outcome of the matching other than MATCHED. */
    kind: text('kind').notNull(),
    instrumentCode: text('instrument_code').notNull(),
    instrumentName: text('instrument_name').notNull(),
    isin: text('isin'),
    currency: text('currency').notNull(),
    /** Manager - administrator, as computed by the matching; for a closed break, the last ones. */
    quantityDifference: numeric('quantity_difference').notNull(),
    priceDifference: numeric('price_difference'),
    valueDifference: numeric('value_difference').notNull(),
    basisPoints: numeric('basis_points'),
    /** The first NAV date of the unbroken run of NAVs with this break. */
    firstSeen: day('first_seen').notNull(),
    /** OPEN, EXPLAINED, or CLOSED: no longer in this matching. */
    state: text('state').notNull(),
    ownerId: integer('owner_id').references(() => appUser.id),
    comment: text('comment').notNull(),
    /** Number of changes by users. */
    revision: integer('revision').notNull(),
    /** Who last commented on it, and when; carried over to later matchings. */
    changedBy: integer('changed_by').references(() => appUser.id),
    changedAt: instant('changed_at'),
  },
  (t) => [uniqueIndex('nav_break_of').on(t.matchingId, t.instrumentKey, t.kind)],
)
