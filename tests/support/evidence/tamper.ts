import { COVERED } from 'db/evidence/covered'
import type { SealedSite } from './sealed-site'

/** What is done to a row with a superuser's rights. */
export const KINDS = ['changed', 'removed', 'inserted', 'changed with the triggers on'] as const

export interface Tampering {
  table: string
  kind: (typeof KINDS)[number]
  /** The key of the row, as findings name it. */
  key: string
  /** The column that was changed; null where the whole row was. */
  field: string | null
  undo: string[]
}

interface Column {
  name: string
  type: string
}

/** A number below a limit, from a seed: the same sequence in every run. */
export function drawer(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const OTHER: Record<string, (column: string) => string> = {
  text: (c) => `coalesce(${c}, '') || 'x'`,
  integer: (c) => `coalesce(${c}, 0) + 1`,
  bigint: (c) => `coalesce(${c}, 0) + 1`,
  numeric: (c) => `coalesce(${c}, 0) + 0.01`,
  boolean: (c) => `not coalesce(${c}, false)`,
  date: (c) => `case when ${c} > '-infinity' then ${c} + 1 else '2026-01-01' end`,
  'timestamp with time zone': (c) => `coalesce(${c}, '2026-01-01') + interval '1 second'`,
  jsonb: (c) => `jsonb_build_array(${c}, 1)`,
  'text[]': (c) => `coalesce(${c}, '{}') || 'x'::text`,
}

/** The covered tables that have rows, each with the columns that can be written. */
export async function tablesOf(site: SealedSite): Promise<Map<string, Column[]>> {
  const found = new Map<string, Column[]>()
  for (const table of Object.keys(COVERED)) {
    const [any] = await site.admin.unsafe(`select 1 from ${table} limit 1`)
    if (!any) continue
    const columns = await site.admin<{ name: string; type: string }[]>`
      select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
    found.set(table, [...columns])
  }
  return found
}

const quoted = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`

/** Tampers with one row that was not tampered with before; null when the table has no other. */
export async function tamper(
  site: SealedSite,
  {
    table,
    kind,
    columns,
    draw,
    taken,
  }: {
    table: string
    kind: Tampering['kind']
    columns: Column[]
    draw: (limit: number) => number
    taken: Set<string>
  },
): Promise<Tampering | null> {
  const { key: keys = [], only } = COVERED[table] ?? {}
  const rows = await site.admin.unsafe(
    `select to_jsonb(r)::text as image, ${keys.map((k) => `r."${k}"::text as "${k}"`).join(', ')} from ${table} r order by md5(to_jsonb(r)::text || '${draw(1e9)}') limit 5`,
  )
  const row = rows.find((each) => !taken.has(`${table} ${keys.map((k) => each[k]).join(' ')}`))
  if (!row) return null
  const key = keys.map((k) => row[k]).join(' ')
  const where = keys.map((k) => `"${k}"::text = ${quoted(row[k])}`).join(' and ')
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const back = `insert into ${table} (${names}) overriding system value
    select ${names} from jsonb_populate_record(null::${table}, ${quoted(row.image)}::jsonb)`
  const remove = `delete from ${table} where ${where}`
  taken.add(`${table} ${key}`)
  const free = columns.filter(
    ({ name, type }) => !keys.includes(name) && type in OTHER && (!only || only.includes(name)),
  )
  if (kind === 'removed' || free.length === 0) {
    await site.untold(remove)
    return { table, kind: 'removed', key, field: null, undo: [back] }
  }
  if (kind === 'inserted') {
    const at = keys[0] ?? ''
    const type = columns.find(({ name }) => name === at)?.type ?? 'text'
    const other =
      type === 'text' ? `${row[at]} forged` : type === 'date' ? '2199-01-01' : String(900_000_000 + draw(1e8))
    const image = `${quoted(row.image)}::jsonb || jsonb_build_object('${at}', ${quoted(other)}${type === 'text' || type === 'date' ? '::text' : '::bigint'})`
    const unique = columns.filter(({ name, type: t }) => t === 'text' && name !== at && !keys.includes(name))
    const distinct = unique
      .map(({ name }) => `|| jsonb_build_object('${name}', '${other} ${name}')`)
      .join(' ')
    await site.untold(
      `insert into ${table} (${names}) overriding system value select ${names} from jsonb_populate_record(null::${table}, ${image} ${distinct})`,
    )
    const forged = [other, ...keys.slice(1).map((k) => row[k])].join(' ')
    const its = [
      `"${at}"::text = ${quoted(other)}`,
      ...keys.slice(1).map((k) => `"${k}"::text = ${quoted(row[k])}`),
    ]
    return {
      table,
      kind,
      key: forged,
      field: null,
      undo: [`delete from ${table} where ${its.join(' and ')}`],
    }
  }
  const column = free[draw(free.length)]
  if (!column) return null
  const change = `update ${table} set "${column.name}" = ${OTHER[column.type]?.(`"${column.name}"`)} where ${where}`
  if (kind === 'changed') await site.untold(change)
  else await site.admin.unsafe(change)
  return { table, kind, key, field: column.name, undo: [remove, back] }
}
