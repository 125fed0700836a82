import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { contextOf } from 'tests/support/context'
import type { TestDatabase } from 'tests/support/postgres/database'
import type { List, ListKind, ListOperator, ListQuery } from '~/platform/lists/list'
import { rowList } from '~/platform/lists/row-list.server'
import { sqlColumns as columnsInSql } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { ListColumn } from '~/ui/grid/columns'

export interface Row {
  id: number
  t: string | null
  u: string | null
  n: string | null
  d: string | null
  at: string | null
  b: string | null
}

const ZONE = 'Europe/Luxembourg'
const KINDS: Record<Exclude<keyof Row, 'id'>, ListKind> = {
  t: 'text',
  u: 'text',
  n: 'number',
  d: 'day',
  at: 'instant',
  b: 'boolean',
}
export const names = Object.keys(KINDS) as (keyof typeof KINDS)[]
const rowColumns = names.map(
  (id): ListColumn<Row, keyof typeof KINDS> => ({
    id,
    header: id,
    meta: { kind: KINDS[id], sum: id === 'n' },
  }),
)
const sqlColumns = columnsInSql(rowColumns, {
  t: { sql: sql.identifier('t') },
  u: { sql: sql.identifier('u') },
  n: { sql: sql.identifier('n') },
  d: { sql: sql.identifier('d') },
  at: { sql: sql.identifier('at') },
  b: { sql: sql.identifier('b') },
})

const TEXTS = [
  '',
  ' ',
  'a',
  'A',
  'b',
  'ab',
  'Ab',
  'aB',
  'é',
  'É',
  'e',
  'Zürich',
  'zurich',
  'ZÜRICH',
  'ß',
  'SS',
  'ΣΑΣ',
  'σας',
  '100%',
  '100',
  '50_50',
  '5050',
  'back\\slash',
  "O'Hara",
  '"quoted"',
  '$1',
  '--',
  'İ',
  'i',
  '🔑',
  '\uffee',
  'z',
]
const NUMBERS = [
  '0',
  '-0.5',
  '0.50',
  '0.5',
  '1',
  '-1',
  '10',
  '9',
  '1e3',
  '123456789012345678901234567890.123',
  '-2',
]
const DAYS = ['2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01', '2024-02-29']
// Around midnight in Luxembourg, on both sides of the end of summer time.
const INSTANTS = [
  '2026-10-24T21:59:59.999Z',
  '2026-10-24T22:00:00.000Z',
  '2026-10-25T22:59:59.999Z',
  '2026-10-25T23:00:00.000Z',
  '2026-10-30T12:00:00.000Z',
  '2026-10-31T00:30:00.000Z',
]
const INSTANT_DAYS = ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-30', '2026-10-31']

/** 120 random rows in the database and in memory, with a list over each; amounts add up by the text in u. */
export async function agreeingLists({ ownerSql, read }: TestDatabase) {
  await ownerSql`create table list_row (id int primary key, t text, u text, n numeric, d date, at timestamptz, b boolean)`
  const any = <T>(values: readonly T[]) => fc.constantFrom(...values, null)
  const cells = fc.tuple(any(TEXTS), any(TEXTS), any(NUMBERS), any(DAYS), any(INSTANTS), any([true, false]))
  for (const [at, [t, u, n, d, instant, b]] of fc.sample(cells, 120).entries())
    await ownerSql`insert into list_row values (${at + 1}, ${t}, ${u}, ${n}, ${d}, ${instant}, ${b})`
  const stored = await ownerSql`select id, t, u, n::text, d::text, at, b::text from list_row order by id`
  const rows = stored.map((row) => ({ ...row, at: row.at?.toISOString() ?? null })) as unknown as Row[]
  const inSql = sqlList<Row>(contextOf({ read, timeZone: ZONE }), {
    columns: sqlColumns,
    from: sql`list_row`,
    key: sql.identifier('id'),
    unit: sql`coalesce(u, '')`,
    keyOf: ({ id }) => id,
    rows: async (ids) => rows.filter(({ id }) => ids.includes(id)),
  })
  const atHand = rowList(rows, rowColumns, {
    timeZone: ZONE,
    unit: ({ u }) => u ?? '',
    keyOf: ({ id }) => String(id),
  })
  return { rows, inSql, atHand }
}

/** A page of a list as row ids. */
export async function pageOf(list: List<Row>, query: ListQuery) {
  const { rows: found, ...page } = await list.page(query)
  return { ids: found.map(({ id }) => id), ...page }
}

const valuesOf: Record<ListKind, readonly string[]> = {
  text: TEXTS,
  number: NUMBERS,
  day: DAYS,
  instant: INSTANT_DAYS,
  boolean: ['true', 'false'],
}
const COMPARING: ListOperator[] = [
  'equals',
  'differs',
  'greater',
  'at-least',
  'less',
  'at-most',
  'between',
  'in',
]

const filter = fc.constantFrom(...names).chain((column) =>
  fc.record({
    column: fc.constant(column as string),
    operator: fc.constantFrom<ListOperator>(
      ...COMPARING,
      'empty',
      'filled',
      ...(KINDS[column] === 'text' ? (['contains'] as const) : []),
    ),
    values: fc.array(fc.constantFrom(...valuesOf[KINDS[column]]), { minLength: 2, maxLength: 4 }),
  }),
)
export const query: fc.Arbitrary<ListQuery> = fc.record({
  page: fc.integer({ min: 1, max: 4 }),
  size: fc.constantFrom(1, 7, 25, 200),
  sort: fc.uniqueArray(
    fc.record({ column: fc.constantFrom(...names, 'nowhere'), descending: fc.boolean() }),
    {
      maxLength: 3,
      selector: ({ column }) => column,
    },
  ),
  filters: fc.array(filter, { maxLength: 2 }),
  any: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    fc.array(fc.array(filter, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
  ),
  search: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...TEXTS)),
  groups: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
  openGroups: fc.constantFrom('all', 'none'),
  toggled: fc.constant([]),
})

/** The query with some of its groups toggled, as by a user opening and closing them. */
export async function withToggled(
  list: List<Row>,
  each: ListQuery,
  pick: readonly boolean[],
): Promise<ListQuery> {
  const groups = (await list.groups(each)).filter(({ level }) => level >= 0)
  return { ...each, toggled: groups.filter((_, at) => pick[at % pick.length]).map(({ path }) => path) }
}
export const picks = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 })
