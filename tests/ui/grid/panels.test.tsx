import { markup } from 'tests/support/ui/render'
import { expect, test, vi } from 'vitest'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid, type GridProps } from '~/ui/grid/grid'
import { parseGridQuery } from '~/ui/grid/parse-query'

type Row = { id: string; day: string; gross: string }
const COLUMNS: GridColumn<Row>[] = [
  {
    id: 'gross',
    header: 'Gross',
    meta: { kind: 'number', show: (sum) => `${sum}.00` },
    cell: ({ row }) => row.original.gross,
  },
  { id: 'day', header: 'Day', meta: { kind: 'day' }, cell: ({ row }) => row.original.day },
]
const ROWS: Row[] = [
  { id: '7', day: '2026-10-30', gross: '12.00' },
  { id: '8', day: '2026-09-30', gross: '-3.00' },
]

function grid(address: string, more: Partial<GridProps<Row>> = {}) {
  const parsed = parseGridQuery(new URL(address, 'http://x').searchParams, COLUMNS)
  const props = { title: 'Invoices', columns: COLUMNS, rows: ROWS, total: 60, parsed, groups: [], ...more }
  return markup(<Grid {...props} rowKey={(row: Row) => row.id} />, address)
}

const days = (...listed: string[]) => ({
  values: { values: listed.map((value) => ({ value, count: 2 })), more: false },
})
const opened = (html: string) =>
  [...html.matchAll(/<details open=""><summary aria-label="([^"]*)"/g)].map(([, name]) => name)

test('days fold into years and months; a single one is open, as is one with a selected day', async () => {
  const two = await grid('/list?values=day', days('2025-12-31', '2026-10-29', '2026-10-30'))
  expect(two).not.toContain('Search values')
  expect(two).toMatch(/value="2026"\/>2026 <span class="muted">4</)
  expect(opened(two)).toEqual(['Days of December 2025', 'Days of October 2026'])
  const one = await grid('/list?values=day', days('2026-09-30', '2026-10-30'))
  expect(opened(one)).toEqual(['Months of 2026'])
  const chosen = await grid(
    '/list?values=day&in.day=2026-10-30&in.day=2024-01',
    days('2025-12-31', '2026-10-30'),
  )
  expect(opened(chosen)).toContain('Months of 2026')
  // No row has it under the other filters, but it can still be removed.
  expect(chosen).toMatch(/checked="" value="2024-01"|value="2024-01" checked=""/)
})

test('the box in the head shows whether some or all rows of the page are selected, and links to the other state', async () => {
  const box = async (search: string) =>
    /<a class="grid__mark" role="checkbox" aria-checked="(\w+)" aria-label="Mark all rows of this page" href="([^"]*)"/
      .exec(await grid(`/list${search}`, { selectable: true }))
      ?.slice(1)
  expect(await box('')).toEqual(['false', '/list?selected=7,8'])
  expect(await box('?selected=8,99')).toEqual(['mixed', '/list?selected=99,7,8'])
  expect(await box('?selected=7,8,99')).toEqual(['true', '/list?selected=99'])
  expect(await grid('/list', { selectable: true, rows: [] })).not.toContain('Mark all rows')
})

test('group heads have a level, and link to the page where they begin', async () => {
  const head = { count: 9, sums: {}, open: true, before: 0 }
  const html = await grid('/list?group=day&open=all&page=3', {
    groups: [
      { ...head, level: 0, path: ['2026-10-30'], continued: true, page: 2 },
      { ...head, level: 0, path: ['2026-09-30'], continued: false, page: 3, before: 1 },
    ],
  })
  expect(html).toContain('href="/list?group=day&amp;open=all&amp;toggle=2026-10-30&amp;page=2"')
  expect(html).toContain('href="/list?group=day&amp;open=all&amp;toggle=2026-09-30&amp;page=3"')
  expect(html).toContain('9, continued')
  expect(html).not.toContain('Level 1')
})

test('the sum of the first column is shown, although its cell has the label', async () => {
  const sums = { gross: ['EUR', 'JPY', 'SEK', 'USD'].map((unit) => ({ unit, sum: '9' })) }
  const html = await grid('/list', { sums })
  // Four lines would cover the rows: they fold, and are below the last row in a low window.
  expect(html).toMatch(
    /<summary>Total of 60, 4 currencies<\/summary><\/details><span class="grid__first-sum">Gross <span class="muted">EUR <\/span>9\.00/,
  )
  expect(html).toContain('<tfoot class="grid__tall">')
  const three = await grid('/list', { sums: { gross: sums.gross.slice(0, 3) } })
  expect(three).toContain('<tfoot><tr')
  expect(three).toMatch(/Total of 60<span class="grid__first-sum">/)
})

test('chosen widths fix the table; its last column takes the rest', async () => {
  const html = await grid('/list?width.gross=90&width.day=120', { selectable: true })
  expect(html).toContain('class="grid__table grid__table--fixed" style="--least:242px"')
  expect(html).toContain('<colgroup><col width="32"/><col width="90"/><col/></colgroup>')
})

test('a row edited in place has editable fields, and its own actions', async () => {
  const html = await grid('/list?edit=7', {
    actions: { label: 'Actions', render: () => <a href="/edit">Edit</a> },
    editing: {
      key: '7',
      cell: (column, row) =>
        column.id === 'gross' ? <input name="gross" defaultValue={row.gross} /> : undefined,
      actions: <button type="submit">Save</button>,
    },
  })
  const [first = '', second = ''] = html.split('<tr data-key=').slice(1)
  expect(first).toContain('data-editing="true"')
  expect(first).toContain('<input name="gross" value="12.00"/>')
  expect(first).toContain('2026-10-30')
  expect(first).toContain('Save')
  expect(second).toContain('>-3.00<')
  expect(second).toContain('Edit')
})

test('links of the panel pin and unpin a column, which stays at its edge next to others pinned there', async () => {
  const html = await grid('/list?pin.gross=end&pin.day=end&panel=columns')
  expect(html).toContain('aria-label="Unpin Gross"')
  expect(html).toContain('href="/list?pin.day=end&amp;panel=columns"')
  expect(html).toContain('<td class="end pinned" style="right:105px">12.00</td><td class="pinned">')
  expect(await grid('/list?panel=columns')).toContain(
    '<a data-pin="start" href="/list?pin.day=start&amp;panel=columns" aria-label="Pin Day at the left"',
  )
})

test('a folded panel links to its open state; applying it folds it', async () => {
  const folded = await grid('/list?sort=gross')
  expect(folded).not.toContain('name="columns"')
  expect(folded).toContain('href="/list?sort=gross&amp;panel=columns">Choose columns</a>')
  const open = await grid('/list?sort=gross&panel=columns')
  expect(open).toMatch(/<details name="grid" open=""[^>]*><summary>Columns<\/summary>/)
  expect(open.match(/<details [^>]*open=""/g)).toHaveLength(1)
  expect(open).toContain('<input type="checkbox" name="columns" checked="" value="gross"/>')
  expect(open).not.toContain('type="hidden" name="panel"')
  expect(open).toContain('href="/list?sort=gross&amp;panel=group">Choose groups</a>')
})

test('the page size is selected from a list that a form sends without scripts', async () => {
  const html = await grid('/list?size=50&sort=gross')
  expect(html).toMatch(/<select name="size">.*<option value="50" selected="">50<\/option>.*value="250"/)
  expect(html).toContain('<input type="hidden" name="sort" value="gross"/><label>Rows a page')
})

test('rendering a grid on the server causes no React warnings', async () => {
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {})
  await grid('/list?values=day', days('2026-10-30'))
  expect(warned.mock.calls).toEqual([])
  warned.mockRestore()
})
