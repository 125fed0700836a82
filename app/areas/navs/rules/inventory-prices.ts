import { counted } from '~/platform/values/counted'
import { type Day, daysBetween } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import type { InstrumentType } from '../workbooks/control-data'
import { Finding } from './finding'
import { expectedFigure, inventoryLines, lineFigures } from './inventory-lines'
import type { RuleCheck } from './rule-context'
import { LINES, shown, shownDay } from './wording'

/** I02: Quantity not 0 (not Cash): price present, and > 0 unless Derivative. */
export const missingPrice: RuleCheck = (context) => {
  const { exact } = context
  const finding = new Finding(LINES)
  for (const line of inventoryLines(context, finding)) {
    const { type, quantity, price } = line
    if (type === 'Cash') continue
    if (quantity === null) {
      finding.leaveOut('Quantity', line.instrumentCode)
      continue
    }
    if (exact(quantity).eq(0)) continue
    const present = price !== null
    const holds = present && (type === 'Derivative' || exact(price).gt(0))
    finding.compare({
      holds,
      subject: line.instrumentCode,
      formula: () =>
        `${type}, quantity ${shown(quantity)}, ${present ? `price ${shown(price)}${holds ? '' : ' not above 0'}` : 'no price'}`,
      figures: () => [
        ...lineFigures(context.current, line, 'quantity'),
        ...expectedFigure(context.current, line, 'price'),
      ],
    })
  }
  return finding
}

const AGE_TOLERANCES: Record<Exclude<InstrumentType, 'Cash'>, string> = {
  Equity: 'I03.equity',
  Bond: 'I03.bond',
  Fund: 'I03.fund',
  Derivative: 'I03.derivative',
  Other: 'I03.other',
}

/** I03: not Cash: price date present, not after the NAV date, and at most so many calendar days before it, by type. */
export const stalePrice: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { navDate } = context.input.data
  const ages = new Map<Day, number>()
  const ageOf = (priceDate: Day) => {
    const age = ages.get(priceDate) ?? daysBetween(priceDate, navDate)
    ages.set(priceDate, age)
    return age
  }
  for (const line of inventoryLines(context, finding)) {
    const { type, priceDate } = line
    if (type === 'Cash') continue
    const limit = context.tolerance(AGE_TOLERANCES[type])
    const age = priceDate === null ? null : ageOf(priceDate)
    finding.compare({
      holds: age !== null && age >= 0 && age <= Number(limit.value),
      subject: line.instrumentCode,
      formula: () => ageInWords(type, priceDate && shownDay(priceDate), age, limit.value),
      difference: () => (age === null ? null : new Big(age)),
      size: Math.abs(age ?? 0),
      tolerance: limit.value,
      level: limit.level,
      figures: () => expectedFigure(context.current, line, 'priceDate'),
    })
  }
  return finding
}

function ageInWords(type: InstrumentType, priceDate: string | null, age: number | null, limit: Big): string {
  if (priceDate === null || age === null) return `${type} without a price date`
  if (age < 0) return `price date ${priceDate} is after the NAV date`
  return `price date ${priceDate} is ${counted(age, 'day')} before the NAV date, ${shown(limit)} allowed for ${type}`
}
