import { expect, test } from 'vitest'
import type { ExportLine } from '~/platform/exports/table'
import { exportColumn, exportLines, lineCount } from '~/platform/grids/export-file'
import { type ListQuery, WHOLE } from '~/platform/lists/list'
import { rowList } from '~/platform/lists/row-list.server'
import type { ColumnMeta, GridColumn, ListColumn } from '~/ui/grid/columns'

interface Bill {
  id: number
  provider: string | null
  currency: string
  gross: string | null
  at: Date | null
  paid: boolean
}

const BILLS: Bill[] = [
  {
    id: 1,
    provider: 'KPMG',
    currency: 'EUR',
    gross: '0.10',
    at: new Date('2026-10-30T23:30:00Z'),
    paid: true,
  },
  { id: 2, provider: 'KPMG', currency: 'USD', gross: '5', at: null, paid: false },
  {
    id: 3,
    provider: 'KPMG',
    currency: 'EUR',
    gross: '0.20',
    at: new Date('2026-10-31T12:00:00Z'),
    paid: true,
  },
  { id: 4, provider: null, currency: 'EUR', gross: null, at: null, paid: false },
  { id: 5, provider: 'Arendt', currency: 'EUR', gross: '-3', at: null, paid: false },
]
const FIELDS: ListColumn<Bill>[] = [
  { id: 'provider', header: 'provider', meta: { kind: 'text' } },
  { id: 'gross', header: 'gross', meta: { kind: 'number', sum: true } },
  { id: 'at', header: 'at', meta: { kind: 'instant' } },
  { id: 'paid', header: 'paid', meta: { kind: 'boolean' } },
]
const zone = 'Europe/Luxembourg'
const bills = rowList(BILLS, FIELDS, {
  timeZone: zone,
  unit: ({ currency }) => currency,
  keyOf: ({ id }) => String(id),
})
const column = (id: string, meta: Partial<ColumnMeta<Bill>> = {}): GridColumn<Bill> => ({
  id,
  header: id,
  meta: { kind: 'text', ...meta },
  cell: () => null,
})
const provider = column('provider', { options: [{ value: 'KPMG', label: 'K.P.M.G.' }] })
const gross = column('gross', { kind: 'number', decimals: 2 })
const at = column('at', { kind: 'instant', show: (day) => day.split('-').reverse().join('/') })
const paid = column('paid', { kind: 'boolean' })

async function linesOf(
  columns: GridColumn<Bill>[],
  asked: Partial<ListQuery> = {},
  marked?: readonly string[],
): Promise<ExportLine[]> {
  const query = { ...WHOLE, ...asked }
  const groups = await bills.groups(query, marked)
  const shape = { columns, depth: query.groups.length, timeZone: zone }
  const lines: ExportLine[] = []
  for await (const batch of exportLines(bills.rows(query, marked), groups, shape)) lines.push(...batch)
  expect(lineCount(groups, shape)).toBe(lines.length)
  return lines
}

test('rows have plain values: exact decimals, instants, booleans, and nothing if absent', async () => {
  const filters = [{ column: 'gross', operator: 'equals' as const, values: ['0.1'] }]
  expect(await linesOf([gross, provider, at, paid], { filters })).toEqual([
    { row: ['0.10', 'KPMG', '2026-10-30T23:30:00.000Z', 'true'] },
    { level: -1, label: 'Total, EUR', count: 1, sums: ['0.1', null, null, null] },
  ])
  expect((await linesOf([provider], { search: 'arendt' }))[0]).toEqual({ row: ['Arendt'] })
  const own = column('provider', { exported: (row) => `${row.id} of ${row.provider}` })
  expect((await linesOf([own]))[0]).toEqual({ row: ['1 of KPMG'] })
})

test('heads come where groups begin, named as on screen, with a line per currency', async () => {
  expect(await linesOf([provider, gross], { groups: ['provider'] })).toEqual([
    { level: 0, label: 'Arendt, EUR', count: 1, sums: [null, '-3'] },
    { row: ['Arendt', '-3'] },
    { level: 0, label: 'K.P.M.G., EUR', count: 2, sums: [null, '0.3'] },
    { level: 0, label: 'K.P.M.G., USD', count: 1, sums: [null, '5'] },
    { row: ['KPMG', '0.10'] },
    { row: ['KPMG', '5'] },
    { row: ['KPMG', '0.20'] },
    { level: 0, label: '(Blank)', count: 1, sums: [null, null] },
    { row: [null, null] },
    { level: -1, label: 'Total, EUR', count: 4, sums: [null, '-2.7'] },
    { level: -1, label: 'Total, USD', count: 1, sums: [null, '5'] },
  ])
})

test('nested groups restart under each other; instants are grouped by the site’s day', async () => {
  const lines = await linesOf([paid, at], { groups: ['paid', 'at'] })
  expect(
    lines.map((line) => ('row' in line ? 'row' : `${line.level} ${line.label} (${line.count})`)),
  ).toEqual(['0 No (3)', '1 (Blank) (3)', 'row', 'row', 'row', '0 Yes (2)', '1 31/10/2026 (2)', 'row', 'row'])
})

test('with selected rows, heads and totals count only those', async () => {
  expect(await linesOf([provider, gross], { groups: ['provider'] }, ['1', '5', '99'])).toEqual([
    { level: 0, label: 'Arendt, EUR', count: 1, sums: [null, '-3'] },
    { row: ['Arendt', '-3'] },
    { level: 0, label: 'K.P.M.G., EUR', count: 1, sums: [null, '0.1'] },
    { row: ['KPMG', '0.10'] },
    { level: -1, label: 'Total, EUR', count: 2, sums: [null, '-2.9'] },
  ])
})

test('amounts have the decimals of their currency, in rows and in sums', async () => {
  const yen = [
    { id: 1, currency: 'EUR', gross: '10.50' },
    { id: 2, currency: 'JPY', gross: '1500.00' },
    { id: 3, currency: 'KWD', gross: '2.50' },
  ]
  type Amount = (typeof yen)[number]
  const columns: GridColumn<Amount>[] = [
    { id: 'id', header: 'id', meta: { kind: 'number', decimals: 0 }, cell: () => null },
    {
      id: 'gross',
      header: 'gross',
      meta: { kind: 'number', sum: true, decimals: 2, currency: ({ currency }) => currency },
      cell: () => null,
    },
  ]
  const list = rowList(yen, columns, { unit: ({ currency }) => currency, keyOf: ({ id }) => String(id) })
  const lines: ExportLine[] = []
  const shape = { columns, depth: 0, timeZone: zone }
  for await (const batch of exportLines(list.rows(WHOLE), await list.groups(WHOLE), shape))
    lines.push(...batch)
  expect(lines).toEqual([
    { row: ['1', '10.50'] },
    { row: ['2', '1500.00'], decimals: [0, 0] },
    { row: ['3', '2.50'], decimals: [0, 3] },
    { level: -1, label: 'Total, EUR', count: 1, sums: [null, '10.5'] },
    { level: -1, label: 'Total, JPY', count: 1, sums: [null, '1500'], decimals: [0, 0] },
    { level: -1, label: 'Total, KWD', count: 1, sums: [null, '2.5'], decimals: [0, 3] },
  ])
})

test('if not all rows add up, the totals have no number of rows', async () => {
  const shape = { columns: [provider, gross], depth: 0, timeZone: zone, totalsOf: 'of paid bills' }
  const lines: ExportLine[] = []
  for await (const batch of exportLines(bills.rows(WHOLE), await bills.groups(WHOLE), shape))
    lines.push(...batch)
  expect(lines.slice(-2)).toEqual([
    { level: -1, label: 'Total of paid bills, EUR', count: null, sums: [null, '-2.7'] },
    { level: -1, label: 'Total of paid bills, USD', count: null, sums: [null, '5'] },
  ])
})

test('without a summable column there are no totals, and no rows give no lines', async () => {
  expect(await linesOf([provider])).toHaveLength(5)
  expect(await linesOf([provider, gross], { search: 'nobody', groups: ['provider'] })).toEqual([])
})

test('a row added while the file is made has its own head', async () => {
  async function* rows() {
    yield BILLS.slice(0, 1)
    yield [{ ...BILLS[0], provider: 'New' } as Bill]
  }
  const query = { ...WHOLE, groups: ['provider'], search: 'kpmg' }
  const found: ExportLine[] = []
  const shape = { columns: [provider, gross], depth: 1, timeZone: zone }
  for await (const batch of exportLines(rows(), await bills.groups(query), shape)) found.push(...batch)
  expect(found.slice(3, 5)).toEqual([
    { level: 0, label: 'New', count: 1, sums: [null, null] },
    { row: ['New', '0.10'] },
  ])
})

test('a file knows what its columns contain, as wide as on screen', () => {
  expect(exportColumn({ ...gross, size: 110 })).toEqual({
    label: 'gross',
    kind: 'number',
    decimals: 2,
    width: 110,
    percent: undefined,
  })
  expect(exportColumn(column('status', { kind: 'badge' }), 80)).toMatchObject({
    kind: 'text',
    width: 80,
  })
})
