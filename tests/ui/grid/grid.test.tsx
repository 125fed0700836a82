import { markup } from 'tests/support/ui/render'
import { expect, test } from 'vitest'
import { changed, type GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { parseGridQuery } from '~/ui/grid/parse-query'

type Row = { id: string; name: string; gross: string; status: string }
const COLUMNS: GridColumn<Row>[] = [
  { id: 'name', header: 'Provider', meta: { kind: 'text' }, cell: ({ row }) => row.original.name },
  { id: 'gross', header: 'Gross', meta: { kind: 'number' }, cell: ({ row }) => row.original.gross },
  {
    id: 'status',
    header: 'Status',
    meta: {
      kind: 'badge',
      filter: 'select',
      options: [
        { value: 'PAID', label: 'Paid' },
        { value: 'SENT', label: 'Sent' },
      ],
    },
    cell: ({ row }) => row.original.status,
  },
  { id: 'log', header: 'Last Comment', meta: { kind: 'text', hiddenByDefault: true }, cell: () => 'log' },
]
const ROWS: Row[] = [
  { id: '7', name: 'KPMG', gross: '1,200.00', status: 'PAID' },
  { id: '8', name: 'Arendt', gross: '-3.00', status: 'SENT' },
]

function grid(address: string, more: Partial<Parameters<typeof Grid<Row>>[0]> = {}) {
  const parsed = parseGridQuery(new URL(address, 'http://x').searchParams, COLUMNS)
  return markup(
    <Grid
      title="Invoices"
      columns={COLUMNS}
      rows={ROWS}
      total={60}
      parsed={parsed}
      rowKey={(row) => row.id}
      rowHref={(row) => `/invoices/${row.id}`}
      {...more}
    />,
    address,
  )
}

test('it is a table with a caption, and its rows link to their objects with the state of the list', async () => {
  const html = await grid('/invoices?sort=-gross')
  expect(html).toContain('<caption class="hidden-text">Invoices</caption>')
  expect(html).toContain('<a class="grid__open" href="/invoices/7?sort=-gross">KPMG</a>')
  expect(html).toContain('<td class="end whole">1,200.00</td>')
  expect(html).not.toContain('data-column="log"')
  expect(await grid('/invoices?columns=log,name')).toContain('data-column="log"')
})

test('the sorted column says so, and its head links to the next sort', async () => {
  const html = await grid('/invoices?sort=gross&tab=a')
  expect(html).toContain('aria-sort="ascending"')
  expect(html).toContain('href="/invoices?tab=a&amp;sort=-gross"')
  expect(html).toContain('href="/invoices?tab=a&amp;sort=name"')
  expect(await grid('/invoices?sort=name,-gross')).toMatch(/aria-sort="descending"[\s\S]*▼2/)
})

test('the filter form keeps the parameters of other grids and hidden columns', async () => {
  const html = await grid('/invoices?tab=a&sort=name&page=2&filter.log=bank&filter.gross=>100')
  expect(html).toMatch(/<form id="([^"]+)" method="get" action="\/invoices"/)
  expect(html).toContain('<input type="hidden" name="tab" value="a"/>')
  expect(html).toMatch(/<input type="hidden" form="[^"]+" name="filter.log" value="bank"\/>/)
  expect(html).toMatch(/name="filter.gross"[^>]*value="&gt;100"/)
  const form = html.slice(html.indexOf('<form'), html.indexOf('</form>'))
  expect(form).toContain('name="sort" value="name"')
  expect(form).not.toContain('name="page"')
})

test('several selected values of a column are shown and can be cleared', async () => {
  const html = await grid('/invoices?filter.status=PAID&filter.status=SENT')
  expect(html).toContain('2 values')
  expect(html).toContain('aria-label="Clear filter Status"')
  expect(html.match(/type="hidden" form="[^"]+" name="in.status"/g)).toHaveLength(2)
})

const GROUPS = [
  { level: 0, path: ['PAID'], count: 1, sums: {}, before: 0, open: true, continued: false, page: 1 },
  { level: 0, path: ['SENT'], count: 59, sums: {}, before: 1, open: false, continued: false, page: 1 },
]
const SUMS = {
  gross: [
    { unit: 'EUR', sum: '1197' },
    { unit: 'USD', sum: '-5' },
  ],
}

test('group heads come before their rows, open by a link, and name values as the rows do', async () => {
  const html = await grid('/invoices?group=status&toggle=PAID', {
    rows: ROWS.slice(0, 1),
    groups: GROUPS.map((group) => ({ ...group, sums: SUMS })),
    lines: 2,
    sums: SUMS,
  })
  expect(html).toMatch(/aria-expanded="true"[^>]*href="\/invoices\?group=status">Status: Paid</)
  expect(html).toContain('href="/invoices?group=status&amp;toggle=PAID&amp;toggle=SENT"')
  expect(html.indexOf('Status: Paid')).toBeLessThan(html.indexOf('KPMG'))
  expect(html.indexOf('KPMG')).toBeLessThan(html.indexOf('Status: Sent'))
  expect(html).toContain(
    '<td class="end whole"><div><span class="muted">EUR </span>1197</div><div><span class="muted">USD </span>-5</div></td>',
  )
  expect(html).toContain('Total of 60')
  expect(html).toContain('1–2 of 2 lines, 60 rows')
  expect(html).not.toMatch(/<th[^>]*data-column="status"/)
})

test('the values of a column are listed with counts, selected ones ticked', async () => {
  const html = await grid('/invoices?values=status&find=s&in.status=PAID', {
    values: { values: [{ value: 'SENT', count: 12 }], more: true },
  })
  expect(html).toContain('Values of Status')
  expect(html).toMatch(/name="in.status"[^>]*checked=""[^>]*value="PAID"\/>Paid/)
  expect(html).toMatch(/name="in.status"[^>]*value="SENT"\/>Sent <span class="muted">12</)
  expect(html).toContain('The first 1 are shown. Search to find others.')
})

test('an unreadable filter stays in its field with a note', async () => {
  const html = await grid('/invoices?filter.gross=much')
  expect(html).toContain('Gross is not filtered: “much”')
  expect(html).toMatch(
    /name="filter.gross"[^>]*aria-invalid="true"[^>]*value="much"|value="much"[^>]*aria-invalid="true"/,
  )
})

test('there are links to other pages, and the range of rows is shown', async () => {
  const html = await grid('/invoices?page=2')
  expect(html).toContain('26–50 of 60')
  expect(html).toContain('href="/invoices?page=3"')
  expect(html).toContain('href="/invoices?page=1"')
  expect(await grid('/invoices?page=3')).toContain('<span>Next</span>')
})

test('the open row is marked, an expanded one shows its detail', async () => {
  const html = await grid('/invoices?expanded=8', {
    openKey: '7',
    detail: (row) => <em>{row.name} in detail</em>,
  })
  expect(html).toContain('<tr data-key="7" aria-current="true">')
  expect(html).toContain('<em>Arendt in detail</em>')
  expect(html).not.toContain('<em>KPMG in detail</em>')
  expect(html).toContain('aria-expanded="true"')
})

test('beside an open row a column is left out that does not identify rows, unless it was chosen', async () => {
  const columns = COLUMNS.map((column) =>
    column.id === 'gross' ? changed(column, { meta: { besideDrawer: 'hidden' } }) : column,
  )
  expect(await grid('/invoices', { columns })).toContain('data-column="gross"')
  expect(await grid('/invoices', { columns, openKey: '7' })).not.toContain('data-column="gross"')
  const chosen = await grid('/invoices?columns=name,gross', { columns, openKey: '7' })
  expect(chosen).toContain('data-column="gross"')
})

test('rows are selected by links, and the number is shown', async () => {
  const html = await grid('/invoices?page=2&selected=8', { selectable: true })
  expect(html).toMatch(/aria-checked="true" aria-label="Mark 8"[^>]*href="\/invoices\?page=2"/)
  expect(html).toMatch(
    /aria-checked="false" aria-label="Mark 7"[^>]*href="\/invoices\?page=2&amp;selected=8,7"/,
  )
  expect(html).toContain('1 marked')
})

test('an empty list and no matches have different messages', async () => {
  const none = await grid('/invoices', { rows: [], total: 0, empty: 'Upload the first one.' })
  expect(none).toContain('Upload the first one.')
  expect(none).not.toContain('Clear filters')
  const found = await grid('/invoices?filter.gross=>100&filter.status=PAID', { rows: [], total: 0 })
  expect(found).toContain('No results where Gross is above 100 and Status is “Paid”')
  expect(found).toContain('Clear filters')
})

test('rows without a query are shown as they are', async () => {
  const html = await grid('/invoices', { parsed: undefined, rowHref: undefined, total: 2 })
  expect(html).not.toContain('<form')
  expect(html).not.toContain('<nav')
  expect(html).toContain('KPMG')
  expect(html).toContain('tabindex="0"')
})

test('a slim column truncates only its own cells', async () => {
  const slim = COLUMNS.map((column) =>
    column.id === 'name' ? changed(column, { meta: { slim: true } }) : column,
  )
  const html = await grid('/', { columns: slim })
  const cells = html.match(/<td[^>]*>/g) ?? []
  expect(cells.filter((cell) => cell.includes('slim'))).toHaveLength(ROWS.length)
})

test('the row of filters is shown on request, or when a column has a filter', async () => {
  const shown = (html: string) => html.includes('class="grid__filters screen-only"')
  const plain = await grid('/invoices?sort=gross')
  expect(shown(plain)).toBe(false)
  expect(plain).toMatch(
    /aria-expanded="false" href="\/invoices\?sort=gross&amp;filters=1"><svg.*?<\/svg>Filters</,
  )
  const asked = await grid('/invoices?sort=gross&filters=1')
  expect(shown(asked)).toBe(true)
  expect(asked).toMatch(/aria-expanded="true" href="\/invoices\?sort=gross"><svg.*?<\/svg>Filters</)
  expect(asked).toContain('<input type="hidden" name="filters" value="1"/>')
  expect(shown(await grid('/invoices?filter.gross=>100'))).toBe(true)
  expect(shown(await grid('/invoices?filter.gross=much'))).toBe(true)
  expect(await grid('/invoices?filter.gross=>100')).toContain('</svg>Filters (1)<')
})

test('the filter of a hidden column is named, and can be cleared', async () => {
  const html = await grid('/invoices?sort=gross&filter.log=bank')
  expect(html).not.toContain('class="grid__filters screen-only"')
  expect(html).toContain('<span class="grid__chip"><span>Last Comment contains “bank”</span>')
  expect(html).toMatch(/aria-label="Clear: Last Comment contains “bank”"[^>]*href="\/invoices\?sort=gross"/)
})

test('what names share is set apart from what differs, and the whole is the title of the cell', async () => {
  const rows = ['Arvensis SICAV – World Equities', 'Arvensis SICAV – Euro Liquidity', 'Solo – Fund'].map(
    (name, at) => ({ id: String(at), name, gross: '1', status: 'PAID' }),
  )
  const html = await grid('/invoices', { rows })
  expect(html).toContain(
    '<span class="name"><span class="name__shared">Arvensis SICAV – </span><span class="name__own"><span class="name__end">World Equities</span></span></span>',
  )
  expect(html).toContain('title="Arvensis SICAV – World Equities"')
  expect(html).toContain('>Solo – Fund</a>')
})

test('texts share a line by their length; the widest takes the rest', async () => {
  const columns: GridColumn<Row>[] = [
    { id: 'name', header: 'Provider', meta: { kind: 'text' }, cell: ({ row }) => row.original.name },
    { id: 'status', header: 'Why', meta: { kind: 'text' }, cell: ({ row }) => row.original.status },
    {
      id: 'gross',
      header: 'Gross',
      size: 100,
      meta: { kind: 'number' },
      cell: ({ row }) => row.original.gross,
    },
  ]
  const row = { id: '1', name: 'x'.repeat(60), status: 'y'.repeat(30), gross: '1' }
  const html = await grid('/invoices', { columns, rows: [row] })
  // 30 letters of 6.8 px and 24 px beside them are 228, in steps of 20: 240; 60 letters are 432: 440.
  expect(html).toContain(
    '<colgroup><col/><col style="width:max(160px, min(240px, (var(--wide) - 100px) * 0.353))"/><col width="100"/></colgroup>',
  )
})

test('a column is as wide as half of its heading, however narrow it is declared', async () => {
  const columns: GridColumn<Row>[] = [
    {
      id: 'gross',
      header: 'Settlement instructions sent',
      size: 60,
      meta: { kind: 'number' },
      cell: ({ row }) => row.original.gross,
    },
    { id: 'status', header: 'Why', size: 50, meta: { kind: 'number' }, cell: () => '' },
    { id: 'name', header: 'Provider', meta: { kind: 'text' }, cell: ({ row }) => row.original.name },
  ]
  // "instructions sent" has 17 letters of 7.4 px, beside 38 px; "Why" has 3.
  expect(await grid('/invoices', { columns })).toContain('<col width="164"/><col width="61"/>')
})
