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
  /** What the percent are of, where the supplier named an amount; null where they are of what is to be paid. */
  base: Decimal | null
  until: Day
  /** To the smallest unit of the invoice's currency. */
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
      const { discountPercent, discountBase, discountUntil } = fields as EInvoiceFields
      if (!discountPercent || !discountUntil || new Big(payable).lte(0)) return []
      const { exact, isPart } = amountOf(payable, fields as EInvoiceFields, discountPercent.value)
      // The parts of a named amount come to no more than it.
      const amount = exact
        .round(storedDecimalsOf(currency), isPart ? Big.roundDown : Big.roundHalfUp)
        .toFixed(2)
      if (new Big(amount).lte(0) || new Big(amount).gte(payable)) return []
      const base = discountBase?.value ?? null
      return [[id, { percent: discountPercent.value, base, until: discountUntil.value, amount }] as const]
    }),
  )
}

/**
 * What comes off the payment of an invoice, exactly: percent of it, or of the base that the supplier named. An invoice
 * that has a part of its e-invoice has that part of a named amount, and of two amounts the smaller one was granted.
 */
function amountOf(
  payable: Decimal,
  fields: EInvoiceFields,
  percent: Decimal,
): { exact: Big; isPart: boolean } {
  const { discountBase, discountAmount, dueAmount, grossAmount } = fields
  const named = [
    ...(discountBase ? [new Big(discountBase.value).times(percent).div(100)] : []),
    ...(discountAmount ? [new Big(discountAmount.value)] : []),
  ]
  const [first, second = first] = named
  if (!first || !second) return { exact: new Big(payable).times(percent).div(100), isPart: false }
  const granted = first.lt(second) ? first : second
  const whole = new Big(dueAmount?.value ?? grossAmount?.value ?? payable)
  const isPart = whole.gt(payable)
  return { exact: isPart ? granted.times(payable).div(whole) : granted, isPart }
}
