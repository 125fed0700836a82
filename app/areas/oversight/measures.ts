import { magnitudeOf, wrongDates } from '~/areas/nav-errors/case-facts'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import { type Day, daysBetween, monthsOf } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { ADMINISTRATOR_DELAYS, type FigureKey } from './definitions'
import type {
  BreakFact,
  FloorFact,
  LineFact,
  NavFact,
  OfFund,
  OversightCase,
  OversightFacts,
  Rates,
  RuleFact,
} from './facts'
import { isInPeriod, type OversightPeriod } from './period'

/** A figure, and the two numbers that it was divided from, if it is a share. */
export interface Measured {
  value: Decimal | null
  part: number | null
  whole: number | null
}

/** The facts of one period of some funds. */
interface PeriodFacts {
  period: OversightPeriod
  navs: readonly NavFact[]
  rules: readonly RuleFact[]
  lines: readonly LineFact[]
  breaks: readonly BreakFact[]
  /** Blind spots by fund; null where none was computed. */
  blind: readonly (number | null)[]
  cases: readonly OversightCase[]
  rates: Rates
}

/**
 * The facts of a period.
 * @param at 0: the period of the report; 1 to 3: those before
 * @param isMeant which funds count
 */
export function factsOfPeriod(
  facts: OversightFacts,
  at: number,
  isMeant: (of: OfFund) => boolean,
): PeriodFacts {
  const period = facts.periods[at] ?? { from: '', to: '' }
  const months = new Set(monthsOf(period.from, period.to))
  const ofMonth = (fact: OfFund & { month: string }) => months.has(fact.month) && isMeant(fact)
  return {
    period,
    navs: facts.navs.filter((nav) => isInPeriod(nav.date, period) && isMeant(nav)),
    rules: facts.rules.filter(ofMonth),
    lines: facts.lines.filter(ofMonth),
    breaks: facts.breaks.filter((found) => found.period === at && isMeant(found)),
    blind: facts.floors.filter(isMeant).map((floor) => blindAt(floor, at)),
    cases: facts.cases.filter((found) => found.status !== 'CANCELLED' && isMeant(found)),
    rates: facts.rates[at] ?? new Map(),
  }
}

const blindAt = ({ blind, before }: FloorFact, at: number) =>
  at === 0 ? blind.length : (before[at - 1] ?? null)

const counted = (value: number): Measured => ({ value: String(value), part: null, whole: null })
const none: Measured = { value: null, part: null, whole: null }

/** Decimals of shares, of rates, and of hours and days. */
const SHARE_PLACES = 2
const TIME_PLACES = 1

/** Rounded down, so that 100.00 means all. */
function share(part: number, whole: number): Measured {
  if (whole === 0) return { value: null, part, whole }
  const value = new Big(part).times(100).div(whole).round(SHARE_PLACES, Big.roundDown)
  return { value: value.toFixed(SHARE_PLACES), part, whole }
}

function rate(part: number, whole: number, per: number): Measured {
  if (whole === 0) return { value: null, part, whole }
  const value = new Big(part).times(per).div(whole).round(SHARE_PLACES, Big.roundHalfUp)
  return { value: value.toFixed(SHARE_PLACES), part, whole }
}

const isDue = ({ outcome }: NavFact) => outcome === 'met' || outcome === 'missed'
const isLate = ({ outcome }: NavFact) => outcome === 'missed'
const isOfAdministrator = ({ cause }: NavFact) => cause !== null && ADMINISTRATOR_DELAYS.includes(cause)

/** A NAV that a case found wrong. */
export interface WrongNav {
  nav: NavFact
  found: OversightCase
  /** Null where the case is not quantified. */
  isMaterial: boolean | null
}

/** The NAVs sent in a period that a case found wrong, by case. */
export function wrongNavs({ navs, cases }: Pick<PeriodFacts, 'navs' | 'cases'>): WrongNav[] {
  const sent = navs.filter(({ isSent }) => isSent)
  return cases.flatMap((found) => {
    const quantified = found.result && wrongDates(found)
    return sent.flatMap((nav): WrongNav[] => {
      if (nav.fund !== found.fund) return []
      if (quantified) {
        const isMaterial = quantified.get(nav.date)
        return isMaterial === undefined ? [] : [{ nav, found, isMaterial }]
      }
      const isWithin = found.firstDate <= nav.date && (found.lastDate === null || nav.date <= found.lastDate)
      return found.kind === 'NAV' && isWithin ? [{ nav, found, isMaterial: null }] : []
    })
  })
}

const distinctNavs = (wrong: readonly WrongNav[]) => new Set(wrong.map(({ nav }) => nav.navId))

const isCausedByAdministrator = ({ causes }: Pick<OversightCase, 'causes'>) =>
  causes.some(({ causedBy }) => causedBy === 'administrator')

function accuracy(facts: PeriodFacts, counts: (found: OversightCase) => boolean): Measured {
  const sent = facts.navs.filter(({ isSent }) => isSent).length
  const wrong = distinctNavs(wrongNavs(facts).filter(({ found }) => counts(found))).size
  return share(sent - wrong, sent)
}

/** A NAV counts once, by its gravest case: material, else not quantified, else not material. */
function wrongCount(facts: PeriodFacts, wanted: boolean | null): Measured {
  const wrong = wrongNavs(facts)
  const material = distinctNavs(wrong.filter(({ isMaterial }) => isMaterial === true))
  const unquantified = distinctNavs(wrong.filter(({ isMaterial }) => isMaterial === null))
  if (wanted === true) return counted(material.size)
  const open = [...unquantified].filter((id) => !material.has(id))
  if (wanted === null) return counted(open.length)
  return counted(distinctNavs(wrong).size - material.size - open.length)
}

/** The largest error of cases with its sign; null without a figure. */
function largestOf(cases: Iterable<OversightCase>): Decimal | null {
  let largest: Decimal | null = null
  for (const found of cases) {
    const error = magnitudeOf(found)
    if (error !== null && (largest === null || new Big(error).abs().gt(new Big(largest).abs())))
      largest = error
  }
  return largest
}

const total = <Fact>(facts: readonly Fact[], of: (fact: Fact) => number) =>
  facts.reduce((all, fact) => all + of(fact), 0)

const found = ({ rules }: PeriodFacts) => total(rules, (rule) => rule.found)

/** A percentile between 0 and 1, between neighbours in proportion. */
export function percentile(values: readonly Decimal[], at: number): Decimal | null {
  const sorted = values.map((value) => new Big(value)).sort((one, other) => one.cmp(other))
  const place = (sorted.length - 1) * at
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (!low || !high) return null
  const between = high.minus(low).times(place - Math.floor(place))
  return low.plus(between).round(TIME_PLACES, Big.roundHalfUp).toFixed(TIME_PLACES)
}

const times = ({ navs }: PeriodFacts, of: 'hoursFromControl' | 'hoursFromSubmit', at: number): Measured => ({
  ...none,
  value: percentile(
    navs.flatMap((nav) => nav[of] ?? []),
    at,
  ),
})

const aged = ({ breaks }: PeriodFacts, from: number, to: number): Measured =>
  counted(breaks.filter(({ days }) => from <= days && days <= to).length)

const within = (day: Day | null, { period }: PeriodFacts): day is Day =>
  day !== null && isInPeriod(day, period)

const openedIn = (facts: PeriodFacts) => facts.cases.filter(({ openedOn }) => within(openedOn, facts))

/** What was paid in the period, in site currency; null where a rate is missing. */
function paid(facts: PeriodFacts, to: 'toHolders' | 'toFund'): Measured {
  const amounts = facts.cases
    .filter(({ compensatedOn }) => within(compensatedOn, facts))
    .map(({ result, currency }) => {
      const inSite = currency === SITE_CURRENCY ? '1' : facts.rates.get(currency)
      return inSite === undefined
        ? null
        : new Big(result?.totals[to] ?? '0').times(inSite).round(2).toFixed(2)
    })
  if (amounts.includes(null)) return none
  return { ...none, value: sum(amounts.flatMap((amount) => amount ?? [])).toFixed(2) }
}

/** Each figure of a period. */
export const MEASURES: Readonly<Record<FigureKey, (facts: PeriodFacts) => Measured>> = {
  timeliness({ navs }) {
    const due = navs.filter(isDue)
    return share(due.length - due.filter(isLate).length, due.length)
  },
  administratorTimeliness({ navs }) {
    const due = navs.filter(isDue)
    return share(due.length - due.filter((nav) => isLate(nav) && isOfAdministrator(nav)).length, due.length)
  },
  unexplainedDelays: ({ navs }) => counted(navs.filter((nav) => isLate(nav) && nav.cause === null).length),
  accuracy: (facts) => accuracy(facts, () => true),
  administratorAccuracy: (facts) => accuracy(facts, isCausedByAdministrator),
  materialNavs: (facts) => wrongCount(facts, true),
  otherNavs: (facts) => wrongCount(facts, false),
  unquantifiedNavs: (facts) => wrongCount(facts, null),
  magnitude: (facts) => ({
    ...none,
    value: largestOf(new Set(wrongNavs(facts).map((wrong) => wrong.found))),
  }),
  firstTimeRight({ navs }) {
    const sent = navs.filter(({ isSent }) => isSent)
    return share(sent.filter(({ submits, returns }) => submits === 1 && returns === 0).length, sent.length)
  },
  exceptions: (facts) =>
    rate(found(facts), facts.navs.filter(({ isControlled }) => isControlled).length, 100),
  overridden: (facts) =>
    share(
      total(facts.rules, (rule) => rule.overridden),
      found(facts),
    ),
  justified: (facts) =>
    share(
      total(facts.rules, (rule) => rule.justified),
      found(facts),
    ),
  explained: (facts) =>
    share(
      total(facts.rules, (rule) => rule.explained),
      found(facts),
    ),
  controlToSent: (facts) => times(facts, 'hoursFromControl', 0.5),
  controlToSent90: (facts) => times(facts, 'hoursFromControl', 0.9),
  submitToSent: (facts) => times(facts, 'hoursFromSubmit', 0.5),
  submitToSent90: (facts) => times(facts, 'hoursFromSubmit', 0.9),
  stale: ({ lines }) =>
    rate(
      total(lines, (line) => line.stale),
      total(lines, (line) => line.lines),
      1_000,
    ),
  across: ({ lines }) => counted(total(lines, (line) => line.across)),
  vendor({ lines }) {
    const compared = lines.flatMap(({ vendor }) => vendor ?? [])
    return compared.length === 0 ? none : counted(total(compared, (lines) => lines))
  },
  unsourced: ({ lines }) => counted(total(lines, (line) => line.unsourced)),
  breaks30: (facts) => aged(facts, 0, 30),
  breaks60: (facts) => aged(facts, 31, 60),
  breaksOver60: (facts) => aged(facts, 61, Number.POSITIVE_INFINITY),
  blindSpots({ blind }) {
    const computed = blind.flatMap((spots) => spots ?? [])
    return computed.length === 0 ? none : counted(total(computed, (spots) => spots))
  },
  opened: (facts) => counted(openedIn(facts).length),
  closed: (facts) => counted(facts.cases.filter(({ closedOn }) => within(closedOn, facts)).length),
  highest: (facts) => ({ ...none, value: largestOf(openedIn(facts)) }),
  daysToNotify: (facts) => ({
    ...none,
    value: percentile(
      facts.cases.flatMap(({ discoveredOn, notifiedOn }) =>
        within(notifiedOn, facts) ? [String(daysBetween(discoveredOn, notifiedOn))] : [],
      ),
      0.5,
    ),
  }),
  paidToHolders: (facts) => paid(facts, 'toHolders'),
  paidToFunds: (facts) => paid(facts, 'toFund'),
}
