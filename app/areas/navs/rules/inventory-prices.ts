import { type Day, daysBetween } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { counted } from '~/platform/values/show'
import type { InstrumentType } from '../workbooks/control-data'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { expectedFigure, inventoryLines, lineFigures, lineRate } from './inventory-lines'
import type { RuleCheck } from './rule-context'
import { LINES, percentOf, shown, shownDay, term } from './wording'

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

/**
 * I03: not Cash: price date present, not after the NAV date, and at most a number of calendar days before it, by type.
 */
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

const LIMITS: Partial<Record<InstrumentType, string>> = {
  Equity: 'I04.equity',
  Bond: 'I04.bond',
  Fund: 'I04.fund',
}

/**
 * I04: same instrument code in the previous upload, both priced: not (|n / p - 1| > limit of the type and
 * |Quantity × (n - p) × Price factor × FX rate| >= 0.05 % of FUND TNA).
 */
export const priceMovement: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { current, previous, exact, fundTna, fundTnaLine } = context
  if (!previous) finding.lacks('previous control')
  else if (!previous.data.inventory) finding.lacks('inventory of the previous control')
  const tna = context.tolerance('I04.tna')
  const tnaLimit = tna.fraction.times(fundTna)
  for (const line of inventoryLines(context, finding)) {
    const key = LIMITS[line.type]
    if (!key || !previous) continue
    const limit = context.tolerance(key)
    const earlier = previous.instruments.get(line.instrumentCode)
    const rate = lineRate(context, line)
    const { quantity, price } = line
    if (!earlier || earlier.price === null || price === null || quantity === null || rate === undefined) {
      if (quantity === null) finding.leaveOut('Quantity', line.instrumentCode)
      if (price === null) finding.leaveOut('Price', line.instrumentCode)
      if (!earlier) finding.leaveOut('line in the previous inventory', line.instrumentCode)
      else if (earlier.price === null) finding.leaveOut('previous Price', line.instrumentCode)
      if (rate === undefined) finding.leaveOut(`FX rate of ${line.quotationCurrency}`, line.instrumentCode)
      continue
    }
    const before = exact(earlier.price)
    if (before.lte(0)) {
      finding.leaveOut('previous Price above 0', line.instrumentCode)
      continue
    }
    const change = exact(price).minus(before)
    const moved = change.abs().gt(limit.fraction.times(before))
    // Only a price that moved too far needs its effect on the fund.
    const effect = () =>
      exact(quantity)
        .times(change)
        .times(line.priceFactor ?? '1')
        .times(rate)
    finding.compare({
      holds: !moved || effect().abs().lt(tnaLimit),
      subject: line.instrumentCode,
      formula: () =>
        `${shown(price)} / ${shown(before)} - 1 = ${shown(percentOf(change, before))} %, ` +
        `effect ${term(quantity)} × ${term(change)} × ${term(line.priceFactor ?? '1')} × ${term(rate)} = ${shown(effect())}, ` +
        `${shown(tna.value)} % of FUND TNA is ${shown(tnaLimit)}`,
      difference: () => percentOf(change, before),
      size: sizeOf(change) / sizeOf(before),
      tolerance: limit.value,
      level: limit.level,
      figures: () => [
        ...lineFigures(current, line, 'price', 'quantity', 'priceFactor', 'fxRate'),
        ...lineFigures(previous, earlier, 'price'),
        ...elementFigure(current, fundTnaLine),
      ],
    })
  }
  return finding
}
