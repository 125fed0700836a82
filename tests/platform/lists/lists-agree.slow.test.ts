import fc from 'fast-check'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { rounds } from 'tests/support/rounds'
import { expect, test } from 'vitest'
import { type ListQuery, WHOLE } from '~/platform/lists/list'
import {
  agreeingLists,
  names,
  pageOf,
  picks,
  query,
  withToggled,
} from '../../support/platform/lists/agreeing'

const { rows, inSql, atHand } = await agreeingLists(await opened(testDatabase()))

const bySql = (query: ListQuery) => pageOf(inSql, query)
const byRows = (query: ListQuery) => pageOf(atHand, query)

test('a list in SQL and the same rows in memory give the same answer to any query', async () => {
  await fc.assert(
    fc.asyncProperty(query, picks, async (plain, pick) => {
      const each = await withToggled(atHand, plain, pick)
      expect(await byRows(each)).toEqual(await bySql(each))
    }),
    { numRuns: rounds(150, 400) },
  )
}, 60_000)

const queryWith = (change: Partial<ListQuery>): ListQuery => ({ ...WHOLE, size: 200, ...change })
test.each(['%', '_', '\\', '100%', '50_50'])('the LIKE character in "%s" is text', async (text) => {
  const expected = rows.filter(({ t, u }) => t?.includes(text) || u?.includes(text)).map(({ id }) => id)
  expect((await bySql(queryWith({ search: text }))).ids).toEqual(expected)
  const filters = [{ column: 't', operator: 'contains' as const, values: [text] }]
  const ofT = rows.filter(({ t }) => t?.includes(text)).map(({ id }) => id)
  expect((await bySql(queryWith({ filters }))).ids).toEqual(ofT)
})

test.each([
  'id',
  't"; drop table list_row; --',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
])('an undeclared column "%s" reaches neither SQL nor rows', async (column) => {
  const hostile = queryWith({
    sort: [{ column, descending: true }],
    filters: [{ column, operator: 'equals', values: ['1'] }],
  })
  const all = rows.map(({ id }) => id)
  expect(await bySql(hostile)).toMatchObject({ ids: all, total: all.length })
  expect(await byRows(hostile)).toMatchObject({ ids: all, total: all.length })
})

test('hostile values stay values', async () => {
  const search = "'; drop table list_row; --"
  expect(await bySql(queryWith({ search }))).toMatchObject({ ids: [], total: 0 })
  expect((await bySql(queryWith({}))).total).toBe(120)
})

test.each([false, true])('empty values come last, descending %s', async (descending) => {
  for (const column of names) {
    const { ids } = await bySql(queryWith({ sort: [{ column, descending }] }))
    const filled = rows.filter((row) => row[column] !== null).length
    const last = ids.slice(filled).map((id) => rows[id - 1]?.[column])
    expect(
      last.every((value) => value === null),
      column,
    ).toBe(true)
    expect((await byRows(queryWith({ sort: [{ column, descending }] }))).ids).toEqual(ids)
  }
})

test('"contains" works on numbers and days as written, and no values find no rows', async () => {
  for (const [column, values] of [
    ['n', ['5']],
    ['d', ['10-3']],
    ['at', ['2026-10']],
  ] as const) {
    const each = queryWith({ filters: [{ column, operator: 'contains', values }] })
    expect(await bySql(each), column).toEqual(await byRows(each))
    expect((await byRows(each)).total, column).toBeGreaterThan(0)
  }
  const none = queryWith({ filters: [{ column: 't', operator: 'in', values: [] }] })
  for (const list of [inSql, atHand]) expect(await pageOf(list, none)).toMatchObject({ ids: [], total: 0 })
})
