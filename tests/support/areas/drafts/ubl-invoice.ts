/** A supplier's invoice in UBL, with parts for tests to change. */
export interface UblParts {
  kind?: 'Invoice' | 'CreditNote'
  type?: string
  ref?: string
  date?: string
  net?: string
  tax?: string
  gross?: string
  prepaid?: string
  rounding?: string
  payable?: string
  /** Category of its VAT. */
  category?: string
  means?: string
  paymentId?: string
  /** The reference of the invoice that it corrects. */
  corrects?: string
  terms?: string
}

const element = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<cbc:${name}>${text}</cbc:${name}>`

const party = (role: string, name: string, vat: string) => `<cac:${role}><cac:Party>
<cac:PartyName><cbc:Name>${name}</cbc:Name></cac:PartyName>
<cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
</cac:Party></cac:${role}>`

export const SUPPLIER = { name: 'Pricewell Market Data GmbH', vat: 'DE900000071' }
export const BUYER = { name: 'Quercus General Partner S.à r.l.', vat: 'LU90000025' }

export function ublInvoice(own: UblParts = {}): string {
  const kind = own.kind ?? 'Invoice'
  const { net = '1000.00', tax = '170.00', gross = '1170.00' } = own
  const type = own.type ?? (kind === 'Invoice' ? '380' : '381')
  return `<?xml version="1.0" encoding="UTF-8"?>
<${kind} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${kind}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>
${element('ID', own.ref ?? 'UBL-1')}${element('IssueDate', own.date ?? '2026-10-20')}
${element(`${kind}TypeCode`, type)}${element('DocumentCurrencyCode', 'EUR')}
${own.corrects === undefined ? '' : `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>${own.corrects}</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>`}
${party('AccountingSupplierParty', SUPPLIER.name, SUPPLIER.vat)}${party('AccountingCustomerParty', BUYER.name, BUYER.vat)}
<cac:PaymentMeans>${element('PaymentMeansCode', own.means ?? '30')}${element('PaymentID', own.paymentId)}</cac:PaymentMeans>
${own.terms === undefined ? '' : `<cac:PaymentTerms><cbc:Note>${own.terms}</cbc:Note></cac:PaymentTerms>`}
<cac:TaxTotal>${element('TaxAmount', tax)}<cac:TaxSubtotal>${element('TaxableAmount', net)}${element('TaxAmount', tax)}
<cac:TaxCategory>${element('ID', own.category ?? 'S')}<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal>${element('LineExtensionAmount', net)}${element('TaxExclusiveAmount', net)}${element('TaxInclusiveAmount', gross)}
${element('PrepaidAmount', own.prepaid)}${element('PayableRoundingAmount', own.rounding)}${element('PayableAmount', own.payable ?? gross)}</cac:LegalMonetaryTotal>
<cac:${kind}Line><cbc:ID>1</cbc:ID>${element('LineExtensionAmount', net)}</cac:${kind}Line></${kind}>`
}
