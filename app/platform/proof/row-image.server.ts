import { createHash } from 'node:crypto'
import type { Read } from 'db/database'
import { COVERED, type Cover } from 'db/evidence/covered'
import { sql } from 'drizzle-orm'
import { textArray } from '~/platform/lists/sql-columns.server'
import { groupedBy } from '~/platform/values/grouped'

/** A column of a table, with its type as PostgreSQL names it. */
export interface Column {
  name: string
  type: string
}

/** The recorded columns of tables, by table; of a table that was removed none. */
export async function recordedColumns(
  read: Read,
  tables: readonly string[],
): Promise<ReadonlyMap<string, Column[]>> {
  const found: unknown = await read.execute(sql`
    select named.name as table, attname as name, format_type(atttypid, null) as type
    from unnest(${textArray([...new Set(tables)])}) as named(name)
      join pg_attribute on attrelid = to_regclass('public.' || named.name)
    where attnum > 0 and not attisdropped`)
  const recorded = (found as (Column & { table: string })[]).filter(({ table, name }) => {
    const { only } = COVERED[table] ?? {}
    return !only || only.includes(name)
  })
  return groupedBy(recorded, ({ table }) => table)
}

/**
 * The image of a row as its triggers record it, made of its columns as texts. The functions of the database have no part
 * in it: who replaces them hides nothing.
 */
export function rowImage(
  columns: readonly Column[],
  values: Readonly<Record<string, string | null>>,
  { only, hidden = [] }: Pick<Cover, 'only' | 'hidden'>,
): string {
  const fields = columns
    .filter(({ name }) => !only || only.includes(name))
    .toSorted((a, b) => inJsonb(a.name, b.name))
    .map(({ name, type }) => {
      const value = values[name] ?? null
      const text = value !== null && hidden.includes(name) ? quoted(sha256(value)) : valueText(type, value)
      return `${quoted(name)}: ${text}`
    })
  return `{${fields.join(', ')}}`
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The order of keys in jsonb: shorter ones first. */
const inJsonb = (a: string, b: string) =>
  Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b))

const NUMBERS = /^(?:smallint|integer|bigint|numeric|real|double precision)\b/

function valueText(type: string, value: string | null): string {
  if (value === null) return 'null'
  if (type.endsWith('[]')) return arrayText(type.slice(0, -2), value)
  if (NUMBERS.test(type)) return /^-?\d/.test(value) ? value : quoted(value)
  if (type === 'boolean' || type === 'jsonb') return value
  if (type === 'timestamp with time zone') return quoted(value.replace(' ', 'T').replace(/\+00$/, '+00:00'))
  return quoted(value)
}

/** An element of an array's text: in quotation marks, or plain. */
const ELEMENTS = /"((?:[^"\\]|\\.)*)"|([^{},]+)/gs

function arrayText(type: string, value: string): string {
  const elements = Array.from(value.matchAll(ELEMENTS), ([, inMarks, plain]) => {
    if (inMarks !== undefined) return valueText(type, inMarks.replace(/\\(.)/gs, '$1'))
    return plain === 'NULL' ? 'null' : valueText(type, plain ?? '')
  })
  return `[${elements.join(', ')}]`
}

/** JSON.stringify escapes what PostgreSQL does, and lone surrogates, which no text of PostgreSQL has. */
const quoted = (text: string) => JSON.stringify(text)
