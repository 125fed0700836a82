import { createRequire } from 'node:module'
import PdfDocument from 'pdfkit'
import { wholePdf } from '~/platform/exports/pdf/sheets'
import type { Day } from '~/platform/values/day'
import { showAmount, showDay } from '~/platform/values/show'
import { isReverseCharged, type Party, type SupplierInvoice, totalsOf } from './supplier-invoice'

interface About {
  title: string
  author: string
  day: Day
  /** zlib's output differs between versions of Node: files that are compared byte by byte are not deflated. */
  packed?: boolean
}

const FONTS = { plain: 'DejaVuSansCondensed.ttf', bold: 'DejaVuSansCondensed-Bold.ttf' }

/** An A4 page with the fonts "plain" and "bold", always with the same bytes. */
export function paperPdf(
  { title, author, day, packed = true }: About,
  draw: (doc: PDFKit.PDFDocument, made: Date) => void,
): Promise<Uint8Array> {
  const made = new Date(`${day}T09:00:00Z`)
  const info = { Title: title, Author: author, CreationDate: made }
  const doc = new PdfDocument({ size: 'A4', margin: 60, info, compress: packed })
  const files = createRequire(import.meta.url)
  for (const [name, file] of Object.entries(FONTS))
    doc.registerFont(name, files.resolve(`dejavu-fonts-ttf/ttf/${file}`))
  draw(doc, made)
  return wholePdf(doc)
}

interface Letter {
  from: string
  day: Day
  subject: string
  text: string
  signed: string[]
}

/** A letter, such as a client's authorisation of an invoice. */
export function letterPdf({ from, day, subject, text, signed }: Letter): Promise<Uint8Array> {
  return paperPdf({ title: subject, author: from, day }, (doc) => {
    doc.font('bold').fontSize(12).text(from, 60, 70)
    doc.font('plain').fontSize(10).text(showDay(day), 60, 120)
    doc.font('bold').text(subject, 60, 160)
    doc.font('plain').text(text, 60, 185, { width: 460 })
    doc.text(signed.join('\n'), 60, 260)
  })
}

const GUIDELINE = 'urn:factur-x.eu:1p0:basicwl'

/** The invoice in the XML of Factur-X 1.0, profile BASIC WL (UN/CEFACT Cross Industry Invoice D16B). */
function facturX(invoice: SupplierInvoice): string {
  const { seller, buyer, ref, date, due, currency, taxRate, iban, bic } = invoice
  const { net, taxes, gross } = totalsOf(invoice)
  // Codes of UNTDID 5305.
  const category = isReverseCharged(invoice) ? 'AE' : taxRate === '0' ? 'Z' : 'S'
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocumentContext>
    <ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${GUIDELINE}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>
  </rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument>
    <ram:ID>${text(ref)}</ram:ID>
    <ram:TypeCode>${net.startsWith('-') ? '381' : '380'}</ram:TypeCode>
    <ram:IssueDateTime>${dayText(date)}</ram:IssueDateTime>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:ApplicableHeaderTradeAgreement>
      ${partyText('SellerTradeParty', seller)}
      ${partyText('BuyerTradeParty', buyer)}
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery/>
    <ram:ApplicableHeaderTradeSettlement>
      <ram:InvoiceCurrencyCode>${currency}</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementPaymentMeans>
        <ram:TypeCode>58</ram:TypeCode>
        <ram:PayeePartyCreditorFinancialAccount><ram:IBANID>${text(iban)}</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>
        <ram:PayeeSpecifiedCreditorFinancialInstitution><ram:BICID>${text(bic)}</ram:BICID></ram:PayeeSpecifiedCreditorFinancialInstitution>
      </ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:ApplicableTradeTax>
        <ram:CalculatedAmount>${taxes}</ram:CalculatedAmount>
        <ram:TypeCode>VAT</ram:TypeCode>
        <ram:BasisAmount>${net}</ram:BasisAmount>
        <ram:CategoryCode>${category}</ram:CategoryCode>
        <ram:RateApplicablePercent>${taxRate}</ram:RateApplicablePercent>
      </ram:ApplicableTradeTax>
      <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${dayText(due)}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:LineTotalAmount>${net}</ram:LineTotalAmount>
        <ram:TaxBasisTotalAmount>${net}</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="${currency}">${taxes}</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>${gross}</ram:GrandTotalAmount>
        <ram:DuePayableAmount>${gross}</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`
}

function partyText(element: string, { name, street, city, country, vatNumber }: Party): string {
  const tax =
    vatNumber === null
      ? ''
      : `<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${text(vatNumber)}</ram:ID></ram:SpecifiedTaxRegistration>`
  return `<ram:${element}><ram:Name>${text(name)}</ram:Name><ram:PostalTradeAddress><ram:LineOne>${text(street)}</ram:LineOne><ram:CityName>${text(city)}</ram:CityName><ram:CountryID>${country}</ram:CountryID></ram:PostalTradeAddress>${tax}</ram:${element}>`
}

function dayText(day: Day): string {
  return `<udt:DateTimeString format="102">${day.replaceAll('-', '')}</udt:DateTimeString>`
}

/** A value as the text of an element. */
export function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const LEFT = 60
const RIGHT = 535
/**
 * The supplier's PDF of one page, always with the same bytes.
 * @param eInvoice includes the invoice's XML, as in Factur-X
 */
export function invoicePdf(invoice: SupplierInvoice, eInvoice: boolean, packed = true): Promise<Uint8Array> {
  const about = { packed, title: `Invoice ${invoice.ref}`, author: invoice.seller.name, day: invoice.date }
  return paperPdf(about, (doc, made) => {
    draw(doc, invoice)
    if (!eInvoice) return
    const file = { name: 'factur-x.xml', type: 'text/xml', description: 'Invoice' }
    // The relationship is missing from pdfkit's types.
    const how = { ...file, creationDate: made, modifiedDate: made, relationship: 'Alternative' }
    doc.file(Buffer.from(facturX(invoice)), how)
  })
}

function draw(doc: PDFKit.PDFDocument, invoice: SupplierInvoice): void {
  const { seller, buyer, ref, date, due, currency, lines, taxRate, iban, bic } = invoice
  const amounts = totalsOf(invoice)
  doc.font('bold').fontSize(14).text(seller.name, LEFT, 60)
  doc.font('plain').fontSize(9).text(addressOf(seller))
  if (seller.vatNumber) doc.text(`VAT ${seller.vatNumber}`)
  doc.font('bold').fontSize(10).text(buyer.name, LEFT, 150)
  doc.font('plain').fontSize(9).text(addressOf(buyer))
  doc.font('bold').fontSize(16).text(`Invoice ${ref}`, LEFT, 225)
  doc
    .font('plain')
    .fontSize(9)
    .text(`Date ${showDay(date)}     Due ${showDay(due)}`, LEFT, 250)
  let y = 290
  const row = (label: string, amount: string, font: 'plain' | 'bold' = 'plain') => {
    doc.font(font).fontSize(9).text(label, LEFT, y, { width: 360 })
    const next = doc.y
    doc.text(amount, LEFT, y, { width: RIGHT - LEFT, align: 'right' })
    y = Math.max(next, doc.y) + 6
  }
  const line = () => {
    doc
      .moveTo(LEFT, y - 3)
      .lineTo(RIGHT, y - 3)
      .lineWidth(0.5)
      .strokeColor('#888888')
      .stroke()
    y += 4
  }
  row('Services', currency, 'bold')
  line()
  for (const { text, net } of lines) row(text, showAmount(net))
  line()
  row('Net', showAmount(amounts.net))
  row(isReverseCharged(invoice) ? 'VAT: reverse charge' : `VAT ${taxRate} %`, showAmount(amounts.taxes))
  row('Total', showAmount(amounts.gross), 'bold')
  doc
    .font('plain')
    .text(`Please pay ${currency} ${showAmount(amounts.gross)} by ${showDay(due)} to`, LEFT, y + 20)
  doc.text(`IBAN ${iban}, BIC ${bic}`)
}

function addressOf({ street, city, country }: Party): string {
  return `${street}\n${city}, ${country}`
}
