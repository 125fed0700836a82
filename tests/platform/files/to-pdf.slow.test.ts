import { deflateSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import ExcelJS from 'exceljs'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { csvRows, textPages, toPdf } from '~/platform/files/preview/to-pdf'
import { bytesOf } from '../../support/areas/documents/object-at'

/** The text of each page of a preview. */
async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: false })
  return text.map((each) => each.replace(/\s+/g, ' '))
}

async function shownPages(name: string, bytes: Uint8Array): Promise<string[]> {
  const shown = await toPdf({ name, bytes })
  if (shown.as !== 'pdf') throw new Error(JSON.stringify(shown))
  return pagesOf(shown.bytes)
}

async function workbook(fill: (book: ExcelJS.Workbook) => void): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook()
  fill(book)
  return new Uint8Array(await book.xlsx.writeBuffer())
}

test('a workbook shows its sheets with text, numbers, days and percentages as Excel does', async () => {
  const bytes = await workbook((book) => {
    const sheet = book.addWorksheet('Fees')
    sheet.getCell('A1').value = 'Supplier'
    sheet.getCell('C3').value = 1234.5
    sheet.getCell('D3').value = new Date(Date.UTC(2026, 9, 30))
    sheet.getCell('D3').numFmt = 'dd/mm/yyyy'
    sheet.getCell('E3').value = 0.17
    sheet.getCell('E3').numFmt = '0%'
    sheet.getCell('F3').value = 0.1 + 0.2
    book.addWorksheet('Second').getCell('B2').value = 'Élan € Ωμέγα Жук'
  })
  const [first = '', second = ''] = await shownPages('a.xlsx', bytes)
  for (const words of ['Fees', 'Supplier', '1234.5', '30/10/2026', '17%', 'C D E F', ' 3 '])
    expect(first).toContain(words)
  expect(first).toMatch(/ 0\.3 /)
  expect(second).toMatch(/Second.*Élan € Ωμέγα Жук.*2 of 2/)
})

test('workbooks of Excel 97-2003 and .xlsb are previewed without an office program', async () => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Supplier', 0]]), 'Fees')
  for (const bookType of ['biff8', 'xlsb'] as const) {
    const [page = ''] = await shownPages('a.bin', new Uint8Array(write(book, { type: 'buffer', bookType })))
    expect(page).toMatch(/Fees.*Supplier 0/)
  }
})

test('columns that do not fit side by side follow below, none is lost', async () => {
  const bytes = await workbook((book) => {
    const sheet = book.addWorksheet('Wide')
    for (const row of [1, 2])
      for (let column = 1; column <= 60; column++) sheet.getCell(row, column).value = `value ${row}.${column}`
  })
  const all = (await shownPages('wide.xlsx', bytes)).join(' ')
  for (let column = 1; column <= 60; column++) expect(all).toContain(`value 2.${column} `)
})

test('a long workbook stops at 200 pages and says how much is omitted', async () => {
  const bytes = await workbook((book) => {
    const sheet = book.addWorksheet('Long')
    for (let row = 1; row <= 30_000; row++) sheet.getCell(row, 1).value = row
  })
  const pages = await shownPages('long.xlsx', bytes)
  expect(pages).toHaveLength(200)
  expect(pages.at(-1)).toMatch(/([\d,]+) rows of Long and what follows are left out here/)
  const left = Number(/([\d,]+) rows of Long/.exec(pages.at(-1) ?? '')?.[1]?.replace(',', ''))
  const last = Math.max(...[...(pages.at(-1) ?? '').matchAll(/\b(\d{4,5})\b/g)].map(([, n]) => Number(n)))
  expect(left + last).toBe(30_000)
})

test('the last page of a text counts the omitted lines exactly', async () => {
  const lines = Array.from({ length: 500 }, (_, at) => `line ${at + 1}`).join('\n')
  const [page = ''] = await pagesOf(await textPages(lines, 1))
  const shown = [...page.matchAll(/line (\d+)/g)].length
  expect(page).toContain(`${500 - shown} more lines are left out here`)
  const long = await pagesOf(await textPages('x'.repeat(1_000)))
  expect(long.join('').match(/x/g)).toHaveLength(1_000)
})

test('csv is read by RFC 4180, with any of its separators', () => {
  const rows = (text: string) => [...csvRows(text)]
  expect(rows('a;b\r\n"x;""y""\nz";2\r\n')).toEqual([
    ['a', 'b'],
    ['x;"y"\nz', '2'],
  ])
  expect(rows('a\tb\n1\t\n')).toEqual([
    ['a', 'b'],
    ['1', ''],
  ])
  expect(rows('a,b\n"never closed')).toEqual([['a', 'b'], ['never closed']])
  expect(rows('')).toEqual([])
  expect(rows('a|b\n\n1|2')).toEqual([['a', 'b'], [''], ['1', '2']])
})

test('images are one page; a damaged or endless one is reported', async () => {
  const good = png({ width: 4, height: 4, colours: 6, content: Buffer.alloc(4 * 17) })
  expect(await shownPages('a.png', good)).toHaveLength(1)
  const bomb = png({ width: 30_000, height: 30_000, colours: 6, content: Buffer.alloc(1_000) })
  const cut = good.subarray(0, 50)
  const mangled = png({ width: 4, height: 4, colours: 6, packed: Buffer.from('no deflate at all') })
  for (const bytes of [bomb, cut, mangled])
    expect(await toPdf({ name: 'a.png', bytes })).toMatchObject({ as: 'note', message: /damaged|cannot/ })
})

test('other files are named by their kind', async () => {
  expect(await toPdf({ name: 'a.zip', bytes: bytesOf('PK\u0005\u0006'.padEnd(22, '\0')) })).toMatchObject({
    as: 'note',
    message: 'It is a zip archive, which cannot be previewed here.',
  })
})

interface Png {
  width: number
  height: number
  colours: number
  content?: Buffer
  packed?: Buffer
}

function png({ width, height, colours, content = Buffer.alloc(0), packed = deflateSync(content) }: Png) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, colours, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  }
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const parts = [signature, chunk('IHDR', head), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat(parts))
}
