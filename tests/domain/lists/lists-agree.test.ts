import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { type TestDatabase, testDatabase } from 'tests/postgres/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GroupSums, List } from '~/domain/lists/list'
import { type ListKind, type ListOperator, type ListQuery, WHOLE } from '~/domain/lists/list-query'
import { rowList } from '~/domain/lists/row-list'
import type { RowColumns } from '~/domain/lists/row-match'
import type { SqlColumns } from '~/domain/lists/sql-columns.server'
import { sqlList } from '~/domain/lists/sql-list.server'

interface Row {
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
const names = Object.keys(KINDS) as (keyof typeof KINDS)[]
const rowColumns: RowColumns<Row> = Object.fromEntries(
  names.map((name) => [name, { kind: KINDS[name], value: (row: Row) => row[name], sum: name === 'n' }]),
)
const sqlColumns: SqlColumns = Object.fromEntries(
  names.map((name) => [name, { kind: KINDS[name], sql: sql.identifier(name), sum: name === 'n' }]),
)

const TEXTS = [
  ...[
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
  ],
  ...[
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
  ],
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
  ...['2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ...['2026-10-25T23:00:00.000Z', '2026-10-30T12:00:00.000Z', '2026-10-31T00:30:00.000Z'],
]
const INSTANT_DAYS = ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-30', '2026-10-31']

let database: TestDatabase
let rows: Row[]

beforeAll(async () => {
  database = await testDatabase()
  const { ownerSql } = database
  await ownerSql`create table list_row (id int primary key, t text, u text, n numeric, d date, at timestamptz, b boolean)`
  const any = <T>(values: readonly T[]) =>
    (fc.sample(fc.constantFrom(...values, null), 1)[0] ?? null) as T | null
  for (let id = 1; id <= 120; id++)
    await ownerSql`insert into list_row values (${id}, ${any(TEXTS)}, ${any(TEXTS)}, ${any(NUMBERS)},
      ${any(DAYS)}, ${any(INSTANTS)}, ${any([true, false])})`
  const stored = await ownerSql`select id, t, u, n::text, d::text, at, b::text from list_row order by id`
  rows = stored.map((row) => ({ ...row, at: row.at?.toISOString() ?? null })) as unknown as Row[]
})
afterAll(() => database.drop())

/** The same rows as the database has them and as they are at hand; amounts add up by the text in u. */
let inSql: List<Row>
let atHand: List<Row>
beforeAll(() => {
  const key = sql.identifier('id')
  inSql = sqlList(
    database.doors.read,
    {
      columns: sqlColumns,
      from: sql`list_row`,
      key,
      unit: sql`coalesce(u, '')`,
      keyOf: ({ id }) => id,
      rows: async (ids) => rows.filter(({ id }) => ids.includes(id)),
    },
    ZONE,
  )
  atHand = rowList(rows, rowColumns, {
    timeZone: ZONE,
    unit: ({ u }) => u ?? '',
    keyOf: ({ id }) => String(id),
  })
})

async function pageOf(list: List<Row>, query: ListQuery) {
  const { rows: found, ...page } = await list.page(query)
  return { ids: found.map(({ id }) => id), ...page }
}
const bySql = (query: ListQuery) => pageOf(inSql, query)
const byRows = (query: ListQuery) => pageOf(atHand, query)

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
const query: fc.Arbitrary<ListQuery> = fc.record({
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
  search: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...TEXTS)),
  groups: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
  openGroups: fc.constantFrom('all', 'none'),
  toggled: fc.constant([]),
})

/** The query with some of its groups the other way, as somebody would who opens and closes what is shown. */
async function withToggled(each: ListQuery, pick: readonly boolean[]): Promise<ListQuery> {
  const groups = (await atHand.groups(each)).filter(({ level }) => level >= 0)
  return { ...each, toggled: groups.filter((_, at) => pick[at % pick.length]).map(({ path }) => path) }
}
const picks = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 })

test('a list in SQL and the same list of rows at hand give the same answer to any query', async () => {
  await fc.assert(
    fc.asyncProperty(query, picks, async (plain, pick) => {
      const each = await withToggled(plain, pick)
      expect(await byRows(each)).toEqual(await bySql(each))
    }),
    { numRuns: 600 },
  )
}, 60_000)

const asked = (change: Partial<ListQuery>): ListQuery => ({ ...WHOLE, size: 200, ...change })

async function everything(list: List<Row>, each: ListQuery) {
  const ids: number[] = []
  for await (const batch of list.rows(each)) ids.push(...batch.map(({ id }) => id))
  return { ids, groups: await list.groups(each) }
}

test('both give the same values of a column, and the same whole set with its groups', async () => {
  await fc.assert(
    fc.asyncProperty(
      query,
      fc.constantFrom(...names),
      fc.constantFrom('', 'a', '2', '-', '%'),
      async (each, column, search) => {
        expect(await atHand.values(each, column, search)).toEqual(await inSql.values(each, column, search))
        expect(await everything(atHand, each)).toEqual(await everything(inSql, each))
      },
    ),
    { numRuns: 150 },
  )
}, 60_000)

test('pages of a grouped list show every row of every open group once, under its head', async () => {
  await fc.assert(
    fc.asyncProperty(query, picks, fc.constantFrom(1, 7, 25), async (plain, pick, size) => {
      fc.pre(plain.groups.length > 0)
      const each = await withToggled({ ...plain, size, page: 1 }, pick)
      const { lines } = await atHand.page(each)
      const shown: number[] = []
      const heads = new Set<string>()
      for (let page = 1; page <= Math.max(1, Math.ceil(lines / size)); page++) {
        const { rows: found, groups } = await inSql.page({ ...each, page })
        const closed = groups.filter(({ open }) => !open).length
        expect(found.length + closed).toBe(Math.min(size, lines - (page - 1) * size))
        shown.push(...found.map(({ id }) => id))
        for (const { path, continued } of groups)
          if (!continued) {
            expect(heads).not.toContain(JSON.stringify(path))
            heads.add(JSON.stringify(path))
          }
      }
      expect(new Set(shown).size).toBe(shown.length)
      const isOpen = ({ path }: GroupSums) =>
        (each.openGroups === 'all') !==
        each.toggled.some((other) => JSON.stringify(other) === JSON.stringify(path))
      const all = (await atHand.groups(each)).filter(({ level }) => level >= 0)
      const visible = all.filter(({ path, level }) =>
        all.every(
          (above) =>
            above.level >= level || !above.path.every((text, i) => text === path[i]) || isOpen(above),
        ),
      )
      expect(heads).toEqual(new Set(visible.map(({ path }) => JSON.stringify(path))))
      const innermost = visible.filter((group) => group.level === each.groups.length - 1 && isOpen(group))
      expect(shown).toHaveLength(innermost.reduce((sum, { count }) => sum + count, 0))
    }),
    { numRuns: 150 },
  )
}, 120_000)

test.each(['%', '_', '\\', '100%', '50_50'])('the sign of LIKE in "%s" is text', async (text) => {
  const wanted = rows.filter(({ t, u }) => t?.includes(text) || u?.includes(text)).map(({ id }) => id)
  expect((await bySql(asked({ search: text }))).ids).toEqual(wanted)
  const filters = [{ column: 't', operator: 'contains' as const, values: [text] }]
  const ofT = rows.filter(({ t }) => t?.includes(text)).map(({ id }) => id)
  expect((await bySql(asked({ filters }))).ids).toEqual(ofT)
})

test.each([
  'id',
  't"; drop table list_row; --',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
])('a column "%s" that is not allowed reaches neither SQL nor rows', async (column) => {
  const hostile = asked({
    sort: [{ column, descending: true }],
    filters: [{ column, operator: 'equals', values: ['1'] }],
  })
  const all = rows.map(({ id }) => id)
  expect(await bySql(hostile)).toMatchObject({ ids: all, total: all.length })
  expect(await byRows(hostile)).toMatchObject({ ids: all, total: all.length })
})

test('hostile values stay values', async () => {
  const search = "'; drop table list_row; --"
  expect(await bySql(asked({ search }))).toMatchObject({ ids: [], total: 0 })
  expect((await bySql(asked({}))).total).toBe(120)
})

test.each([false, true])('what is empty comes last, descending %s', async (descending) => {
  for (const column of names) {
    const { ids } = await bySql(asked({ sort: [{ column, descending }] }))
    const filled = rows.filter((row) => row[column] !== null).length
    const last = ids.slice(filled).map((id) => rows[id - 1]?.[column])
    expect(
      last.every((value) => value === null),
      column,
    ).toBe(true)
    expect((await byRows(asked({ sort: [{ column, descending }] }))).ids).toEqual(ids)
  }
})

test('"contains" works on numbers and days as they are written, and no values are no rows', async () => {
  for (const [column, values] of [
    ['n', ['5']],
    ['d', ['10-3']],
    ['at', ['2026-10']],
  ] as const) {
    const each = asked({ filters: [{ column, operator: 'contains', values }] })
    expect(await bySql(each), column).toEqual(await byRows(each))
    expect((await byRows(each)).total, column).toBeGreaterThan(0)
  }
  const none = asked({ filters: [{ column: 't', operator: 'in', values: [] }] })
  for (const list of [inSql, atHand]) expect(await pageOf(list, none)).toMatchObject({ ids: [], total: 0 })
})
