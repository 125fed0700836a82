import type { Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { businessDays, businessDaysAfter } from '../calendar'
import { type DemoClass, shareClassesOf } from '../entities'
import type { DemoFund } from '../funds'
import { fundRate, steady } from '../market/series'
import type { ClassFees } from './accruals'
import type { Books, ClassFigures, ClassState, Quotes, Slip } from './books'
import { openItem } from './cash'

const NOTHING = new Big(0)

/** The basis for dividing the result of a NAV: what happened to the classes since the last one. */
interface Period {
  flows: ReadonlyMap<string, ClassFlow>
  opened: ReturnType<typeof openClasses>
  /** Management fees and the results of hedges belong to single classes. */
  fees: ClassFees
  hedges: ReadonlyMap<string, Big>
}

/**
 * Divides the total net assets among the classes: each starts with its own after its flows, shares the common result in
 * that proportion, and bears its own fee and hedge. Updates the books' classes and returns their figures.
 */
export function strikeNav(
  books: Books,
  { rate }: Quotes,
  tna: Big,
  period: Period,
  slip: Slip,
): ClassFigures[] {
  const { fund } = books
  const shares = shareClassesOf(fund).filter(
    ({ code }) => period.opened.has(code) || heldAfter(books, period, code).gt(0),
  )
  const start = (each: DemoClass) => startOf(books, period, each)
  const total = (of: (each: DemoClass) => Big) => shares.reduce((all, each) => all.plus(of(each)), NOTHING)
  const own = ({ code }: DemoClass) =>
    (period.hedges.get(code) ?? NOTHING).minus(period.fees.get(code) ?? NOTHING)
  const paid = ({ code }: DemoClass) => period.flows.get(code)?.distributed ?? NOTHING
  const opened = ({ code }: DemoClass) => period.opened.get(code)?.amount ?? NOTHING
  const bases = total(start)
  const common = tna.minus(total(opened)).minus(bases).plus(total(paid)).minus(total(own))
  const wrong = tna.times((slip.misallocated ?? 0).toFixed(8))
  const worth = new Map<string, Big>()
  for (const each of shares) {
    if (each.reference) continue
    const exact = period.opened.has(each.code)
      ? opened(each)
      : start(each)
          .plus(common.times(start(each)).div(bases))
          .plus(own(each))
          .minus(paid(each))
    const share = each.code === shares.at(1)?.code ? exact.plus(wrong) : exact
    worth.set(each.code, share.div(rate(each.currency)).round(2))
  }
  // The reference class is in the fund's currency and takes the rounding differences of the others.
  const rest = shares.reduce(
    (left, { code, currency }) => left.minus((worth.get(code) ?? NOTHING).times(rate(currency))),
    tna,
  )
  const figures = shares.map((each) => figuresOf(books, period, each, worth.get(each.code) ?? rest.round(2)))
  books.classes = new Map(
    figures.map(({ code, navPerShare, shares, tna }): [string, ClassState] => [
      code,
      { nav: new Big(navPerShare), shares: new Big(shares), tna: new Big(tna) },
    ]),
  )
  return figures
}

function heldAfter({ classes }: Books, { flows }: Period, code: string): Big {
  const { subscriptions = NOTHING, redemptions = NOTHING } = flows.get(code) ?? {}
  return (classes.get(code)?.shares ?? NOTHING).plus(subscriptions).minus(redemptions)
}

function startOf({ fund, classes, day }: Books, { flows }: Period, { code, currency }: DemoClass): Big {
  const state = classes.get(code)
  const before = state ? state.tna.times(fundRate(currency, fund.currency, day)) : NOTHING
  return before.plus(flows.get(code)?.amount ?? NOTHING)
}

function figuresOf(books: Books, period: Period, each: DemoClass, tna: Big): ClassFigures {
  const { code, name, currency, decimals } = each
  const opened = period.opened.get(code)
  const flow = period.flows.get(code)
  const shares = opened?.shares ?? heldAfter(books, period, code)
  const nav = opened?.nav ?? tna.div(shares).round(decimals)
  return {
    code,
    name,
    currency,
    shares: shares.toFixed(),
    subscriptions: (opened?.shares ?? flow?.subscriptions ?? NOTHING).toFixed(),
    redemptions: (flow?.redemptions ?? NOTHING).toFixed(),
    navPerShare: nav.toFixed(),
    distribution: flow?.distribution?.toFixed() ?? null,
    tna: tna.toFixed(2),
  }
}

/** Orders of investors, and distributions of the classes. */

/** What happened to a class since the last NAV: shares, and amounts of fund currency. */
export interface ClassFlow {
  subscriptions: Big
  redemptions: Big
  /** Subscriptions less redemptions, at the last NAV and its rate. */
  amount: Big
  /** In the currency of the class; null if nothing was paid. */
  distribution: Big | null
  /** What was distributed. */
  distributed: Big
}

const QUARTER_END: Day = '2026-09-30'
const DISTRIBUTED = 0.004
const PAID_AFTER = 5
/** Business days from an order to its payment. */
const SUBSCRIPTIONS_SETTLE = 3
const REDEMPTIONS_SETTLE = 4

/** The largest usual order, as a fraction of the class. */
const LARGEST: Record<DemoFund['type'], number> = {
  EQUITY: 0.0035,
  MIXED: 0.0018,
  BOND: 0.0018,
  'MONEY MARKET': 0.0008,
  ALTERNATIVE: 0.0035,
}

export const isActive = ({ activeFrom, activeTo }: DemoClass, day: Day): boolean =>
  (activeFrom ?? '') <= day && (activeTo ?? '9999') >= day

/**
 * Books the orders since the last NAV, dealt at its NAV per share, and the distribution for a quarter that has ended. A
 * closing class is redeemed. Returns what happened to each class, by code.
 */
export function bookFlows(books: Books, day: Day, slip: Slip): Map<string, ClassFlow> {
  const flows = new Map<string, ClassFlow>()
  for (const each of shareClassesOf(books.fund)) {
    const state = books.classes.get(each.code)
    if (!state) continue
    const closes = !isActive(each, day)
    const subscriptions = closes ? NOTHING : ordered(books, each, 'in', day)
    const usual = closes ? state.shares : ordered(books, each, 'out', day)
    const late = each.reference && slip.redemption ? slip.redemption : { part: 0, booked: true }
    const more = state.shares.times(late.part.toFixed(6)).round(decimalsOf(books.fund))
    const dealt = closes ? businessDaysAfter(books.day, 1) : dealingDay(each, books.day, day)
    deal(books, each, subscriptions, 'subscriptions', businessDaysAfter(dealt, SUBSCRIPTIONS_SETTLE))
    deal(books, each, usual, 'redemptions', businessDaysAfter(dealt, REDEMPTIONS_SETTLE))
    if (late.booked) deal(books, each, more, 'redemptions', businessDaysAfter(day, REDEMPTIONS_SETTLE))
    const redemptions = usual.plus(more)
    const held = state.shares.plus(subscriptions).minus(redemptions)
    const pays = each.distributes && books.day < QUARTER_END && day >= QUARTER_END
    const distribution = pays ? state.nav.times(DISTRIBUTED).round(2) : null
    const distributed = distribution ? held.times(distribution).round(2) : NOTHING
    const due = businessDaysAfter(QUARTER_END, PAID_AFTER)
    const item = { account: 'distributions', currency: each.currency, units: distributed.neg(), due } as const
    openItem(books, item, 'distributed', distributed.neg())
    flows.set(each.code, {
      subscriptions,
      redemptions,
      distribution,
      distributed,
      amount: subscriptions.minus(redemptions).times(state.nav).times(rateOf(books, each)).round(2),
    })
  }
  return flows
}

/** Sells the shares of classes that open on this day, paid in advance. Returns them by code. */
export function openClasses(books: Books, day: Day): Map<string, { nav: Big; shares: Big; amount: Big }> {
  const { fund, ledger, classes } = books
  const opened = new Map<string, { nav: Big; shares: Big; amount: Big }>()
  for (const each of shareClassesOf(fund)) {
    if (classes.has(each.code) || !isActive(each, day)) continue
    const nav = new Big(each.startNav.toFixed(each.decimals))
    const shares = new Big(fund.millions * 20_000).times(each.weight.toFixed(4)).div(nav).round(0)
    const amount = shares
      .times(nav)
      .times(fundRate(each.currency, fund.currency, day))
      .round(2)
    ledger.post('cash', 'capital', amount)
    opened.set(each.code, { nav, shares, amount })
  }
  return opened
}

const decimalsOf = ({ set }: DemoFund): number => (set === 'MFFA' ? 3 : 0)

const rateOf = ({ fund, day }: Books, { currency }: DemoClass) => fundRate(currency, fund.currency, day)

/** Number of shares ordered: none in three of ten cases. */
function ordered({ fund, classes }: Books, { code }: DemoClass, side: 'in' | 'out', day: Day): Big {
  const shares = classes.get(code)?.shares ?? NOTHING
  return steady(`${side}? ${code} ${day}`) < 0.7
    ? shares.times((steady(`${side} ${code} ${day}`) * LARGEST[fund.type]).toFixed(6)).round(decimalsOf(fund))
    : NOTHING
}

/** A business day after the last NAV date, up to this one. */
function dealingDay({ code }: DemoClass, from: Day, to: Day): Day {
  const days = businessDays().filter((day) => day > from && day <= to)
  return days[Math.floor(steady(`dealt ${code} ${to}`) * days.length)] ?? to
}

function deal(
  books: Books,
  each: DemoClass,
  shares: Big,
  account: 'subscriptions' | 'redemptions',
  due: Day,
): void {
  const nav = books.classes.get(each.code)?.nav ?? NOTHING
  const sign = account === 'subscriptions' ? 1 : -1
  const units = shares.times(nav).round(2).times(sign)
  const amount = units.times(rateOf(books, each))
  openItem(books, { account, currency: each.currency, units, due }, 'capital', amount)
}
