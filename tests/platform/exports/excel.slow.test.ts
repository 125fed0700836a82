import fc from 'fast-check'
import { rounds } from 'tests/support/rounds'
import { expect, test } from 'vitest'
import { writeExcel } from '~/platform/exports/excel/write-excel'
import { type ExportHead, type ExportLine, refuseTooMany } from '~/platform/exports/table'
import { Big } from '~/platform/values/decimal'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import type { Cell } from '~/platform/workbooks/workbook'
import { partOf } from '../../support/platform/exports/parts'
import { batches, bytesOf, headOf, kept, rowsOf } from '../../support/platform/exports/tables'

const written = (head: ExportHead, lines: ExportLine[], size?: number) =>
  bytesOf(writeExcel(head, batches(lines, size)))

async function sheetsOf(bytes: Uint8Array) {
  const { sheets } = await readWorkbook(bytes, 'export.xlsx')
  return sheets.map(({ name, rows }) => ({ name, rows: rows.map(({ cells }) => cells) }))
}

/** Kind, or format if special, and text: "date 46325". */
const textOf = ({ kind, format, text }: Cell) => `${format === 'general' ? kind : format} ${text}`

async function tableOf(head: ExportHead, lines: ExportLine[], size?: number): Promise<string[][]> {
  const [table] = await sheetsOf(await written(head, lines, size))
  return (table?.rows ?? []).map((cells) => cells.map(textOf))
}

test('each value is read back unchanged, to the last digit', async () => {
  const head = headOf(['text', { label: 'Gross', kind: 'number', decimals: 2 }, 'day', 'instant', 'boolean'])
  const rows = rowsOf([
    ['A', '1234567.89', '2026-10-30', '2026-10-30T11:00:00Z', 'true'],
    ['B', '-0.10', '1900-03-01', '2026-07-01T22:30:05.999Z', 'false'],
    ['C', '0', '2200-12-31', '2026-10-25T00:30:00Z', 'true'],
    ['D', '0.00', '1900-02-28', '1899-12-31T12:00:00Z', 'false'],
    ['E', '12345678901234567890.12', null, null, null],
    ['F', '0.12345678901234567890', null, null, null],
    ['G', '9007199254740993', null, null, null],
    ['H', '9007199254740991', null, null, null],
    ['I', '1234567890123.45', null, null, null],
    ['J', '12345678901234.50', null, null, null],
    ['K', '12345678901234.56', null, null, null],
  ])
  expect(await tableOf(head, rows)).toEqual([
    ['text text', 'text Gross', 'text day', 'text instant', 'text boolean'],
    ['text A', 'number 1234567.89', 'date 46325', 'date 46325.5', 'boolean TRUE'],
    ['text B', 'number -0.1', 'date 61', 'date 46205.020891203705', 'boolean FALSE'],
    ['text C', 'number 0', 'date 109939', 'date 46320.104166666664', 'boolean TRUE'],
    ['text D', 'number 0', 'text 1900-02-28', 'text 1899-12-31 12:00:00', 'boolean FALSE'],
    ['text E', 'text 12345678901234567890.12'],
    ['text F', 'text 0.12345678901234567890'],
    ['text G', 'text 9007199254740993'],
    ['text H', 'text 9007199254740991'],
    ['text I', 'number 1234567890123.45'],
    ['text J', 'number 12345678901234.5'],
    ['text K', 'text 12345678901234.56'],
  ])
})

test('numbers are shown with the decimals of their column, percentages as such', async () => {
  const head = headOf([
    { label: 'Amount', kind: 'number', decimals: 2 },
    { label: 'NAV value', kind: 'number', decimals: 5 },
    { label: 'Delta', kind: 'number', decimals: 4, percent: true },
    { label: 'Quantity', kind: 'number' },
    'day',
    'instant',
  ])
  const bytes = await written(
    head,
    rowsOf([['1', '2', '0.5', '3.125', '2026-10-30', '2026-10-30T11:00:00Z']]),
  )
  const styles = await partOf(bytes, 'xl/styles.xml')
  const codes = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  )
  const used = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf numFmtId="(\d+)"/g)]
  const formats = used.map(([, id]) => (id === '4' ? '#,##0.00' : codes.get(id)))
  const sheet = await partOf(bytes, 'xl/worksheets/sheet1.xml')
  const second = [...sheet.matchAll(/<c r="[A-F]2" s="(\d+)"/g)].map(([, style]) => formats[Number(style)])
  expect(second).toEqual([
    '#,##0.00',
    '#,##0.00000',
    '0.0000%',
    '#,##0.000',
    'dd/mm/yyyy',
    'dd/mm/yyyy hh:mm:ss',
  ])
})

test('groups are bold with sums, their rows outlined below; totals are last and not filtered', async () => {
  const lines: ExportLine[] = [
    { level: 0, label: 'Alpine Fund', count: 2, sums: [null, '30.5'] },
    { level: 1, label: 'EUR', count: 1, sums: [null, '20.5'] },
    { row: ['a', '20.5'] },
    { level: 1, label: 'USD', count: 1, sums: [null, '10'] },
    { row: ['b', '10'] },
    { level: 0, label: '', count: 1_234, sums: [null, null] },
    { row: ['c', '0'] },
    { level: -1, label: 'Total', count: 1_236, sums: [null, '30.5'] },
  ]
  const bytes = await written(headOf(['text', 'number'], { lines: 8 }), lines)
  const [table] = await sheetsOf(bytes)
  expect(table?.rows.slice(1).map((cells) => cells.map(textOf))).toEqual([
    ['text Alpine Fund (2)', 'number 30.5'],
    ['text EUR (1)', 'number 20.5'],
    ['text a', 'number 20.5'],
    ['text USD (1)', 'number 10'],
    ['text b', 'number 10'],
    ['text  (1,234)'],
    ['text c', 'number 0'],
    ['text Total (1,236)', 'number 30.5'],
  ])
  const sheet = await partOf(bytes, 'xl/worksheets/sheet1.xml')
  const levels = [...sheet.matchAll(/<row r="\d+"([^>]*)>/g)].map(([, attributes]) =>
    Number(/outlineLevel="(\d)"/.exec(attributes ?? '')?.[1] ?? 0),
  )
  expect(levels).toEqual([0, 0, 1, 2, 1, 2, 0, 1, 0])
  expect(sheet).not.toContain('collapsed')
  expect(sheet).toContain('outlineLevelRow="2"')
  expect(sheet).toContain('<outlinePr summaryBelow="0"')
  expect(sheet).toContain('<autoFilter ref="A1:B8"/>')
  expect(sheet).toMatch(/<pane ySplit="1"[^>]*state="frozen"/)
})

test('a line may have other decimals than its column: yen beside euros', async () => {
  const head = headOf([{ label: 'Amount', kind: 'number', decimals: 2 }])
  const bytes = await written(head, [
    { row: ['1500'] },
    { row: ['1500'], decimals: [0] },
    { row: ['2.5'], decimals: [3] },
  ])
  expect(await partOf(bytes, 'xl/styles.xml')).toContain('formatCode="#,##0.000"')
  const sheet = await partOf(bytes, 'xl/worksheets/sheet1.xml')
  const styles = [...sheet.matchAll(/<c r="A[234]" s="(\d+)"/g)].map(([, style]) => style)
  expect(new Set(styles).size).toBe(3)
})

test('a group whose first column has a sum names both', async () => {
  const lines: ExportLine[] = [{ level: 0, label: 'EUR', count: 2, sums: ['7'] }, { row: ['7'] }]
  expect(await tableOf(headOf(['number']), lines)).toEqual([
    ['text number'],
    ['text EUR (2): 7'],
    ['number 7'],
  ])
})

test('the second sheet describes the table', async () => {
  const head = headOf(['text'], {
    title: 'Invoices: open',
    filters: ['Gross is above 100', 'Supplier is “A”'],
    by: 'Zoë Σ',
  })
  const [table, about] = await sheetsOf(await written(head, rowsOf([['a'], ['b']])))
  expect(table?.name).toBe('Invoices open')
  expect(about?.name).toBe('About')
  expect(about?.rows.map((cells) => cells.map(textOf))).toEqual([
    ['text Title', 'text Invoices: open'],
    ['text Filters', 'text Gross is above 100'],
    ['text Supplier is “A”'],
    ['text Created', 'date 46328.375'],
    ['text Time zone', 'text Europe/Luxembourg'],
    ['text By', 'text Zoë Σ'],
    ['text Rows', 'number 2'],
  ])
})

test('a number that Excel would round is text, and the second sheet says so', async () => {
  const head = headOf([{ label: 'Gross', kind: 'number', decimals: 2 }])
  const notes = async (gross: string) => {
    const [, about] = await sheetsOf(await written(head, rowsOf([[gross]])))
    return about?.rows.flatMap((cells) => cells.map(textOf)).filter((each) => each.includes('Excel'))
  }
  expect(await notes('1234567890123.45')).toEqual([])
  expect(await notes('12345678901234.56')).toEqual([
    'text Numbers of more than 15 digits are written as text, as Excel would round them. Formulas leave them out.',
  ])
})

test.each([
  ['A/B [c]: *what*?', 'A B c what'],
  ["'quoted'", 'quoted'],
  ['', 'Rows'],
  ['history', 'Rows'],
  ['ABOUT', 'Rows'],
  ['A name that is longer than a sheet name', 'A name that is longer than a sh'],
])('a table called %j is on the sheet %j', async (title, name) => {
  const [table] = await sheetsOf(await written(headOf(['text'], { title }), []))
  expect(table).toEqual({ name, rows: [[expect.objectContaining({ text: 'text' })]] })
})

test.each([
  ['=HYPERLINK("http://x")', '=HYPERLINK("http://x")'],
  [' <b>"&\' ', ' <b>"&\' '],
  ['two\r\nlines\rthree', 'two\nlines\nthree'],
  ['_x0041_ and _x000d_', '_x0041_ and _x000d_'],
  ['NUL \u0000\u0001\u001f\ufffe. 😀 \ud83d', 'NUL . 😀 '],
  ['00123', '00123'],
])('the text %j is read back as the text %j', async (text, read) => {
  const head = headOf([{ label: text, kind: 'text' }])
  expect(await tableOf(head, rowsOf([[text]]))).toEqual([[`text ${read}`], [`text ${read}`]])
})

test('a text is cut to the cell limit, never within a character', async () => {
  const [, row] = await tableOf(headOf(['text']), rowsOf([[`${'x'.repeat(32_766)}😀`]]))
  expect(row?.[0]).toHaveLength('text '.length + 32_766)
})

test('a sheet is never started with more lines than it has room for, nor filled beyond them', async () => {
  expect(() => refuseTooMany('xlsx', 1_048_576)).toThrow(
    'The list has 1,048,576 lines, and an Excel file holds 1,048,575 at most. Filter the list to fewer rows, or choose CSV.',
  )
  expect(() => refuseTooMany('xlsx', 1_048_575)).not.toThrow()
  expect(() => refuseTooMany('csv', 10 ** 9)).not.toThrow()
})

test('lines are read only as fast as the client takes the bytes', async () => {
  let pulled = 0
  async function* endless() {
    for (;;) {
      pulled += 1
      yield rowsOf(Array.from({ length: 1_000 }, (_, at) => [`${(pulled * 7_919 + at) ** 3 % 999_983}`]))
    }
  }
  const file = writeExcel(headOf(['text']), endless())[Symbol.asyncIterator]()
  await file.next()
  /** The batches taken so far, after another export of 150 batches. */
  async function beside() {
    const parcel = rowsOf(Array.from({ length: 1_000 }, (_, at) => [`${(at * 7_919) ** 3 % 999_983}`]))
    async function* parcels() {
      for (let taken = 0; taken < 150; taken++) yield parcel
    }
    for await (const _ of writeExcel(headOf(['text']), parcels()));
    return pulled
  }
  const before = await beside()
  expect(before).toBeLessThan(80)
  for (let bytes = 0; bytes < 500_000; ) bytes += (await file.next()).value?.byteLength ?? 0
  expect(await beside()).toBeGreaterThan(before)
  expect(pulled).toBeLessThan(before + 100)
  await file.return?.()
})

/** Decimals of up to 26 digits. */
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 26n), max: 10n ** 26n }), fc.nat({ max: 8 }))
  .map(([digits, places]) => new Big(String(digits)).times(new Big(10).pow(-places)).toFixed(places))

test('any table survives a round trip without losing a digit', async () => {
  const row = fc.tuple(fc.string({ unit: 'binary', maxLength: 30 }), decimals)
  const head = headOf(['text', 'number'])
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 15 }), fc.integer({ min: 1, max: 7 }), async (rows, size) => {
      const [table] = await sheetsOf(await written(head, rowsOf(rows), size))
      const read = table?.rows.slice(1).map((cells) => {
        const [text, figure] = [1, 2].map((column) => cells.find((cell) => cell.column === column)?.text)
        return [text ?? '', new Big(figure ?? 'none').toFixed()]
      })
      const lines = (text: string) => text.replace(/\r\n?/g, '\n')
      expect(read).toEqual(rows.map(([text, figure]) => [lines(kept(text)), new Big(figure).toFixed()]))
    }),
    { numRuns: rounds(50, 150) },
  )
})
