import { showAmount, showDay } from '~/platform/values/show'
import { facturX } from './factur-x'
import { paperPdf } from './paper-pdf'
import { type Party, type SupplierInvoice, totalsOf } from './supplier-invoice'

const LEFT = 60
const RIGHT = 535
/**
 * The supplier's PDF of one page, the same bytes whenever it is made.
 * @param eInvoice with the invoice's XML inside, as Factur-X has it
 */
export function invoicePdf(invoice: SupplierInvoice, eInvoice: boolean, packed = true): Promise<Uint8Array> {
  const about = { packed, title: `Invoice ${invoice.ref}`, author: invoice.seller.name, day: invoice.date }
  return paperPdf(about, (doc, made) => {
    draw(doc, invoice)
    if (!eInvoice) return
    const file = { name: 'factur-x.xml', type: 'text/xml', description: 'Invoice' }
    // pdfkit's types leave the relationship out.
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
  row(`VAT ${taxRate} %`, showAmount(amounts.taxes))
  row('Total', showAmount(amounts.gross), 'bold')
  doc
    .font('plain')
    .text(`Please pay ${currency} ${showAmount(amounts.gross)} by ${showDay(due)} to`, LEFT, y + 20)
  doc.text(`IBAN ${iban}, BIC ${bic}`)
}

function addressOf({ street, city, country }: Party): string {
  return `${street}\n${city}, ${country}`
}
