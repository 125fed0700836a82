import type { Read } from 'db/database'
import { COVERED } from 'db/evidence/covered'
import { type SQL, sql } from 'drizzle-orm'
import { isDay } from '~/platform/values/day'
import { capitalised, showDay, showLongInstant, showYesNo } from '~/platform/values/show'
import type { Compared, ComparedRows } from './compared-objects'

/** A field that differs between then and now, as text; null on the side where its row does not exist. */
export interface Difference {
  key: string
  /** "Cost line 12" */
  row: string
  field: string
  before: string | null
  after: string | null
}

export interface Comparison {
  differences: Difference[]
  /** How many fields are the same. */
  same: number
}

/** A row, each value as its text; null where there is none. */
type Row = Record<string, string | null>

/** Display names of the rows that others refer to, in SQL. */
const NAMES: Readonly<Record<string, SQL>> = {
  legal_entity: sql`name`,
  app_user: sql`user_name`,
  fund: sql`code`,
  expense_type: sql`name`,
  routine_type: sql`name`,
  client_validator: sql`first_name || ' ' || name`,
  ux_function: sql`name`,
  kpi_method: sql`name`,
}

/** Columns that count or order changes and mean nothing to people. */
const NOT_SHOWN = [
  'revision',
  'last_event_id',
  'definition_id',
  'opens',
  'class',
  'ref_key',
  'fund_nav_id',
  'draft_id',
]

/**
 * What a page shows, then and now, field by field: from the rows of its object of which changes are recorded.
 * @param then as the database was; @param now as it is
 */
export async function compareWithNow(
  then: Read,
  now: Read,
  of: Compared,
  timeZone: string,
): Promise<Comparison> {
  const parts = await Promise.all(
    of.rows.map(async (each) => {
      const [before, after] = await Promise.all([rowsOf(then, of.id, each), rowsOf(now, of.id, each)])
      return comparedRows(each, before, after)
    }),
  )
  const found = parts.flatMap(({ differences }) => differences)
  const names = await namesOf(now, found)
  const shown = (table: string, column: string, value: string | null) =>
    names.get(`${table} ${column} ${value}`) ?? inWords(value, timeZone)
  return {
    same: parts.reduce((sum, { same }) => sum + same, 0),
    differences: found.map(({ table, what, named, column, was, is, key }) => {
      const side = (value: string | null | undefined) =>
        value === undefined ? null : column === null ? 'there' : shown(table, column, value)
      return {
        key,
        row: [what, ...named.map(([name, value]) => shown(table, name, value))].join(' '),
        field: column === null ? (was === undefined ? 'Came' : 'Went') : label(column),
        before: side(was),
        after: side(is),
      }
    }),
  }
}

async function rowsOf(read: Read, id: number | null, { table, by, through }: ComparedRows): Promise<Row[]> {
  const where: SQL =
    by === null ? sql`true` : through ? inner(by, through, id) : sql`${sql.identifier(by)} = ${id}`
  const found: unknown = await read.execute(sql`
    select (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(r)))::text as row
    from ${sql.identifier(table)} r where ${where}`)
  return (found as { row: string }[]).map(({ row }) => JSON.parse(row) as Row)
}

const inner = (
  by: string,
  { table, column, id: owner }: NonNullable<ComparedRows['through']>,
  id: number | null,
) =>
  sql`${sql.identifier(by)} in (select p.${sql.identifier(column)} from ${sql.identifier(table)} p where p.${sql.identifier(owner)} = ${id})`

interface Found {
  key: string
  table: string
  what: string
  named: [column: string, value: string | null][]
  /** Null where the whole row was added or deleted. */
  column: string | null
  was: string | null | undefined
  is: string | null | undefined
}

function comparedRows(
  each: ComparedRows,
  before: Row[],
  after: Row[],
): { differences: Found[]; same: number } {
  const { table, what } = each
  const { key = [], hidden = [], only } = COVERED[table] ?? {}
  const keyOf = (row: Row) => key.map((column) => row[column]).join(' ')
  const then = new Map(before.map((row) => [keyOf(row), row]))
  const now = new Map(after.map((row) => [keyOf(row), row]))
  const notShown = [...NOT_SHOWN, ...hidden, ...key]
  const differences: Found[] = []
  let same = 0
  for (const id of new Set([...then.keys(), ...now.keys()])) {
    const [old, fresh] = [then.get(id), now.get(id)]
    const row = fresh ?? old ?? {}
    const named = (each.named ?? key).map((column): Found['named'][number] => [column, row[column] ?? null])
    const common = { table, what, named }
    if (!old || !fresh) {
      const key = `${table} ${id}`
      differences.push({ ...common, key, column: null, was: old && '', is: fresh && '' })
      continue
    }
    for (const column of Object.keys(fresh)) {
      if (notShown.includes(column) || (only && !only.includes(column))) continue
      const [was = null, is = null] = [old[column], fresh[column]]
      if (was === is) same += 1
      else differences.push({ ...common, key: `${table} ${id} ${column}`, column, was, is })
    }
  }
  return { differences, same }
}

/** The names of the rows that values refer to, by table, column and value. */
async function namesOf(read: Read, found: readonly Found[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  if (found.length === 0) return names
  const tables = [...new Set(found.map(({ table }) => table))]
  const foreignKeys: unknown = await read.execute(sql`
    select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target,
      t.attname as key
    from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute t on t.attrelid = c.confrelid and t.attnum = c.confkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1
      and c.conrelid::regclass::text in (select jsonb_array_elements_text(${JSON.stringify(tables)}::jsonb))`)
  for (const { table, column, target, key } of foreignKeys as Record<
    'table' | 'column' | 'target' | 'key',
    string
  >[]) {
    const name = NAMES[target]
    const values = found
      .filter((each) => each.table === table)
      .flatMap((each) => [
        ...(each.column === column ? [each.was, each.is] : []),
        ...each.named.flatMap(([named, value]) => (named === column ? [value] : [])),
      ])
      .filter((value) => value !== null && value !== undefined)
    if (!name || values.length === 0) continue
    const rows: unknown = await read.execute(sql`
      select ${sql.identifier(key)}::text as key, ${name} as name from ${sql.identifier(target)}
      where ${sql.identifier(key)}::text in (select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`)
    for (const row of rows as { key: string; name: string }[])
      names.set(`${table} ${column} ${row.key}`, row.name)
  }
  return names
}

/** "max_sending_date" as "Max sending date" */
function label(column: string): string {
  const words = column.replace(/_id$/, '').replaceAll('_', ' ')
  return capitalised(words)
}

function inWords(value: string | null, timeZone: string): string {
  if (value === null || value === '') return '(blank)'
  if (value === 'true' || value === 'false') return showYesNo(value === 'true')
  if (isDay(value)) return showDay(value)
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+\+00:00$/.test(value) ? showLongInstant(value, timeZone) : value
}
