import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, objectId } from '../columns'
import { appUser } from './access'
import { document } from './documents'
import { fundNav, navControl } from './navs'
import { nextObjectId } from './workflow'

/** Work on a NAV beside its controls: matchings and checks. */

const _day = (name: string) => date(name, { mode: 'string' })

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
