import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  bytesOf,
  camtXml,
  entryXml,
  oneStatement,
  painXml,
  read,
  readOne,
  readStatement,
  refusalOf,
  statementXml,
  transactionXml,
} from 'tests/support/areas/payments/bank-messages'
import { zipOf } from 'tests/support/workbooks/zip'
import { expect, test } from 'vitest'
import { BANK_FILE_LIMITS } from '~/areas/payments/bank-files/bank-file-limits'
import { readBankFile } from '~/areas/payments/bank-files/read-bank-file'
import { BANK_FILE_THREADS } from '~/areas/payments/bank-files/read-in-thread'
import { DomainError } from '~/platform/values/domain-error'

const STATEMENT = oneStatement(entryXml({ details: transactionXml('A') }))
const hash = (content: string) => createHash('sha256').update(content).digest('hex')
const names = (documents: { name: string }[]) => documents.map(({ name }) => name)

const READ =
  'These are read: pain.002, camt.052, camt.053 and camt.054 in XML, and MT940; also several in a zip file. Choose the file that the bank sent.'

test('a document has the name of its file and the hash of its bytes', async () => {
  expect(await readOne(STATEMENT, 'camt\u202e.xml')).toMatchObject({
    name: 'camt\ufffd.xml',
    sha256: hash(STATEMENT),
  })
})

const message = STATEMENT.replace(/^<\?xml.*?\?>\s*/, '')

test.each([
  ['prefixes', STATEMENT.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns2:').replace('xmlns=', 'xmlns:ns2=')],
  ['no namespace', STATEMENT.replace(/ xmlns="[^"]*"/, '')],
  ['an AppHdr beside it', `<BizMsgEnvlp><AppHdr><BizMsgIdr>X</BizMsgIdr></AppHdr>${message}</BizMsgEnvlp>`],
  [
    'the envelope of SWIFT',
    `<Saa:DataPDU xmlns:Saa="urn:swift:saa"><Saa:Header/><Saa:Body><AppHdr/>${message}</Saa:Body></Saa:DataPDU>`,
  ],
  ['an envelope of the bank’s own', `<a><b c="d"><e/>text<f>${message}</f></b></a>`],
  ['no document around it', message.replace(/^<Document[^>]*>/, '').replace('</Document>', '')],
  ['blanks before, and zeros behind', `\r\n ${STATEMENT}\n\0\0`],
  ['a mark of its encoding', `\ufeff${STATEMENT}`],
  ['comments and processing instructions', STATEMENT.replace('<GrpHdr>', '<!-- <Ntry/> --><?a b?><GrpHdr>')],
])('a message with %s is read', async (_, xml) => {
  const { entries } = await readStatement(xml)
  expect(entries.map(({ references }) => references.endToEndId)).toEqual(['A'])
})

test.each([
  ['UTF-16', (xml: string) => Buffer.from(`\ufeff${xml}`, 'utf16le')],
  ['ISO-8859-1', (xml: string) => Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
  ['that of Windows, though it says UTF-8', (xml: string) => Buffer.from(xml, 'latin1')],
])('the encoding is %s', async (_, encoded) => {
  const xml = oneStatement(entryXml({ text: '<AddtlNtryInf>Größe</AddtlNtryInf>' }))
  expect((await readStatement(encoded(xml))).entries[0]?.text).toBe('Größe')
})

test('letters of several bytes are read at every place where a piece of the file may end', async () => {
  const text = '€'.repeat(60_000)
  const xml = oneStatement(
    `<AddtlStmtInf>${text}</AddtlStmtInf>${entryXml({ text: '<AddtlNtryInf>Größe €</AddtlNtryInf>' })}`,
  )
  for (const blanks of ['', ' ', '  '])
    expect((await readStatement(xml.replace('<Stmt>', `${blanks}<Stmt>`))).entries[0]?.text).toBe('Größe €')
})

test('several messages in one envelope are several documents, each with a hash of what it says', async () => {
  const other = oneStatement('', { id: 'S2' }).replace(/^<\?xml.*?\?>\s*/, '')
  const envelope = (first: string, second: string) => `<Batch>${first}${second}${painXml('', '03')}</Batch>`
  const documents = await read(envelope(message, other))
  expect(documents.map(({ kind, messageId }) => [kind, messageId])).toEqual([
    ['camt.053', 'S1'],
    ['camt.053', 'S2'],
    ['pain.002', 'P1'],
  ])
  expect(names(documents)).toEqual([1, 2, 3].map((at) => `answer.xml › message ${at}`))
  const swapped = await read(envelope(other, message))
  expect(swapped.map(({ sha256 }) => sha256).sort()).toEqual(documents.map(({ sha256 }) => sha256).sort())
})

test('documents that were joined one behind the other are read, and their faults name them', async () => {
  const joined = `${STATEMENT}\n${oneStatement('', { id: 'S2' })}`
  const documents = await read(joined)
  expect(names(documents)).toEqual(['answer.xml › document 1', 'answer.xml › document 2'])
  expect(documents[0]?.sha256).toBe(hash(`${STATEMENT}\n`))
  expect(await refusalOf(joined.slice(0, -20))).toBe(
    '“answer.xml › document 2” is not well-formed XML: it may be cut off or damaged. Download it from the bank again.',
  )
})

test('a zip file has a document for each message in it, once', async () => {
  const other = oneStatement('', { id: 'S2', kind: 'camt.052' })
  const documents = await read(
    zipOf({
      'camt053-1.xml': STATEMENT,
      'again/camt053-1.xml': STATEMENT,
      'camt052.xml': other,
      'folder/': '',
      '__MACOSX/._camt053-1.xml': 'x',
      '.DS_Store': 'x',
      'statement.pdf': '%PDF-1.7\n1 0 obj',
    }),
    'statements.zip',
  )
  expect(names(documents)).toEqual(['statements.zip › camt053-1.xml', 'statements.zip › camt052.xml'])
  expect(documents[0]?.sha256).toBe(hash(STATEMENT))
})

test.each<[string, Record<string, string | Uint8Array>, string]>([
  [
    'a zip file',
    { 'b.zip': zipOf({ 'c.xml': STATEMENT }) },
    ' › b.zip” is a zip file in a zip file. Unpack it, and choose what is in it.',
  ],
  [
    'a file of another kind',
    { 'a.xml': STATEMENT, 'b.csv': 'a;b\nc;d\n' },
    ` › b.csv” is a csv file. ${READ}`,
  ],
  ['nothing', {}, `” holds no message of a bank. ${READ}`],
  ['a PDF only', { 'a.pdf': '%PDF-1.7\n1 0 obj' }, `” holds no message of a bank. ${READ}`],
  [
    'a wrong amount',
    { 'a.xml': oneStatement(entryXml({ amount: '<Amt Ccy="EUR">x</Amt>' })) },
    ' › a.xml” has “x” as an amount in entry 1. Ask the bank for a corrected file.',
  ],
])('a zip file with %s is refused, naming it', async (_, files, why) => {
  expect(await refusalOf(zipOf(files), 'all.zip')).toBe(`“all.zip${why}`)
})

test('a zip file that is damaged, has too many files or unpacks to too much is refused', async () => {
  const zip = zipOf({ 'a.xml': STATEMENT })
  expect(await refusalOf(zip.slice(0, 100), 'a.zip')).toBe(
    '“a.zip” is damaged and cannot be unpacked. Download it from the bank again.',
  )
  const wrong = Buffer.from(zipOf({ 'a.xml': STATEMENT }, { compressed: false }))
  wrong.write('S9', wrong.indexOf('S1'))
  expect(await refusalOf(wrong, 'a.zip')).toBe(
    '“a.zip › a.xml” is damaged and cannot be unpacked. Download it from the bank again.',
  )
  const many = Object.fromEntries(
    Array.from({ length: BANK_FILE_LIMITS.zipFiles + 1 }, (_, at) => [`${at}.xml`, 'x']),
  )
  expect(await refusalOf(zipOf(many), 'a.zip')).toBe(
    '“a.zip” holds more than 500 files. Choose fewer at a time.',
  )
  const blank = Buffer.alloc(3 * 1024 * 1024, ' ')
  expect(await refusalOf(zipOf({ 'a.xml': blank }), 'a.zip')).toBe(
    '“a.zip › a.xml” is packed more tightly than any statement. Unpack it, and choose what is in it.',
  )
})

test.each<[string, string | Uint8Array, string]>([
  [
    'a payment file',
    '<Document><CstmrCdtTrfInitn/></Document>',
    `is a payment file (pain.001), which goes to the bank. ${READ}`,
  ],
  [
    'an invoice',
    '<Invoice><ID/></Invoice>',
    `is an XML file of another kind (its first element is Invoice). ${READ}`,
  ],
  [
    'an element with the name of a property of objects',
    '<Document><toString/><constructor/></Document>',
    `is an XML file of another kind (its first element is Document). ${READ}`,
  ],
  ['a PDF', '%PDF-1.7\n1 0 obj', `is a PDF. ${READ}`],
  ['a text', 'Dear customer,', `is a text file. ${READ}`],
  ['nothing', '', `is empty. ${READ}`],
  [
    'an interim report',
    ':20:A\n:25:1\n:28C:1\n:34F:EUR0,\n:61:2611271127D1,N051NONREF\n',
    `is an interim report (MT942), not a statement. ${READ}`,
  ],
])('%s is refused with what it is and what is read', async (_, content, why) => {
  expect(await refusalOf(content)).toBe(`“answer.xml” ${why}`)
})

test('a refusal is also shown at the field of the file', async () => {
  const refusal: unknown = await readBankFile({ name: 'a.xml', bytes: bytesOf('<a>') }).catch(
    (error) => error,
  )
  expect(refusal).toBeInstanceOf(DomainError)
  expect((refusal as DomainError).options.fields).toEqual({
    files: 'The file is not well-formed XML: it may be cut off or damaged. Download it from the bank again.',
  })
})

test.each([
  '<Document>',
  '<a></b>',
  '<a/><b/>',
  '<a b=1/>',
  '<a>&nbsp;</a>',
  `${STATEMENT}x`,
  STATEMENT.slice(0, -5),
])('XML that is not well-formed is refused: %#', async (xml) => {
  expect(await refusalOf(xml)).toBe(
    '“answer.xml” is not well-formed XML: it may be cut off or damaged. Download it from the bank again.',
  )
})

test('document types, and with them entities, are refused', async () => {
  const laughs = `<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "${'&b;'.repeat(100)}">]><a>&c;</a>`
  const outside = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
  for (const xml of [laughs, outside])
    expect(await refusalOf(xml)).toBe(
      '“answer.xml” declares a document type (DTD), which is not accepted. Ask the bank for a corrected file.',
    )
})

test('depth and elements of an entry are limited', async () => {
  const why =
    '“answer.xml” has more elements, or deeper ones, than a statement needs. Ask the bank for a corrected file.'
  expect(await refusalOf('<a>'.repeat(100) + '</a>'.repeat(100))).toBe(why)
  const many = '<a/>'.repeat(BANK_FILE_LIMITS.heldElements)
  expect(await refusalOf(oneStatement(entryXml({ facts: many })))).toBe(why)
})

test('an entry may have ten thousand transactions, and a statement many elements that are not held', async () => {
  const priced = transactionXml('A', '<Amt Ccy="EUR">0.01</Amt><a><b/><c/><d/><e/><f/><g/><h/></a>')
  const { entries, entryCount } = await readStatement(
    oneStatement(entryXml({ details: priced.repeat(10_000) })),
  )
  expect([entries.length, entryCount]).toEqual([10_000, 1])
})

test('a long text is cut', async () => {
  const text = `<AddtlNtryInf>${'x'.repeat(BANK_FILE_LIMITS.text + 1)}</AddtlNtryInf>`
  expect((await readStatement(camtXml(statementXml(entryXml({ text }))))).entries[0]?.text).toBe(
    'x'.repeat(BANK_FILE_LIMITS.text),
  )
})

test('docs/security.md has the limits', async () => {
  const security = await readFile('docs/security.md', 'utf8')
  const { bytes, zipFiles, zipRatio, entries, elements, heldElements, attributes, depth } = BANK_FILE_LIMITS
  const count = (limit: number) => limit.toLocaleString('en-GB')
  for (const limit of [
    `${BANK_FILE_THREADS.heapMb} MB and ${BANK_FILE_THREADS.deadlineMs / 1000} s: at most ${bytes / 1024 ** 2} MB`,
    `${zipFiles} files in a zip file`,
    `none larger than ${zipRatio} times its packed size`,
    `${count(entries)} entries, ${count(elements)} elements of which ${count(heldElements)} are held`,
    `${count(attributes)} attributes, elements ${depth} deep`,
  ])
    expect(security).toContain(limit)
})
