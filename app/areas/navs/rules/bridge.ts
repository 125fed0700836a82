import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { INSTRUMENT_TYPES, type InstrumentType, type InventoryLine } from '../workbooks/control-data'
import type { AccountClass, Bridge, DriverName } from './contract'
import { accountFigures, elementFigure } from './evidence'
import { type BridgePart, flowsOf, totalOf } from './flows'
import { lineFigures } from './inventory-lines'
import { type Pair, pairFigures, pairsOf } from './pairs'
import { inOneYear, type RuleContext } from './rule-context'
import type { UploadIndex } from './upload-index'
import { shown, term } from './wording'

/** A driver of the bridge with its parts. */
export interface DriverParts {
  driver: DriverName
  type: InstrumentType | null
  amount: Big
  parts: BridgePart[]
}

/** The bridge with exact figures, before it is formatted. */
export interface BridgeFigures {
  drivers: DriverParts[]
  residual: Big
  previousTna: Big
  leftOut: Map<string, string[]>
}

const CONTRIBUTORS = 10
/** The most lines of a driver that are kept. */
const KEPT_PARTS = 20
/** The types that have a price effect, in the order of the bridge. */
const PRICED_TYPES = INSTRUMENT_TYPES.filter((type) => type !== 'Cash' && type !== 'Derivative')
const PLACES = 10

/** What the bridge lacks, each a thing that must be there; empty when it can be computed. */
export function lackingForBridge(context: RuleContext): string[] {
  const { current, previous, input } = context
  if (!previous) return ['previous control']
  const lacking: string[] = []
  if (!inOneYear(previous.data.navDate, input.data.navDate, input.fund.yearEnd))
    lacking.push('previous control in this financial year')
  if (!current.data.inventory) lacking.push('inventory file')
  if (!previous.data.inventory) lacking.push('inventory of the previous control')
  return [...lacking, ...flowsOf(context, previous).lacking]
}

const cache = new WeakMap<UploadIndex, BridgeFigures | null>()

/** The NAV bridge, computed once for all rules; null where it is not applicable. */
export function bridgeFigures(context: RuleContext): BridgeFigures | null {
  const cached = cache.get(context.current)
  if (cached !== undefined) return cached
  const { previous, previousTna } = context
  const applicable = previous && previousTna && lackingForBridge(context).length === 0
  const figures = applicable ? computed(context, previous, previousTna) : null
  cache.set(context.current, figures)
  return figures
}

function computed(context: RuleContext, previous: UploadIndex, previousTna: Big): BridgeFigures {
  const { flows, distributions, leftOut: withoutData } = flowsOf(context, previous)
  const leftOut = new Map(withoutData)
  const leaveOut = (what: string, subject: string) =>
    leftOut.set(what, [...(leftOut.get(what) ?? []), subject])
  const { pairs, unpaired, currencyEffect } = pairsOf(context)
  for (const { code, what, isNew } of unpaired) if (!isNew) leaveOut(what, code)
  const driver = (
    name: DriverName,
    parts: BridgePart[],
    type: InstrumentType | null = null,
  ): DriverParts => ({
    driver: name,
    type,
    amount: totalOf(parts),
    parts,
  })
  const onAccounts = accountCurrencies(context, previous, leaveOut)
  const currencies = driver('currencies', [
    ...pairs.filter(({ fxEffect }) => !fxEffect.eq(0)).map((pair) => currencyPart(context, pair)),
    ...onAccounts,
  ])
  const drivers = [
    driver('flows', flows),
    driver('distributions', distributions),
    ...PRICED_TYPES.map((type) => driver('prices', priceParts(context, pairs, type), type)),
    { ...currencies, amount: currencyEffect.plus(totalOf(onAccounts)) },
    driver('derivatives', derivativeParts(context, previous)),
    driver('income', changesOf(context, previous, 'income')),
    driver('expenses', changesOf(context, previous, 'expenses')),
  ]
  const explained = drivers.reduce((total, { amount }) => total.plus(amount), new Big(0))
  const residual = context.fundTna.minus(previousTna).minus(explained)
  return { drivers, residual, previousTna, leftOut }
}

function priceParts(context: RuleContext, pairs: readonly Pair[], type: InstrumentType): BridgePart[] {
  return pairs
    .filter((pair) => pair.type === type)
    .map((pair) => ({
      subject: pair.code,
      name: pair.line.instrumentName,
      amount: pair.priceEffect,
      formula: () =>
        `${term(pair.earlierPrice)} to ${shown(pair.price)}${pair.split ? ' (split?)' : ''}, units ${shown(pair.earlierQuantity)} to ${shown(pair.quantity)}`,
      figures: () => pairFigures(context, pair),
    }))
}

function currencyPart(context: RuleContext, pair: Pair): BridgePart {
  return {
    subject: pair.code,
    name: pair.line.instrumentName,
    amount: pair.fxEffect,
    formula: () => `FX rate of ${pair.line.quotationCurrency} changed`,
    figures: () => pairFigures(context, pair),
  }
}

const REVALUED: readonly (AccountClass | null)[] = ['receivables', 'payables', 'accrued expenses', 'cash']

/** net p × (R n / R p - 1) of every account of class 3 (but accrued interest), 4 and 5, by its currency. */
function accountCurrencies(
  context: RuleContext,
  previous: UploadIndex,
  leaveOut: (what: string, subject: string) => void,
): BridgePart[] {
  return [...previous.accounts.values()].flatMap((account): BridgePart[] => {
    const currency = account.rows[0]?.currency ?? ''
    if (currency === context.input.fund.currency || account.net.eq(0)) return []
    if (!REVALUED.includes(context.accountClass.of(account.number))) return []
    const now = context.navRate(currency)
    const before = context.previousRate(currency)
    if (now === undefined || before === undefined || new Big(before).lte(0)) {
      leaveOut(`FX RATE of ${currency} on both dates`, account.number)
      return []
    }
    return [
      {
        subject: account.number,
        name: account.name,
        amount: account.net.times(new Big(now).minus(before)).div(before),
        formula: () => `${term(account.net)} × (${shown(now)} / ${shown(before)} - 1)`,
        figures: () => [
          ...accountFigures(previous, account),
          ...elementFigure(context.current, context.navRateLine(currency)),
          ...elementFigure(previous, previous.element('FX RATE', currency)),
        ],
      },
    ]
  })
}

/** Market value n - Market value p of every instrument of this inventory that is a Derivative. */
function derivativeParts(context: RuleContext, previous: UploadIndex): BridgePart[] {
  const { current } = context
  const derivatives = [...current.instruments.values()].filter(({ type }) => type === 'Derivative')
  const codes = new Set(derivatives.map(({ instrumentCode }) => instrumentCode))
  const sums = (lines: readonly InventoryLine[]) => {
    const byCode = new Map<string, Big>()
    for (const { instrumentCode: code, marketValue } of lines)
      if (codes.has(code)) byCode.set(code, (byCode.get(code) ?? new Big(0)).plus(marketValue))
    return byCode
  }
  const now = sums(current.data.inventory?.lines ?? [])
  const before = sums(previous.data.inventory?.lines ?? [])
  return derivatives.map((line): BridgePart => {
    const value = now.get(line.instrumentCode) ?? new Big(0)
    const earlier = before.get(line.instrumentCode) ?? new Big(0)
    return {
      subject: line.instrumentCode,
      name: line.instrumentName,
      amount: value.minus(earlier),
      formula: () => `${shown(value)} - ${term(earlier)}`,
      figures: () => [
        ...lineFigures(current, line, 'marketValue'),
        ...lineFigures(previous, previous.instruments.get(line.instrumentCode), 'marketValue'),
      ],
    }
  })
}

/** -(net n - net p) of every account of a class, on either date. */
function changesOf(context: RuleContext, previous: UploadIndex, of: AccountClass): BridgePart[] {
  const { current, accountClass } = context
  return [...new Set([...current.accounts.keys(), ...previous.accounts.keys()])]
    .filter((number) => accountClass.of(number) === of)
    .map((number): BridgePart => {
      const now = current.accounts.get(number)
      const before = previous.accounts.get(number)
      const net = now?.net ?? new Big(0)
      const earlier = before?.net ?? new Big(0)
      return {
        subject: number,
        name: (now ?? before)?.name ?? number,
        amount: earlier.minus(net),
        formula: () => `${shown(earlier)} - ${term(net)}`,
        figures: () => [...accountFigures(current, now), ...accountFigures(previous, before)],
      }
    })
}

/** The bridge as it is stored and returned; null where it is not applicable. */
export function bridgeOf(context: RuleContext): Bridge | null {
  const figures = bridgeFigures(context)
  if (!figures) return null
  const { drivers, residual, previousTna, leftOut } = figures
  const text = (amount: Big): Decimal => plain(amount.round(PLACES))
  const bp = (amount: Big) => basisPoints(amount, previousTna)
  const largest = pairsOf(context)
    .pairs.map((pair) => ({ pair, effect: pair.priceEffect.plus(pair.fxEffect) }))
    .sort((one, other) => other.effect.abs().cmp(one.effect.abs()))
    .slice(0, CONTRIBUTORS)
  return {
    previousTna: text(previousTna),
    tna: text(context.fundTna),
    drivers: drivers.map(({ driver, type, amount, parts }) => ({
      driver,
      type,
      amount: text(amount),
      bp: bp(amount),
      parts: largestFirst(parts.filter((part) => !part.amount.eq(0)))
        .slice(0, KEPT_PARTS)
        .map((part) => ({
          subject: part.subject,
          name: part.name,
          amount: text(part.amount),
          formula: part.formula(),
          figures: part.figures(),
        })),
      partCount: parts.length,
    })),
    contributors: largest.map(({ pair, effect }) => ({
      code: pair.code,
      name: pair.line.instrumentName,
      price: text(pair.priceEffect),
      fx: text(pair.fxEffect),
      bp: bp(effect),
    })),
    residual: text(residual),
    residualBp: bp(residual),
    leftOut: [...leftOut].map(([what, subjects]) => `${what}: ${subjects.join(', ')}`),
  }
}

function largestFirst(parts: readonly BridgePart[]): BridgePart[] {
  return parts.toSorted((one, other) => other.amount.abs().cmp(one.amount.abs()))
}

/** An amount in basis points of a FUND TNA, to ten places; null where that is not above 0. */
export function basisPoints(amount: Big, tna: Big): Decimal | null {
  return tna.gt(0) ? plain(amount.times(10_000).div(tna).round(PLACES)) : null
}

const DRIVER_WORDS: Record<DriverName, string> = {
  flows: 'Subscriptions and redemptions',
  distributions: 'Distributions',
  prices: 'Prices',
  currencies: 'Currencies',
  derivatives: 'Derivatives',
  income: 'Income',
  expenses: 'Expenses',
}

/** A driver as people read it: "Prices: Bond". */
export const driverLabel = ({ driver, type }: Pick<DriverParts, 'driver' | 'type'>) =>
  type === null ? DRIVER_WORDS[driver] : `${DRIVER_WORDS[driver]}: ${type}`

/**
 * An amount of the bridge per share of a class: amount / previous FUND TNA x its previous NAV per share, to ten places,
 * in the currency of the class; null where that FUND TNA is not above 0.
 */
export function perShareOf(amount: Decimal, previousTna: Decimal, navPerShare: Decimal): Decimal | null {
  if (new Big(previousTna).lte(0)) return null
  return plain(new Big(amount).times(navPerShare).div(previousTna).round(10))
}
