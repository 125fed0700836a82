import { Big, plain } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import type { CashRow, EvidenceFigure } from './contract'
import { figure } from './evidence'
import { Finding, sizeOf } from './finding'
import { type Fraction, fraction } from './fractions'
import { lineFigures } from './inventory-lines'
import type { RuleCheck, RuleContext } from './rule-context'
import {
  countExplained,
  explainedOf,
  rowsOf,
  sourceFigure,
  sourceTables,
  totalExplained,
} from './second-sources'
import { knownRate, wholeCurrency } from './stored-rates'
import { shown, term } from './wording'

const ZERO = new Big(0)

/** The cash of the files in a currency, in fund currency. */
interface BookedCash {
  amount: Big
  /** Of the first line in the currency that has an FX rate. */
  rate: Fraction | undefined
  figures: (() => EvidenceFigure[])[]
}

/** The cash of the inventory by currency, or without one that of the accounts of class 5; cash elsewhere is left out. */
function bookedCash(context: RuleContext): Map<string, BookedCash> {
  const { current, input, exact, accountClass } = context
  const elsewhere = new Set(input.fund.cashElsewhere ?? [])
  const booked = new Map<string, BookedCash>()
  const add = (
    currency: string,
    amount: Big,
    rate: Fraction | undefined,
    figures: () => EvidenceFigure[],
  ) => {
    const before = booked.get(currency)
    if (before) {
      before.amount = before.amount.plus(amount)
      before.figures.push(figures)
    } else booked.set(currency, { amount, rate, figures: [figures] })
  }
  const { inventory, balance } = current.data
  if (!inventory) {
    for (const line of balance.lines) {
      if (!accountClass.within(line.accountNumber, 5) || elsewhere.has(line.accountNumber)) continue
      const side = exact(line.creditor).eq(0) ? 'debtor' : 'creditor'
      const label = `${line.accountNumber} ${side}`
      add(
        wholeCurrency(line.currency).currency,
        exact(line.debtor).minus(exact(line.creditor)),
        undefined,
        () => figure(current.upload, balance.source, line.row, side, label, line[side]),
      )
    }
    return booked
  }
  for (const line of inventory.lines) {
    if (line.type !== 'Cash' || elsewhere.has(line.instrumentCode)) continue
    const { currency, part } = wholeCurrency(line.quotationCurrency)
    add(
      currency,
      exact(line.marketValue).minus(exact(line.accruedInterest ?? '0')),
      line.fxRate === null ? undefined : fraction(line.fxRate, part),
      () => lineFigures(current, line, 'marketValue', 'accruedInterest', 'fxRate'),
    )
  }
  return booked
}

/** Balance + Pending in whole units of the currency. */
const statedIn = ({ balance, pending, currency }: CashRow): Big =>
  new Big(balance).plus(pending ?? 0).times(wholeCurrency(currency).part)

/**
 * S03: per currency of either: the cash of the files = (Balance + Pending + explained) × R; tolerance
 * max(1.00; 0.2 bp of FUND TNA) in fund currency. What is explained counts only where the difference is larger without
 * it. R is the rate of the first Cash line, else the FX RATE, else the stored rate. Both sides are multiplied by what R
 * is divided by.
 */
export const depositaryCash: RuleCheck = (context) => {
  const finding = new Finding({ one: 'currency', many: 'currencies' })
  const tables = sourceTables(context, finding, 'cash')
  if (finding.cannotBeJudged) return finding
  const booked = bookedCash(context)
  const stated = groupedBy(rowsOf(tables), ({ currency }) => wholeCurrency(currency).currency)
  const smallest = context.tolerance('S03.amount')
  const ofTna = context.tolerance('S03.tna')
  const share = ofTna.fraction.times(context.fundTna)
  const [tolerance, level] = share.gt(smallest.value)
    ? [share, ofTna.level]
    : [smallest.value, smallest.level]
  const explanations = explainedOf(context, 'S03')
  for (const currency of new Set([...booked.keys(), ...stated.keys()])) {
    const own = booked.get(currency)
    const rows = stated.get(currency) ?? []
    const alone = rows.reduce((sum, row) => sum.plus(statedIn(row)), ZERO)
    const rate = own?.rate ?? knownRate(context, currency)
    const amount = own?.amount ?? ZERO
    const known = rate ?? fraction('0')
    const apartFrom = (total: Big) => amount.times(known.under).minus(total.times(known.over))
    const holdsWith = (total: Big) =>
      (rate !== undefined || total.eq(0)) && apartFrom(total).abs().lte(tolerance.times(known.under))
    const explained = holdsWith(alone) ? [] : explanations.filter((each) => each.currency === currency)
    countExplained(finding, explained, (each) => (rate ? rate.over.times(each.amount).div(rate.under) : null))
    const total = alone.plus(totalExplained(explained))
    const apart = apartFrom(total)
    const isUnknown = rate === undefined && !total.eq(0)
    const difference = () => apart.div(known.under)
    finding.compare({
      holds: holdsWith(total),
      subject: currency,
      formula: () =>
        isUnknown
          ? `${shown(amount)}, depositary ${shown(total)} ${currency} without a rate`
          : `${shown(amount)}, depositary ${term(total)} × ${shown(known.over.div(known.under).round(10))}: ${shown(difference().round(10))}`,
      difference: () => (isUnknown ? null : difference().round(10)),
      size: sizeOf(apart.abs()),
      tolerance,
      level,
      impact: () => (isUnknown ? ZERO : difference()),
      toExplain: () => ({
        amount: plain((known.over.eq(0) ? total.times(-1) : apart.div(known.over)).round(2)),
        instrumentCode: null,
        isin: null,
      }),
      figures: () => [
        ...(own?.figures ?? []).flatMap((figures) => figures()),
        ...rows.flatMap((row) => [
          ...sourceFigure(row, 'Balance', row.balance),
          ...sourceFigure(row, 'Pending', row.pending),
        ]),
      ],
    })
  }
  return finding
}
