import { expect, test } from 'vitest'
import { readEInvoice } from '~/platform/einvoices/read-einvoice'
import { ciiXml, type InvoiceParts, zugferd1Xml } from '../../support/platform/einvoices/invoice-xml'

const faultIn = (xml: string) => {
  const { eInvoice } = readEInvoice([{ name: 'factur-x.xml', bytes: Buffer.from(xml) }])
  if (!eInvoice) throw new Error('there is no e-invoice')
  return eInvoice.fault
}
const fault = (own: InvoiceParts) => faultIn(ciiXml(own))
const EXTENDED = 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended'
const taxes = (amount: string) => `<ram:TaxTotalAmount currencyID="EUR">${amount}</ram:TaxTotalAmount>`

test('an invoice that adds up has no error', () => {
  expect(fault({})).toBeNull()
  expect(
    fault({ allowances: '5.00', charges: '10.00', lineTotal: '491.00', lines: ['160', '331'] }),
  ).toBeNull()
  const credit = { lineTotal: '-496', net: '-496', taxTotal: taxes('-75.04'), gross: '-571.04' }
  expect(fault({ ...credit, lines: ['-496'], taxes: ['-75.04'], type: '381' })).toBeNull()
})

test('gross that is not net plus taxes', () => {
  expect(fault({ gross: '571.05' })).toBe(
    'The gross amount is 571.05 EUR, but net 496.00 plus taxes 75.04 make 571.04: a difference of 0.01.',
  )
  expect(fault({ gross: '1571.04', currency: '' })).toBe(
    'The gross amount is 1,571.04, but net 496.00 plus taxes 75.04 make 571.04: a difference of 1,000.00.',
  )
})

test('without taxes, net must be gross', () => {
  expect(fault({ taxTotal: '', taxes: [], gross: '496.00' })).toBeNull()
  expect(fault({ taxTotal: '', taxes: [] })).toContain('net 496.00 plus taxes 0.00 make 496.00')
})

test('lines, allowances and charges that do not add up to the net amount', () => {
  expect(fault({ allowances: '5.00', charges: '1.005' })).toBe(
    'The net amount is 496.00 EUR, but lines of 496.00 less allowances of 5.00 plus charges of 1.005 make 492.005: a difference of 3.995.',
  )
})

test('lines that do not match their total; one without amount is not guessed', () => {
  expect(fault({ lines: ['160.00', '335.99'] })).toBe(
    'The total of the lines is 496.00 EUR, but they make 495.99: a difference of 0.01.',
  )
  expect(fault({ lines: ['160.00', ''] })).toBeNull()
  expect(fault({ lines: [] })).toBeNull()
})

test('subtotal and information lines may count or not', () => {
  expect(
    fault({ lines: [['496.00', 'GROUP'], ['160.00', 'DETAIL'], '336.00', ['7.00', 'INFORMATION']] }),
  ).toBeNull()
  expect(fault({ lines: [['160.00', 'GROUP'], '336.00'] })).toBeNull()
  expect(fault({ lines: [['160.00', 'GROUP'], '335.00'] })).toContain('they make 335.00')
})

test('taxes that do not match the rates', () => {
  expect(fault({ taxes: ['11.20', '63.85'] })).toBe(
    'Taxes are 75.04 EUR, but the taxes of each rate make 75.05: a difference of 0.01.',
  )
  expect(fault({ taxes: ['11.20', ''] })).toBeNull()
})

test('the profile EXTENDED allows a cent per summand, but none between net, taxes and gross', () => {
  const rounded = { profile: EXTENDED, lines: ['160.00', '335.98'], taxes: ['11.21', '63.85'] }
  expect(fault(rounded)).toBeNull()
  expect(fault({ ...rounded, lines: ['160.00', '335.97'] })).toContain('they make 495.97')
  expect(fault({ ...rounded, profile: 'urn:cen.eu:en16931:2017' })).toContain('they make 495.98')
  expect(fault({ ...rounded, gross: '571.05' })).toContain('The gross amount')
})

test('several errors are all reported', () => {
  const message = fault({ gross: '600.00', lines: ['1.00'], taxes: ['1.00'], charges: '1.00' })
  expect(message?.match(/ a difference of /g)).toHaveLength(4)
})

test('ZUGFeRD 1 does not say whether lines are net; its totals are compared', () => {
  expect(faultIn(zugferd1Xml({ lines: ['571.04'] }))).toBeNull()
  expect(faultIn(zugferd1Xml({ gross: '571.05' }))).toContain('a difference of 0.01')
})

test('missing values are not compared', () => {
  expect(fault({ lineTotal: undefined, lines: [], taxes: [] })).toBeNull()
  expect(fault({ net: undefined })).toBeNull()
  expect(fault({ gross: undefined })).toBeNull()
})
