import { expect, test } from 'vitest'
import { type Attachment, readEInvoice } from '~/platform/einvoices/read-einvoice'
import { ciiXml, ublXml } from '../../support/platform/einvoices/invoice-xml'

const file = (name: string, content: string | Uint8Array | null): Attachment => ({
  name,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
})
const refOf = (...files: Attachment[]) => readEInvoice(files).eInvoice?.fields.invoiceRef?.value
const order = (root: string) =>
  `<?xml version="1.0"?><rsm:${root} xmlns:rsm="x"><rsm:ID>O-1</rsm:ID></rsm:${root}>`

test('no file, or none that is an e-invoice, is no error', () => {
  const nothing = { eInvoice: null, eInvoiceFault: null }
  expect(readEInvoice([])).toEqual(nothing)
  expect(
    readEInvoice([
      file('a.pdf', '%PDF-1.7'),
      file('notes.xml', '<notes/>'),
      file('broken.xml', '<CrossIndustry'),
      file('empty.xml', ''),
      file('large.bin', null),
    ]),
  ).toEqual(nothing)
})

test('an order is no invoice, whatever its file name', () => {
  for (const root of ['SCRDMCCBDACIOMessageStructure', 'CrossIndustryOrder'])
    for (const name of ['order-x.xml', 'factur-x.xml'])
      expect(readEInvoice([file(name, order(root))])).toEqual({ eInvoice: null, eInvoiceFault: null })
  expect(
    refOf(file('order-x.xml', order('SCRDMCCBDACIOMessageStructure')), file('zugferd-invoice.xml', ciiXml())),
  ).toBe('RE-1')
})

test('of several files the one with the standard’s name is read, in any case', () => {
  const others = [file('a.xml', ublXml()), file('XRECHNUNG.XML', ciiXml({ ref: 'X' }))]
  expect(refOf(...others)).toBe('X')
  expect(refOf(...others, file('ZUGFeRD-invoice.xml', ciiXml({ ref: 'Z' })))).toBe('Z')
  expect(refOf(...others, file('factur-x.xml', ciiXml({ ref: 'F' })))).toBe('F')
})

test('a file with another name is recognised by content', () => {
  expect(refOf(file('Rechnung 7', ciiXml()))).toBe('RE-1')
  expect(refOf(file('a.xml', `<?xml version="1.0"?><!-- <x> --><?style a?>\n${ublXml().slice(21)}`))).toBe(
    'U-1',
  )
  expect(refOf(file('a.xml', Buffer.from(`\ufeff${ublXml().slice(21)}`, 'utf16le')))).toBe('U-1')
})

test('a broken file is reported, unless another one can be read', () => {
  const broken = file('factur-x.xml', ciiXml().slice(0, -20))
  expect(readEInvoice([broken])).toEqual({
    eInvoice: null,
    eInvoiceFault: 'The e-invoice inside ("factur-x.xml") was not read: it is not well-formed XML.',
  })
  expect(refOf(broken, file('a.xml', ublXml()))).toBe('U-1')
})

test.each([
  ['is not an invoice in a known format.', '<html/>'],
  ['is not well-formed XML.', ''],
  ['is not well-formed XML.', 'not XML'],
  ['is larger than 10 MB.', null],
  [
    'declares a document type (DTD), which is not accepted.',
    '<?xml version="1.0"?><!DOCTYPE CrossIndustryInvoice SYSTEM "http://localhost/x.dtd"><CrossIndustryInvoice/>',
  ],
])('a file with the standard’s name %s', (why, content) => {
  const { eInvoice, eInvoiceFault } = readEInvoice([file('factur-x.xml', content)])
  expect(eInvoice).toBeNull()
  expect(eInvoiceFault).toBe(`The e-invoice inside ("factur-x.xml") was not read: it ${why}`)
})
