import type { Read } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import type { DraftFields } from '~/areas/expenses/expense'
import { reverseChargeOn, standardVatRate } from '~/areas/expenses/standard-vat'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { sameFigure, showAmount } from '~/platform/values/show'
import { netOf } from './draft-rules'

/** The standard rate of VAT in the country of an entity, in percent; null where it is unknown. */
export async function standardRateOf(read: Read, entityId: number, day: Day): Promise<Decimal | null> {
  const { id, jurisdiction } = legalEntity
  const [found] = await read.select({ jurisdiction }).from(legalEntity).where(eq(id, entityId))
  return standardVatRate(found?.jurisdiction ?? null, day)
}

interface Standard {
  rate: Decimal
  net: Decimal
  tax: Decimal
}

/**
 * What the customer of a draft owes on its net amount by the standard rate; null where something for it is missing.
 * @param day of the rate where the draft has no invoice date
 */
async function standardReverseCharge(read: Read, fields: DraftFields, day: Day): Promise<Standard | null> {
  const customer = fields.settlingLegalEntity ?? fields.settlementLegalEntity
  const net = netOf(fields.grossAmount, fields.taxes)
  if (!fields.reverseCharge || customer === null || net === null) return null
  const rate = await standardRateOf(read, customer, fields.invoiceDate ?? day)
  return rate === null ? null : { rate, net, tax: reverseChargeOn(net, rate, fields.currency) }
}

/** A draft with the tax of its reverse charge: as it was entered, else by the standard rate of the entity's country. */
export async function withReverseCharge(
  { read, today }: Pick<Context, 'read' | 'today'>,
  fields: DraftFields,
): Promise<DraftFields> {
  if (!fields.reverseCharge || fields.reverseChargeTax !== null) return fields
  const standard = await standardReverseCharge(read, fields, today)
  return standard === null ? fields : { ...fields, reverseChargeTax: standard.tax }
}

/**
 * Where the tax of a reverse charge is not that of the standard rate, in a sentence; null where it is.
 * @param day of the rate where the draft has no invoice date
 */
export async function reverseChargeNotice(read: Read, fields: DraftFields, day: Day): Promise<string | null> {
  const standard = await standardReverseCharge(read, fields, day)
  if (standard === null || fields.reverseChargeTax === null) return null
  const { rate, net, tax } = standard
  if (sameFigure(fields.reverseChargeTax, tax)) return null
  const amount = (value: Decimal) => showAmount(value, fields.currency)
  return `The tax of the reverse charge is ${amount(fields.reverseChargeTax)}; ${rate} % of net ${amount(net)} is ${amount(tax)}. Check it.`
}
