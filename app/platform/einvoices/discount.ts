import { addDays, type Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import type { EInvoiceFields } from './einvoice'
import { dayOfElement, decimalOf, elementsAt, firstOf, textOf, type XmlNode } from './xml-tree'

/** The discount of an e-invoice for early payment: percent, and until which day. */
export type Discount = Pick<EInvoiceFields, 'discountPercent' | 'discountUntil'>

const NONE: Discount = {}
const UNITS: Readonly<Record<string, number>> = { DAY: 1, WEE: 7 }
/** Far beyond any terms of payment. */
const MAX_DAYS = 3_660

/** The discount of payment terms in the syntax of UN/CEFACT or XRechnung; nothing unless both parts are given. */
export function ciiDiscount(terms: readonly XmlNode[], invoiceDate: Day | undefined): Discount {
  for (const term of terms) {
    const at = (...steps: string[]) => elementsAt(term, 'ApplicableTradePaymentDiscountTerms', ...steps)
    const percent = firstOf(at('CalculationPercent'), decimalOf)
    const from =
      firstOf(at('BasisDateTime', 'DateTimeString|DateTime|Date'), dayOfElement)?.value ?? invoiceDate
    const days = firstOf(at('BasisPeriodMeasure'), (element) => {
      const unit = UNITS[(element.attributes.unitCode ?? 'DAY').toUpperCase()]
      const count = decimalOf(element)
      return unit !== undefined && count !== null && /^-?\d+$/.test(count) ? Number(count) * unit : null
    })
    if (percent && days) return discount(percent, days, from)
  }
  return wordedDiscount(
    terms.flatMap((term) => elementsAt(term, 'Description')),
    invoiceDate,
  )
}

/** The same in the syntax of UBL: the last day of the settlement period, or the notation of XRechnung. */
export function ublDiscount(terms: readonly XmlNode[], invoiceDate: Day | undefined): Discount {
  for (const term of terms) {
    const percent = firstOf(elementsAt(term, 'SettlementDiscountPercent'), decimalOf)
    const until = firstOf(elementsAt(term, 'SettlementPeriod', 'EndDate'), dayOfElement)
    if (percent && until && isPercent(percent.value))
      return { discountPercent: percent, discountUntil: until }
  }
  return wordedDiscount(
    terms.flatMap((term) => elementsAt(term, 'Note')),
    invoiceDate,
  )
}

/** XRechnung, BT-20: "#SKONTO#TAGE=14#PROZENT=2.00#"; the first of several, which is the highest. */
function wordedDiscount(notes: readonly XmlNode[], invoiceDate: Day | undefined): Discount {
  const found = firstOf(notes, (element) => {
    const match = /#SKONTO#TAGE=(\d{1,4})#PROZENT=(\d{1,2}(?:\.\d{1,2})?)#/.exec(textOf(element) ?? '')
    return match ? { days: Number(match[1]), percent: match[2] ?? '' } : null
  })
  if (!found) return NONE
  const { source, value } = found
  return discount({ source, value: value.percent }, { source, value: value.days }, invoiceDate)
}

const isPercent = (percent: string) => new Big(percent).gt(0) && new Big(percent).lt(100)

function discount(
  percent: NonNullable<Discount['discountPercent']>,
  days: { value: number; source: string },
  from: Day | undefined,
): Discount {
  if (from === undefined || !isPercent(percent.value) || days.value < 0 || days.value > MAX_DAYS) return NONE
  return {
    discountPercent: percent,
    discountUntil: { value: addDays(from, days.value), source: days.source },
  }
}
