import { causesLabel, magnitudeOf } from '~/areas/nav-errors/case-facts'
import { dayIn, daysBetween } from '~/platform/values/day'
import { groupedBy } from '~/platform/values/grouped'
import { DEFINITIONS, type FigureKey } from './definitions'
import type { FloorFact, OfFund, OversightFacts } from './facts'
import { factsOfPeriod, MEASURES, wrongNavs } from './measures'
import { daysOfPeriod, isInPeriod } from './period'
import type {
  CaseLine,
  ChangeLine,
  Figure,
  FloorLine,
  OversightReport,
  OversightScope,
  PersonLine,
  Proof,
  RuleLine,
  ScopeFigures,
} from './report'

/** The facts that a report states beside its figures. */
export interface StatedFacts {
  scope: OversightScope
  madeAt: Date
  timeZone: string
  funds: readonly { code: string; name: string; provider: string }[]
  ruleTitles: ReadonlyMap<string, string>
  people: PersonLine[]
  changes: ChangeLine[]
  proof: Proof
}

/** Breaks that a report names: the oldest. */
const MAX_BREAKS = 40

/** A report from its facts: nothing in it depends on when it is read. */
export function reportOf(facts: OversightFacts, stated: StatedFacts): OversightReport {
  const { scope, funds, madeAt, timeZone, people, changes, proof } = stated
  const now = factsOfPeriod(facts, 0, () => true)
  const breaks = [...now.breaks].sort((one, other) => other.days - one.days || order(one, other))
  return {
    ...scope,
    madeAt: madeAt.toISOString(),
    timeZone,
    periods: facts.periods,
    scopes: scopesOf(facts, funds),
    late: now.navs
      .filter(({ outcome }) => outcome === 'missed')
      .map(({ navId, fund, date, due, done, cause, said }) => ({
        navId,
        fund,
        date,
        due,
        done,
        cause,
        said,
      })),
    rules: ruleLines(now.rules, stated.ruleTitles),
    people,
    breaks: breaks.slice(0, MAX_BREAKS).map(({ period: _, provider: __, ...line }) => line),
    otherBreaks: Math.max(0, breaks.length - MAX_BREAKS),
    floors: facts.floors.map((floor) => floorLine(floor, timeZone)),
    cases: caseLines(facts),
    changes,
    proof,
  }
}

const order = (one: OfFund, other: OfFund) => (one.fund < other.fund ? -1 : 1)

function scopesOf(facts: OversightFacts, funds: StatedFacts['funds']): ScopeFigures[] {
  const ofFund = byFund(facts)
  const providers = [...new Set(funds.map(({ provider }) => provider))].sort()
  return [
    { kind: 'all', code: '', name: 'All', figures: figuresOf(facts, () => true) },
    ...providers.map(
      (code): ScopeFigures => ({
        kind: 'administrator',
        code,
        name: code,
        figures: figuresOf(facts, ({ provider }) => provider === code),
      }),
    ),
    ...funds.map(
      ({ code, name }): ScopeFigures => ({
        kind: 'fund',
        code,
        name,
        figures: figuresOf(ofFund(code), () => true),
      }),
    ),
  ]
}

/** Each fact is looked at once for its fund, and not once for each of many funds. */
function byFund(facts: OversightFacts): (code: string) => OversightFacts {
  const grouped = <Fact extends OfFund>(all: readonly Fact[]) => {
    const groups = groupedBy(all, ({ fund }) => fund)
    return (code: string) => groups.get(code) ?? []
  }
  const [navs, rules, lines] = [grouped(facts.navs), grouped(facts.rules), grouped(facts.lines)]
  const [breaks, floors, cases] = [grouped(facts.breaks), grouped(facts.floors), grouped(facts.cases)]
  return (code) => ({
    ...facts,
    navs: navs(code),
    rules: rules(code),
    lines: lines(code),
    breaks: breaks(code),
    floors: floors(code),
    cases: cases(code),
  })
}

function figuresOf(facts: OversightFacts, isMeant: (of: OfFund) => boolean): Record<FigureKey, Figure> {
  const [now, ...before] = facts.periods.map((_, at) => factsOfPeriod(facts, at, isMeant))
  return Object.fromEntries(
    DEFINITIONS.map(({ key }) => [
      key,
      {
        ...(now ? MEASURES[key](now) : { value: null, part: null, whole: null }),
        before: before.map((each) => MEASURES[key](each).value),
      },
    ]),
  ) as Record<FigureKey, Figure>
}

function ruleLines(
  rules: readonly Omit<RuleLine, 'title'>[],
  titles: ReadonlyMap<string, string>,
): RuleLine[] {
  const lines = new Map<string, RuleLine>()
  for (const { rule, severity, ...counts } of rules) {
    const key = `${rule} ${severity}`
    const line = lines.get(key)
    if (!line)
      lines.set(key, {
        rule,
        severity,
        title: titles.get(rule) ?? '',
        found: counts.found,
        overridden: counts.overridden,
        justified: counts.justified,
        explained: counts.explained,
      })
    else {
      line.found += counts.found
      line.overridden += counts.overridden
      line.justified += counts.justified
      line.explained += counts.explained
    }
  }
  return [...lines.values()].sort((one, other) => other.found - one.found || (one.rule < other.rule ? -1 : 1))
}

const floorLine = (floor: FloorFact, timeZone: string): FloorLine => ({
  fund: floor.fund,
  threshold: floor.threshold,
  highest: floor.highest,
  blind: floor.blind,
  blindBefore: floor.before[0] ?? null,
  computedOn: dayIn(floor.computedAt, timeZone),
})

/** Cases with a wrong NAV of the period, opened, notified, paid or closed in it, or open since it or before. */
function caseLines(facts: OversightFacts): CaseLine[] {
  const now = factsOfPeriod(facts, 0, () => true)
  const wrong = wrongNavs(now)
  const { last } = daysOfPeriod(now.period)
  return now.cases
    .map((found) => ({ found, wrong: wrong.filter((each) => each.found.id === found.id).length }))
    .filter(
      ({ found, wrong: count }) =>
        count > 0 ||
        (found.closedOn === null && found.openedOn <= last) ||
        [found.openedOn, found.notifiedOn, found.compensatedOn, found.closedOn].some(
          (day) => day !== null && isInPeriod(day, now.period),
        ),
    )
    .map(({ found, wrong: count }) => ({
      id: found.id,
      fund: found.fund,
      kind: found.kind,
      causes: causesLabel(found.causes),
      magnitude: magnitudeOf(found),
      wrongNavs: count,
      discoveredOn: found.discoveredOn,
      notifyBy: found.notifyBy,
      notifiedOn: found.notifiedOn,
      daysToNotify: found.notifiedOn === null ? null : daysBetween(found.discoveredOn, found.notifiedOn),
      compensatedOn: found.compensatedOn,
      toHolders: found.result?.totals.toHolders ?? null,
      toFund: found.result?.totals.toFund ?? null,
      currency: found.currency,
      status: found.status,
    }))
}
