import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../columns'
import { appUser } from './access'
import { auditCheckpoint } from './workflow'

/**
 * What the tables of business data became, statement by statement, and the seals of the transactions that did it. Only
 * triggers add changes, and nothing changes or removes them.
 */

/** The rows that one statement wrote to one table (a thousand at most), each as it is afterwards. */
export const dataChange = pgTable(
  'data_change',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Its transaction; the seal of the same number signs it. */
    sealId: bigint('seal_id', { mode: 'number' }).notNull(),
    tableName: text('table_name').notNull(),
    /** "+" added, "~" changed, "-" removed, "=" as they stood when the table was covered, or got other columns. */
    act: text('act').notNull(),
    /** The objects that the rows belong to, by the table's column of them: to find all changes of one object. */
    owners: text('owners').array().notNull(),
    /** A line of JSON for each row; of a removed one as it was. */
    rows: text('rows').notNull(),
    /** SHA-256 of `rows`, in hex. */
    hash: text('hash').notNull(),
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
    /** SHA-256 over id, instant and the changes in their order. */
    hash: text('hash').notNull(),
    signature: text('signature').notNull(),
  },
  (t) => [index('change_seal_at').on(t.at)],
)

/** The tables that are covered, and the columns that their rows had when they were last recorded whole. */
export const coveredTable = pgTable('covered_table', {
  name: text('name').primaryKey(),
  columns: text('columns').notNull(),
  /** What its triggers were made with. */
  arguments: text('arguments').notNull(),
})

/** What a time stamp authority (RFC 3161) says of a checkpoint: one a day where the site has such an authority. */
export const checkpointStamp = pgTable('checkpoint_stamp', {
  checkpointId: integer('checkpoint_id')
    .primaryKey()
    .references(() => auditCheckpoint.id),
  /** The instant that the authority gives. */
  at: instant('at').notNull(),
  /** Its address. */
  authority: text('authority').notNull(),
  /** The TimeStampToken, DER in base64; its imprint is the checkpoint's hash. */
  token: text('token').notNull(),
})

/** Up to where places outside of the site have taken its checkpoints, and why the last one was refused. */
export const checkpointSent = pgTable('checkpoint_sent', {
  /** "stamp": the time stamp authority; "copy": the site's place for copies. */
  place: text('place').primaryKey(),
  /** The newest checkpoint that it took; null before the first. */
  checkpointId: integer('checkpoint_id'),
  takenAt: instant('taken_at'),
  /** What was wrong the last time; null when nothing was. */
  refusal: text('refusal'),
  refusedAt: instant('refused_at'),
})

/** Packs of a month of several funds: built as a job, and kept for a week. */
export const monthPack = pgTable(
  'month_pack',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** "2026-10". */
    month: text('month').notNull(),
    /** Codes of the funds, in their order. */
    funds: text('funds').array().notNull(),
    /** "RUNNING", "DONE", "CANCELLED" or "FAILED". */
    status: text('status').notNull(),
    /** NAVs. */
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    size: bigint('size', { mode: 'number' }),
    sha256: text('sha256'),
    /** Why it failed, or who cancelled it. */
    note: text('note').notNull().default(''),
    requestedBy: integer('requested_by')
      .notNull()
      .references(() => appUser.id),
    requestedAt: instant('requested_at').notNull(),
    /** The last sign of the process that works on it. */
    beatAt: instant('beat_at').notNull(),
    finishedAt: instant('finished_at'),
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
