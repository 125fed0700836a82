import { decimalsOf } from '~/platform/values/currency-decimals'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import { type Deal, isCompensated } from './deals'
import type { NavErrorPolicy } from './policy'

/** How wrong the NAVs of a case were: published against corrected, by date and class. */

export interface CaseClass {
  code: string
  currency: string
  /** Decimals of the NAV per share. */
  decimals: number
  /** Decimals of shares. */
  shareDecimals: number
}

/** What corrected files, or a person, say of a class at a date. */
export interface Correction {
  isByHand: boolean
  /** real: the money that really came; case: debts and claims of the case are in it. */
  books: 'real' | 'case'
  navPerShare: Decimal
  /** Null by hand: NAV per share x shares. */
  classTna: Decimal | null
  shares: Decimal
  /** Fund currency for one unit of the class's. */
  fxRate: Decimal
}

interface ClassAtDate {
  classCode: string
  /** NAV per share of the round that counts; null for a NAV that was never sent, or is cancelled. */
  published: Decimal | null
  /** The NAV per share at which an earlier case settled the deals of this date; null without one. */
  settledAt: Decimal | null
  corrected: Correction | null
  /** What a person decided where no threshold does; it holds for the corrected figure that was seen. */
  decision?: { corrected: Decimal; isMaterial: boolean }
}

/** A NAV date of the case. */
export interface CaseDate {
  date: Day
  /** FUND TNA of the correction's files; null by hand. */
  correctedTna: Decimal | null
  /** FUND TNA as sent; null for a NAV that was never sent. */
  sentTna: Decimal | null
  classes: readonly ClassAtDate[]
}

export interface CaseInput {
  fundCurrency: string
  classes: readonly CaseClass[]
  /** In the order of their dates. */
  dates: readonly CaseDate[]
  deals: readonly Deal[]
  policy: NavErrorPolicy
  /** Whether the deals of every date count, material or not: fees that are booked afterwards. */
  everyDateCounts: boolean
  /** Whether a holder is given shares in place of money. */
  takesShares: (deal: Deal) => boolean
}

/** One class at one date, judged. */
export interface ErrorFigure {
  date: Day
  classCode: string
  published: Decimal
  corrected: Decimal
  /** Published less corrected: positive where the NAV was too high. */
  difference: Decimal
  /** The error in percent of the base; null where the base is not positive. */
  percent: Decimal | null
  /** Null without a threshold (closed-ended funds) until a decision is made. */
  isMaterial: boolean | null
  /** Whether a person decided it. */
  isDecided: boolean
  /** Whether the deals of the date count in this class. */
  counts: boolean
  isByHand: boolean
  /** What the case owes, and is owed, before this date, in class currency. */
  debts: Decimal
  claims: Decimal
  /** Whether the corrected figure was adjusted for debts and claims. */
  isAdjusted: boolean
  shares: Decimal
  fxRate: Decimal
}

/** What the error of a date did to the fund, in fund currency and in basis points of the corrected FUND TNA. */
interface Effect {
  date: Day
  amount: Decimal
  /** Null where the corrected FUND TNA is not positive, or not known. */
  bp: Decimal | null
}

/** A deal with what its holder is owed (positive) or had too much (negative), in class currency. */
export interface DealAmount {
  deal: Deal
  amount: Decimal
  /** In shares of the class: amount / the NAV per share that was due. */
  inShares: Decimal
  counts: boolean
}

/** What prevents figures. */
interface MissingFigure {
  date: Day
  classCode: string
}

export interface CaseFigures {
  figures: ErrorFigure[]
  effect: Effect[]
  deals: DealAmount[]
  missing: MissingFigure[]
}

const ZERO = new Big(0)
const HALF_UP = Big.roundHalfUp

/** Judges every date and class in order: what the case owes for a date is in the corrected NAVs after it. */
export function figuresOf(input: CaseInput): CaseFigures {
  const { classes, dates, policy } = input
  const result: CaseFigures = { figures: [], effect: [], deals: [], missing: [] }
  const dealsAt = groupedBy(input.deals, ({ date, classCode }) => JSON.stringify([date, classCode]))
  const ledgers = new Map(classes.map((each) => [each.code, new ClassLedger(each, input)]))
  for (const { date, classes: atDate, correctedTna, sentTna } of dates) {
    const judged: ErrorFigure[] = []
    let adjustment = ZERO
    for (const each of atDate) {
      const ledger = ledgers.get(each.classCode)
      if (!ledger || each.published === null) continue
      if (each.corrected === null) {
        result.missing.push({ date, classCode: each.classCode })
        continue
      }
      if (each.corrected.books === 'real')
        adjustment = adjustment.plus(ledger.balance().times(each.corrected.fxRate))
      const figure = ledger.judge(date, each, each.corrected, each.published)
      judged.push(figure)
      result.deals.push(
        ...ledger.settle(dealsAt.get(JSON.stringify([date, each.classCode])) ?? [], each, figure),
      )
    }
    result.figures.push(...judged)
    if (judged.length > 0)
      result.effect.push(
        effectOf(date, judged, input.fundCurrency, {
          corrected: correctedTna === null ? null : new Big(correctedTna).plus(adjustment),
          sent: sentTna,
        }),
      )
  }
  return policy.dates === 'period' && !input.everyDateCounts ? wholePeriods(result) : result
}

/** All dates of a class count once one of them is material. */
function wholePeriods({ figures, deals, ...rest }: CaseFigures): CaseFigures {
  const material = new Set(figures.filter(({ isMaterial }) => isMaterial).map(({ classCode }) => classCode))
  return {
    ...rest,
    figures: figures.map((figure) => ({ ...figure, counts: material.has(figure.classCode) })),
    deals: deals.map((each) => ({ ...each, counts: material.has(each.deal.classCode) })),
  }
}

/** What the case owes and is owed in one class, from date to date. */
class ClassLedger {
  readonly #class: CaseClass
  /** Decimals of its currency. */
  readonly #places: number
  readonly #policy: NavErrorPolicy
  readonly #takesShares: CaseInput['takesShares']
  readonly #everyDateCounts: boolean
  /** In class currency. */
  #debts = ZERO
  #claims = ZERO
  /** Shares owed in place of money. */
  #owedShares = ZERO
  /** Sum of the amounts of deals on dates that do not count. */
  #belowThreshold = ZERO
  #wasMaterial = false

  constructor(ofClass: CaseClass, { policy, takesShares, everyDateCounts }: CaseInput) {
    this.#class = ofClass
    this.#places = decimalsOf(ofClass.currency)
    this.#policy = policy
    this.#everyDateCounts = everyDateCounts
    this.#takesShares = takesShares
  }

  /** Claims less debts: what real books lack. */
  balance(): Big {
    return this.#allClaims().minus(this.#debts)
  }

  judge(
    date: Day,
    { classCode, decision }: ClassAtDate,
    correction: Correction,
    published: Decimal,
  ): ErrorFigure {
    const { corrected, isAdjusted } = this.#corrected(correction)
    const difference = new Big(published).minus(corrected)
    const base = new Big(this.#policy.base === 'corrected' ? corrected : published)
    const byThreshold = materialOf(difference, base, this.#policy)
    const isDecided = byThreshold === null && decision !== undefined && corrected.eq(decision.corrected)
    const isMaterial = isDecided ? decision.isMaterial : byThreshold
    if (isMaterial) this.#wasMaterial = true
    return {
      date,
      classCode,
      published,
      corrected: corrected.toFixed(),
      difference: difference.toFixed(),
      percent: base.gt(0) ? errorPercent(difference, base, this.#policy) : null,
      isMaterial,
      isDecided,
      counts: this.#counts(isMaterial),
      isByHand: correction.isByHand,
      debts: this.#debts.toFixed(this.#places),
      claims: this.#allClaims().toFixed(this.#places),
      isAdjusted,
      shares: correction.shares,
      fxRate: correction.fxRate,
    }
  }

  #counts(isMaterial: boolean | null): boolean {
    if (this.#everyDateCounts) return true
    return this.#policy.dates === 'since' ? this.#wasMaterial : isMaterial === true
  }

  /** The amounts of the deals of a date, which later dates owe. */
  settle(deals: readonly Deal[], atDate: ClassAtDate, figure: ErrorFigure): DealAmount[] {
    const carried = figure.counts || this.#policy.dates === 'period'
    return deals.map((deal) => {
      const { applied, due } = pricesOf(deal, atDate, figure)
      const difference = deal.side === 'S' ? applied.minus(due) : due.minus(applied)
      const amount = isCompensated(deal) ? difference.times(deal.shares).round(this.#places, HALF_UP) : ZERO
      const inShares = due.eq(0) ? ZERO : amount.div(due)
      if (!carried) this.#belowThreshold = this.#belowThreshold.plus(amount)
      else if (amount.lt(0)) this.#claims = this.#claims.minus(amount)
      else if (this.#takesShares(deal)) this.#owedShares = this.#owedShares.plus(inShares)
      else this.#debts = this.#debts.plus(amount)
      return {
        deal,
        amount: amount.toFixed(this.#places),
        inShares: inShares.toFixed(),
        counts: figure.counts,
      }
    })
  }

  /** With `net`, also what the class lost net on dates that do not count. */
  #allClaims(): Big {
    const lost = this.#policy.belowThreshold === 'net' && this.#belowThreshold.lt(0)
    return lost ? this.#claims.minus(this.#belowThreshold) : this.#claims
  }

  #corrected({ books, navPerShare, classTna, shares: booked }: Correction): {
    corrected: Big
    isAdjusted: boolean
  } {
    const stated = new Big(navPerShare)
    const shares = new Big(booked)
    const isOpen = [this.#debts, this.#allClaims(), this.#owedShares].some((each) => !each.eq(0))
    const withOwed = shares.plus(this.#owedShares)
    // Without shares there is nothing to spread what is owed over.
    if (books === 'case' || !isOpen || shares.eq(0) || withOwed.eq(0))
      return { corrected: stated, isAdjusted: false }
    const tna = classTna === null ? stated.times(shares) : new Big(classTna)
    const corrected = tna.plus(this.balance()).div(withOwed).round(this.#class.decimals, HALF_UP)
    return { corrected, isAdjusted: true }
  }
}

/**
 * The price a deal was settled at, and the correct one. Where a deal has its own price (swing, levies), its ratio to the
 * NAV per share is kept: for the corrected NAV, and for that of an earlier case that settled it.
 */
function pricesOf(
  { price }: Pick<Deal, 'price'>,
  { settledAt }: Pick<ClassAtDate, 'settledAt'>,
  { published, corrected }: Pick<ErrorFigure, 'published' | 'corrected'>,
): { applied: Big; due: Big } {
  const due = new Big(corrected)
  if (price === null) return { applied: new Big(settledAt ?? published), due }
  if (new Big(published).eq(0)) return { applied: new Big(price), due }
  const priced = (navPerShare: Decimal) => new Big(navPerShare).times(price).div(published)
  return { applied: settledAt === null ? new Big(price) : priced(settledAt), due: priced(corrected) }
}

/** Compared exactly; an error over a base that is not positive is material. Null without a threshold. */
function materialOf(
  difference: Big,
  base: Big,
  { threshold, comparator }: Pick<NavErrorPolicy, 'threshold' | 'comparator'>,
): boolean | null {
  if (difference.eq(0)) return false
  if (threshold === null) return null
  if (base.lte(0)) return true
  const error = difference.abs().times(100)
  const limit = base.times(threshold)
  return comparator === '>=' ? error.gte(limit) : error.gt(limit)
}

/** In percent with four decimals, or more where the rounded figure would stand on the other side of the threshold. */
function errorPercent(difference: Big, base: Big, policy: NavErrorPolicy): Decimal {
  const exact = difference.abs().times(100).div(base)
  const isMaterial = materialOf(difference, base, policy)
  let decimals = 4
  while (decimals < Big.DP) {
    const rounded = exact.round(decimals, HALF_UP)
    if (isMaterial === null || rounded.eq(exact) || materialOf(rounded, new Big(100), policy) === isMaterial)
      break
    decimals += 1
  }
  return exact.round(decimals, HALF_UP).toFixed(decimals)
}

function effectOf(
  date: Day,
  figures: readonly ErrorFigure[],
  fundCurrency: string,
  tna: { corrected: Big | null; sent: Decimal | null },
): Effect {
  const decimals = decimalsOf(fundCurrency)
  const amount = figures.reduce(
    (sum, { difference, shares, fxRate }) =>
      sum.plus(new Big(difference).times(shares).times(fxRate).round(decimals, HALF_UP)),
    ZERO,
  )
  const base = tna.corrected ?? (tna.sent === null ? null : new Big(tna.sent).minus(amount))
  const bp = base?.gt(0) ? amount.times(10_000).div(base).round(4, HALF_UP).toFixed(4) : null
  return { date, amount: amount.toFixed(decimals), bp }
}
