import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kindOf } from '~/platform/files/file-kind'
import { contentTypeOf, KINDS } from '~/platform/files/file-types'
import { compound } from '../../support/platform/files/compound'
import { zipOf } from '../../support/workbooks/zip'

const text = (content: string) => Buffer.from(content)
const extensionOf = async (bytes: Uint8Array) => (await kindOf(bytes)).extension

const types = (main: string) =>
  `<?xml version="1.0"?><Types><Override PartName="/main.xml" ContentType="application/${main}+xml"/></Types>`

test.each([
  ['xlsx', 'vnd.openxmlformats-officedocument.spreadsheetml.sheet.main'],
  ['xlsm', 'vnd.ms-excel.sheet.macroEnabled.main'],
  ['xlsb', 'vnd.ms-excel.sheet.binary.macroEnabled.main'],
  ['docx', 'vnd.openxmlformats-officedocument.wordprocessingml.document.main'],
  ['docm', 'vnd.ms-word.document.macroEnabled.main'],
  ['pptx', 'vnd.openxmlformats-officedocument.presentationml.presentation.main'],
  ['pptm', 'vnd.ms-powerpoint.presentation.macroEnabled.main'],
])('a %s is recognised by its main part', async (extension, main) => {
  const names = { '[Content_Types].xml': types(main), 'main.xml': '<main/>' }
  expect(await extensionOf(zipOf(names))).toBe(extension)
  const elsewhere = { 'main.xml': '<main/>', '[content_types].XML': types(main.toUpperCase()) }
  expect(await extensionOf(zipOf(elsewhere, { compressed: false }))).toBe(extension)
})

test('a workbook written by exceljs is an xlsx', async () => {
  const workbook = new ExcelJS.Workbook()
  workbook.addWorksheet('NAV').addRow(['Type', 'Code'])
  const kind = await kindOf(new Uint8Array(await workbook.xlsx.writeBuffer()))
  expect(kind).toEqual(KINDS.xlsx)
})

test('a zip without Office types is a zip, as is one whose types are a bomb or damaged', async () => {
  expect(await extensionOf(zipOf({ 'xl/workbook.xml': '<workbook/>' }))).toBe('zip')
  const bomb = `${types('vnd.ms-excel.sheet.macroEnabled.main')}${' '.repeat(50_000_000)}`
  expect(await extensionOf(zipOf({ '[Content_Types].xml': bomb }))).toBe('zip')
  const good = zipOf({ '[Content_Types].xml': types('vnd.ms-excel.sheet.macroEnabled.main') })
  expect(await kindOf(good.subarray(0, good.length - 30))).toEqual(KINDS.unknown)
  expect(await extensionOf(text('PK\u0003\u0004 but no zip'))).not.toBe('xlsx')
})

test.each([
  ['xls', ['Workbook']],
  ['xls', ['Book']],
  ['doc', ['WordDocument', '1Table']],
  ['ppt', ['PowerPoint Document']],
  ['msg', ['__properties_version1.0']],
])('an old %s file is recognised by the streams %j', async (extension, streams) => {
  expect(await extensionOf(compound(streams))).toBe(extension)
})

test('an encrypted workbook is detected, and a workbook inside a letter leaves it a letter', async () => {
  expect((await kindOf(compound(['EncryptionInfo', 'EncryptedPackage']))).family).toBe('protected')
  expect(await extensionOf(compound(['WordDocument'], ['Workbook']))).toBe('doc')
  expect(await extensionOf(compound(['Something']))).toBe('ole')
  expect(await extensionOf(compound(['Workbook']).subarray(0, 600))).toBe('ole')
})

test('a PDF starts within its first 1024 bytes, and a text mentioning PDF is text', async () => {
  const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'
  expect(await kindOf(text(pdf))).toEqual(KINDS.pdf)
  expect(await extensionOf(text(`\ufeff${pdf}`))).toBe('pdf')
  expect(await extensionOf(text(`${' '.repeat(1_024)}${pdf}`))).toBe('pdf')
  expect(await extensionOf(text(`${' '.repeat(1_025)}${pdf}`))).toBe('txt')
  expect(await extensionOf(text('Files begin with %PDF-1.7.'))).toBe('txt')
})

test.each([
  ['csv', 'text/csv; charset=utf-8', text('date;amount\n2026-10-30;"1;5"\n')],
  ['csv', 'text/csv; charset=windows-1252', Buffer.from('Größe,Wert\r\nx,1\r\n', 'latin1')],
  ['txt', 'text/plain; charset=utf-8', text('Dear all,\nthe price of 発注書 is below.\n')],
  ['txt', 'text/plain; charset=utf-8', text('<html><script>alert(1)</script></html>')],
  ['txt', 'text/plain; charset=utf-8', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['txt', 'text/plain; charset=utf-16le', Buffer.from('\ufeffGrüße\r\n', 'utf16le')],
  ['csv', 'text/csv; charset=utf-16be', Buffer.from('\ufeffa\tb\n1\t2\n', 'utf16le').swap16()],
  ['rtf', 'application/rtf', text('{\\rtf1 hello}')],
  [
    'png',
    'image/png',
    Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  ],
  ['exe', 'application/x-msdownload', Buffer.concat([text('MZ'), Buffer.alloc(200)])],
  ['bin', 'application/octet-stream', text('text with\u0000NUL')],
  ['bin', 'application/octet-stream', text('a bell\u0007')],
  ['bin', 'application/octet-stream', Buffer.from(Array.from({ length: 500 }, (_, at) => 160 + (at % 90)))],
])('as %s and %s', async (extension, contentType, bytes) => {
  const kind = await kindOf(bytes)
  expect([kind.extension, contentTypeOf(kind)]).toEqual([extension, contentType])
})

test('no bytes make it throw, alone or after a signature', async () => {
  const starts = ['', 'PK\u0003\u0004', '%PDF-', 'd0cf11e0a1b11ae1', 'ffd8ff', '504b0506', 'fffe']
  const start = fc
    .constantFrom(...starts)
    .map((one) => (/^[0-9a-f]+$/.test(one) ? Buffer.from(one, 'hex') : text(one)))
  await fc.assert(
    fc.asyncProperty(start, fc.uint8Array({ maxLength: 2_000 }), async (signature, rest) => {
      const kind = await kindOf(Buffer.concat([signature, rest]))
      expect(kind.mediaType).toMatch(/^[a-z]+\/[\w.+-]+$/)
    }),
    { numRuns: 500 },
  )
})

test('a compound file with circular sectors or entries, and a zip of endless entries, are answered quickly', async () => {
  const circle = compound(['Workbook'])
  circle.writeUInt32LE(1, 512 + 4)
  circle.writeUInt32LE(1, 1024 + 128 + 68)
  expect(await extensionOf(circle)).toBe('xls')
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  const many = Buffer.concat([text('PK\u0003\u0004'), ...Array<Buffer>(400_000).fill(entry), end])
  many.writeUInt32LE(4, many.length - 6)
  // Reading it to the end would take minutes, beyond the test’s limit.
  expect(await kindOf(many)).toMatchObject({ extension: 'zip', family: 'other' })
})

const corpora = process.env.CORPORA ?? ''
const folder = (name: string) => readdirSync(join(corpora, name)).map((file) => join(corpora, name, file))

test.skipIf(!existsSync(join(corpora, 'spreadsheets')))(
  'third-party files are recognised correctly',
  async () => {
    for (const path of [...folder('spreadsheets'), ...folder('einvoices')]) {
      const { family } = await kindOf(readFileSync(path))
      // Encrypted files and two that are not workbooks have workbook names nevertheless.
      expect(path.endsWith('.pdf') ? ['pdf'] : ['excel', 'protected', 'text', 'other'], path).toContain(
        family,
      )
    }
    for (const path of folder('other-formats')) {
      const { family, extension } = await kindOf(readFileSync(path))
      if (['pdf', 'excel', 'word', 'powerpoint'].includes(family))
        expect(path).toMatch(new RegExp(`${extension}$|\\.cfb$`))
    }
  },
)
