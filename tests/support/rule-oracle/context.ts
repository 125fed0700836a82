import type {
  AccountClass,
  ControlSet,
  OptionalField,
  PlanEntry,
  ShareClass,
  Upload,
} from '../workbooks/control-set'
import type { InstrumentModel, LineType } from '../workbooks/fund-model'
import { cellNumber, compareRoot, daysFrom, type Q, q, sumOf, zero } from './exact'
import type { RuleResult } from './result'
import { toleranceOf } from './tolerances'

const SIDES: Partial<Record<AccountClass, 'debit' | 'credit'>> = {
  securities: 'debit',
  receivables: 'debit',
  'accrued interest': 'debit',
  payables: 'credit',
  'accrued expenses': 'credit',
}

export interface Account {
  number: string
  currency: string
  net: Q
  class: AccountClass | null
  side: 'debit' | 'credit' | 'both' | null
}
/** A line of an inventory with parsed numbers; meaningful blanks are filled in. */
export interface Position {
  line: InstrumentModel
  type: LineType
  code: string
  quantity: Q | null
  price: Q | null
  factor: Q
  /** Null if neither the line nor the NAV table has one. */
  fx: Q | null
  accrued: Q
  value: Q
}
export interface Table {
  upload: Upload
  tna: Q
  accounts: Map<string, Account>
  positions: Position[] | null
}

/** An instrument of both dates. */
export interface Pair {
  code: string
  type: LineType
  currency: string
  quantity: Q
  /** The counted quantity: the mean of both, the new one after a split. */
  counted: Q
  price: Q
  /** Divided by the split, if any. */
  priceBefore: Q
  fx: Q
  fxBefore: Q
  value: Q
  priceEffect: Q
  fxEffect: Q
  /** Counted quantity at the previous price and rate. */
  base: Q
  frozen: boolean
}

const number = (text: string | null): Q | null => (text === null ? null : cellNumber(text))
const CLASS_TYPES = [
  'CLASS TNA',
  'SHARES',
  'SUBSCRIPTIONS',
  'REDEMPTIONS',
  'NAV PER SHARE',
  'DISTRIBUTION PER SHARE',
]

/** A set with parsed numbers and look-ups. */
export class Context {
  readonly now: Table
  readonly before: Table | null
  readonly days: number
  /** Whether both uploads are in one financial year. */
  readonly sameYear: boolean

  constructor(readonly set: ControlSet) {
    this.now = this.table(set.now)
    this.before = set.previous && this.table(set.previous)
    this.days = set.previous ? daysFrom(set.previous.date, set.now.date) : 0
    this.sameYear = set.previous !== null && this.year(set.previous.date) === this.year(set.now.date)
  }

  private table(upload: Upload): Table {
    const { code } = this.set.fund
    return {
      upload,
      tna: this.element(upload, 'FUND TNA', code) ?? zero,
      accounts: this.accounts(upload),
      positions: upload.lines?.map((line) => this.position(upload, line)) ?? null,
    }
  }

  private accounts(upload: Upload): Map<string, Account> {
    const accounts = new Map<string, Account>()
    for (const row of upload.balance) {
      const net = (number(row.debtor) ?? zero).minus(number(row.creditor) ?? zero)
      const existing = accounts.get(row.accountNumber)
      if (existing) existing.net = existing.net.plus(net)
      else {
        const entry = this.planned(row.accountNumber)
        const side = entry && (entry.side ?? SIDES[entry.class] ?? null)
        accounts.set(row.accountNumber, {
          number: row.accountNumber,
          currency: row.currency,
          net,
          class: entry?.class ?? null,
          side,
        })
      }
    }
    return accounts
  }

  private planned(account: string): PlanEntry | null {
    const fitting = this.set.plan.filter(({ prefix }) => account.startsWith(prefix))
    return fitting.sort((a, b) => b.prefix.length - a.prefix.length)[0] ?? null
  }

  private position(upload: Upload, line: InstrumentModel): Position {
    const seen = { ...line }
    for (const field of upload.missing) (seen as Record<OptionalField, string | null>)[field] = null
    return {
      line: seen,
      type: line.type,
      code: line.instrumentCode,
      quantity: number(seen.quantity),
      price: number(seen.price),
      factor: number(seen.priceFactor) ?? q(1),
      fx: number(seen.fxRate) ?? this.rate(upload, seen.quotationCurrency),
      accrued: number(seen.accruedInterest) ?? zero,
      value: cellNumber(seen.marketValue),
    }
  }

  private year(day: string): number {
    return Number(day.slice(0, 4)) + (day.slice(5) > (this.set.fund.yearEnd ?? '12-31') ? 1 : 0)
  }

  element(upload: Upload, type: string, code: string): Q | null {
    const row = upload.nav.find((each) => each.type === type && each.code === code)
    return row ? cellNumber(row.value) : null
  }
  rows(upload: Upload, type: string) {
    return upload.nav
      .filter((each) => each.type === type)
      .map((row) => ({ ...row, value: cellNumber(row.value) }))
  }
  /** Currency of a class by its row. */
  currencyOf(upload: Upload, type: string, code: string): string | null {
    return upload.nav.find((each) => each.type === type && each.code === code)?.currency ?? null
  }
  /** Codes of the classes with any row. */
  classCodes(upload: Upload): string[] {
    return [...new Set(upload.nav.filter(({ type }) => CLASS_TYPES.includes(type)).map(({ code }) => code))]
  }
  rate(upload: Upload, currency: string): Q | null {
    return currency === this.set.fund.currency ? q(1) : this.element(upload, 'FX RATE', currency)
  }
  classOf(code: string): ShareClass | null {
    return this.set.classes.find((each) => each.code === code) ?? null
  }
  decimals(code: string): number {
    return this.classOf(code)?.decimals ?? 2
  }

  /** The tolerance in the contract's unit. */
  tolerance(key: string): Q {
    return toleranceOf(this.set, key)
  }
  percent = (key: string) => this.tolerance(key).over(100)
  points = (key: string) => this.tolerance(key).over(10_000)
  /** The fund's error threshold as a fraction. */
  get threshold(): Q {
    return this.percent('threshold')
  }

  /** Net of the accounts of some classes. */
  net(table: Table, ...classes: AccountClass[]): Q {
    const of = [...table.accounts.values()].filter((each) => each.class && classes.includes(each.class))
    return sumOf(of.map(({ net }) => net))
  }
  /** (n + distribution) / p - 1 of a class; null if there is none. */
  movement(code: string, nav = this.element(this.set.now, 'NAV PER SHARE', code)): Q | null {
    const p = this.set.previous && this.element(this.set.previous, 'NAV PER SHARE', code)
    if (!p || !nav || p.lte(0)) return null
    const distribution = this.element(this.set.now, 'DISTRIBUTION PER SHARE', code) ?? zero
    return nav.plus(distribution).over(p).minus(1)
  }

  private paired: Pair[] | null = null
  /** The pairs of both inventories, in the order of this one; none if an inventory is missing. */
  get pairs(): Pair[] {
    this.paired ??= this.findPairs()
    return this.paired
  }

  private findPairs(): Pair[] {
    const { before, now } = this
    if (!before?.positions || !now.positions) return []
    const codes = new Set(now.positions.filter(({ type }) => type !== 'Cash').map(({ code }) => code))
    return [...codes].flatMap((code) => {
      const n = (now.positions ?? []).filter((each) => each.code === code && each.type !== 'Cash')
      const p = (before.positions ?? []).filter((each) => each.code === code && each.type !== 'Cash')
      return n[0] && p[0] ? (this.pair(n, p) ?? []) : []
    })
  }

  private pair(n: Position[], p: Position[]): Pair | null {
    const [first, old] = [n[0], p[0]]
    if (!first || !old || !this.set.previous) return null
    const fxBefore = number(old.line.fxRate) ?? this.rate(this.set.previous, first.line.quotationCurrency)
    if (!first.price || !old.price || !first.fx || !fxBefore) return null
    const { price, fx, type, factor } = first
    const sum = (of: Position[], field: 'quantity' | 'accrued' | 'value') =>
      sumOf(of.map((each) => each[field] ?? zero))
    const [quantity, quantityBefore] = [sum(n, 'quantity'), sum(p, 'quantity')]
    const split = this.isSplit(type, quantity, quantityBefore, price, old.price)
    const priceBefore = split ? old.price.times(quantityBefore).over(quantity) : old.price
    const counted = split ? quantity : quantity.plus(quantityBefore).over(2)
    const moves = type !== 'Derivative'
    const accruedEffect = fxBefore.gt(0) ? sum(p, 'accrued').times(fx.over(fxBefore).minus(1)) : zero
    const base = counted.times(factor)
    const [day, dayBefore] = [first.line.priceDate, old.line.priceDate] as const
    return {
      code: first.code,
      type,
      currency: first.line.quotationCurrency,
      quantity,
      counted,
      price,
      priceBefore,
      fx,
      fxBefore,
      value: sum(n, 'value'),
      priceEffect: moves ? base.times(price.minus(priceBefore)).times(fxBefore) : zero,
      fxEffect: moves ? base.times(price).times(fx.minus(fxBefore)).plus(accruedEffect) : zero,
      base: base.times(priceBefore).times(fxBefore),
      frozen: price.eq(priceBefore) && day !== null && dayBefore !== null && day > dayBefore,
    }
  }

  private isSplit(type: LineType, n: Q, p: Q, price: Q, priceBefore: Q): boolean {
    if (n.eq(0) || n.minus(p).abs().lte(p.abs().times('0.2'))) return false
    const worth = p.times(priceBefore)
    if (worth.lte(0)) return false
    const limit = q(type === 'Bond' ? '0.01' : '0.05')
    return compareRoot(n.times(price).over(worth).minus(1), limit, this.days) <= 0
  }
}

/** The finding of a rule, before its severity. */
export interface Finding {
  result: RuleResult['result']
  /** Amounts in fund currency; null if the rule has no impact. */
  impacts?: Q[] | null
  /** The number of breaches, if the contract is unambiguous. */
  breaches?: number
}
export const OK: Finding = { result: 'OK' }
export const OPEN: Finding = { result: 'OK - not applicable' }
export const ruled = (fine: boolean, impacts?: Q[]): Finding => ({ result: fine ? 'OK' : 'NOK', impacts })

/**
 * Judges each candidate: true is fine, false a breach, null lacks data. Without candidates the rule is OK, if all lack
 * data it is not applicable.
 */
export function each<T>(
  candidates: readonly T[],
  look: (candidate: T) => boolean | null,
  impact?: (candidate: T) => Q,
): Finding {
  if (candidates.length === 0) return OK
  const judged = candidates.map((candidate) => ({ candidate, fine: look(candidate) }))
  if (judged.every(({ fine }) => fine === null)) return OPEN
  const breaches = judged.filter(({ fine }) => fine === false)
  const impacts = impact && breaches.map(({ candidate }) => impact(candidate))
  return { ...ruled(breaches.length === 0, impacts), breaches: breaches.length }
}
