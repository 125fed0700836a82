import { expect, test } from 'vitest'
import { type EInvoice, isDirectDebit, withSigns } from '~/platform/einvoices/einvoice'
import { readEInvoice } from '~/platform/einvoices/read-einvoice'
import { ublInvoice } from '../../support/areas/drafts/ubl-invoice'
import { ciiXml, type InvoiceParts } from '../../support/platform/einvoices/invoice-xml'

function read(xml: string): EInvoice {
  const { eInvoice } = readEInvoice([{ name: 'factur-x.xml', bytes: Buffer.from(xml) }])
  if (!eInvoice) throw new Error('there is no e-invoice')
  return eInvoice
}
const cii = (own: InvoiceParts, more = '') =>
  read(ciiXml(own).replace('<ram:SpecifiedTradePaymentTerms>', `${more}<ram:SpecifiedTradePaymentTerms>`))

test('UN/CEFACT: payment reference, means, corrected invoice and reverse charge', () => {
  const { fields } = cii(
    { prepaid: '71.04', dueAmount: '500.00' },
    `<ram:PaymentReference>RF18539007547034</ram:PaymentReference>
<ram:ApplicableTradeTax><ram:CategoryCode>AE</ram:CategoryCode><ram:BasisAmount>300.00</ram:BasisAmount></ram:ApplicableTradeTax>
<ram:ApplicableTradeTax><ram:CategoryCode>AE</ram:CategoryCode><ram:BasisAmount>100.50</ram:BasisAmount></ram:ApplicableTradeTax>
<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>RE-0</ram:IssuerAssignedID></ram:InvoiceReferencedDocument>`,
  )
  expect(fields).toMatchObject({
    prepaidAmount: { value: '71.04' },
    paymentMeans: { value: '58' },
    paymentReference: { value: 'RF18539007547034' },
    reverseChargeBase: { value: '400.5' },
    precedingRef: { value: 'RE-0' },
  })
  expect(isDirectDebit(fields)).toBe(false)
})

test('UBL: the same', () => {
  const { fields } = read(
    ublInvoice({
      category: 'AE',
      tax: '0.00',
      gross: '1000.00',
      means: '59',
      paymentId: 'RF18539007547034',
      corrects: 'RE-0',
      rounding: '-0.01',
      payable: '999.99',
    }),
  )
  expect(fields).toMatchObject({
    roundingAmount: { value: '-0.01' },
    paymentMeans: { value: '59' },
    paymentReference: { value: 'RF18539007547034' },
    reverseChargeBase: { value: '1000' },
    precedingRef: { value: 'RE-0' },
  })
  expect(isDirectDebit(fields)).toBe(true)
})

test('a direct debit among several means of payment rules; the account of the transfer stays', () => {
  const ublMeans = (code: string, iban = '') =>
    `<cac:PaymentMeans><cbc:PaymentMeansCode>${code}</cbc:PaymentMeansCode>${iban && `<cac:PayeeFinancialAccount><cbc:ID>${iban}</cbc:ID></cac:PayeeFinancialAccount>`}</cac:PaymentMeans>`
  const ublOf = (...means: string[]) =>
    read(ublInvoice().replace(/<cac:PaymentMeans>.*<\/cac:PaymentMeans>/, means.join('\n'))).fields
  const both = ublOf(ublMeans('58', 'DE88200800000970375700'), ublMeans('59'))
  expect([both.paymentMeans?.value, both.iban?.value, isDirectDebit(both)]).toEqual([
    '59',
    'DE88200800000970375700',
    true,
  ])
  expect(ublOf(ublMeans('49'), ublMeans('58')).paymentMeans?.value).toBe('49')
  expect(ublOf(ublMeans('58'), ublMeans('30')).paymentMeans?.value).toBe('58')

  const debit =
    '<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>59</ram:TypeCode><ram:PayerPartyDebtorFinancialAccount><ram:IBANID>LU280019400644750000</ram:IBANID></ram:PayerPartyDebtorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>'
  const alone = cii({}).fields
  const { fields } = cii({}, debit)
  expect([fields.paymentMeans?.value, fields.iban, isDirectDebit(fields)]).toEqual(['59', alone.iban, true])
})

test('an amount due that is not gross less what was paid in advance, rounded', () => {
  expect(cii({ prepaid: '71.04', dueAmount: '500.00' }).fault).toBeNull()
  expect(cii({ prepaid: '71.04', dueAmount: '571.04' }).fault).toBe(
    'The amount due is 571.04 EUR, but gross 571.04 less 71.04 paid in advance plus rounding 0.00 make 500.00: a difference of 71.04.',
  )
  // A profile that has no amount paid in advance.
  expect(cii({ dueAmount: '500.00' }).fault).toBeNull()
})

test('the amounts of a credit note become negative once', () => {
  const credit = read(ublInvoice({ kind: 'CreditNote', prepaid: '170.00', payable: '1000.00' }))
  const amounts = ({ fields }: EInvoice) =>
    [fields.netAmount, fields.taxes, fields.grossAmount, fields.prepaidAmount, fields.dueAmount].map(
      (found) => found?.value,
    )
  expect(amounts(withSigns(credit))).toEqual(['-1000', '-170', '-1170', '-170', '-1000'])
  expect(amounts(withSigns(withSigns(credit)))).toEqual(amounts(withSigns(credit)))
  const invoice = read(ublInvoice())
  expect(withSigns(invoice)).toBe(invoice)
})
