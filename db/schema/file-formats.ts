import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { day, instant, objectId } from '../columns'
import { appUser } from './access'

/**
 * A version of a file format: how the files of one administrator, or of another party, become tables. Written once, when
 * another administrator approved it: a later version replaces it, or ends it.
 */
export const fileFormat = pgTable(
  'file_format',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    code: text('code').notNull(),
    /** From 1. */
    version: integer('version').notNull(),
    name: text('name').notNull(),
    /** FIA or MFFA; null for any, or another party. */
    provider: text('provider'),
    /** The first and the last NAV date; null is without end. */
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
    /** Its JSON as it was proposed, with the order of its keys. */
    definition: text('definition').notNull(),
    /** Null for the command line. */
    proposedBy: integer('proposed_by').references(() => appUser.id),
    approvedBy: integer('approved_by').references(() => appUser.id),
    approvedAt: instant('approved_at').notNull(),
  },
  (t) => [uniqueIndex('file_format_version').on(t.code, t.version)],
)

/** The refused upload of a control, which waits for a file format that reads its files. */
export const waitingUpload = pgTable('waiting_upload', {
  /** Of its files, which are kept as long. */
  setId: text('set_id').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => appUser.id),
  /** FIA2, FIA3 or MFFA. */
  controlSet: text('control_set').notNull(),
  /** The NAV that it was started from; null for none. */
  fundNavId: objectId('fund_nav_id'),
  reasonCode: text('reason_code').notNull(),
  comment: text('comment').notNull(),
  /** Formats approved later may read it: since it waits, or was tried last. */
  since: instant('since').notNull(),
})
