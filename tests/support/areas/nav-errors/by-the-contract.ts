import type { DealLine } from '~/areas/nav-errors/compensation'
import type { Deal } from '~/areas/nav-errors/deals'
import type { AmountsInput } from '~/areas/nav-errors/judged-amounts'

/**
 * Sections 3 and 4 of the contract of NAV errors, worked out a second time: by fractions of whole numbers, so that nothing
 * is rounded but where the contract says so, and by none of the product's code.
 */

/** A fraction; the number below the line is above 0. */
interface Fraction {
  n: bigint
  d: bigint
}

const greatest = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatest(b, a % b))

function fraction(n: bigint, d: bigint): Fraction {
  const sign = d < 0n ? -1n : 1n
  const common = greatest(n < 0n ? -n : n, d * sign)
  return { n: (n * sign) / common, d: (d * sign) / common }
}

const NONE: Fraction = { n: 0n, d: 1n }

export function read(decimal: string): Fraction {
  const [whole = '', places = ''] = decimal.split('.')
  return fraction(BigInt(whole + places), 10n ** BigInt(places.length))
}

const plus = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d)
const minus = (a: Fraction, b: Fraction) => fraction(a.n * b.d - b.n * a.d, a.d * b.d)
const times = (a: Fraction, b: Fraction) => fraction(a.n * b.n, a.d * b.d)
const over = (a: Fraction, b: Fraction) => fraction(a.n * b.d, a.d * b.n)
const size = (a: Fraction) => (a.n < 0n ? fraction(-a.n, a.d) : a)
const sign = (a: Fraction) => (a.n > 0n ? 1 : a.n < 0n ? -1 : 0)
const compare = (a: Fraction, b: Fraction) => sign(minus(a, b))
const total = (all: readonly Fraction[]) => all.reduce(plus, NONE)

/** Half up without the sign. */
function rounded(a: Fraction, places: number): Fraction {
  const unit = 10n ** BigInt(places)
  const { n, d } = size(a)
  return fraction(((2n * n * unit + d) / (2n * d)) * BigInt(sign(a)), unit)
}

/** To the smaller size. */
function cut(a: Fraction, places: number): Fraction {
  const unit = 10n ** BigInt(places)
  return fraction((a.n * unit) / a.d, unit)
}

/** With so many decimals, of which no more than these are there. */
export function shown(a: Fraction, places: number): string {
  const units = ((size(a).n * 10n ** BigInt(places)) / a.d).toString().padStart(places + 1, '0')
  const text = places === 0 ? units : `${units.slice(0, -places)}.${units.slice(-places)}`
  return sign(a) < 0 ? `-${text}` : text
}

const DECIMALS: Record<string, number> = { EUR: 2, USD: 2, JPY: 0 }
const decimalsIn = (currency: string) => DECIMALS[currency] ?? 2

/** What the contract says that a case shows. */
export interface ByTheContract {
  /** "2026-01-05 A": published, corrected, difference, percent, material, counts, debts, claims */
  figures: Record<string, string[]>
  effect: Record<string, string[]>
  /** Of each deal in its order: amount, and whether it counts. */
  deals: string[][]
  /** "A X": amount, outcome, shares, rest; sorted */
  holders: string[]
  /** sum, moved, to holders, left, to fund, net */
  classes: Record<string, string[]>
  /** "A Payer 1": amount */
  payers: Record<string, string>
  /** "A class A": what a party gets net, or gives below zero */
  net: Record<string, string>
}

interface Judged {
  deal: Deal
  amount: Fraction
  inShares: Fraction
  counts: boolean
  moved: Fraction
}

type Policy = AmountsInput['policy']

function isMaterial(difference: Fraction, base: Fraction, { threshold, comparator }: Policy): boolean | null {
  if (sign(difference) === 0) return false
  if (threshold === null) return null
  if (sign(base) <= 0) return true
  const apart = compare(over(times(size(difference), read('100')), base), read(threshold))
  return comparator === '>=' ? apart >= 0 : apart > 0
}

/** In percent to four decimals, or more where the rounded figure would contradict. */
function percentOf(difference: Fraction, base: Fraction, policy: Policy): string {
  if (sign(base) <= 0) return '–'
  const exact = over(times(size(difference), read('100')), base)
  const right = isMaterial(difference, base, policy)
  for (let places = 4; ; places += 1) {
    const near = rounded(exact, places)
    const says = isMaterial(near, read('100'), policy)
    if (right === null || says === right || compare(near, exact) === 0) return shown(near, places)
  }
}

/** References that are declared one, also by way of others, under the first of their names. */
export function groupOf(holders: AmountsInput['holders']): (holder: string) => string {
  const names = new Map<string, string>()
  const all = new Set(
    holders.flatMap(({ holder, sameAs }) => (sameAs === null ? [holder] : [holder, sameAs])),
  )
  for (const each of all) names.set(each, each)
  for (let changed = true; changed; ) {
    changed = false
    for (const { holder, sameAs } of holders) {
      if (sameAs === null) continue
      const [one = '', other = ''] = [names.get(holder), names.get(sameAs)]
      if (one === other) continue
      const [first, last] = one < other ? [one, other] : [other, one]
      for (const [name, of] of names) if (of === last) names.set(name, first)
      changed = true
    }
  }
  return (holder) => names.get(holder) ?? holder
}

/** Shares at the end by class and group: null where one of its references does not say and none is known. */
function endsOf({ deals }: AmountsInput, group: (holder: string) => string) {
  const last = new Map<string, Deal>()
  for (const deal of deals) {
    if (deal.holder === null) continue
    const key = `${deal.classCode} ${deal.holder}`
    const before = last.get(key)
    const isLater = !before || deal.date > before.date
    if (isLater || (deal.date === before.date && deal.sharesAtEnd !== null)) last.set(key, deal)
  }
  return (classCode: string, holder: string | null) => {
    if (holder === null) return null
    const own = [...last.values()].filter(
      (deal) => deal.classCode === classCode && group(deal.holder ?? '') === holder,
    )
    const known = total(own.map(({ sharesAtEnd }) => read(sharesAtEnd ?? '0')))
    const isBlank = own.length === 0 || own.some(({ sharesAtEnd }) => sharesAtEnd === null)
    return isBlank && sign(known) === 0 ? null : known
  }
}

/** Works a case out from the contract alone. */
export function byTheContract(given: AmountsInput): ByTheContract {
  const { policy, classes, everyDateCounts } = given
  const group = groupOf(given.holders)
  const endOf = endsOf(given, group)
  const nameOf = (holder: string | null) => (holder === null ? null : group(holder))
  const result: ByTheContract = {
    figures: {},
    effect: {},
    deals: [],
    holders: [],
    classes: {},
    payers: {},
    net: {},
  }
  const rates = new Map<string, Fraction>()
  const material = new Set<string>()
  const judged = new Map<Deal, Judged>()
  const counting = new Map<string, boolean>()

  for (const { date, classes: there, correctedTna, sentTna } of given.dates) {
    let effect = NONE
    let adjusted = NONE
    for (const { classCode, published, settledAt, corrected: correction, decision } of there) {
      const of = classes.find(({ code }) => code === classCode)
      if (!of || published === null || correction === null) continue
      const places = decimalsIn(of.currency)
      // Deals of earlier dates that count stand at their C; with `period` all earlier ones.
      const earlier = [...judged.values()].filter(({ deal }) => deal.classCode === classCode)
      const standing = earlier.filter(({ counts }) => counts || policy.dates === 'period')
      const owed = standing.filter(({ amount }) => sign(amount) > 0)
      const takesShares = ({ deal }: Judged) =>
        policy.form === 'shares' && sign(endOf(classCode, nameOf(deal.holder)) ?? NONE) > 0
      const debts = total(owed.filter((each) => !takesShares(each)).map(({ amount }) => amount))
      const owedShares = total(owed.filter(takesShares).map(({ inShares }) => inShares))
      const others = total(earlier.filter((each) => !standing.includes(each)).map(({ amount }) => amount))
      const lost = policy.belowThreshold === 'net' && sign(others) < 0 ? size(others) : NONE
      const claims = plus(
        total(standing.filter(({ amount }) => sign(amount) < 0).map(({ amount }) => size(amount))),
        lost,
      )
      const shares = read(correction.shares)
      const [stated, rate] = [read(correction.navPerShare), read(correction.fxRate)]
      const isOpen = [debts, claims, owedShares].some((each) => sign(each) !== 0)
      let corrected = stated
      if (correction.books === 'real') {
        adjusted = plus(adjusted, times(minus(claims, debts), rate))
        if (isOpen && sign(shares) !== 0) {
          const tna = correction.classTna === null ? times(stated, shares) : read(correction.classTna)
          corrected = rounded(over(plus(minus(tna, debts), claims), plus(shares, owedShares)), of.decimals)
        }
      }
      const difference = minus(read(published), corrected)
      const base = policy.base === 'corrected' ? corrected : read(published)
      const byThreshold = isMaterial(difference, base, policy)
      const isDecided =
        byThreshold === null && decision !== undefined && compare(read(decision.corrected), corrected) === 0
      const says = isDecided ? decision.isMaterial : byThreshold
      if (says) material.add(classCode)
      const counts = everyDateCounts || (policy.dates === 'since' ? material.has(classCode) : says === true)
      counting.set(`${date} ${classCode}`, counts)
      rates.set(`${date} ${classCode}`, rate)
      result.figures[`${date} ${classCode}`] = [
        shown(read(published), 12),
        shown(corrected, 12),
        shown(difference, 12),
        percentOf(difference, base, policy),
        String(says),
        '',
        shown(debts, places),
        shown(claims, places),
      ]
      effect = plus(effect, rounded(times(times(difference, shares), rate), decimalsIn(given.fundCurrency)))
      for (const deal of given.deals) {
        if (deal.date !== date || deal.classCode !== classCode) continue
        // With a price, P is that price, and C stands to it as C does to P; an earlier case settled the deal alike.
        const ratio =
          deal.price === null || sign(read(published)) === 0
            ? read('1')
            : over(read(deal.price), read(published))
        const due = times(corrected, ratio)
        const applied = settledAt === null ? read(deal.price ?? published) : times(read(settledAt), ratio)
        const apart = deal.side === 'S' ? minus(applied, due) : minus(due, applied)
        const isLeftOut = deal.kind === 'KIND' && !deal.isKindCounted
        const amount = isLeftOut ? NONE : rounded(times(apart, read(deal.shares)), places)
        const inShares = sign(due) === 0 ? NONE : over(amount, due)
        judged.set(deal, { deal, amount, inShares, counts, moved: NONE })
      }
    }
    const base =
      correctedTna === null ? sentTna && minus(read(sentTna), effect) : plus(read(correctedTna), adjusted)
    if (there.some(({ published, corrected }) => published !== null && corrected !== null))
      result.effect[date] = [
        shown(effect, decimalsIn(given.fundCurrency)),
        base && sign(base) > 0 ? shown(rounded(over(times(effect, read('10000')), base), 4), 4) : '–',
      ]
  }

  const countsAtEnd = (key: string, classCode: string) =>
    policy.dates === 'period' && !everyDateCounts ? material.has(classCode) : (counting.get(key) ?? false)
  for (const [key, figure] of Object.entries(result.figures))
    figure[5] = String(countsAtEnd(key, key.slice(11)))
  for (const each of judged.values())
    each.counts = countsAtEnd(`${each.deal.date} ${each.deal.classCode}`, each.deal.classCode)
  for (const deal of given.deals) {
    const each = judged.get(deal)
    const of = classes.find(({ code }) => code === deal.classCode)
    if (each && of) result.deals.push([shown(each.amount, decimalsIn(of.currency)), String(each.counts)])
  }

  const counted = [...judged.values()].filter(({ counts }) => counts)
  netSwitches(counted, given, { rates, nameOf })
  for (const of of classes) {
    const places = decimalsIn(of.currency)
    const others = [...judged.values()].filter(({ deal, counts }) => !counts && deal.classCode === of.code)
    const sumOfOthers = total(others.map(({ amount }) => amount))
    const net = policy.belowThreshold === 'net' && sign(sumOfOthers) < 0 ? size(sumOfOthers) : NONE
    const own = [
      ...counted
        .filter(({ deal }) => deal.classCode === of.code)
        .map(({ deal: { date, side, holder }, amount, inShares, moved }) => ({
          date,
          side,
          holder: nameOf(holder),
          amount,
          inShares,
          moved,
        })),
      ...given.lines
        .filter(({ classCode }) => classCode === of.code)
        .flatMap((line) => linesAsDeals(line, policy, places))
        .map((line) => ({ ...line, holder: nameOf(line.holder), moved: NONE })),
    ]
    if (own.length === 0 && sign(net) === 0) continue
    const holders = new Map<string, typeof own>()
    for (const each of own) {
      const who = each.holder === null ? `nameless ${each.date} ${each.side}` : `holder ${each.holder}`
      const key = policy.netting === 'deal' ? `${who} ${sign(each.amount) >= 0}` : who
      holders.set(key, [...(holders.get(key) ?? []), each])
    }
    const sums = { PAID: NONE, LEFT: NONE, 'TO FUND': NONE, NOTHING: NONE }
    const gets = new Map<string, Fraction>()
    const give = (from: string, to: string, amount: Fraction) => {
      gets.set(from, minus(gets.get(from) ?? NONE, amount))
      gets.set(to, plus(gets.get(to) ?? NONE, amount))
    }
    let byPayers = net
    for (const parts of holders.values()) {
      const holder = parts[0]?.holder ?? null
      const amount = total(parts.map((part) => part.amount))
      const inShares = total(parts.map((part) => part.inShares))
      const end = endOf(of.code, holder)
      const isInShares = policy.form === 'shares' && sign(end ?? NONE) > 0
      const decides = isInShares && sign(inShares) !== 0 ? inShares : amount
      const noted = (isMeant: (note: AmountsInput['holders'][number]) => boolean) =>
        holder !== null && given.holders.some((note) => group(note.holder) === holder && isMeant(note))
      const limit = read(policy.deMinimis[of.currency] ?? '0')
      const mayStay =
        (policy.deMinimisFor === 'all' || (end !== null && sign(end) === 0)) &&
        !noted(({ isNominee }) => isNominee)
      const outcome =
        sign(decides) === 0
          ? 'NOTHING'
          : sign(decides) < 0
            ? 'TO FUND'
            : mayStay && sign(limit) > 0 && compare(amount, limit) < 0
              ? 'LEFT'
              : 'PAID'
      sums[outcome] = plus(sums[outcome], amount)
      const whole = cut(inShares, of.shareDecimals)
      const rest = sign(inShares) === 0 ? amount : over(times(amount, minus(inShares, whole)), inShares)
      const shares =
        outcome === 'PAID' && isInShares
          ? `${shown(whole, of.shareDecimals)} and ${shown(rounded(rest, places), places)}`
          : ''
      result.holders.push([of.code, holder ?? '', shown(amount, places), outcome, shares].join('|'))
      const named = holder === null ? 'holders without a reference' : `holder ${holder}`
      if (outcome === 'PAID') give(`class ${of.code}`, named, amount)
      if (outcome === 'TO FUND' && noted(({ pays }) => pays)) give(named, `class ${of.code}`, size(amount))
      else if (outcome === 'TO FUND') byPayers = plus(byPayers, size(amount))
    }
    for (const [name, amount] of sharesOfPayers(byPayers, given.payers, places)) {
      result.payers[`${of.code} ${name}`] = shown(amount, places)
      give(name, `class ${of.code}`, amount)
    }
    const moved = total(own.map((each) => each.moved))
    give('switches', `class ${of.code}`, moved)
    const sum = minus(total(own.map(({ amount }) => amount)), moved)
    const toFund = minus(NONE, sums['TO FUND'])
    result.classes[of.code] = [sum, moved, sums.PAID, sums.LEFT, toFund, net].map((each) =>
      shown(each, places),
    )
    for (const [name, amount] of gets)
      if (sign(amount) !== 0) result.net[`${of.code} ${name}`] = shown(amount, places)
  }
  result.holders.sort()
  return result
}

/** The smaller side whole, the larger in proportion, each rounded. */
function netSwitches(
  counted: readonly Judged[],
  { classes }: AmountsInput,
  of: { rates: ReadonlyMap<string, Fraction>; nameOf: (holder: string | null) => string | null },
): void {
  const switches = new Map<string, Judged[]>()
  for (const each of counted) {
    const { link, date, holder } = each.deal
    if (link === null) continue
    const key = JSON.stringify([of.nameOf(holder), date, link])
    switches.set(key, [...(switches.get(key) ?? []), each])
  }
  for (const parts of switches.values()) {
    const inFund = ({ deal, amount }: Judged) =>
      times(size(amount), of.rates.get(`${deal.date} ${deal.classCode}`) ?? read('1'))
    const sides = [1, -1].map((side) => parts.filter(({ amount }) => sign(amount) === side))
    const [up = [], down = []] = sides
    const [above, below] = [total(up.map(inFund)), total(down.map(inFund))]
    if (sign(above) === 0 || sign(below) === 0) continue
    const upIsSmaller = compare(above, below) <= 0
    const part = upIsSmaller ? over(above, below) : over(below, above)
    for (const each of [...up, ...down]) {
      const isSmaller = up.includes(each) === upIsSmaller
      const places = decimalsIn(classes.find(({ code }) => code === each.deal.classCode)?.currency ?? '')
      const by = isSmaller ? each.amount : rounded(times(each.amount, part), places)
      const left = minus(each.amount, by)
      each.inShares = over(times(each.inShares, left), each.amount)
      each.moved = minus(NONE, by)
      each.amount = left
    }
  }
}

/** A cut-off as a deal without threshold; a swing against its holder always, for it where it reaches the threshold. */
function linesAsDeals(line: DealLine, policy: Policy, places: number) {
  const [applied, due] = [read(line.applied), read(line.due)]
  const apart = line.side === 'S' ? minus(applied, due) : minus(due, applied)
  const amount = rounded(times(apart, read(line.shares)), places)
  const base = policy.base === 'corrected' ? due : applied
  if (line.kind === 'SWING' && sign(amount) > 0 && isMaterial(apart, base, policy) === false) return []
  const inShares = sign(due) === 0 ? NONE : over(amount, due)
  return [{ date: line.date, side: line.side, holder: line.holder, amount, inShares }]
}

/** Smallest units by largest remainder, ties to the first. */
function sharesOfPayers(
  whole: Fraction,
  payers: AmountsInput['payers'],
  places: number,
): [name: string, amount: Fraction][] {
  if (sign(whole) === 0) return []
  const unit = fraction(1n, 10n ** BigInt(places))
  const parts = payers.map(({ name, percent }, at) => {
    const exact = over(times(whole, read(percent)), read('100'))
    const amount = cut(exact, places)
    return { name, at, amount, rest: minus(exact, amount) }
  })
  const byRest = [...parts].sort((a, b) => compare(b.rest, a.rest) || a.at - b.at)
  let left = minus(whole, total(parts.map(({ amount }) => amount)))
  for (const part of byRest) {
    if (compare(left, unit) < 0) break
    part.amount = plus(part.amount, unit)
    left = minus(left, unit)
  }
  return parts.map(({ name, amount }) => [name, amount])
}
