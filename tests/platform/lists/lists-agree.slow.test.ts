import fc from 'fast-check'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
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

const bySql = (asked: ListQuery) => pageOf(inSql, asked)
const byRows = (asked: ListQuery) => pageOf(atHand, asked)

test('a list in SQL and the same list of rows at hand give the same answer to any query', async () => {
  await fc.assert(
    fc.asyncProperty(query, picks, async (plain, pick) => {
      const each = await withToggled(atHand, plain, pick)
      expect(await byRows(each)).toEqual(await bySql(each))
    }),
    { numRuns: 400 },
  )
}, 60_000)

const asked = (change: Partial<ListQuery>): ListQuery => ({ ...WHOLE, size: 200, ...change })
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
