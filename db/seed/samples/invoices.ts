import { paper } from '../demo/expenses/paper'
import { DOMICILE, LAWYER, MANAGEMENT, NORDLYS, PARTNER, PRICES } from '../demo/expenses/parties'
import { invoicePdf } from '../expenses/invoice-pdf'

/** Suppliers' invoices to try the upload with: one that fills the draft in, one that does not add up, one without XML. */
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
  ]
}
