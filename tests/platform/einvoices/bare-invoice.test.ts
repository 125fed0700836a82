import { writtenPdf } from 'tests/support/platform/files/raw-pdf'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { isInvoiceXml, readBareInvoice, readEInvoice } from '~/platform/einvoices/read-einvoice'
import { XML_LIMITS } from '~/platform/einvoices/xml-tree'
import { kindOf } from '~/platform/files/file-kind'
import { toPdf } from '~/platform/files/preview/to-pdf'
import { ciiXml, ublXml, zugferd1Xml } from '../../support/platform/einvoices/invoice-xml'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])

/** The text of the pages made from an invoice. */
async function printed(xml: string, name = 'invoice.xml'): Promise<string> {
  const shown = await toPdf({ name, bytes: bytesOf(xml) })
  if (shown.as !== 'pdf') throw new Error(shown.as === 'note' ? shown.message : shown.as)
  const { text } = await extractText(await getDocumentProxy(shown.bytes.slice()))
  return text.join('\n')
}

const SYNTAXES = [
  ['UBL', ublXml()],
  ['a credit note of UBL', ublXml('CreditNote')],
  [
    'XRechnung in UBL',
    ublXml('Invoice', 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'),
  ],
  ['CII', ciiXml()],
  ['ZUGFeRD 1', zugferd1Xml()],
] as const

describe('its type is decided by its content', () => {
  test.each(SYNTAXES)(
    '%s is an e-invoice, in any encoding, with leading blanks and a byte order mark',
    async (_, xml) => {
      const without = xml.replace(/^<\?xml[^>]*\?>\s*/, '')
      for (const bytes of [
        bytesOf(xml),
        bytesOf(`\ufeff \n${without}`),
        utf16(without),
        bytesOf(`${xml}\0\0`),
      ])
        expect(await kindOf(bytes)).toMatchObject({ family: 'e-invoice', mediaType: 'application/xml' })
    },
  )

  test('blanks and two-byte characters at the end of the inspected start change nothing', async () => {
    const [head, rest] = ublXml('CreditNote')
      .replace(/^<\?xml[^>]*\?>/, '')
      .split(/(?<=<CreditNote) /)
    for (const room of [65_000, 65_001, 5_000_000]) {
      const xml = `\ufeff${head} xmlns:a="urn:a" ${rest}<!--${'é'.repeat(room)}-->${' '.repeat(room)}`
      expect(await kindOf(bytesOf(xml))).toMatchObject({ family: 'e-invoice' })
    }
  })

  test.each([
    ['an invoice of nobody’s standard', '<Invoice><ID>1</ID></Invoice>'],
    ['an order', '<SCRDMCCBDACIOMessageStructure xmlns="urn:x"/>'],
    ['a page', '<!doctype html><html><body>Invoice</body></html>'],
    [
      'a text that speaks of one',
      'The <Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">',
    ],
    ['XML that ends too early', '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Inv'],
  ])('%s is not an e-invoice', async (_, text) => {
    expect(isInvoiceXml(bytesOf(text))).toBe(false)
    expect((await kindOf(bytesOf(text))).family).not.toBe('e-invoice')
  })
})

test.each(SYNTAXES)('%s reads the same alone as inside a PDF', (_, xml) => {
  const bare = readBareInvoice({ name: 'a.xml', bytes: bytesOf(xml) }).eInvoice
  const { eInvoice } = readEInvoice([{ name: 'factur-x.xml', bytes: bytesOf(xml) }])
  const { format: _bare, fileName: _own, ...same } = bare
  expect(eInvoice).toMatchObject(same)
})

test('a UN/CEFACT invoice without a specific profile is called CII', () => {
  expect(readBareInvoice({ name: 'a.xml', bytes: bytesOf(ciiXml()) }).eInvoice.format).toBe('CII')
  expect(readBareInvoice({ name: 'a.xml', bytes: bytesOf(ublXml()) }).eInvoice.format).toBe('UBL')
})

test.each([
  ['a document type', `<!DOCTYPE Invoice [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>`, '', /document type/],
  ['an entity that nobody declared', '', '<x>&bomb;</x>', /not well-formed XML/],
  ['elements without end', '', '<a>'.repeat(XML_LIMITS.depth), /more elements|well-formed/],
  [
    'more attributes than an invoice needs',
    '',
    `<a ${Array.from({ length: XML_LIMITS.attributes + 1 }, (_, at) => `b${at}=""`).join(' ')}/>`,
    /more attributes/,
  ],
  ['more than 10 MB', '', ' '.repeat(XML_LIMITS.bytes), /larger than 10 MB/],
  ['an external entity', '<!DOCTYPE x SYSTEM "file:///etc/passwd">', '', /document type/],
])('%s is refused', (_, before, inside, why) => {
  const xml = ublXml().replace('<Invoice', `${before}<Invoice`).replace('</Invoice>', `${inside}</Invoice>`)
  expect(() => readBareInvoice({ name: 'a.xml', bytes: bytesOf(xml) })).toThrow(why)
})

test('eight million blanks are read as fast as other characters', () => {
  const xml = ublXml().replace('</Invoice>', `${' '.repeat(8_000_000)}</Invoice>`)
  expect(readBareInvoice({ name: 'a.xml', bytes: bytesOf(xml) }).eInvoice.fields.invoiceRef?.value).toBe(
    'U-1',
  )
})

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
const pdf = await writtenPdf({})

/** The same invoice with attachments, in either syntax. */
const withFiles = (xml: string) =>
  xml.startsWith('<?xml version="1.0"?><Invoice')
    ? xml.replace(
        '<cac:AccountingSupplierParty>',
        `<cac:AdditionalDocumentReference><cbc:ID>T-1</cbc:ID><cbc:DocumentDescription>Timesheet</cbc:DocumentDescription><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="timesheet.pdf">${base64(pdf)}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>
<cac:AdditionalDocumentReference><cbc:ID>W-1</cbc:ID><cac:Attachment><cac:ExternalReference><cbc:URI>https://shop.example/terms</cbc:URI></cac:ExternalReference></cac:Attachment></cac:AdditionalDocumentReference>
<cac:AdditionalDocumentReference><cbc:ID>DN-7</cbc:ID></cac:AdditionalDocumentReference><cac:AccountingSupplierParty>`,
      )
    : xml.replace(
        '</ram:ApplicableHeaderTradeAgreement>',
        `<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>T-1</ram:IssuerAssignedID><ram:TypeCode>916</ram:TypeCode><ram:Name>Timesheet</ram:Name><ram:AttachmentBinaryObject mimeCode="application/pdf" filename="timesheet.pdf">${base64(pdf)}</ram:AttachmentBinaryObject></ram:AdditionalReferencedDocument>
<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>W-1</ram:IssuerAssignedID><ram:URIID>https://shop.example/terms</ram:URIID></ram:AdditionalReferencedDocument></ram:ApplicableHeaderTradeAgreement>`,
      )

test.each([
  ['UBL', ublXml()],
  ['CII', ciiXml()],
])('files inside %s are extracted completely; addresses and numbers are no files', async (_, xml) => {
  const { files } = readBareInvoice({ name: 'a.xml', bytes: bytesOf(withFiles(xml)) })
  expect(files).toEqual([{ name: 'timesheet.pdf', bytes: new Uint8Array(pdf) }])
  const text = await printed(withFiles(xml))
  for (const part of ['Supporting documents', 'timesheet.pdf', 'Timesheet', 'https://shop.example/terms'])
    expect(text).toContain(part)
})

test('at most 20 files are extracted, with names up to 200 characters; an unnamed file is numbered', () => {
  const file = (name: string) =>
    `<cac:AdditionalDocumentReference><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/html" filename="${name}">aGk=</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`
  const many = [`${'a'.repeat(70_000)}.pdf`, ...Array.from({ length: 30 }, () => '')].map(file).join('')
  const { files } = readBareInvoice({
    name: 'a.xml',
    bytes: bytesOf(ublXml().replace('</Invoice>', `${many}</Invoice>`)),
  })
  expect(files).toHaveLength(20)
  expect(files[0]?.name).toBe(`${'a'.repeat(196)}.pdf`)
  expect(files[1]).toEqual({ name: 'file 2', bytes: bytesOf('hi') })
})

describe('the page made from it', () => {
  test('shows parties, dates, lines, taxes, totals and where to pay', async () => {
    const text = await printed(ciiXml({ prepaid: '71.04', dueAmount: '500.00' }))
    for (const part of [
      'Invoice RE-1',
      'Bei Spiel GmbH: 571.04 EUR',
      '31/01/2026',
      '02/03/2026',
      'Commercial invoice',
      'Seller',
      'DE136695976',
      'Buyer',
      'Our Fund',
      'LU12345678',
      'Lines',
      'Advice',
      '160.00',
      '336.00',
      'Taxes',
      '11.20',
      '63.84',
      'Net amount',
      '496.00',
      '75.04',
      '571.04',
      'Prepaid',
      '71.04',
      'Amount due',
      '500.00',
      'DE88 2008 0000 0970 3757 00',
      'COBADEFFXXX',
      'Created by Fundesk from the e-invoice (CII',
    ])
      expect(text).toContain(part)
  })

  test('says credit note for a credit note, and is the same bytes each time', async () => {
    expect(await printed(ublXml('CreditNote'))).toContain('Credit note U-1')
    const twice = await Promise.all([1, 2].map(() => toPdf({ name: 'a.xml', bytes: bytesOf(ublXml()) })))
    expect(twice[0]).toEqual(twice[1])
  })

  test('prints full notes, line by line, after the payment section, and all text only as text', async () => {
    const long = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ')
    const notes = `<cbc:Note>First line\nSecond &lt;b&gt;line&lt;/b&gt; &amp; more\n${long}</cbc:Note>`
    const text = await printed(
      ublXml().replace('<cbc:DocumentCurrencyCode>', `${notes}<cbc:DocumentCurrencyCode>`),
    )
    expect(text).toContain('Second <b>line</b> & more')
    for (const part of ['First line', 'word0', 'word150', 'word299']) expect(text).toContain(part)
    expect(text.indexOf('First line')).toBeGreaterThan(text.indexOf('Amount due'))
  })

  test('for thousands of notes, taxes and charges has few pages, and says what is omitted', async () => {
    const thousands = (one: string) => one.repeat(5_000)
    const xml = ublXml()
      .replace(
        '<cbc:DocumentCurrencyCode>',
        `${thousands('<cbc:Note>Note</cbc:Note>')}<cbc:DocumentCurrencyCode>`,
      )
      .replace(
        '<cac:LegalMonetaryTotal>',
        `${thousands('<cac:AllowanceCharge><cbc:Amount>1</cbc:Amount></cac:AllowanceCharge>')}<cac:LegalMonetaryTotal>`,
      )
      .replace(
        '<cac:TaxSubtotal>',
        `${thousands('<cac:TaxSubtotal><cbc:TaxAmount>1</cbc:TaxAmount></cac:TaxSubtotal>')}<cac:TaxSubtotal>`,
      )
    const shown = await toPdf({ name: 'a.xml', bytes: bytesOf(xml) })
    if (shown.as !== 'pdf') throw new Error(shown.as)
    const { text, totalPages } = await extractText(await getDocumentProxy(shown.bytes.slice()))
    expect(totalPages).toBeLessThan(10)
    for (const left of ['4,900 more are left out here', '4,901 more', '4,940 more'])
      expect(text.join('\n')).toContain(left)
  })

  test('says how many lines it omits, and survives long and odd texts', async () => {
    const lines = Array.from({ length: 1_200 }, () => '1.00')
    const text = await printed(
      ciiXml({ lines, seller: `${'Übergröße '.repeat(150)}\u0000`.replaceAll('\0', '') }),
    )
    expect(text).toContain('200 more are left out here')
    expect(text).toContain('Übergröße')
  })

  test('for unreadable XML is a note', async () => {
    const doctype = ublXml().replace('<Invoice', '<!DOCTYPE Invoice><Invoice')
    expect(await toPdf({ name: 'a.xml', bytes: bytesOf(doctype) })).toMatchObject({ as: 'note' })
  })
})
