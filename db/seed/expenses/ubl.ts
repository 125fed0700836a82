import { Big, type Decimal } from '~/platform/values/decimal'
import { text } from './invoice-pdf'
import { type Party, type SupplierInvoice, totalsOf } from './supplier-invoice'

const SPACE = 'urn:oasis:names:specification:ubl:schema:xsd'
const PROFILE = 'urn:cen.eu:en16931:2017'

/** An invoice in XML only, with hours at a rate as lines. */
export interface HourlyInvoice extends Omit<SupplierInvoice, 'lines' | 'wrongGross'> {
  lines: { text: string; hours: Decimal; rate: Decimal }[]
  note: string
  /** A PDF inside the XML. */
  attached: { name: string; description: string; bytes: Uint8Array }
}

/** The invoice in UBL 2.1, as used by EN 16931. */
export function ublInvoice(invoice: HourlyInvoice): string {
  const { seller, buyer, ref, date, due, currency, taxRate, iban, bic, note, attached } = invoice
  const lines = invoice.lines.map((line) => ({
    ...line,
    net: new Big(line.hours).times(line.rate).toFixed(2),
  }))
  const { net, taxes, gross } = totalsOf({ ...invoice, lines })
  const amount = (name: string, value: Decimal) =>
    `<cbc:${name} currencyID="${currency}">${value}</cbc:${name}>`
  const category = (name: string) =>
    `<cac:${name}><cbc:ID>S</cbc:ID><cbc:Percent>${taxRate}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${name}>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="${SPACE}:Invoice-2" xmlns:cac="${SPACE}:CommonAggregateComponents-2" xmlns:cbc="${SPACE}:CommonBasicComponents-2">
  <cbc:CustomizationID>${PROFILE}</cbc:CustomizationID>
  <cbc:ID>${text(ref)}</cbc:ID>
  <cbc:IssueDate>${date}</cbc:IssueDate>
  <cbc:DueDate>${due}</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
  <cbc:Note>${text(note)}</cbc:Note>
  <cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
  <cac:AdditionalDocumentReference>
    <cbc:ID>${text(attached.name)}</cbc:ID>
    <cbc:DocumentDescription>${text(attached.description)}</cbc:DocumentDescription>
    <cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="${text(attached.name)}">${Buffer.from(attached.bytes).toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment>
  </cac:AdditionalDocumentReference>
  ${partyText('AccountingSupplierParty', seller)}
  ${partyText('AccountingCustomerParty', buyer)}
  <cac:PaymentMeans>
    <cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>
    <cbc:PaymentID>${text(ref)}</cbc:PaymentID>
    <cac:PayeeFinancialAccount>
      <cbc:ID>${text(iban)}</cbc:ID>
      <cbc:Name>${text(seller.name)}</cbc:Name>
      <cac:FinancialInstitutionBranch><cbc:ID>${text(bic)}</cbc:ID></cac:FinancialInstitutionBranch>
    </cac:PayeeFinancialAccount>
  </cac:PaymentMeans>
  <cac:TaxTotal>
    ${amount('TaxAmount', taxes)}
    <cac:TaxSubtotal>${amount('TaxableAmount', net)}${amount('TaxAmount', taxes)}${category('TaxCategory')}</cac:TaxSubtotal>
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    ${amount('LineExtensionAmount', net)}
    ${amount('TaxExclusiveAmount', net)}
    ${amount('TaxInclusiveAmount', gross)}
    ${amount('PayableAmount', gross)}
  </cac:LegalMonetaryTotal>
${lines
  .map(
    (line, at) => `  <cac:InvoiceLine>
    <cbc:ID>${at + 1}</cbc:ID>
    <cbc:InvoicedQuantity unitCode="HUR">${line.hours}</cbc:InvoicedQuantity>
    ${amount('LineExtensionAmount', line.net)}
    <cac:Item><cbc:Name>${text(line.text)}</cbc:Name>${category('ClassifiedTaxCategory')}</cac:Item>
    <cac:Price>${amount('PriceAmount', line.rate)}</cac:Price>
  </cac:InvoiceLine>
`,
  )
  .join('')}</Invoice>
`
}

function partyText(element: string, { name, street, city, country, vatNumber }: Party): string {
  const tax =
    vatNumber === null
      ? ''
      : `<cac:PartyTaxScheme><cbc:CompanyID>${text(vatNumber)}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`
  return `<cac:${element}><cac:Party>
    <cac:PostalAddress><cbc:StreetName>${text(street)}</cbc:StreetName><cbc:CityName>${text(city)}</cbc:CityName><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    ${tax}<cac:PartyLegalEntity><cbc:RegistrationName>${text(name)}</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:${element}>`
}
