import { expect, test } from 'vitest'
import { readPdf } from '~/platform/files/read-pdf'
import { ciiXml, ublXml, zugferd1Xml } from '../../support/platform/einvoices/invoice-xml'
import { onePage, stream, writtenPdf } from '../../support/platform/files/raw-pdf'
import { openThreads } from '../../support/threads'

const threads = openThreads()

const PLAIN = { pages: 1, encrypted: false, scripts: false, eInvoice: null, eInvoiceFault: null }
const MB = 1024 * 1024

test('a plain PDF has pages and nothing else', async () => {
  expect(await readPdf(await writtenPdf({ pages: 3 }))).toEqual({ ...PLAIN, pages: 3 })
  expect(await readPdf(onePage())).toEqual(PLAIN)
})

test('it runs in the file threads, and leaves the bytes to the caller', async () => {
  const bytes = await writtenPdf({ files: { 'factur-x.xml': ciiXml() } })
  const before = Buffer.from(bytes)
  const facts = await threads.files.run('readPdf', [{ name: 'a.pdf', bytes }])
  expect(facts).toMatchObject({ pages: 1, eInvoice: { format: 'Factur-X', fileName: 'factur-x.xml' } })
  await readPdf(bytes)
  expect(bytes.equals(before)).toBe(true)
})

test.each([
  ['factur-x.xml', 'Factur-X', ciiXml(), 'RE-1'],
  ['ZUGFeRD-invoice.xml', 'ZUGFeRD 1', zugferd1Xml(), 'RE-1'],
  ['zugferd-invoice.xml', 'ZUGFeRD 2', ciiXml(), 'RE-1'],
  ['xrechnung.xml', 'XRechnung', ciiXml(), 'RE-1'],
  ['7.xml', 'UBL', ublXml(), 'U-1'],
])('%s inside is read as %s', async (name, format, xml, ref) => {
  const { eInvoice, eInvoiceFault } = await readPdf(
    await writtenPdf({ files: { 'terms.txt': 'Terms', [name]: xml, 'a.pdf': onePage() } }),
  )
  expect(eInvoice).toMatchObject({
    format,
    fileName: name,
    fault: null,
    fields: { invoiceRef: { value: ref } },
  })
  expect(eInvoiceFault).toBeNull()
})

test('of two e-invoices the one with the standard’s name is read; an order is none', async () => {
  const two = await writtenPdf({ files: { 'a.xml': ublXml(), 'factur-x.xml': ciiXml({ ref: 'F' }) } })
  expect((await readPdf(two)).eInvoice?.fields.invoiceRef?.value).toBe('F')
  const order = await writtenPdf({
    files: { 'order-x.xml': '<x:SCRDMCCBDACIOMessageStructure xmlns:x="x"/>' },
  })
  expect(await readPdf(order)).toEqual(PLAIN)
})

test('an unreadable e-invoice is reported', async () => {
  const facts = await readPdf(await writtenPdf({ files: { 'factur-x.xml': ciiXml().slice(0, 500) } }))
  expect(facts).toEqual({ ...PLAIN, eInvoiceFault: expect.stringContaining('is not well-formed XML') })
  const dtd = await readPdf(
    await writtenPdf({ files: { 'factur-x.xml': `<!DOCTYPE a>${ciiXml().slice(38)}` } }),
  )
  expect(dtd).toEqual({ ...PLAIN, eInvoiceFault: expect.stringContaining('document type') })
})

test('an e-invoice attached in an unusual place is found', async () => {
  const more = [
    '<< /Type /Filespec /F (factur\\055x.xml) /UF <FEFF0066006100630074007500720078002E0078006D006C> /EF << /F 5 0 R >> >>',
    stream(ciiXml(), '/Type /EmbeddedFile', 1),
  ]
  const { eInvoice } = await readPdf(onePage('/AF [4 0 R]', '', more))
  expect(eInvoice).toMatchObject({ fileName: 'facturx.xml', fields: { invoiceRef: { value: 'RE-1' } } })
})

test('detects a password, or protection without one', async () => {
  const files = { 'factur-x.xml': ciiXml() }
  const locked = await writtenPdf({ files, options: { userPassword: 'secret', ownerPassword: 'other' } })
  expect(await readPdf(locked)).toEqual({ ...PLAIN, pages: null, encrypted: true })
  const open = await writtenPdf({
    files,
    options: { ownerPassword: 'other', permissions: { printing: 'lowResolution' } },
  })
  expect(await readPdf(open)).toMatchObject({ pages: 1, encrypted: true, eInvoice: { format: 'Factur-X' } })
})

const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
test.each([
  ['when it is opened', onePage(`/OpenAction ${SCRIPT}`)],
  ['by name', onePage('/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', '', [SCRIPT])],
  ['when a page is shown', onePage('', '/AA << /O 4 0 R >>', [SCRIPT])],
  ['behind a link', onePage('', `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 1 1] /A ${SCRIPT} >>]`)],
  ['in its form', onePage('/AcroForm << /Fields [] /XFA 4 0 R >>', '', [stream('<xdp/>')])],
  ['written in other letters', onePage('', '/AA << /O << /S /J#61vaScript /#4AS (x) >> >>')],
  ['behind a comment', onePage('/OpenAction << /S % no\n/Launch /F (cmd.exe) >>')],
  ['in an object that nothing uses', onePage('', '', [SCRIPT])],
  ['in an object stream', onePage('', '', [stream(`9 0 ${SCRIPT}`, '/Type /ObjStm /N 1 /First 4', 1)])],
  ['as a program that it starts', onePage('', '/AA << /C << /S /Launch /F (a.exe) >> >>')],
  [
    'as an address that it opens by itself',
    onePage('/OpenAction 4 0 R', '', ['<< /S /URI /URI (http://a.example) >>']),
  ],
  [
    'as a form that it sends by itself',
    onePage('', '/AA << /O << /S /SubmitForm /F (http://a.example) >> >>'),
  ],
])('a script is found %s', async (_, bytes) => {
  expect(await readPdf(bytes)).toEqual({ ...PLAIN, scripts: true })
})

test.each([
  ['a page to open at', onePage('/OpenAction [3 0 R /Fit]')],
  [
    'a link',
    onePage(
      '/OpenAction [3 0 R /Fit]',
      '/Annots [<< /Subtype /Link /A << /S /URI /URI (http://a/JavaScript/JS) >> >>]',
    ),
  ],
  ['a title', onePage('', '', ['<< /Title (All about /JavaScript and /Launch) >>'])],
])('%s is no script', async (_, bytes) => {
  expect(await readPdf(bytes)).toEqual(PLAIN)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['only a head', Buffer.from('%PDF-1.7\n')],
  ['noise', Buffer.from('%PDF-1.7\n1 0 obj << stream obj 2 0 obj endobj '.repeat(1_000))],
  ['half a file', onePage().subarray(0, 150)],
  ['no pages', onePage().subarray(0, 60)],
  ['pages that are their own parents', Buffer.from(String(onePage()).replace('[3 0 R]', '[2 0 R]'))],
])('%s has no pages', async (_, bytes) => {
  expect(await readPdf(bytes)).toEqual({ ...PLAIN, pages: null })
})

const filespec = '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>'
const attachment = '<< /Type /Filespec /F (factur-x.xml) /EF << /F 5 0 R >> >>'
const zeros = Buffer.alloc(150 * MB)

test('files that decompress to a multiple of their size do not fill the memory', {
  timeout: 60_000,
}, async () => {
  const before = process.resourceUsage().maxRSS
  const bomb = onePage(filespec, '', [attachment, stream(zeros, '/Type /EmbeddedFile', 1)])
  expect(bomb.length).toBeLessThan(MB)
  expect(await readPdf(bomb)).toEqual({ ...PLAIN, pages: null })
  const twice = onePage(filespec, '', [attachment, stream(zeros, '/Type /EmbeddedFile', 2)])
  expect(twice.length).toBeLessThan(10_000)
  expect(await readPdf(twice)).toEqual({ ...PLAIN, pages: null })
  const asPicture = onePage(filespec, '', [attachment, stream(zeros, '/Subtype /Image', 1)])
  expect(await readPdf(asPicture)).toEqual({
    ...PLAIN,
    eInvoiceFault: expect.stringContaining('larger than 10 MB'),
  })
  // In kilobytes; decompressed, they are gigabytes.
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(600 * 1024)
})

test('a large XML is not read; a large file next to a small XML does not hide it', async () => {
  const large = Buffer.concat([Buffer.from(ciiXml()), Buffer.alloc(11 * MB, ' ')])
  const alone = await readPdf(await writtenPdf({ files: { 'factur-x.xml': large } }))
  expect(alone).toEqual({ ...PLAIN, eInvoiceFault: expect.stringContaining('larger than 10 MB') })
  const beside = await readPdf(await writtenPdf({ files: { 'a.bin': large, 'factur-x.xml': ciiXml() } }))
  expect(beside.eInvoice?.fields.invoiceRef?.value).toBe('RE-1')
})
