import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Connection } from '../connection'
import { COVERED } from './covered'

/** Signs a text with the site's key. */
export type Sign = (text: string) => string

/** A change, as its seal signs it. */
export interface SealedChange {
  id: number
  table: string
  act: string
  hash: string
}

/** What the seal of a transaction signs: its number and instant, and each change in order. */
export function sealHash(id: number, at: Date, changes: readonly SealedChange[]): string {
  const lines = changes.map((each) => `${each.id} ${each.table} ${each.act} ${each.hash}`)
  return createHash('sha256')
    .update([`seal ${id} ${at.toISOString()}`, ...lines].join('\n'))
    .digest('hex')
}

const CHANGES = `
  select floor(extract(epoch from coalesce(max(at) over (), nullif(current_setting('fundesk.at', true), '')::timestamptz,
    $1::timestamptz, now())) * 1000) as ms, change.* from (select id, seal_id, table_name, act, hash,
    case when table_name = 'workflow_event' then
      (select max((line::jsonb ->> 'at')::timestamptz) from regexp_split_to_table(rows, E'\\n') line) end as at
  from data_change where seal_id = nullif(current_setting('fundesk.seal', true), '')::bigint) change order by id`

/**
 * Signs the changes of business data in a connection's open transaction; without changes there is no seal. These must
 * be the last statements before its commit.
 * @param now the instant of changes without an event; by default the database's
 */
export async function sealTransaction(
  connection: Connection,
  sign: Sign,
  limitMs: number,
  now?: Date,
): Promise<void> {
  const rows = await connection.send(CHANGES, [now?.toISOString() ?? null], { limitMs, keep: true })
  if (rows.length === 0) return
  const id = Number(rows[0]?.seal_id)
  const at = new Date(Number(rows[0]?.ms))
  const changes = rows.map((row) => ({
    id: Number(row.id),
    table: String(row.table_name),
    act: String(row.act),
    hash: String(row.hash),
  }))
  const hash = sealHash(id, at, changes)
  await connection.send(
    'insert into change_seal (id, at, changes, hash, signature) values ($1, $2, $3, $4, $5)',
    [id, at.toISOString(), changes.length, hash, sign(hash)],
    { limitMs, keep: true },
  )
}

/** Changes of this transaction count from their own instant, such as the business date of the demo's story. */
export const backdateChanges = (at: Date) => sql`select set_config('fundesk.at', ${at.toISOString()}, true)`

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
