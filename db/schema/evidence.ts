import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, instant, jobColumns, xact } from '../columns'
import { appUser } from './access'
import { auditCheckpoint } from './workflow'

/** The transaction that writes a row; null in rows from before it was noted. */
const ownTransaction = () => xact('xact').default(sql`pg_current_xact_id()`)

/**
 * The changes of business data, statement by statement, and the seals of their transactions. Only triggers add changes,
 * and nothing changes or removes them.
 */

/** The rows that one statement wrote to one table (at most a thousand), as they are afterwards. */
export const dataChange = pgTable(
  'data_change',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Its transaction; the seal with the same number signs it. */
    sealId: bigint('seal_id', { mode: 'number' }).notNull(),
    /** A covered table, or one of NOTES in db/evidence/seal.ts. */
    tableName: text('table_name').notNull(),
    /**
     * "+" added, "~" changed, "-" removed, "=" the state when the table was first covered, or its columns changed. After "~"
     * comes what the statement found, as "~ 2 HASH" (app/platform/proof/found-rows.ts).
     */
    act: text('act').notNull(),
    /** The objects that the rows belong to, from the table's owner column: for finding all changes of one object. */
    owners: text('owners').array().notNull(),
    /** One line of JSON per row; for a removed one its last state. */
    rows: text('rows').notNull(),
    /** SHA-256 of `rows`, in hex. */
    hash: text('hash').notNull(),
    xact: ownTransaction(),
  },
  (t) => [
    index('data_change_seal').on(t.sealId),
    index('data_change_table').on(t.tableName, t.id),
    index('data_change_owner').using('gin', t.owners),
  ],
)

/** A transaction that changed business data, signed with the site's key, which is not in the database. */
export const changeSeal = pgTable(
  'change_seal',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    /** The instant of its newest event; without an event the time of the database. */
    at: instant('at').notNull(),
    changes: integer('changes').notNull(),
    /** SHA-256 over id, instant and the changes in order. */
    hash: text('hash').notNull(),
    signature: text('signature').notNull(),
    /** It signs the changes with its number of this transaction, and no others. */
    xact: ownTransaction(),
  },
  (t) => [index('change_seal_at').on(t.at)],
)

/** The covered tables, and their columns when their rows were last recorded in full. */
export const coveredTable = pgTable('covered_table', {
  name: text('name').primaryKey(),
  columns: text('columns').notNull(),
  /** The arguments of its triggers. */
  arguments: text('arguments').notNull(),
})

/** The time stamp of a checkpoint (RFC 3161): one per day, if the site has a time stamp authority. */
export const checkpointStamp = pgTable('checkpoint_stamp', {
  checkpointId: integer('checkpoint_id')
    .primaryKey()
    .references(() => auditCheckpoint.id),
  /** The instant stated by the authority. */
  at: instant('at').notNull(),
  /** Its address. */
  authority: text('authority').notNull(),
  /** The TimeStampToken, DER in base64; its imprint is the checkpoint's hash. */
  token: text('token').notNull(),
})

/** The last checkpoint accepted by places outside the site, and why the latest one was refused. */
export const checkpointSent = pgTable('checkpoint_sent', {
  /** "stamp": the time stamp authority; "copy": the site's place for copies. */
  place: text('place').primaryKey(),
  /** The newest checkpoint that it accepted; null before the first. */
  checkpointId: integer('checkpoint_id'),
  takenAt: instant('taken_at'),
  /** What was wrong the last time; null if nothing. */
  refusal: text('refusal'),
  refusedAt: instant('refused_at'),
})

/** Packs of one month for several funds: built as a job, and kept for a week. */
export const monthPack = pgTable(
  'month_pack',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `total` and `done` count NAVs. */
    ...jobColumns,
    /** "2026-10". */
    month: text('month').notNull(),
    /** Codes of the funds, in order. */
    funds: text('funds').array().notNull(),
    size: bigint('size', { mode: 'number' }),
    sha256: text('sha256'),
    requestedBy: integer('requested_by')
      .notNull()
      .references(() => appUser.id),
  },
  (t) => [index('month_pack_newest').on(t.requestedAt)],
)

/** The bytes of such a pack, piece by piece. */
export const monthPackChunk = pgTable(
  'month_pack_chunk',
  {
    packId: bigint('pack_id', { mode: 'number' })
      .notNull()
      .references(() => monthPack.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.packId, t.seq] })],
)
