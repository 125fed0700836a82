import { FIELDS } from 'tests/support/ui/grid/fields'
import { expect, test } from 'vitest'
import { PLAIN_QUERY } from '~/ui/grid/grid'
import { gridTable } from '~/ui/grid/grid-table'
import { gridHref, nextToggled } from '~/ui/grid/href'
import { parseGridQuery } from '~/ui/grid/parse-query'
import { fitPage, type GridSort, otherParams, ownParams, rowRange } from '~/ui/grid/query'

const read = (text: string, options = {}) => parseGridQuery(new URLSearchParams(text), FIELDS, options)
const filtersOf = (text: string) => read(text).query.filters

test('an address without parameters gives the default grid', () => {
  const sort = [{ column: 'gross', descending: true }]
  expect(read('', { defaultSort: sort })).toEqual({
    query: { ...PLAIN_QUERY, sort },
    notes: [],
    refused: {},
  })
})

test('every part of the grammar is read', () => {
  const { query, notes } = read(
    [
      'page=2&size=50&sort=-invoice_date,gross&search= audit &expanded=42&edit=43&selected=1,2&selected=7',
      'group=reference,invoice_date&open=all&toggle=KPMG|2026-10-30&toggle=A\\|B',
      'columns=gross,status&width.gross=120&width.reference=9&pin.gross=start&pin.status=no&values=status&find=pa&panel=group&filters=1&in.status=A&in.status=',
      'or=filter.gross%3D%3E5%26in.status%3DB&or=filter.reference%3DKPMG',
    ].join('&'),
  )
  expect(notes).toEqual([])
  expect(query).toEqual({
    page: 2,
    size: 50,
    sort: [
      { column: 'invoice_date', descending: true },
      { column: 'gross', descending: false },
    ],
    filters: [{ column: 'status', operator: 'in', values: ['A', ''] }],
    any: [
      [
        { column: 'gross', operator: 'greater', values: ['5'] },
        { column: 'status', operator: 'in', values: ['B'] },
      ],
      [{ column: 'reference', operator: 'contains', values: ['KPMG'] }],
    ],
    search: 'audit',
    expanded: '42',
    edit: '43',
    selected: ['1', '2', '7'],
    groups: ['reference', 'invoice_date'],
    openGroups: 'all',
    toggled: [['KPMG', '2026-10-30'], ['A|B']],
    columns: ['gross', 'status'],
    widths: { gross: 120, reference: 30 },
    pins: { gross: 'start' },
    values: 'status',
    find: 'pa',
    panel: 'group',
    filterRow: true,
  })
})

const lines = (...all: [joined: string, column: string, is: string, value: string][]) =>
  new URLSearchParams(
    all.flatMap(([joined, column, is, value]) => [
      ['where.joined', joined],
      ['where.column', column],
      ['where.is', is],
      ['where.value', value],
    ]),
  ).toString()

test('lines of conditions are alternatives, separated by "or"', () => {
  const { query, notes } = read(
    lines(
      ['or', 'gross', 'between', '1 … 2,000'],
      ['and', 'status', 'in', 'A; B'],
      ['or', '', 'equals', ''],
      ['or', 'invoice_date', 'at-least', '3/11/2026'],
      ['and', 'paid', 'equals', 'Yes'],
      ['or', 'reference', 'empty', ''],
    ),
  )
  expect(notes).toEqual([])
  expect(query.filters).toEqual([])
  expect(query.any).toEqual([
    [
      { column: 'gross', operator: 'between', values: ['1', '2000'] },
      { column: 'status', operator: 'in', values: ['A', 'B'] },
    ],
    [
      { column: 'invoice_date', operator: 'at-least', values: ['2026-11-03'] },
      { column: 'paid', operator: 'equals', values: ['true'] },
    ],
    [{ column: 'reference', operator: 'empty', values: [] }],
  ])
})

test('a single alternative is no choice, and an unreadable line is named', () => {
  const { query, notes } = read(
    lines(
      ['or', 'gross', 'greater', '5'],
      ['and', 'gross', 'contains', '5'],
      ['and', 'gross', 'in', '5; x'],
      ['and', 'reference', 'greater', 'A'],
      ['or', 'nowhere', 'equals', '1'],
      ['or', 'log', 'equals', '1'],
    ),
  )
  expect(query.any).toEqual([])
  expect(query.filters).toEqual([{ column: 'gross', operator: 'greater', values: ['5'] }])
  expect(notes).toEqual([
    'Gross is not filtered: “contains” does not apply to it.',
    'Gross is not filtered: “5; x” is not a number like 100, >=100 or 100..200.',
    'Reference is not filtered: “is above” does not apply to it.',
    'There is no column “nowhere” to filter by.',
    'There is no column “log” to filter by.',
  ])
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

test('several values of one column match any of them, empty ones match nothing', () => {
  expect(filtersOf('filter.status=A&filter.status=&filter.status=B&filter.reference=')).toEqual([
    { column: 'status', operator: 'in', values: ['A', 'B'] },
  ])
})

test.each([
  ['page=0', '“0” is not a valid page; page 1 is shown.'],
  ['size=1e9', '“1e9” is not a valid size; size 25 is shown.'],
  ['sort=-nothing', 'There is no column “nothing” to sort by.'],
  ['sort=log', 'There is no column “log” to sort by.'],
  ['filter.nothing=1', 'There is no column “nothing” to filter by.'],
  ['filter.log=1', 'There is no column “log” to filter by.'],
  ['group=gross', 'There is no column “gross” to group by.'],
  ['columns=nothing', 'There is no column “nothing” to show.'],
  ['values=gross', 'There is no column “gross” to choose values of.'],
  [
    'in.invoice_date=30/10/2026&in.paid=perhaps',
    'Some filter values of Inv.Date cannot be read and are ignored.',
    'Some filter values of Paid cannot be read and are ignored.',
  ],
  ['group=reference,invoice_date,paid,status', 'Rows can be grouped by 3 columns at most.'],
  ['filter.gross=much', 'Gross is not filtered: “much” is not a number like 100, >=100 or 100..200.'],
  ['filter.paid=perhaps', 'Paid is not filtered: “perhaps” is not yes or no.'],
])('%s is ignored and named in a note', (text, ...said) => {
  const { query, notes } = read(text)
  expect(notes).toEqual(said)
  expect(query.filters).toEqual([])
  expect(query.sort).toEqual([])
})

test('an unreadable filter is returned to be shown in its field', () => {
  expect(read('filter.invoice_date=31/02/2026').refused).toEqual({ invoice_date: '31/02/2026' })
})

test('texts are truncated, and control characters removed', () => {
  const { query, notes } = read(`search=${'x'.repeat(10_000)}&expanded=a%00b`)
  expect(query.search).toBe('x'.repeat(200))
  expect(query.expanded).toBe('a b')
  expect(notes).toEqual(['A text of more than 200 characters was shortened.'])
})

test('grids of one page are distinguished by prefix', () => {
  const params = new URLSearchParams('page=3&tx.page=2&tx.filter.gross=>1&tab=audit')
  const { query } = parseGridQuery(params, FIELDS, { prefix: 'tx' })
  expect(query.page).toBe(2)
  expect(query.filters).toHaveLength(1)
  const search = '?page=3&tx.page=2&tx.filter.gross=1&tx.in.status=A&tx.view=4&tab=audit'
  expect(otherParams(search, 'tx').toString()).toBe('page=3&tab=audit')
  expect([...ownParams(search, 'tx').keys()]).toEqual(['page', 'filter.gross', 'in.status', 'view'])
})

/** The sort after a click on a column head; `add` keeps the existing sort columns. */
function nextSort(sort: GridSort[], column: string, add: boolean): GridSort[] {
  const query = { ...PLAIN_QUERY, sort }
  const { after } = gridTable({ columns: FIELDS, query, rows: [], rowKey: String, lines: 0 })
  return after((table) => table.getColumn(column)?.toggleSorting(undefined, add)).sort ?? sort
}

test('changing the sort returns to page 1; turning the page keeps the sort and closes the row', () => {
  const at = { pathname: '/invoices', search: '?tab=x&page=3&expanded=7' }
  const { query } = read(at.search)
  const sort = nextSort(query.sort, 'gross', false)
  expect(gridHref(at, query, { sort }, FIELDS)).toBe('/invoices?tab=x&sort=gross')
  expect(gridHref(at, { ...query, sort }, { page: 4 }, FIELDS)).toBe('/invoices?tab=x&sort=gross&page=4')
  expect(gridHref(at, query, { expanded: null }, FIELDS)).toBe('/invoices?tab=x&page=3')
})

test('a row opens, another replaces it, and the open one closes, with or without rows below it', () => {
  const opened = (expanded: string | null, key: string, open: boolean) => {
    const query = { ...PLAIN_QUERY, expanded }
    const columns = [{ id: 'reference', header: 'Reference', meta: { kind: 'text' as const } }]
    const { after } = gridTable({ columns, query, rows: ['7', '8'], rowKey: String, lines: 2 })
    return after((table) => table.getRow(key).toggleExpanded(open)).expanded
  }
  expect([opened(null, '7', true), opened('7', '8', true), opened('7', '7', false)]).toEqual(['7', '8', null])
})

test('an address always has a parameter of its grid: a bare one opens the saved layout', () => {
  const at = { pathname: '/invoices', search: '?tab=x&page=3' }
  expect(gridHref(at, read(at.search).query, { page: 1 }, FIELDS)).toBe('/invoices?tab=x&page=1')
  expect(gridHref(at, PLAIN_QUERY, {}, FIELDS, { prefix: 'tx' })).toBe('/invoices?tab=x&page=3&tx.page=1')
})

test('opening, selecting and editing keep the page; changing the rows returns to page 1', () => {
  const at = { pathname: '/invoices', search: '' }
  const { query } = read('page=3&expanded=7&values=status&find=pa')
  const href = (change: Parameters<typeof gridHref>[2]) => gridHref(at, query, change, FIELDS)
  expect(href({ selected: ['1', '2'] })).toBe(
    '/invoices?page=3&expanded=7&values=status&find=pa&selected=1,2',
  )
  expect(href({ groups: ['reference'] })).toBe('/invoices?group=reference')
  expect(href({ toggled: [['KPMG']], page: 3 })).toBe('/invoices?toggle=KPMG&page=3')
})

test('a reopened group is as at first', () => {
  const once = nextToggled([], ['KPMG', 'EUR'])
  expect(nextToggled(once, ['KPMG', 'EUR'])).toEqual([])
  expect(nextToggled(once, ['KPMG'])).toEqual([['KPMG', 'EUR'], ['KPMG']])
})

test('a column head sorts up, down, then by default; added columns come after the others', () => {
  const up = nextSort([], 'gross', false)
  const both = nextSort(up, 'reference', true)
  expect(both.map((one) => one.column)).toEqual(['gross', 'reference'])
  expect(nextSort(up, 'gross', false)).toEqual([{ column: 'gross', descending: true }])
  expect(nextSort(nextSort(up, 'gross', false), 'gross', false)).toEqual([])
  expect(nextSort(both, 'gross', true)[0]).toEqual({ column: 'gross', descending: true })
})

test('a page beyond the end becomes the last one, and the range is shown', () => {
  const { query } = read('page=9')
  expect(fitPage(query, 1234 - 1100).page).toBe(6)
  expect(rowRange({ ...query, page: 2 }, 1234)).toBe('26–50 of 1,234')
  expect(rowRange({ ...query, page: 50 }, 1234)).toBe('1,226–1,234 of 1,234')
})
