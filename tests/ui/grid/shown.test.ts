import { expect, test } from 'vitest'
import type { GridField } from '~/ui/grid/columns'
import { gridHref } from '~/ui/grid/href'
import { keepList } from '~/ui/grid/keep-list'
import { parseGridQuery, shownQuery } from '~/ui/grid/parse-query'

const FIELDS: GridField[] = [
  { id: 'provider', header: 'Provider', meta: { kind: 'text' } },
  { id: 'gross', header: 'Gross', meta: { kind: 'number' } },
]
const read = (search: string) => parseGridQuery(new URLSearchParams(search), FIELDS)

/** Whether going from one address to the other reloads the list. */
function loads(from: string, to: string, formMethod?: 'GET' | 'POST'): boolean {
  const [currentUrl, nextUrl] = [from, to].map((path) => new URL(path, 'http://localhost')) as [URL, URL]
  const rest = { currentParams: {}, nextParams: {}, defaultShouldRevalidate: true }
  return keepList({ currentUrl, nextUrl, formMethod, ...rest })
}

test.each([
  ['a row is marked', '/list', '/list?selected=1'],
  ['a row is marked on a later page', '/list?sort=gross&page=2', '/list?sort=gross&page=2&selected=1'],
  ['all marks are taken away', '/list?selected=1,2', '/list?page=1'],
  ['a column is moved', '/list?sort=gross', '/list?sort=gross&columns=gross,provider'],
  ['a column is widened', '/list?width.gross=100', '/list?width.gross=120&width.provider=80'],
  ['a row is expanded', '/list?expanded=1', '/list?expanded=2'],
  ['a row is edited', '/list?page=1', '/list?edit=2'],
  ['the row of filters is shown', '/list?sort=gross', '/list?sort=gross&filters=1'],
  ['a list of values is closed', '/list?sort=gross&values=provider&find=a', '/list?sort=gross'],
  ['a drawer is opened', '/list?sort=gross', '/list/7?sort=gross'],
  ['another grid of the page is sorted', '/list?page=2', '/list?page=2&rules.sort=name'],
])('nothing is loaded when %s', (_, from, to) => {
  expect(loads(from, to)).toBe(false)
})

test.each([
  ['other rows are asked for', '/list?sort=gross', '/list?sort=-gross'],
  ['the page is turned', '/list', '/list?page=2'],
  ['a group is opened', '/list?group=provider', '/list?group=provider&toggle=KPMG'],
  ['a list of values is opened', '/list', '/list?values=provider'],
  ['another list of values is opened', '/list?values=provider', '/list?values=gross'],
  ['the address says nothing any more: the saved layout counts', '/list?columns=gross', '/list'],
  ['the saved layout is put aside', '/list', '/list?page=1'],
  ['a view is opened', '/list', '/list?view=3'],
  ['the same address is asked for again', '/list?page=2', '/list?page=2'],
])('the list is loaded when %s', (_, from, to) => {
  expect(loads(from, to)).toBe(true)
})

test('the list is loaded after every submission', () => {
  expect(loads('/list?selected=1', '/list', 'POST')).toBe(true)
  expect(loads('/list', '/list?selected=1', 'GET')).toBe(false)
})

test('columns, widths and selection in the address override the loaded state', () => {
  const parsed = read('sort=gross')
  const query = shownQuery(parsed, '?sort=gross&columns=gross&width.gross=90&selected=4,5&edit=4', FIELDS)
  expect(query).toEqual({
    ...parsed.query,
    columns: ['gross'],
    widths: { gross: 90 },
    selected: ['4', '5'],
    edit: '4',
  })
})

test('an address without state, or with a view, shows what the server opened', () => {
  const saved = read('columns=gross&sort=-gross')
  expect(shownQuery(saved, '', FIELDS)).toEqual(saved.query)
  expect(shownQuery(saved, '?view=3&rules.sort=name', FIELDS)).toEqual(saved.query)
})

test('a change of display keeps the page and open rows; other rows start again', () => {
  const at = { pathname: '/list', search: '' }
  const { query } = read('page=3&expanded=7&values=provider')
  expect(gridHref(at, query, { columns: ['gross'] }, FIELDS)).toBe(
    '/list?columns=gross&page=3&expanded=7&values=provider',
  )
  expect(gridHref(at, query, { widths: { gross: 80 } }, FIELDS)).toContain('page=3')
  expect(gridHref(at, query, { search: 'a' }, FIELDS)).toBe('/list?search=a')
})

test.each([
  ['width.gross=99999', { gross: 1_000 }],
  ['width.gross=1', { gross: 30 }],
  ['width.gross=-5&width.provider=wide', {}],
  ['width.gross=1e999', { gross: 1_000 }],
  ['width.__proto__=100', {}],
])('%s is the nearest width that can be shown', (search, widths) => {
  expect(read(search).query.widths).toEqual(widths)
})

test('too many selected rows and values are cut with a note, never inside an id', () => {
  const ids = Array.from({ length: 1_000 }, (_, at) => String(100_000 + at))
  const { query, notes } = read(`selected=${ids}`)
  expect(query.selected).toEqual(ids.slice(0, 200))
  expect(notes).toEqual(['At most 200 rows can be marked; the others are not.'])
  const many = read(
    ids
      .map((id) => `in.provider=${id}`)
      .slice(0, 600)
      .join('&'),
  )
  expect(many.query.filters[0]?.values).toHaveLength(200)
  expect(many.notes).toEqual(['A column can be filtered by 200 values at most; the others are ignored.'])
})

test('a page beyond the end is clamped silently; the list knows the last one', () => {
  const { query, notes } = read('page=999999999')
  expect([query.page, notes]).toEqual([1_000_000, []])
})
