import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { acceptedKind, EXTENSIONS } from '~/platform/files/file-kind'
import {
  type Accepted,
  CLIENT_DOCUMENT,
  DOCUMENT_BYTES,
  GENERAL,
  INVOICE,
  MAX_FILES,
  sizeText,
  WORKBOOK_BYTES,
} from '~/platform/files/upload-rules'
import { compound } from '../../support/platform/files/compound'
import { zipOf } from '../../support/workbooks/zip'

const pdf = Buffer.from('%PDF-1.7\n')
const csv = Buffer.from('a;b\n1;2\n')
const workbook = (main: string) =>
  zipOf({ '[Content_Types].xml': `<Types><Override ContentType="application/${main}+xml"/></Types>` })
const xlsx = workbook('vnd.openxmlformats-officedocument.spreadsheetml.sheet.main')
const macros = workbook('vnd.ms-excel.sheet.macroEnabled.main')
const doc = compound(['WordDocument'])

const accept = (fileName: string, bytes: Uint8Array, accepted: Accepted) =>
  acceptedKind({ fileName, bytes }, accepted, 'Upload Error')

test.each([
  ['a.pdf', pdf, INVOICE],
  ['A.PDF', pdf, INVOICE],
  ['scan of 30.10.2026/final', pdf, INVOICE],
  ['no extension', pdf, INVOICE],
  ['proof.xlsx', xlsx, CLIENT_DOCUMENT],
  ['old.xls', compound(['Workbook']), CLIENT_DOCUMENT],
  ['letter.doc', doc, GENERAL],
  ['figures.csv', csv, GENERAL],
  ['notes.txt', Buffer.from('hello'), GENERAL],
])('%j is accepted', async (name, bytes, accepted) => {
  expect(accepted.families).toContain((await accept(name, bytes, accepted)).family)
})

test.each([
  [
    'invoice.pdf',
    xlsx,
    INVOICE,
    '“invoice.pdf” is an Excel workbook. Choose a PDF or e-invoice (XML in UBL or CII) file.',
  ],
  [
    'a.pdf',
    doc,
    CLIENT_DOCUMENT,
    '“a.pdf” is a Word 97-2003 document. Choose a PDF or Excel (xlsx, xls) file.',
  ],
  [
    'proof.xlsm',
    macros,
    CLIENT_DOCUMENT,
    '“proof.xlsm” is an Excel workbook with macros. Choose a PDF or Excel (xlsx, xls) file.',
  ],
  [
    'proof.xlsm',
    xlsx,
    CLIENT_DOCUMENT,
    '“proof.xlsm” is an Excel workbook, but its name ends in ".xlsm". Save it with the extension .xlsx and try again.',
  ],
  [
    'run.bat',
    pdf,
    GENERAL,
    '“run.bat” is a PDF, but its name ends in ".bat". Save it with the extension .pdf and try again.',
  ],
  [
    'page.html',
    Buffer.from('<html></html>'),
    GENERAL,
    '“page.html” is a text file, but its name ends in ".html". Save it with the extension .txt and try again.',
  ],
  [
    'secret.xlsx',
    compound(['EncryptedPackage']),
    GENERAL,
    'The file "secret.xlsx" is protected by a password. Remove the password and try again.',
  ],
  [
    'tool.pdf',
    Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)]),
    INVOICE,
    '“tool.pdf” is a file of the type EXE. Choose a PDF or e-invoice (XML in UBL or CII) file.',
  ],
])('%j is refused with a message', async (name, bytes, accepted, message) => {
  const refused = accept(name, bytes, accepted)
  await expect(refused).rejects.toMatchObject({
    code: 'invalid',
    message,
    options: { title: 'Upload Error' },
  })
})

test('docs/security.md lists what is accepted', async () => {
  const security = await readFile('docs/security.md', 'utf8')
  for (const family of [...GENERAL.families, ...INVOICE.families])
    expect(security).toContain(EXTENSIONS[family].join(', '))
  for (const taken of [GENERAL, INVOICE, CLIENT_DOCUMENT]) expect(security).toContain(`| ${taken.formats} |`)
  for (const size of [DOCUMENT_BYTES, WORKBOOK_BYTES]) expect(security).toContain(`| ${sizeText(size)} |`)
  expect(security).toContain(`${MAX_FILES} a form`)
})
