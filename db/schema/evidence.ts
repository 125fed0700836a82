import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns'

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
