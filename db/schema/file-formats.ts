import { foreignKey, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, day, instant } from '../columns'
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

/** The files of a refused upload, which wait an hour on the server so that they need not be chosen again. */
export const stagedFile = pgTable(
  'staged_file',
  {
    /** Unguessable; the same for the files of one upload. */
    setId: text('set_id').notNull(),
    /** Position in the upload, from 0. */
    position: integer('position').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    fileName: text('file_name').notNull(),
    size: integer('size').notNull(),
    /** The virus scanner that found nothing in it; null if it was not scanned. */
    scannedBy: text('scanned_by'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.setId, t.position] })],
)

export const stagedFileChunk = pgTable(
  'staged_file_chunk',
  {
    setId: text('set_id').notNull(),
    position: integer('position').notNull(),
    seq: integer('seq').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.setId, t.position, t.seq] }),
    foreignKey({
      name: 'staged_file_chunk_file_fk',
      columns: [t.setId, t.position],
      foreignColumns: [stagedFile.setId, stagedFile.position],
    }).onDelete('cascade'),
  ],
)
