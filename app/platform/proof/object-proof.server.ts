import type { Read } from 'db/database'
import { COVERED, type Cover } from 'db/evidence/covered'
import { sealHash } from 'db/evidence/seal'
import { changeSeal, dataChange } from 'db/schema/evidence'
import { and, asc, inArray, lte, sql } from 'drizzle-orm'
import { groupedBy } from '~/platform/values/grouped'
import { isSignedWith, type PublicKey } from '~/platform/workflow/signing.server'
import { isItsSeal } from './its-seal.server'
import { fieldsOf, keyOf, type Row, textHash } from './recorded-rows.server'
import { type Column, rowImage } from './row-image.server'

/** The tables whose rows make an object, by the column of each that has its number (db/evidence/covered.ts). */
const OF_EVERY_OBJECT = ['workflow_instance', 'document', 'kpi_comment_entry']
const TABLES_OF = {
  nav: ['fund_nav', 'nav_control', 'sent_figure', 'nav_matching', 'nav_check', ...OF_EVERY_OBJECT],
  draft: ['draft', 'cost_line', 'totals_confirmation', 'allocation', ...OF_EVERY_OBJECT],
  invoice: ['invoice', 'invoice_row', 'recoverable_vat', 'booked_taxes', ...OF_EVERY_OBJECT],
  budget: ['budget', 'budget_term', 'budget_override', ...OF_EVERY_OBJECT],
}

export interface ProvenObject {
  kind: keyof typeof TABLES_OF
  id: number
}

/** Rows of a seal that are compared with it on a page: bigger ones, such as those of a load, are left to the audit. */
const MAX_CHANGES = 2_000

/** Somebody may change the object between two reads. */
const MAX_READS = 3

/**
 * The tables in which the rows of an object are not what the newest signed changes made them; none while all are.
 * Without seals nothing is compared.
 * @param read the present, or the state of an instant
 * @param asOf that instant; null for the present
 */
export async function unprovenTables(
  read: Read,
  keys: readonly PublicKey[],
  object: ProvenObject,
  asOf: Date | null,
): Promise<string[]> {
  for (let time = 1; ; time += 1) {
    const unproven = await compareOnce(read, keys, object, asOf)
    if (unproven.length === 0 || time === MAX_READS) return unproven
  }
}

async function compareOnce(
  read: Read,
  keys: readonly PublicKey[],
  object: ProvenObject,
  asOf: Date | null,
): Promise<string[]> {
  const tables = TABLES_OF[object.kind]
  const changes = await read
    .select({
      id: dataChange.id,
      table: dataChange.tableName,
      act: dataChange.act,
      lines: ownLines(tables, object.id),
      hash: dataChange.hash,
      isItsHash: sql<boolean>`${dataChange.hash} = encode(sha256(convert_to(${dataChange.rows}, 'UTF8')), 'hex')`,
      seal: { id: changeSeal.id, at: changeSeal.at, changes: changeSeal.changes },
      sealHash: changeSeal.hash,
      signature: changeSeal.signature,
    })
    .from(dataChange)
    .innerJoin(changeSeal, isItsSeal)
    .where(
      and(
        sql`${dataChange.owners} @> array[${String(object.id)}]`,
        inArray(dataChange.tableName, tables),
        asOf ? lte(changeSeal.at, asOf) : undefined,
      ),
    )
    .orderBy(asc(dataChange.id))
  if (changes.length === 0) return []
  const byTable = groupedBy(changes, ({ table }) => table)
  const newest = new Map<number, (typeof changes)[number]>()
  const unproven: string[] = []
  for (const table of tables) {
    const cover = COVERED[table] ?? { key: [] }
    const recorded = new Map<string, { line: string; change: (typeof changes)[number] }>()
    for (const change of byTable.get(table) ?? [])
      for (const line of change.lines.split('\n')) {
        const row = fieldsOf(line)
        if (String(row[ownerOf(cover)]) !== String(object.id)) continue
        if (change.act === '-') recorded.delete(keyOf(cover, row))
        else recorded.set(keyOf(cover, row), { line, change })
      }
    for (const { change } of recorded.values()) newest.set(change.id, change)
    if (!(await areRecorded(read, table, object.id, recorded))) unproven.push(table)
  }
  const wrong = await unsignedChanges(read, keys, [...newest.values()])
  for (const { table } of wrong) if (!unproven.includes(table)) unproven.push(table)
  return unproven
}

/** The lines of a change with rows of the object: a load may have recorded a thousand objects in one. */
function ownLines(tables: readonly string[], id: number) {
  const owners = Object.fromEntries(tables.map((table) => [table, ownerOf(COVERED[table] ?? { key: [] })]))
  const field = sql`'"' || (${JSON.stringify(owners)}::jsonb ->> ${dataChange.tableName}) || '": ' || ${String(id)}`
  return sql<string>`array_to_string(array(
    select line from unnest(string_to_array(${dataChange.rows}, E'\\n')) line
    where strpos(line, ${field} || ',') > 0 or strpos(line, ${field} || '}') > 0), E'\\n')`
}

const ownerOf = ({ owner, key }: Cover) => owner ?? key[0] ?? ''

/** Whether the rows of an object in a table are the recorded ones. */
async function areRecorded(
  read: Read,
  table: string,
  id: number,
  recorded: ReadonlyMap<string, { line: string }>,
): Promise<boolean> {
  const cover = COVERED[table] ?? { key: [] }
  const columns: unknown = await read.execute(sql`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped`)
  const named = columns as Column[]
  const texts = sql.join(
    named.map(({ name }) => sql`r.${sql.identifier(name)}::text as ${sql.identifier(name)}`),
    sql`, `,
  )
  const found: unknown = await read.execute(
    sql`select ${texts} from ${sql.identifier(table)} r where r.${sql.identifier(ownerOf(cover))} = ${id}`,
  )
  const missing = new Map(recorded)
  for (const values of found as Record<string, string | null>[]) {
    const line = rowImage(named, values, cover)
    const key = keyOf(cover, fieldsOf(line))
    const signed = missing.get(key)
    if (!signed || !isSame(signed.line, line)) return false
    missing.delete(key)
  }
  return missing.size === 0
}

/** Whether a row is the recorded one, in the columns that the record has. */
function isSame(recorded: string, line: string): boolean {
  if (textHash(recorded) === textHash(line)) return true
  const [then, now] = [fieldsOf(recorded), fieldsOf(line)]
  const shared = Object.keys(then).filter((name) => name in now)
  return shared.length < Object.keys(now).length && shared.every((name) => isEqual(then, now, name))
}

const isEqual = (then: Row, now: Row, name: string) =>
  JSON.stringify(then[name]) === JSON.stringify(now[name])

interface SealedRows {
  id: number
  isItsHash: boolean
  seal: { id: number; at: Date; changes: number }
  sealHash: string
  signature: string
}

/** Those changes whose text is not what a seal of this site signs. */
async function unsignedChanges<Change extends SealedRows>(
  read: Read,
  keys: readonly PublicKey[],
  changes: readonly Change[],
): Promise<Change[]> {
  const seals = new Map(changes.map(({ seal }) => [seal.id, seal]))
  const small = [...seals.values()].filter((seal) => seal.changes <= MAX_CHANGES).map(({ id }) => id)
  const parts =
    small.length === 0
      ? []
      : await read
          .select({
            sealId: dataChange.sealId,
            id: dataChange.id,
            table: dataChange.tableName,
            act: dataChange.act,
            hash: dataChange.hash,
          })
          .from(dataChange)
          .innerJoin(changeSeal, isItsSeal)
          .where(inArray(dataChange.sealId, small))
          .orderBy(asc(dataChange.id))
  const bySeal = groupedBy(parts, ({ sealId }) => sealId)
  return changes.filter(
    ({ isItsHash, seal, sealHash: signed, signature }) =>
      !isItsHash ||
      !isSignedWith(keys, signed, signature) ||
      (seal.changes <= MAX_CHANGES && sealHash(seal.id, seal.at, bySeal.get(seal.id) ?? []) !== signed),
  )
}
