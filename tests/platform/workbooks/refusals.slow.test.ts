import { readFile } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'
import { rawParts, zipOf } from 'tests/support/workbooks/zip'
import { expect, test } from 'vitest'
import { DomainError } from '~/platform/values/domain-error'
import { LIMITS } from '~/platform/workbooks/limits'
import { readWorkbook } from '~/platform/workbooks/read-workbook'

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const refusal = await readWorkbook(bytes, 'NAV.xlsx').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DomainError)
  const { code, message } = refusal as DomainError
  expect(code).toBe('invalid')
  expect(message).toContain('NAV.xlsx')
  return message
}

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ole = (stream: string) =>
  Buffer.concat([OLE, Buffer.alloc(600), Buffer.from(`${stream}\0`, 'utf16le'), Buffer.alloc(600)])

/** A workbook whose text was changed after its checksum was computed. */
function withWrongChecksum(): Uint8Array {
  const bytes = Buffer.from(zipOf(rawParts(''), { compressed: false }))
  bytes.write('Two', bytes.indexOf('One'))
  return bytes
}

test.each<[string, Uint8Array, RegExp]>([
  ['an encrypted workbook', ole('EncryptedPackage'), /password/],
  ['half an .xls', ole('Workbook'), /damaged/],
  ['half an .xls of Excel 5', ole('Book'), /damaged/],
  ['a worksheet of Excel 4', Buffer.from('0904060000041000', 'hex'), /Excel 4 or older.*save it as/],
  ['a worksheet of Excel 2', Buffer.from('0900040007001000', 'hex'), /Excel 4 or older/],
  ['a Word document', ole('WordDocument'), /Word/],
  ['a PDF', Buffer.from('%PDF-1.7\n'), /PDF/],
  ['HTML', Buffer.from('\ufeff <html><table><tr><td>1'), /web page/],
  ['XML', Buffer.from('<?xml version="1.0"?><Workbook/>'), /XML/],
  ['text in UTF-16 that does not say so', Buffer.from('Type\tCode\n', 'utf16le'), /not a text file/],
  ['text with a quote that is not closed', Buffer.from('Type;Code\nA;"B\n'), /row 2 is not closed/],
  ['an image', Buffer.from('89504e470d0a1a0a', 'hex'), /image/],
  ['nothing', new Uint8Array(), /empty/],
  ['noise', Buffer.from('0001020304050607', 'hex'), /damaged/],
  ['half an .xlsb', zipOf({ 'xl/workbook.bin': 'x' }), /damaged/],
  [
    'a text of OpenDocument',
    zipOf({ mimetype: 'application/vnd.oasis', 'content.xml': '<a/>' }),
    /OpenDocument/,
  ],
  ['a .docx', zipOf({ 'word/document.xml': '<a/>' }), /Word/],
  ['a zip of something else', zipOf({ 'a.txt': 'x' }), /without a workbook/],
  ['half a zip', zipOf(rawParts('')).slice(0, 300), /damaged/],
  ['a zip with a wrong checksum', withWrongChecksum(), /damaged/],
  ['a sheet that is no XML', zipOf(rawParts('<row><c>')), /damaged/],
  [
    'a missing relationship target',
    zipOf(rawParts('', { 'xl/workbook.xml': '<html/>' })),
    /not an Excel workbook/,
  ],
])('%s is refused with a message that names the file and its kind', async (_, bytes, message) => {
  expect(await refusalOf(bytes)).toMatch(message)
})

test('a document type declaration is refused wherever it occurs', async () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb">]><worksheet><sheetData/></worksheet>'
  for (const part of ['_rels/.rels', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml']) {
    expect(await refusalOf(zipOf(rawParts('', { [part]: bomb })))).toMatch(/document type/)
  }
})

test('a small file that decompresses to more than 50 MB is refused while decompressing', async () => {
  const bomb = Buffer.alloc(60 * 1024 * 1024, ' ')
  const bytes = zipOf({ ...rawParts(''), 'xl/worksheets/sheet1.xml': bomb })
  expect(deflateRawSync(bomb).length).toBeLessThan(100_000)
  expect(await refusalOf(bytes)).toMatch(/50 MB/)
})

test('more than 200,000 cells, 1,000 entries or 20 MB of text are refused', async () => {
  const row = `<row>${'<c><v>1</v></c>'.repeat(1000)}</row>`
  expect(await refusalOf(zipOf(rawParts(row.repeat(201))))).toMatch(/200,000/)
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`a${i}`, '']))
  expect(await refusalOf(zipOf(many))).toMatch(/1,000 entries/)
  const text = `<row><c t="inlineStr"><is><t>${'x'.repeat(1_100_000)}</t></is></c></row>`
  expect(await refusalOf(zipOf(rawParts(text.repeat(20))))).toMatch(/20 MB of text/)
})

test('docs/security.md has the limits', async () => {
  const security = await readFile('docs/security.md', 'utf8')
  const count = (limit: number) => limit.toLocaleString('en-GB')
  const megabytes = (limit: number) => `${limit / 1024 ** 2} MB`
  for (const limit of [
    `${count(LIMITS.entries)} entries`,
    `${megabytes(LIMITS.inflatedBytes)} inflated`,
    `${count(LIMITS.cells)} cells`,
    `${megabytes(LIMITS.text)} of text (${count(LIMITS.text)} characters)`,
    `elements ${LIMITS.depth} deep`,
  ])
    expect(security).toContain(limit)
})

test('endlessly nested elements are refused', async () => {
  expect(await refusalOf(zipOf(rawParts('<a>'.repeat(100_000))))).toMatch(/damaged/)
})
