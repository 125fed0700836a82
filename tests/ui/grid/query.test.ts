import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GridField } from '~/ui/grid/columns'
import { gridHref, nextSort, otherParams, toSearchParams } from '~/ui/grid/href'
import { fitPage, rowRange } from '~/ui/grid/paging'
import { type GridFilter, type GridQuery, MAX_PAGE, parseGridQuery } from '~/ui/grid/query'

const FIELDS: GridField[] = [
  { id: 'reference', label: 'Reference', kind: 'text', groupable: true },
  { id: 'gross', label: 'Gross', kind: 'number' },
  { id: 'invoice_date', label: 'Inv.Date', kind: 'day', groupable: true },
  { id: 'paid', label: 'Paid', kind: 'boolean' },
  { id: 'status', label: 'Status', kind: 'badge', filter: 'select' },
  { id: 'log', label: 'Last Comment', kind: 'text', sortable: false, filter: false },
]
const read = (text: string, options = {}) => parseGridQuery(new URLSearchParams(text), FIELDS, options)
const filtersOf = (text: string) => read(text).query.filters

test('an address without parameters gives the grid as it is by default', () => {
  const sort = [{ column: 'gross', descending: true }]
  expect(read('', { defaultSort: sort })).toEqual({
    query: { page: 1, size: 25, sort, filters: [], search: '', expanded: null, groups: [], columns: null },
    notes: [],
    refused: {},
  })
})

test('every part of the grammar is read', () => {
  const { query, notes } = read(
    'page=2&size=50&sort=-invoice_date,gross&search= audit &expanded=42&group=reference&columns=gross,status',
  )
  expect(notes).toEqual([])
  expect(query).toEqual({
    page: 2,
    size: 50,
    sort: [
      { column: 'invoice_date', descending: true },
      { column: 'gross', descending: false },
    ],
    filters: [],
    search: 'audit',
    expanded: '42',
    groups: ['reference'],
    columns: ['gross', 'status'],
  })
})

test.each([
  ['100', 'equals', ['100']],
  ['>1,234.50', 'greater', ['1234.5']],
  ['>= 0', 'at-least', ['0']],
  ['<−3', 'less', ['-3']],
  ['<=1 234,5', 'at-most', ['1234.5']],
  ['<>5', 'differs', ['5']],
  ['200..100', 'between', ['100', '200']],
  ['-2..-10.5', 'between', ['-10.5', '-2']],
  ['100..', 'at-least', ['100']],
  ['..100', 'at-most', ['100']],
  ['=', 'empty', []],
  ['<>', 'filled', []],
])('a number filter %s is read', (text, operator, values) => {
  expect(filtersOf(new URLSearchParams({ 'filter.gross': text }).toString())).toEqual([
    { column: 'gross', operator, values },
  ])
})

test.each([
  ['30/10/2026', 'equals', ['2026-10-30']],
  ['30.10.26', 'equals', ['2026-10-30']],
  ['2026-10-30', 'equals', ['2026-10-30']],
  ['02/2028', 'between', ['2028-02-01', '2028-02-29']],
  ['2026', 'between', ['2026-01-01', '2026-12-31']],
  ['>10/2026', 'greater', ['2026-10-31']],
  ['<10/2026', 'less', ['2026-10-01']],
  ['>=30/10/2026', 'at-least', ['2026-10-30']],
  ['15/10/2026..01/10/2026', 'between', ['2026-10-01', '2026-10-15']],
  ['09/2026..10/2026', 'between', ['2026-09-01', '2026-10-31']],
])('a date filter %s is read', (text, operator, values) => {
  expect(filtersOf(new URLSearchParams({ 'filter.invoice_date': text }).toString())).toEqual([
    { column: 'invoice_date', operator, values },
  ])
})

test('two fields, from and to, are a range as well', () => {
  expect(filtersOf('filter.invoice_date.from=2026-10-01&filter.invoice_date.to=')).toEqual([
    { column: 'invoice_date', operator: 'at-least', values: ['2026-10-01'] },
  ])
})

test('several values of one column ask for any of them, empty ones for nothing', () => {
  expect(filtersOf('filter.status=A&filter.status=&filter.status=B&filter.reference=')).toEqual([
    { column: 'status', operator: 'in', values: ['A', 'B'] },
  ])
})

test.each([
  ['page=0', '“0” is not a page that can be shown; page 1 is shown.'],
  ['page=99999999999', `“99999999999” is not a page that can be shown; page ${MAX_PAGE} is shown.`],
  ['size=1e9', '“1e9” is not a size that can be shown; size 25 is shown.'],
  ['sort=-nothing', 'There is no column “nothing” to sort by.'],
  ['sort=log', 'There is no column “log” to sort by.'],
  ['filter.nothing=1', 'There is no column “nothing” to filter by.'],
  ['filter.log=1', 'There is no column “log” to filter by.'],
  ['group=gross', 'There is no column “gross” to group by.'],
  ['filter.gross=much', 'Gross is not filtered: “much” is not a number like 100, >=100 or 100..200.'],
  ['filter.paid=perhaps', 'Paid is not filtered: “perhaps” is not yes or no.'],
])('%s is left out and named in a note', (text, note) => {
  const { query, notes } = read(text)
  expect(notes).toEqual([note])
  expect(query.filters).toEqual([])
  expect(query.sort).toEqual([])
})

test('a filter that cannot be read is given back to be shown in its field', () => {
  expect(read('filter.invoice_date=31/02/2026').refused).toEqual({ invoice_date: '31/02/2026' })
})

test('texts are cut, and control characters taken out', () => {
  const { query, notes } = read(`search=${'x'.repeat(10_000)}&expanded=a%00b`)
  expect(query.search).toBe('x'.repeat(200))
  expect(query.expanded).toBe('a b')
  expect(notes).toEqual(['A text of more than 200 characters was cut.'])
})

test('grids of one page are told apart by their prefix', () => {
  const params = new URLSearchParams('page=3&tx.page=2&tx.filter.gross=>1&tab=audit')
  const { query } = parseGridQuery(params, FIELDS, { prefix: 'tx' })
  expect(query.page).toBe(2)
  expect(query.filters).toHaveLength(1)
  expect(otherParams('?page=3&tx.page=2&tx.filter.gross=1&tab=audit', 'tx').toString()).toBe(
    'page=3&tab=audit',
  )
})

test('a changed sort goes back to page 1; turning the page keeps the sort and closes the row', () => {
  const at = { pathname: '/invoices', search: '?tab=x&page=3&expanded=7' }
  const { query } = read(at.search)
  const sort = nextSort(query.sort, 'gross', false)
  expect(gridHref(at, query, { sort }, FIELDS)).toBe('/invoices?tab=x&sort=gross')
  expect(gridHref(at, { ...query, sort }, { page: 4 }, FIELDS)).toBe('/invoices?tab=x&sort=gross&page=4')
  expect(gridHref(at, query, { expanded: null }, FIELDS)).toBe('/invoices?tab=x&page=3')
})

test('a column head sorts up, down, then as by default; added columns stay behind the others', () => {
  const up = nextSort([], 'gross', false)
  const both = nextSort(up, 'reference', true)
  expect(both.map((one) => one.column)).toEqual(['gross', 'reference'])
  expect(nextSort(up, 'gross', false)).toEqual([{ column: 'gross', descending: true }])
  expect(nextSort(nextSort(up, 'gross', false), 'gross', false)).toEqual([])
  expect(nextSort(both, 'gross', true)[0]).toEqual({ column: 'gross', descending: true })
})

test('a page that is gone becomes the last one, and the range is told', () => {
  const { query } = read('page=9')
  expect(fitPage(query, 1234 - 1100).page).toBe(6)
  expect(rowRange({ ...query, page: 2 }, 1234)).toBe('26–50 of 1,234')
  expect(rowRange({ ...query, page: 50 }, 1234)).toBe('1,226–1,234 of 1,234')
})

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((value) => value.replace(/\p{Cc}/gu, '').trim())
  .filter((value) => value !== '')
const number = fc
  .tuple(fc.integer({ min: -99999, max: 99999 }), fc.integer({ min: 1, max: 9 }))
  .map(([whole, part]) => `${whole}.${part}`)
const day = fc
  .integer({ min: 0, max: 60_000 })
  .map((days) => new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10))
const ordered = (one: fc.Arbitrary<string>, before: (a: string, b: string) => boolean) =>
  fc.tuple(one, one).map(([a, b]) => (before(a, b) ? [a, b] : [b, a]))
const comparison = fc.constantFrom('equals', 'differs', 'greater', 'at-least', 'less', 'at-most')
const conditions = (one: fc.Arbitrary<string>, before: (a: string, b: string) => boolean) =>
  fc.oneof(
    fc.record({ operator: comparison, values: one.map((value) => [value]) }),
    fc.record({ operator: fc.constant('between'), values: ordered(one, before) }),
    fc.record({ operator: fc.constantFrom('empty', 'filled'), values: fc.constant<string[]>([]) }),
    fc.record({ operator: fc.constant('in'), values: fc.uniqueArray(one, { minLength: 2, maxLength: 5 }) }),
  )
const filter = (column: string, condition: fc.Arbitrary<{ operator: string; values: string[] }>) =>
  fc.option(condition.map((rest) => ({ column, ...rest }) as GridFilter))
const textCondition = fc.oneof(
  fc.record({ operator: fc.constantFrom('contains', 'equals', 'differs'), values: text.map((one) => [one]) }),
  fc.record({ operator: fc.constant('in'), values: fc.uniqueArray(text, { minLength: 2, maxLength: 5 }) }),
)
const query: fc.Arbitrary<GridQuery> = fc.record({
  page: fc.integer({ min: 1, max: MAX_PAGE }),
  size: fc.integer({ min: 1, max: 200 }),
  sort: fc.uniqueArray(
    fc.record({
      column: fc.constantFrom('reference', 'gross', 'invoice_date', 'paid'),
      descending: fc.boolean(),
    }),
    { selector: (one) => one.column },
  ),
  filters: fc
    .tuple(
      filter('reference', textCondition),
      filter(
        'gross',
        conditions(number, (a, b) => Number(a) <= Number(b)),
      ),
      filter(
        'invoice_date',
        conditions(day, (a, b) => a <= b),
      ),
      filter(
        'paid',
        fc.constantFrom('true', 'false').map((one) => ({ operator: 'equals', values: [one] })),
      ),
      filter(
        'status',
        fc.uniqueArray(text, { minLength: 1, maxLength: 5 }).map((values) => ({ operator: 'in', values })),
      ),
    )
    .map((all) => all.flatMap((one) => one ?? [])),
  search: fc.oneof(fc.constant(''), text),
  expanded: fc.option(text),
  groups: fc.uniqueArray(fc.constantFrom('reference', 'invoice_date')),
  columns: fc.option(fc.uniqueArray(fc.constantFrom(...FIELDS.map(({ id }) => id)), { minLength: 1 })),
})

test('what is written into an address is read back as it was', () => {
  const options = { size: 25, defaultSort: [{ column: 'gross', descending: true }] }
  fc.assert(
    fc.property(query, fc.constantFrom(undefined, 'tx'), (asked, prefix) => {
      const params = toSearchParams(asked, FIELDS, { ...options, prefix })
      const again = new URLSearchParams(params.toString())
      expect(parseGridQuery(again, FIELDS, { ...options, prefix })).toEqual({
        query: asked,
        notes: [],
        refused: {},
      })
    }),
  )
})

test('no address makes it throw, and its query can always be shown', () => {
  const key = fc.oneof(
    fc.constantFrom(
      'page',
      'size',
      'sort',
      'search',
      'expanded',
      'group',
      'columns',
      'filter.',
      'filter.gross',
    ),
    fc.constantFrom(
      'filter.invoice_date',
      'filter.paid',
      'filter.reference',
      'filter.gross.from',
      '__proto__',
    ),
    fc.string({ maxLength: 20 }),
  )
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 500 }),
    fc.constantFrom(
      '..',
      '>=',
      '>..<',
      '-',
      '1,2,3',
      '1e400',
      '-0',
      '00000',
      '=<>',
      '\\',
      '31/12/0000',
      'NaN',
    ),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 30 }), (pairs) => {
      const { query: read, notes } = parseGridQuery(new URLSearchParams(pairs), FIELDS)
      expect(read.page).toBeGreaterThanOrEqual(1)
      expect(read.page).toBeLessThanOrEqual(MAX_PAGE)
      expect(read.size).toBeGreaterThanOrEqual(1)
      expect(read.size).toBeLessThanOrEqual(200)
      expect(notes.length).toBeLessThanOrEqual(6)
      const written = toSearchParams(read, FIELDS)
      expect(parseGridQuery(written, FIELDS).query).toEqual(read)
    }),
  )
})
