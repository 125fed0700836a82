import { expect, test } from 'vitest'
import type { EInvoice } from '~/platform/einvoices/einvoice'
import { type Attachment, readEInvoice } from '~/platform/einvoices/read-einvoice'
import { ciiXml, type InvoiceParts, ublXml, zugferd1Xml } from '../../support/platform/einvoices/invoice-xml'

const file = (xml: string, name = 'factur-x.xml'): Attachment => ({ name, bytes: Buffer.from(xml) })

function invoiceOf(...files: Attachment[]): EInvoice {
  const { eInvoice, eInvoiceFault } = readEInvoice(files)
  expect(eInvoiceFault).toBeNull()
  if (!eInvoice) throw new Error('there is no e-invoice')
  return eInvoice
}

const valuesOf = ({ fields }: EInvoice) =>
  Object.fromEntries(Object.entries(fields).map(([name, found]) => [name, found.value]))
const cii = (own: InvoiceParts) => invoiceOf(file(ciiXml(own)))

const EXPECTED = {
  invoiceRef: 'RE-1',
  invoiceDate: '2026-01-31',
  dueDate: '2026-03-02',
  currency: 'EUR',
  netAmount: '496',
  taxes: '75.04',
  grossAmount: '571.04',
  dueAmount: '571.04',
  paymentMeans: '58',
  sellerName: 'Bei Spiel GmbH',
  sellerVat: 'DE136695976',
  buyerName: 'Our Fund',
  buyerVat: 'LU12345678',
  iban: 'DE88 2008 0000 0970 3757 00',
  bic: 'COBADEFFXXX',
}

test.each([
  ['Factur-X', 'factur-x.xml', 'urn:factur-x.eu:1p0:basicwl'],
  ['Factur-X', 'factur-x.xml', 'urn:cen.eu:en16931:2017'],
  ['ZUGFeRD 2', 'zugferd-invoice.xml', 'urn:cen.eu:en16931:2017'],
  ['ZUGFeRD 2', 'factur-x.xml', 'urn:cen.eu:en16931:2017#conformant#urn:zugferd.de:2p0:extended'],
  ['XRechnung', 'xrechnung.xml', 'urn:cen.eu:en16931:2017'],
  ['XRechnung', 'factur-x.xml', 'urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.1'],
])('%s as %s of profile %s', (format, fileName, profile) => {
  const invoice = invoiceOf(file(ciiXml({ profile }), fileName))
  expect(invoice).toMatchObject({ format, profile, fileName, typeCode: '380', fault: null })
  expect(valuesOf(invoice)).toEqual(EXPECTED)
})

test('ZUGFeRD 1, even if its profile mentions an order', () => {
  const profile = 'urn:ferd:CrossIndustryDocument:order:1p0:extended'
  const invoice = invoiceOf(file(zugferd1Xml({ profile }), 'ZUGFeRD-invoice.xml'))
  expect(invoice).toMatchObject({ format: 'ZUGFeRD 1', profile, fault: null })
  expect(valuesOf(invoice)).toEqual(EXPECTED)
})

test('UBL, invoices and credit notes', () => {
  const { buyerVat, paymentMeans, ...expected } = EXPECTED
  const values = {
    ...expected,
    invoiceRef: 'U-1',
    prepaidAmount: '71.04',
    dueAmount: '500',
    iban: 'DE88200800000970375700',
  }
  const invoice = invoiceOf(file(ublXml(), 'invoice-7.xml'))
  expect(invoice).toMatchObject({ format: 'UBL', typeCode: '380', fault: null })
  expect(valuesOf(invoice)).toEqual(values)
  const credit = invoiceOf(file(ublXml('CreditNote', 'urn:xrechnung_3.0'), 'xrechnung.xml'))
  expect(credit).toMatchObject({ format: 'XRechnung', typeCode: '381', isCreditNote: true, fault: null })
  expect(valuesOf(credit)).toEqual(values)
})

test('each field has its source', () => {
  const { fields } = cii({})
  expect(fields.invoiceRef?.source).toBe('ExchangedDocument › ID')
  expect(fields.sellerVat?.source).toBe(
    'SupplyChainTradeTransaction › ApplicableHeaderTradeAgreement › SellerTradeParty › SpecifiedTaxRegistration › ID',
  )
  expect(Object.values(fields).every(({ source }) => source.length > 0)).toBe(true)
})

test('absent, empty and unreadable values are missing', () => {
  const invoice = cii({
    ref: ' ',
    type: '',
    date: '<udt:DateTimeString format="102">20260231</udt:DateTimeString>',
    due: '',
    currency: '',
    net: '1.234,56',
    taxTotal: '',
    gross: '1e3',
    dueAmount: undefined,
    means: '',
  })
  expect(invoice.typeCode).toBeNull()
  expect(Object.keys(invoice.fields)).toEqual(['sellerName', 'sellerVat', 'buyerName', 'buyerVat'])
})

test.each([
  ['<udt:DateTimeString format="102">20260131</udt:DateTimeString>'],
  ['<udt:DateTimeString format="1020">20260131</udt:DateTimeString>'],
  ['<udt:DateTimeString>20260131</udt:DateTimeString>'],
  ['<udt:DateTimeString format="203">202601311530</udt:DateTimeString>'],
  ['<udt:DateTimeString format="4">31012026</udt:DateTimeString>'],
  ['<udt:DateTimeString format="2">310126</udt:DateTimeString>'],
  ['<udt:DateTimeString format="101">260131</udt:DateTimeString>'],
  ['<udt:DateTimeString format="102">2026-01-31</udt:DateTimeString>'],
  ['<udt:DateTimeString>31.01.2026</udt:DateTimeString>'],
  ['<udt:DateTime>2026-01-31T23:30:00+02:00</udt:DateTime>'],
  ['<udt:DateTimeString format="102">\n  20260131 </udt:DateTimeString>'],
])('%s is a day', (date) => {
  expect(cii({ date }).fields.invoiceDate?.value).toBe('2026-01-31')
})

test.each([
  ['202601', '610'],
  ['2026-13-01', '102'],
  ['31/01/2026', '102'],
  ['20260131x', '102'],
])('%s is none', (text, format) => {
  const date = `<udt:DateTimeString format="${format}">${text}</udt:DateTimeString>`
  expect(cii({ date }).fields.invoiceDate).toBeUndefined()
})

test('amounts are exact, in plain notation, with their sign', () => {
  const values = valuesOf(
    cii({ gross: '-12345678901234567890.10', net: '+0007.50', dueAmount: '-0.00', lineTotal: '.5' }),
  )
  expect(values).toMatchObject({ grossAmount: '-12345678901234567890.1', netAmount: '7.5', dueAmount: '0' })
})

test('taxes are those in the invoice currency', () => {
  const own = '<ram:TaxTotalAmount currencyID="EUR">75.04</ram:TaxTotalAmount>'
  const office = '<ram:TaxTotalAmount currencyID="GBP">64.10</ram:TaxTotalAmount>'
  expect(cii({ taxTotal: office + own }).fields.taxes?.value).toBe('75.04')
  expect(cii({ taxTotal: own + office }).fields.taxes?.value).toBe('75.04')
  expect(cii({ taxTotal: office }).fields.taxes?.value).toBe('64.1')
})

test('multi-line names become one line; characters do not change', () => {
  const seller = 'Größe &amp; Söhne\n   <![CDATA[& Co]]> &#8364;'
  expect(cii({ seller }).fields.sellerName?.value).toBe('Größe & Söhne & Co €')
})

test('a direct debit gives the debited account, and says so', () => {
  const debited =
    '<ram:PayerPartyDebtorFinancialAccount><ram:IBANID>LU280019400644750000</ram:IBANID></ram:PayerPartyDebtorFinancialAccount>'
  const paid =
    '<ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE02120300000000202051</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>'
  const means = (inside: string) =>
    `<ram:SpecifiedTradeSettlementPaymentMeans>${inside}</ram:SpecifiedTradeSettlementPaymentMeans>`
  expect(cii({ means: means(debited) }).fields.iban).toMatchObject({
    value: 'LU280019400644750000',
    source: expect.stringContaining('PayerPartyDebtorFinancialAccount'),
  })
  expect(cii({ means: means(debited) + means(paid) }).fields.iban?.value).toBe('DE02120300000000202051')
})
