import { type BookType, utils, type WorkBook, write } from '@e965/xlsx'
import { zipOf } from 'tests/support/workbooks/zip'
import { expect, test } from 'vitest'
import { DomainError } from '~/platform/values/domain-error'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import { dayOfCell } from '~/platform/workbooks/table-rows'
import type { Cell } from '~/platform/workbooks/workbook'

/** A book with a value of each kind in the second row, and a hidden sheet. */
function someBook(date1904 = false): WorkBook {
  const sheet = utils.aoa_to_sheet([['Text', 'Number', 'Zero', 'Day', 'Share', 'Yes', 'Error', '', 'No']])
  const cells = {
    A2: { t: 's', v: 'Mkt & "Co"' },
    B2: { t: 'n', v: 0.1 + 0.2 },
    C2: { t: 'n', v: 0 },
    D2: { t: 'n', v: 46_325, z: 'dd/mm/yyyy' },
    E2: { t: 'n', v: 0.125, z: '0.0%' },
    F2: { t: 'b', v: true },
    G2: { t: 'e', v: 42 },
    I2: { t: 'b', v: false },
  }
  Object.assign(sheet, cells)
  sheet['!ref'] = 'A1:I2'
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Portfolio')
  utils.book_append_sheet(book, utils.aoa_to_sheet([[], [null, 'hidden']]), 'Second')
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }], WBProps: { date1904 } }
  return book
}

const bytesOf = (book: WorkBook, bookType: BookType) =>
  new Uint8Array(write(book, { type: 'buffer', bookType, compression: true }))

const valuesOf = (cells: readonly Cell[] = [], date1904 = false) =>
  cells.map((cell) => [
    cell.column,
    cell.kind === 'date' || cell.format === 'date' ? dayOfCell(cell, date1904) : cell.text,
    cell.format,
  ])

test.each<BookType>(['biff8', 'biff5', 'xlsb'])(
  '%s gives every kind of value with its place',
  async (kind) => {
    const { file, sheets } = await readWorkbook(bytesOf(someBook(), kind), 'portfolio.bin')
    expect(file).toBe('portfolio.bin')
    expect(sheets.map(({ name }) => name)).toEqual(['Portfolio', 'Second'])
    const [first, second] = sheets
    expect(first?.rows.map(({ row }) => row)).toEqual([1, 2])
    expect(valuesOf(first?.rows[1]?.cells, first?.date1904)).toEqual([
      [1, 'Mkt & "Co"', 'general'],
      [2, '0.30000000000000004', 'general'],
      [3, '0', 'general'],
      [4, '2026-10-30', 'date'],
      [5, '0.125', 'percent'],
      [6, 'TRUE', 'general'],
      [7, '#N/A', 'general'],
      [9, 'FALSE', 'general'],
    ])
    expect(second?.rows).toMatchObject([{ row: 2, cells: [{ column: 2, text: 'hidden' }] }])
  },
)

test.each<BookType>(['biff8', 'xlsb'])('%s counts days from 1904 where the book says so', async (kind) => {
  const { sheets } = await readWorkbook(bytesOf(someBook(true), kind), 'a.bin')
  const [, row] = sheets[0]?.rows ?? []
  expect(sheets[0]?.date1904).toBe(true)
  const day = row?.cells.find(({ column }) => column === 4)
  expect(day && dayOfCell(day, true)).toBe('2030-10-31')
})

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const refusal = await readWorkbook(bytes, 'Holdings').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DomainError)
  return (refusal as DomainError).message
}

test.each<BookType>(['biff8', 'biff5', 'xlsb', 'ods'])(
  'a damaged %s is read or refused, at whatever byte',
  async (kind) => {
    const whole = bytesOf(someBook(), kind)
    for (let at = 20; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const changed = whole.slice()
      changed.fill(0xff, at, at + 8)
      for (const bytes of [whole.slice(0, at), changed]) {
        const outcome = await readWorkbook(bytes, 'Holdings').catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(DomainError)
      }
    }
  },
)

const CONTENT =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
const documentOf = (rows: string, before = '') =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content ${CONTENT}><office:body><office:spreadsheet>${before}<table:table table:name="One">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  })
const inCell = (content: string, attributes = 'office:value-type="string"') =>
  `<table:table-cell ${attributes}>${content}</table:table-cell>`

test('an .ods gives every kind of value', async () => {
  const number = (type: string, value: string) =>
    inCell('', `office:value-type="${type}" office:value="${value}"`)
  const { sheets } = await readWorkbook(
    documentOf(
      `<table:table-row>${inCell('<text:p>Élan</text:p>')}${number('float', '0')}${number('currency', '-1.5')}${number('percentage', '0.125')}${inCell('', 'office:value-type="date" office:date-value="2026-10-30T09:30:00"')}${inCell('', 'office:value-type="boolean" office:boolean-value="false"')}${inCell('<text:p>#N/A</text:p>', 'office:value-type="string" calcext:value-type="error"')}</table:table-row>`,
    ),
    'a.ods',
  )
  expect(valuesOf(sheets[0]?.rows[0]?.cells)).toEqual([
    [1, 'Élan', 'general'],
    [2, '0', 'general'],
    [3, '-1.5', 'general'],
    [4, '0.125', 'percent'],
    [5, '2026-10-30', 'general'],
    [6, 'FALSE', 'general'],
    [7, '#N/A', 'general'],
  ])
})

test('rows and cells of an .ods count as often as they are repeated', async () => {
  const { sheets } = await readWorkbook(
    documentOf(
      `<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="2"/>${inCell('', 'office:value-type="float" office:value="7" table:number-columns-repeated="2"')}</table:table-row>` +
        `<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`,
    ),
    'a.ods',
  )
  expect(sheets[0]?.rows.map(({ row, cells }) => [row, cells.map(({ column }) => column)])).toEqual([
    [1, [3, 4]],
    [2, [3, 4]],
    [3, [3, 4]],
  ])
})

test('an .ods has the text of its cells, not that of comments, drawings and earlier versions', async () => {
  const { sheets } = await readWorkbook(
    documentOf(
      `<table:table-row>${inCell('<office:annotation><text:p>a comment</text:p></office:annotation><text:p>Mkt  <text:span>value</text:span><text:s text:c="2"/>of</text:p><text:p>funds</text:p>')}</table:table-row>`,
      `<table:tracked-changes><table:table table:name="Old"><table:table-row>${inCell('<text:p>old</text:p>')}</table:table-row></table:table></table:tracked-changes>`,
    ),
    'a.ods',
  )
  expect(sheets).toHaveLength(1)
  expect(sheets[0]?.rows[0]?.cells).toMatchObject([{ kind: 'text', text: 'Mkt value  of\nfunds' }])
})

test('a formula of an .ods without a result, and one that is an error, are no values', async () => {
  const { sheets } = await readWorkbook(
    documentOf(
      `<table:table-row>${inCell('', 'table:formula="of:=[.B1]"')}${inCell('<text:p>#DIV/0!</text:p>', 'table:formula="of:=1/0" office:value-type="float" office:value="0"')}${inCell('<text:p>0</text:p>', 'table:formula="of:=0" office:value-type="float" office:value="0"')}</table:table-row>`,
    ),
    'a.ods',
  )
  expect(sheets[0]?.rows[0]?.cells.map(({ kind, text }) => [kind, text])).toEqual([
    ['unresolved', 'formula'],
    ['error', '#DIV/0!'],
    ['number', '0'],
  ])
})

test.each<[string, Uint8Array, RegExp]>([
  [
    'a row of one cell that is repeated a million times',
    documentOf(
      `<table:table-row table:number-rows-repeated="1000000">${inCell('', 'office:value-type="float" office:value="1"')}</table:table-row>`,
    ),
    /200,000/,
  ],
  [
    'a row of a million cells',
    documentOf(
      `${`<table:table-row>${inCell('', 'office:value-type="float" office:value="1" table:number-columns-repeated="999999"')}</table:table-row>`.repeat(20)}`,
    ),
    /200,000/,
  ],
  [
    'a text of a thousand million blanks',
    documentOf(
      `<table:table-row>${inCell('<text:p><text:s text:c="1000000000"/></text:p>')}</table:table-row>`,
    ),
    /20 MB of text/,
  ],
  [
    'an encrypted .ods',
    zipOf({
      'content.xml': 'noise',
      'META-INF/manifest.xml': '<manifest><file-entry><encryption-data/></file-entry></manifest>',
    }),
    /password/,
  ],
  [
    'an .xlsb whose sheet unpacks to more than 50 MB',
    zipOf({ 'xl/workbook.bin': 'x', 'xl/worksheets/sheet1.bin': Buffer.alloc(60 * 1024 * 1024) }),
    /50 MB/,
  ],
])('%s is refused', async (_, bytes, message) => {
  const started = performance.now()
  expect(await refusalOf(bytes)).toMatch(message)
  expect(performance.now() - started).toBeLessThan(5_000)
})
