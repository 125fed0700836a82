import { DOMICILE, LAWYER, MANAGEMENT, NORDLYS, PARTNER, PRICES, paper } from '../demo/expenses/story'
import { invoicePdf, paperPdf } from '../expenses/invoice-pdf'
import { type HourlyInvoice, ublInvoice } from '../expenses/ubl'

/**
 * Suppliers' invoices to try the upload with: one that fills the draft in, one that does not add up, one without XML, and one
 * that is XML alone.
 */
export async function sampleInvoices(): Promise<{ path: string; bytes: Uint8Array }[]> {
  const good = paper({
    seller: DOMICILE,
    buyer: PARTNER,
    ref: 'DOM-2026-11-0358',
    date: '2026-11-02',
    due: '2026-12-02',
    currency: 'EUR',
    lines: [
      { text: 'Domiciliation, November 2026', net: '850.00' },
      { text: 'Board meeting of 29 October 2026', net: '420.00' },
    ],
    taxRate: '17',
  })
  const wrong = paper({
    seller: PRICES,
    buyer: NORDLYS,
    ref: 'PW-20261101-4533',
    date: '2026-11-01',
    due: '2026-12-01',
    currency: 'EUR',
    lines: [{ text: 'Fixing prices, October 2026', net: '1980.00' }],
    taxRate: '0',
    wrongGross: '1998.00',
  })
  const plain = paper({
    seller: LAWYER,
    buyer: MANAGEMENT,
    ref: '2026-1233',
    date: '2026-10-30',
    due: '2026-11-29',
    currency: 'EUR',
    lines: [{ text: 'Advice on a side letter, 4 hours', net: '1440.00' }],
    taxRate: '17',
  })
  return [
    { path: 'invoices/e-invoice.pdf', bytes: await invoicePdf(good, true, false) },
    { path: 'invoices/wrong-totals.pdf', bytes: await invoicePdf(wrong, true, false) },
    { path: 'invoices/without-xml.pdf', bytes: await invoicePdf(plain, false, false) },
    { path: 'invoices/e-invoice.xml', bytes: new TextEncoder().encode(ublInvoice(await hourly())) },
  ]
}

/** The lawyer's hours, with the timesheet that proves them. */
async function hourly(): Promise<HourlyInvoice> {
  const date = '2026-11-03'
  const lines = [
    { text: 'Distribution agreement for Sweden: draft', hours: '5.5', rate: '320.00' },
    { text: 'Call with the distributor, 28 October 2026', hours: '1.25', rate: '380.00' },
  ]
  const about = { title: 'Time sheet of invoice 2026-1241', author: LAWYER.name, day: date, packed: false }
  const sheet = await paperPdf(about, (doc) => {
    // A font that every reader has: the file stays small.
    doc.font('Helvetica-Bold').fontSize(14).text(about.title, 60, 70)
    doc.font('Helvetica').fontSize(10)
    for (const [at, { text, hours }] of lines.entries()) {
      doc.text(text, 60, 110 + at * 18).text(`${hours} hours`, 60, 110 + at * 18, { align: 'right' })
    }
  })
  return {
    ...paper({
      ...{ seller: LAWYER, buyer: NORDLYS, ref: '2026-1241', date, due: '2026-12-03' },
      ...{ currency: 'EUR', taxRate: '17', lines: [] },
    }),
    lines,
    note: 'Please pay within 30 days.\nThe time sheet is attached.',
    attached: { name: 'time-sheet.pdf', description: 'Time sheet, October 2026', bytes: sheet },
  }
}
