import { COVERED } from 'db/evidence/covered'
import type { SealedSite } from './sealed-site'

/** What tampering needs of a site: an unrestricted superuser. */
export type Tampered = Pick<SealedSite, 'admin' | 'untold'>

/** A manipulation with a superuser’s rights. */
export const KINDS = ['changed', 'removed', 'inserted', 'changed with the triggers on'] as const

export interface Tampering {
  table: string
  kind: (typeof KINDS)[number]
  /** The key of the row, as in findings. */
  key: string
  /** The changed column; null for the whole row. */
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

/** The covered tables with rows, each with the writable columns. */
export async function tablesOf(site: Tampered): Promise<Map<string, Column[]>> {
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

const FORGED_TEXT = ' forged'

/** Statements that add a copy of a row under another key, also changing other unique values. */
function inserting(
  table: string,
  columns: Column[],
  image: string,
  { keys, other }: { keys: string[]; other: number },
) {
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const unlike = columns.flatMap(({ name, type }) => {
    const isKey = name === keys[0]
    const fact = (value: string) => [`|| jsonb_build_object('${name}', ${value})`]
    if (type === 'text' && (isKey || !keys.includes(name)))
      return fact(`'${other} ${name}${FORGED_TEXT}'::text`)
    if (type === 'date' && (isKey || !keys.includes(name)))
      return fact(`(date '2100-01-01' + ${other % 90_000})::text`)
    if (isKey) return fact(`${other}::bigint`)
    return []
  })
  return `insert into ${table} (${names}) overriding system value
    select ${names} from jsonb_populate_record(null::${table}, ${quoted(image)}::jsonb ${unlike.join(' ')})`
}

export interface Aim {
  table: string
  kind: Tampering['kind']
  columns: Column[]
  draw: (limit: number) => number
  /** Rows already tampered with. */
  taken: Set<string>
}

/** Forbidden even to a superuser: the row is deleted instead. */
const FORBIDDEN = new Set(['23502', '23503', '23505', '23514', '22003', 'P0001', '22008', '42501'])

/** Tampers with one untouched row; null if the table has none left. */
export async function tamper(site: Tampered, aim: Aim): Promise<Tampering | null> {
  const { table, draw, taken } = aim
  const { key: keys = [] } = COVERED[table] ?? {}
  const [rowsOf] = await site.admin.unsafe(`select count(*)::int as count from ${table}`)
  const rows = await site.admin.unsafe(
    `select to_jsonb(r)::text as image, ${keys.map((k) => `r."${k}"::text as "${k}"`).join(', ')} from ${table} r
     offset ${draw(Math.max(1, Number(rowsOf?.count) - 5))} limit 5`,
  )
  const row = rows.find(
    (each) =>
      !taken.has(`${table} ${keys.map((k) => each[k]).join(' ')}`) &&
      !String(each.image).includes(FORGED_TEXT),
  )
  if (!row) return null
  taken.add(`${table} ${keys.map((k) => row[k]).join(' ')}`)
  const key = Object.fromEntries(keys.map((k) => [k, String(row[k])]))
  try {
    return await done(site, aim, { key, image: String(row.image) })
  } catch (error) {
    if (!FORBIDDEN.has((error as { code?: string }).code ?? '')) throw error
    return done(site, { ...aim, kind: 'removed' }, { key, image: String(row.image) })
  }
}

async function done(
  site: Tampered,
  { table, kind, columns, draw, taken }: Aim,
  { key: byName, image }: { key: Record<string, string>; image: string },
): Promise<Tampering> {
  const { only } = COVERED[table] ?? {}
  const keys = Object.keys(byName)
  const key = Object.values(byName).join(' ')
  const where = keys.map((k) => `"${k}"::text = ${quoted(byName[k])}`).join(' and ')
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const back = `insert into ${table} (${names}) overriding system value
    select ${names} from jsonb_populate_record(null::${table}, ${quoted(image)}::jsonb)`
  const remove = `delete from ${table} where ${where}`
  const free = columns.filter(
    ({ name, type }) => !keys.includes(name) && type in OTHER && (!only || only.includes(name)),
  )
  if (kind === 'inserted') {
    const other = 900_000_000 + draw(1e8)
    const [made] = await site.admin.begin(async (sql) => {
      await sql.unsafe('set local session_replication_role = replica')
      return sql.unsafe(
        `${inserting(table, columns, image, { keys, other })} returning ${keys.map((k) => `"${k}"::text`).join(', ')}`,
      )
    })
    const its = keys.map((k) => `"${k}"::text = ${quoted(made?.[k])}`)
    const forged = keys.map((k) => String(made?.[k])).join(' ')
    taken.add(`${table} ${forged}`)
    return {
      table,
      kind,
      key: forged,
      field: null,
      undo: [`delete from ${table} where ${its.join(' and ')}`],
    }
  }
  const column = free[draw(Math.max(1, free.length))]
  if (kind === 'removed' || !column) {
    await site.untold(remove)
    return { table, kind: 'removed', key, field: null, undo: [back] }
  }
  const change = `update ${table} set "${column.name}" = ${OTHER[column.type]?.(`"${column.name}"`)} where ${where}`
  if (kind === 'changed') await site.untold(change)
  else await site.admin.unsafe(change)
  return { table, kind, key, field: column.name, undo: [remove, back] }
}
