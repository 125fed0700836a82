import { isAmong } from 'db/bulk'
import type { Read } from 'db/database'
import { document } from 'db/schema/documents'
import { eInvoiceReading } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { EInvoiceFields } from '~/platform/einvoices/einvoice'
import { FILE_TYPES } from '~/platform/files/file-types'
import { storedDecimalsOf } from '~/platform/values/currency-decimals'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { payableSql } from './payable-amount.server'

/** What a supplier takes off an invoice that is paid until a day, as its e-invoice says. */
export interface EarlyPayment {
  percent: Decimal
  until: Day
  /** Of what is to be paid of the invoice, to the smallest unit of its currency. */
  amount: Decimal
}

/** The discounts of these invoices whose e-invoices carry one. */
export async function earlyPayments(read: Read, ids: readonly number[]): Promise<Map<number, EarlyPayment>> {
  const rows = await read
    .selectDistinctOn([invoice.id], {
      id: invoice.id,
      payable: payableSql,
      currency: invoice.currency,
      fields: eInvoiceReading.fields,
    })
    .from(invoice)
    .innerJoin(
      document,
      and(
        eq(document.objectKind, 'invoice'),
        eq(document.objectId, invoice.id),
        eq(document.fileType, FILE_TYPES.invoice),
        isNull(document.deletedAt),
      ),
    )
    .innerJoin(eInvoiceReading, eq(eInvoiceReading.sha256, document.sha256))
    .where(and(isAmong(invoice.id, ids), sql`${eInvoiceReading.fields} ? 'discountPercent'`))
    .orderBy(asc(invoice.id), asc(document.id))
  return new Map(
    rows.flatMap(({ id, payable, currency, fields }) => {
      const { discountPercent, discountUntil } = fields as EInvoiceFields
      if (!discountPercent || !discountUntil || new Big(payable).lte(0)) return []
      const exact = new Big(payable).times(discountPercent.value).div(100)
      const amount = exact.round(storedDecimalsOf(currency)).toFixed(2)
      return [[id, { percent: discountPercent.value, until: discountUntil.value, amount }] as const]
    }),
  )
}
