import { decimalsOf } from '~/platform/values/currency-decimals'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import { type Deal, holderKey, type Side } from './deals'
import type { CaseClass, DealAmount, ErrorFigure } from './figures'
import type { NavErrorPolicy } from './policy'

/** Who is owed what in an NAV error case, and by whom; amounts in class currency unless said otherwise. */

/** Who pays what was too much, and what their share is. */
interface Payer {
  name: string
  /** Of each class's sum, in percent; together 100. */
  percent: Decimal
}

/** Applied and due figures of a deal that a cut-off or a swing factor got wrong. */
export interface DealLine {
  kind: 'CUT-OFF' | 'SWING'
  date: Day
  classCode: string
  holder: string | null
  side: Side
  shares: Decimal
  applied: Decimal
  due: Decimal
}

export interface CompensationInput {
  fundCurrency: string
  classes: readonly CaseClass[]
  figures: readonly ErrorFigure[]
  deals: readonly DealAmount[]
  /** Lines that are judged as deals. */
  lines: readonly DealLine[]
  policy: NavErrorPolicy
  /** The reference that a reference is declared to be one with. */
  nameOf: (holder: string) => string
  /** The shares that each holder has at the end in a class; null where its last line does not say. */
  ends: ReadonlyMap<string, Big | null>
  /** References of nominees: no amount is too small for them. */
  nominees: ReadonlySet<string>
  /** References that pay back what they had too much themselves. */
  payingHolders: ReadonlySet<string>
  payers: readonly Payer[]
  /** The payer that pays the holders of a class directly. */
  direct: Readonly<Record<string, string>>
}

type Outcome = 'PAID' | 'LEFT' | 'TO FUND' | 'NOTHING'

/** What comes of a holder in a class. */
export interface HolderAmount {
  classCode: string
  /** Null where the files give totals only. */
  holder: string | null
  amount: Decimal
  outcome: Outcome
  /** Shares given in place of money, and what is left in money; null where money is paid. */
  inShares: { shares: Decimal; rest: Decimal } | null
  /** Where money is paid: as many whole units of the smallest share would be given. */
  sameInShares: Decimal | null
  /** Of a holder who had shares too much: their number, for which is paid by the NAV per share of the day of payment. */
  sharesTooMuch: Decimal | null
}

export interface Flow {
  from: string
  to: string
  amount: Decimal
}

export interface ClassCompensation {
  classCode: string
  currency: string
  sum: Decimal
  /** By switches: what other classes took over (negative) or handed on. */
  moved: Decimal
  toHolders: Decimal
  left: Decimal
  toFund: Decimal
  /** What payers give for what the class lost net on dates that do not count, outside the identity. */
  net: Decimal
  /** sum + moved - toHolders - left + toFund: 0, or the computation is wrong. */
  identity: Decimal
  flows: Flow[]
}

export interface PayerAmount {
  name: string
  classCode: string
  amount: Decimal
}

export interface Compensation {
  holders: HolderAmount[]
  classes: ClassCompensation[]
  payers: PayerAmount[]
}

const ZERO = new Big(0)
const HALF_UP = Big.roundHalfUp

/** A deal's amount after switches are netted. */
interface Owed {
  classCode: string
  holder: string | null
  side: Side
  date: Day
  amount: Big
  inShares: Big
  /** What switches moved, by which the amount was changed. */
  moved: Big
}

export function compensationOf(input: CompensationInput): Compensation {
  const owed = owedOf(input)
  const byClass = groupedBy(owed, ({ classCode }) => classCode)
  const lost = lostBelowThreshold(input)
  const result: Compensation = { holders: [], classes: [], payers: [] }
  for (const ofClass of input.classes) {
    const net = lost.get(ofClass.code) ?? ZERO
    const inClass = byClass.get(ofClass.code) ?? []
    if (inClass.length === 0 && net.eq(0)) continue
    const holders = holdersOf(ofClass, inClass, input)
    const sums = sumsOf(ofClass, inClass, holders, net)
    const { payers, flows } = payingOf(sums, holders, input)
    result.holders.push(...holders)
    result.payers.push(...payers)
    result.classes.push({ ...sums, flows })
  }
  return result
}

/** What each class lost net by deals of dates that do not count, where the policy has it paid; a net gain stays. */
function lostBelowThreshold({ deals, policy }: CompensationInput): ReadonlyMap<string, Big> {
  if (policy.belowThreshold !== 'net') return new Map()
  const sums = new Map<string, Big>()
  for (const { deal, amount, counts } of deals)
    if (!counts) sums.set(deal.classCode, (sums.get(deal.classCode) ?? ZERO).plus(amount))
  return new Map([...sums].flatMap(([code, sum]) => (sum.lt(0) ? [[code, sum.abs()] as const] : [])))
}

function owedOf({ deals, lines, classes, figures, policy, nameOf }: CompensationInput): Owed[] {
  const currencies = new Map(classes.map(({ code, currency }) => [code, currency]))
  const rates = new Map(
    figures.map(({ date, classCode, fxRate }) => [JSON.stringify([date, classCode]), fxRate]),
  )
  const counted = deals.filter(({ counts }) => counts)
  const owed = counted.map(({ deal, amount, inShares }) => ({
    deal,
    owed: {
      classCode: deal.classCode,
      holder: deal.holder === null ? null : nameOf(deal.holder),
      side: deal.side,
      date: deal.date,
      amount: new Big(amount),
      inShares: new Big(inShares),
      moved: ZERO,
    },
  }))
  for (const parts of groupedBy(owed, ({ deal, owed: { holder } }) => switchKey(deal, holder)).values()) {
    if (parts[0]?.deal.link == null) continue
    netSwitch(
      parts.map(({ owed }) => owed),
      ({ date, classCode }) => new Big(rates.get(JSON.stringify([date, classCode])) ?? 1),
      (classCode) => decimalsOf(currencies.get(classCode) ?? ''),
    )
  }
  return [
    ...owed.map((each) => each.owed),
    ...lines.flatMap((line) => owedByLine(line, currencies, policy, nameOf)),
  ]
}

/** Null parts keep deals that are no switch apart. */
const switchKey = ({ date, link }: Deal, holder: string | null): string =>
  JSON.stringify([holder, date, link])

/**
 * Nets what a holder is owed and had too much in the classes of one switch: the smaller side whole, the larger in
 * proportion.
 */
function netSwitch(
  parts: Owed[],
  rateOf: (part: Owed) => Big,
  decimalsIn: (classCode: string) => number,
): void {
  const inFund = (side: Owed[]) =>
    side.reduce((sum, part) => sum.plus(part.amount.abs().times(rateOf(part))), ZERO)
  const positive = parts.filter(({ amount }) => amount.gt(0))
  const negative = parts.filter(({ amount }) => amount.lt(0))
  const [over, under] = [inFund(positive), inFund(negative)]
  if (over.eq(0) || under.eq(0)) return
  const [smaller, larger] = over.lte(under) ? [positive, negative] : [negative, positive]
  const [least, most] = over.lte(under) ? [over, under] : [under, over]
  for (const part of smaller) move(part, part.amount)
  for (const part of larger)
    move(part, part.amount.times(least).div(most).round(decimalsIn(part.classCode), HALF_UP))
}

function move(part: Owed, by: Big): void {
  if (part.amount.eq(0)) return
  const left = part.amount.minus(by)
  part.inShares = part.inShares.times(left).div(part.amount)
  part.moved = part.moved.minus(by)
  part.amount = left
}

/** A cut-off counts whatever its size; a swing that favours the holder only from the threshold on. */
function owedByLine(
  line: DealLine,
  currencies: ReadonlyMap<string, string>,
  { threshold, comparator, base }: NavErrorPolicy,
  nameOf: CompensationInput['nameOf'],
): Owed[] {
  const { kind, classCode, side, date, applied, due } = line
  const difference = side === 'S' ? new Big(applied).minus(due) : new Big(due).minus(applied)
  const amount = difference.times(line.shares).round(decimalsOf(currencies.get(classCode) ?? ''), HALF_UP)
  if (kind === 'SWING' && amount.gt(0) && threshold !== null) {
    const error = difference.abs().times(100)
    const limit = new Big(base === 'corrected' ? due : applied).times(threshold)
    if (comparator === '>=' ? error.lt(limit) : error.lte(limit)) return []
  }
  const inShares = new Big(due).eq(0) ? ZERO : amount.div(due)
  const holder = line.holder === null ? null : nameOf(line.holder)
  return [{ classCode, holder, side, date, amount, inShares, moved: ZERO }]
}

/** One for each holder of a class; a nameless deal is a holder by itself, and with `deal` each sign is. */
function holdersOf(ofClass: CaseClass, owed: readonly Owed[], input: CompensationInput): HolderAmount[] {
  const { policy, ends } = input
  const keyOf = ({ holder, side, date, amount }: Owed) => {
    const sign = policy.netting === 'deal' ? amount.gte(0) : null
    return JSON.stringify(holder === null ? [null, date, side, sign] : [holder, sign])
  }
  return [...groupedBy(owed, keyOf).values()].map((parts) => {
    const holder = parts[0]?.holder ?? null
    const amount = parts.reduce((sum, part) => sum.plus(part.amount), ZERO)
    // A sum of divisions that is whole may be a last place short of it.
    const inShares = parts.reduce((sum, part) => sum.plus(part.inShares), ZERO).round(EXACT_PLACES, HALF_UP)
    const end = holder === null ? null : (ends.get(holderKey(holder, ofClass.code)) ?? null)
    const isInShares = policy.form === 'shares' && (end?.gt(0) ?? false)
    const sign = isInShares ? inShares : amount
    const outcome = outcomeOf(sign, amount, ofClass.currency, holder, end, input)
    const isPaid = outcome === 'PAID'
    return {
      classCode: ofClass.code,
      holder,
      amount: amount.toFixed(decimalsOf(ofClass.currency)),
      outcome,
      inShares: isInShares && isPaid ? givenShares(ofClass, inShares, amount) : null,
      sameInShares:
        !isInShares && isPaid ? wholeShares(ofClass, inShares).toFixed(ofClass.shareDecimals) : null,
      sharesTooMuch: isInShares && outcome === 'TO FUND' ? inShares.abs().toFixed() : null,
    }
  })
}

function outcomeOf(
  sign: Big,
  amount: Big,
  currency: string,
  holder: string | null,
  end: Big | null,
  { policy, nominees }: CompensationInput,
): Outcome {
  // Deals of several dates may leave an amount in money, and no share.
  const deciding = sign.eq(0) ? amount : sign
  if (deciding.eq(0)) return 'NOTHING'
  if (deciding.lt(0)) return 'TO FUND'
  const limit = new Big(policy.deMinimis[currency] ?? 0)
  const isExited = end?.eq(0) === true
  const mayBeLeft = (policy.deMinimisFor === 'all' || isExited) && (holder === null || !nominees.has(holder))
  return mayBeLeft && limit.gt(0) && amount.lt(limit) ? 'LEFT' : 'PAID'
}

/** Far beyond the smallest unit of any share. */
const EXACT_PLACES = 30

const wholeShares = ({ shareDecimals }: CaseClass, shares: Big): Big =>
  shares.round(shareDecimals, Big.roundDown)

/** Whole units of the smallest share, and the rest in money. */
function givenShares(ofClass: CaseClass, owed: Big, amount: Big): { shares: Decimal; rest: Decimal } {
  const places = decimalsOf(ofClass.currency)
  const given = wholeShares(ofClass, owed)
  const rest = owed.eq(0) ? amount : amount.times(owed.minus(given)).div(owed)
  return { shares: given.toFixed(ofClass.shareDecimals), rest: rest.round(places, HALF_UP).toFixed(places) }
}

/** By which NAVs per share payers pay for shares: those of the day of payment, or of the last NAV before it. */
export interface PaymentNavs {
  date: Day
  navs: Readonly<Record<string, Decimal>>
}

/** What decides who pays whom. */
export type Paying = Pick<CompensationInput, 'payers' | 'payingHolders' | 'direct'>

/**
 * The payers' parts and the flows of a class.
 * @param paymentNav NAV per share of the day of payment, by which payers pay for shares; before it is known they owe the
 * amount of the deals
 */
export function payingOf(
  sums: Omit<ClassCompensation, 'flows'>,
  holders: readonly HolderAmount[],
  paying: Paying,
  paymentNav?: Decimal,
): { payers: PayerAmount[]; flows: Flow[] } {
  const decimals = decimalsOf(sums.currency)
  const backs = new Map(
    holders
      .filter(({ outcome }) => outcome === 'TO FUND')
      .map((each) => [each, paidBack(each, paymentNav, decimals)]),
  )
  const payers = payersOf(sums, backs, paying)
  return { payers, flows: flowsOf(sums, holders, { payers, backs }, paying) }
}

/** What the fund is paid for a holder who had too much. */
function paidBack(
  { amount, sharesTooMuch }: HolderAmount,
  paymentNav: Decimal | undefined,
  decimals: number,
): Big {
  return sharesTooMuch === null || paymentNav === undefined
    ? new Big(amount).abs()
    : new Big(sharesTooMuch).times(paymentNav).round(decimals, HALF_UP)
}

/** What is paid back, by holder. */
type Backs = ReadonlyMap<HolderAmount, Big>

const paysItself = ({ holder }: HolderAmount, { payingHolders }: Paying) =>
  holder !== null && payingHolders.has(holder)

/** The share of each payer in what is paid to a class: smallest units by largest remainder, ties to the first. */
function payersOf(
  { classCode, currency, net }: Omit<ClassCompensation, 'flows'>,
  backs: Backs,
  paying: Paying,
): PayerAmount[] {
  const total = [...backs]
    .filter(([holder]) => !paysItself(holder, paying))
    .reduce((sum, [, back]) => sum.plus(back), new Big(net))
  if (total.eq(0)) return []
  const amounts = byLargestRemainder(
    total,
    paying.payers.map(({ percent }) => percent),
    decimalsOf(currency),
  )
  return paying.payers.map(({ name }, at) => ({ name, classCode, amount: amounts[at] ?? '0' }))
}

/**
 * An amount in parts that sum to it.
 * @param percents together 100
 */
export function byLargestRemainder(total: Big, percents: readonly Decimal[], decimals: number): Decimal[] {
  const unit = new Big(10).pow(-decimals)
  const parts = percents.map((percent, at) => {
    const exact = total.times(percent).div(100)
    const whole = exact.round(decimals, Big.roundDown)
    return { at, whole, remainder: exact.minus(whole) }
  })
  const rest = parts.reduce((left, { whole }) => left.minus(whole), total)
  let units = Number(rest.div(unit).round(0, HALF_UP))
  for (const part of [...parts].sort((a, b) => b.remainder.cmp(a.remainder) || a.at - b.at)) {
    if (units <= 0) break
    part.whole = part.whole.plus(unit)
    units -= 1
  }
  return parts.map(({ whole }) => whole.toFixed(decimals))
}

function sumsOf(
  { code, currency }: CaseClass,
  owed: readonly Owed[],
  holders: readonly HolderAmount[],
  net: Big,
): Omit<ClassCompensation, 'flows'> {
  const decimals = decimalsOf(currency)
  const sumOf = (outcome: Outcome) =>
    holders.filter((each) => each.outcome === outcome).reduce((sum, { amount }) => sum.plus(amount), ZERO)
  const moved = owed.reduce((sum, part) => sum.plus(part.moved), ZERO)
  const sum = owed.reduce((all, { amount }) => all.plus(amount), ZERO).minus(moved)
  const [toHolders, left, toFund] = [sumOf('PAID'), sumOf('LEFT'), sumOf('TO FUND').times(-1)]
  const identity = sum.plus(moved).minus(toHolders).minus(left).plus(toFund)
  return {
    classCode: code,
    currency,
    sum: sum.toFixed(decimals),
    moved: moved.toFixed(decimals),
    toHolders: toHolders.toFixed(decimals),
    left: left.toFixed(decimals),
    toFund: toFund.toFixed(decimals),
    net: net.toFixed(decimals),
    identity: identity.toFixed(decimals),
  }
}

/** Who pays whom in a class; a payer that pays the holders itself gets that set off against its own part. */
function flowsOf(
  { classCode, currency, moved }: Omit<ClassCompensation, 'flows'>,
  holders: readonly HolderAmount[],
  { payers, backs }: { payers: readonly PayerAmount[]; backs: Backs },
  paying: Paying,
): Flow[] {
  const decimals = decimalsOf(currency)
  const fund = `class ${classCode}`
  const direct = paying.direct[classCode]
  const flows: Flow[] = []
  const add = (from: string, to: string, amount: Big) => {
    if (amount.gt(0)) flows.push({ from, to, amount: amount.toFixed(decimals) })
    if (amount.lt(0)) flows.push({ from: to, to: from, amount: amount.abs().toFixed(decimals) })
  }
  const named = (holder: string | null) =>
    holder === null ? 'holders without a reference' : `holder ${holder}`
  let paidDirectly = ZERO
  for (const each of holders) {
    if (each.outcome === 'PAID') {
      add(direct ?? fund, named(each.holder), new Big(each.amount))
      if (direct !== undefined) paidDirectly = paidDirectly.plus(each.amount)
    }
    const back = backs.get(each)
    if (back && paysItself(each, paying)) add(named(each.holder), fund, back)
  }
  for (const { name, amount } of payers) {
    const own = name === direct ? new Big(amount).minus(paidDirectly) : new Big(amount)
    add(name, fund, own)
  }
  if (direct !== undefined && !payers.some(({ name }) => name === direct)) add(fund, direct, paidDirectly)
  // A class that hands an amount on to another pays it by way of the switches.
  add(fund, 'switches', new Big(moved).times(-1))
  return flows
}

/** The net of each party over flows: what it gets (positive) or pays. */
export function netOf(flows: readonly Flow[]): Map<string, Decimal> {
  const net = new Map<string, Big>()
  for (const { from, to, amount } of flows) {
    net.set(from, (net.get(from) ?? ZERO).minus(amount))
    net.set(to, (net.get(to) ?? ZERO).plus(amount))
  }
  return new Map([...net].map(([name, amount]) => [name, amount.toFixed()]))
}
