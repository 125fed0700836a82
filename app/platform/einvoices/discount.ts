import { addDays, type Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import type { EInvoiceFields } from './einvoice'
import {
  dayOfElement,
  decimalOf,
  elementsAt,
  firstOf,
  textOf,
  type XmlElement,
  type XmlNode,
} from './xml-tree'

/** The discount of an e-invoice for early payment: percent, of what, and until which day. */
export type Discount = Pick<
  EInvoiceFields,
  'discountPercent' | 'discountBase' | 'discountAmount' | 'discountUntil'
>

/** What it is taken of and what it comes to, where the terms say so; null where they say it and cannot be understood. */
type Stated = Pick<Discount, 'discountBase' | 'discountAmount'> | null

const NONE: Discount = {}
const UNITS: Readonly<Record<string, number>> = { DAY: 1, WEE: 7 }
/** Far beyond any terms of payment. */
const MAX_DAYS = 3_660

/** The discount of payment terms in the syntax of UN/CEFACT or XRechnung; nothing unless both parts are given. */
export function ciiDiscount(terms: readonly XmlNode[], invoiceDate: Day | undefined): Discount {
  for (const term of terms.flatMap((each) => elementsAt(each, 'ApplicableTradePaymentDiscountTerms'))) {
    const at = (...steps: string[]) => elementsAt(term, ...steps)
    const percent = firstOf(at('CalculationPercent'), decimalOf)
    const from =
      firstOf(at('BasisDateTime', 'DateTimeString|DateTime|Date'), dayOfElement)?.value ?? invoiceDate
    const days = firstOf(at('BasisPeriodMeasure'), (element) => {
      const unit = UNITS[(element.attributes.unitCode ?? 'DAY').toUpperCase()]
      const count = decimalOf(element)
      return unit !== undefined && count !== null && /^-?\d+$/.test(count) ? Number(count) * unit : null
    })
    const amounts = stated(at('BasisAmount'), at('ActualDiscountAmount'))
    if (percent && days) return discount(percent, { days, from, amounts })
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
    const amounts = stated(elementsAt(term, 'Amount'), elementsAt(term, 'SettlementDiscountAmount'))
    if (percent && until && isPercent(percent.value) && amounts)
      return { discountPercent: percent, ...amounts, discountUntil: until }
  }
  return wordedDiscount(
    terms.flatMap((term) => elementsAt(term, 'Note')),
    invoiceDate,
  )
}

/** The amounts of these elements; null where there is one that is no amount above zero. */
function stated(bases: readonly XmlNode[], discounts: readonly XmlNode[]): Stated {
  const above = (element: XmlElement) => {
    const amount = decimalOf(element)
    return amount !== null && new Big(amount).gt(0) ? amount : null
  }
  const base = firstOf(bases, above)
  const amount = firstOf(discounts, above)
  if ((bases.length > 0 && !base) || (discounts.length > 0 && !amount)) return null
  return { ...(base && { discountBase: base }), ...(amount && { discountAmount: amount }) }
}

const WORDED =
  /#SKONTO#TAGE=(?<days>\d{1,4})#PROZENT=(?<percent>\d{1,2}(?:\.\d{1,2})?)#(?:BASISBETRAG=(?<base>[^#]*))?/

/** XRechnung, BT-20: "#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=500.00#"; the first of several, which is the highest. */
function wordedDiscount(notes: readonly XmlNode[], invoiceDate: Day | undefined): Discount {
  const found = firstOf(notes, (element) => WORDED.exec(textOf(element) ?? '')?.groups ?? null)
  if (!found) return NONE
  const { source, value } = found
  const base: XmlNode[] =
    value.base === undefined
      ? []
      : [{ path: [source], element: { name: '', attributes: {}, text: value.base.trim(), children: [] } }]
  return discount(
    { source, value: value.percent ?? '' },
    { days: { source, value: Number(value.days) }, from: invoiceDate, amounts: stated(base, []) },
  )
}

const isPercent = (percent: string) => new Big(percent).gt(0) && new Big(percent).lt(100)

function discount(
  percent: NonNullable<Discount['discountPercent']>,
  terms: { days: { value: number; source: string }; from: Day | undefined; amounts: Stated },
): Discount {
  const { days, from, amounts } = terms
  if (from === undefined || amounts === null) return NONE
  if (!isPercent(percent.value) || days.value < 0 || days.value > MAX_DAYS) return NONE
  return {
    discountPercent: percent,
    ...amounts,
    discountUntil: { value: addDays(from, days.value), source: days.source },
  }
}
