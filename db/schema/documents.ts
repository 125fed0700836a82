import { bigint, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../columns'
import { appUser } from './access'
import { nextObjectId } from './workflow'

/** Files: content once per SHA-256 in chunks, and the documents that refer to it. */

export const documentContent = pgTable('document_content', {
  sha256: text('sha256').primaryKey(),
  size: integer('size').notNull(),
  /** Determined by content, never by name or the type sent by the browser. */
  mediaType: text('media_type').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const documentChunk = pgTable(
  'document_chunk',
  {
    sha256: text('sha256')
      .notNull()
      .references(() => documentContent.sha256),
    seq: integer('seq').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sha256, t.seq] })],
)

export const document = pgTable(
  'document',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().default(nextObjectId),
    /** The object it belongs to: "nav", "draft", ... and its id. */
    objectKind: text('object_kind').notNull(),
    objectId: bigint('object_id', { mode: 'number' }).notNull(),
    fileType: text('file_type').notNull(),
    /** Exactly as received; never used as a path. */
    fileName: text('file_name').notNull(),
    sha256: text('sha256')
      .notNull()
      .references(() => documentContent.sha256),
    createdAt: instant('created_at').notNull(),
    createdBy: integer('created_by').references(() => appUser.id),
    deletedAt: instant('deleted_at'),
    /**
     * The virus scanner that found nothing in it when it was uploaded, by its own identification; null: it was not
     * scanned.
     */
    scannedBy: text('scanned_by'),
  },
  (t) => [
    index('document_object').on(t.objectKind, t.objectId),
    index('document_sha256').on(t.sha256),
    index('document_creator').on(t.createdBy, t.createdAt),
  ],
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
