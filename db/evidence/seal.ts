import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Connection } from '../connection'
import { ForeignChange } from '../failures'
import { COVERED } from './covered'
import type { WrittenRows } from './written-rows'

/** Signs a text with the site's key. */
export type Sign = (text: string) => string

/** A change, as its seal signs it. */
export interface SealedChange {
  id: number
  table: string
  act: string
  hash: string
}

/**
 * Records that are not of rows, by their table name: the request that a transaction worked for, the release that
 * recorded rows of tables again, and that an older copy of the database was restored on purpose.
 */
export const NOTES = ['request', 'release', 'restore'] as const

/** What the seal of a transaction signs: its number and instant, and each change in order. */
export function sealHash(id: number, at: Date, changes: readonly SealedChange[]): string {
  const lines = changes.map((each) => `${each.id} ${each.table} ${each.act} ${each.hash}`)
  return createHash('sha256')
    .update([`seal ${id} ${at.toISOString()}`, ...lines].join('\n'))
    .digest('hex')
}

/**
 * The changes that this transaction recorded: the number of a seal can be set by anyone, but xmin only by the server.
 * Those of a part of it, which the application never has, are not its own.
 */
const CHANGES = `
  select floor(extract(epoch from coalesce(max(at) over (),
    case when split_part(current_setting('fundesk.at', true), ' ', 1) = pg_current_xact_id_if_assigned()::text
      then split_part(current_setting('fundesk.at', true), ' ', 2)::timestamptz end,
    $1::timestamptz, now())) * 1000) as ms, change.* from (
    select id, seal_id, table_name, act, hash, cardinality(string_to_array(rows, E'\\n')) as count,
      case when table_name = 'workflow_event' then
        (select max((line::jsonb ->> 'at')::timestamptz) from regexp_split_to_table(rows, E'\\n') line) end as at,
      xmin = pg_current_xact_id_if_assigned()::xid as own
    from data_change where seal_id = nullif(current_setting('fundesk.seal', true), '')::bigint
      and (xmin = pg_current_xact_id_if_assigned()::xid or xact = pg_current_xact_id_if_assigned())
    union all
    select id, seal_id, table_name, act, hash, 1, null, true from record_note('request', $2)) change order by id`

export interface Sealing {
  sign: Sign
  /** The instant of changes without an event; by default the database's. */
  now?: Date
  /** What the application wrote: changes beyond it are refused. Missing: it is not compared. */
  written?: WrittenRows
  /** The request that the transaction works for, as JSON. */
  request?: string
}

/**
 * Signs the changes of business data in a connection's open transaction; without changes there is no seal. These must
 * be the last statements before its commit.
 * @throws ForeignChange for a change that the application did not make, or another request than its own
 */
export async function sealTransaction(
  connection: Connection,
  { sign, now, written, request }: Sealing,
  limitMs: number,
): Promise<void> {
  const params = [now?.toISOString() ?? null, request ?? null]
  const rows = await connection.send(CHANGES, params, { limitMs, keep: true })
  if (rows.length === 0) return
  const foreign = rows.find(({ own }) => !own)
  if (foreign) throw new ForeignChange(String(foreign.table_name))
  const id = Number(rows[0]?.seal_id)
  const at = new Date(Number(rows[0]?.ms))
  const changes = rows.map((row) => ({
    id: Number(row.id),
    table: String(row.table_name),
    act: String(row.act),
    hash: String(row.hash),
    count: Number(row.count),
  }))
  const note = changes.find(({ table }) => table === 'request')
  if (request !== undefined && note?.hash !== createHash('sha256').update(request).digest('hex'))
    throw new ForeignChange('request')
  written?.refuseOthers(changes)
  const hash = sealHash(id, at, changes)
  await connection.send(
    'insert into change_seal (id, at, changes, hash, signature) values ($1, $2, $3, $4, $5)',
    [id, at.toISOString(), changes.length, hash, sign(hash)],
    { limitMs, keep: true },
  )
}

/**
 * Changes of this transaction count from their own instant, such as the business date of the demo's story. The instant is
 * with the transaction's number, so that a setting of an account dates nothing.
 */
export const backdateChanges = (at: Date) =>
  sql`select set_config('fundesk.at', concat(pg_current_xact_id(), ' ', ${at.toISOString()}::text), true)`

interface Release {
  /** The name of its newest migration. */
  release: string | undefined
  limitMs: number
}

/**
 * Records the release that brought the tables up to date, if it is another than the last: which tables are covered from
 * now on, and of which it recorded the rows. A row that an audit finds recorded again later must have been there before.
 */
export async function noteRelease(connection: Connection, { release, limitMs }: Release): Promise<void> {
  const [recorded] = await connection.send(
    `select coalesce(jsonb_agg(distinct table_name), '[]')::text as tables from data_change
     where act = '=' and seal_id = nullif(current_setting('fundesk.seal', true), '')::bigint
       and xmin = pg_current_xact_id_if_assigned()::xid`,
    [],
    { limitMs },
  )
  const [last] = await connection.send(
    "select rows from data_change where table_name = 'release' order by id desc limit 1",
    [],
    { limitMs },
  )
  const covers = Object.keys(COVERED).sort()
  const tables = JSON.parse(String(recorded?.tables)) as string[]
  const before = last ? (JSON.parse(String(last.rows)) as { release: string; covers: string[] }) : null
  if (before?.release === release && before?.covers.join() === covers.join() && tables.length === 0) return
  await connection.send('select seal_of_transaction()', [], { limitMs })
  const note = JSON.stringify({ release, covers, recorded: tables })
  await connection.send("select id from record_note('release', $1)", [note], { limitMs })
}

/** Covers each table of the list, in the owner's open transaction: adds triggers, and records rows not yet recorded. */
export async function coverTables(connection: Connection, limitMs: number): Promise<void> {
  const names = Object.entries(COVERED).map(([table, { key, owner = key[0], only = [], hidden = [] }]) => ({
    table,
    owner,
    only: only.join(','),
    hidden: hidden.join(','),
  }))
  const [known] = await connection.send("select to_regclass('covered_table') is not null as known", [], {
    limitMs,
  })
  if (!known?.known) return
  await connection.send(
    `select cover_table(c ->> 'table', c ->> 'owner', c ->> 'only', c ->> 'hidden')
     from jsonb_array_elements($1::jsonb) c
     where to_regclass(c ->> 'table') is not null`,
    [JSON.stringify(names)],
    { limitMs },
  )
}
