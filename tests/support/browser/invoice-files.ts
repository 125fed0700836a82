import { invoicePdf } from 'db/seed/expenses/invoice-pdf'
import type { SupplierInvoice } from 'db/seed/expenses/supplier-invoice'

export const INVOICE: SupplierInvoice = {
  seller: {
    name: 'Index Data House Ltd',
    street: '1 King Street',
    city: 'Dublin',
    country: 'IE',
    vatNumber: 'IE9000006A',
  },
  buyer: {
    name: 'Arvensis SICAV',
    street: '2, rue du Fort',
    city: 'Luxembourg',
    country: 'LU',
    vatNumber: null,
  },
  ref: 'IDH-1',
  date: '2026-10-02',
  due: '2026-11-01',
  currency: 'EUR',
  lines: [
    { text: 'Index data', net: '1000.00' },
    { text: 'Licences', net: '250.50' },
  ],
  taxRate: '17',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
}

/** A supplier’s invoice with an embedded e-invoice, for a file field: 1,250.50 EUR net, 1,463.09 gross. */
export async function invoiceFile(changes: Partial<SupplierInvoice>) {
  const invoice = { ...INVOICE, ...changes }
  const bytes = await invoicePdf(invoice, true)
  return { name: `${invoice.ref}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
}
