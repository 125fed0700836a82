import { Big } from '~/platform/values/decimal'
import { type DemoClass, shareClassesOf } from '../entities'
import { fundRate } from '../market/series'
import type { Books, ClassFigures, ClassState, Quotes, Slip } from './books'
import type { ClassFees } from './fees'
import type { ClassFlow, openClasses } from './flows'

const NOTHING = new Big(0)

/** What the result of a NAV is divided by: what happened to the classes since the last one. */
export interface Period {
  flows: ReadonlyMap<string, ClassFlow>
  opened: ReturnType<typeof openClasses>
  /** Management fees and the results of hedges are of one class. */
  fees: ClassFees
  hedges: ReadonlyMap<string, Big>
}

/**
 * Divides the total net assets among the classes: each begins with its own after its flows, shares the common result in
 * that proportion, and bears its own fee and hedge. Moves the books' classes on and returns their figures.
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
  // The reference class is of the fund's currency and takes what the cents of the others leave.
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
    ...{ code, name, currency },
    shares: shares.toFixed(),
    subscriptions: (opened?.shares ?? flow?.subscriptions ?? NOTHING).toFixed(),
    redemptions: (flow?.redemptions ?? NOTHING).toFixed(),
    navPerShare: nav.toFixed(),
    distribution: flow?.distribution?.toFixed() ?? null,
    tna: tna.toFixed(2),
  }
}
