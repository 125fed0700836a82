import type { Read } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { kpiCommentEntry } from 'db/schema/kpi'
import { fund, kpiComment } from 'db/schema/lookups'
import { navBreak, navMatching } from 'db/schema/nav-checks'
import { inventoryLine } from 'db/schema/nav-figures'
import { fundNav, navControl, ruleResult } from 'db/schema/navs'
import { replayRun } from 'db/schema/replay'
import { sourceFile, sourceLine } from 'db/schema/sources'
import { auditCheckpoint, workflowEvent, workflowInstance } from 'db/schema/workflow'
import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullNameOf } from '~/areas/access/users.server'
import { lastVerification } from '~/areas/access/verification.server'
import { KPI } from '~/areas/kpi/kpi'
import { kpiOutcomes } from '~/areas/kpi/kpi-outcomes.server'
import { allCases } from '~/areas/nav-errors/case-facts.server'
import { RULES } from '~/areas/navs/rules/catalogue'
import { EXPLAINABLE_RULES } from '~/areas/navs/rules/contract'
import { latestRates } from '~/areas/reference-data/fund-reference.server'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import type { DetectionResult } from '~/areas/replay/detection/detect.server'
import { detectedFunds } from '~/areas/replay/detection/detect.server'
import { ERROR_LABELS, isBlindCell } from '~/areas/replay/detection/detection'
import { describeChanges } from '~/platform/approvals/pending-change-kinds.server'
import type { OnProgress } from '~/platform/jobs/jobs.server'
import { startOfDay } from '~/platform/values/as-of'
import type { Context } from '~/platform/values/context.server'
import { addDays, dayIn } from '~/platform/values/day'
import type { PublicKey } from '~/platform/workflow/signing.server'
import type { BreakFact, FloorFact, LineFact, NavFact, OversightCase, Rates, RuleFact } from './facts'
import { daysOfPeriod, type OversightPeriod, withPeriodsBefore } from './period'
import type { ChangeLine, OversightReport, OversightScope, PersonLine, Proof } from './report'
import { reportAside } from './report-aside.server'

type Reading = Pick<Context, 'read' | 'now' | 'timeZone' | 'today'>

/** A context, and the keys that sign outcomes of verifications. */
export type ReportContext = Reading & { keys: readonly PublicKey[] }

/** The parts that are read one after the other. */
const PARTS = 8

/**
 * Computes a report from what is stored now. All the counting is done by the database, one statement after the other.
 * @param onProgress receives how many of the parts are read
 */
export async function computeReport(
  context: ReportContext,
  scope: OversightScope,
  onProgress: OnProgress = async () => {},
): Promise<OversightReport> {
  const { read, now, timeZone } = context
  const periods = withPeriodsBefore(scope)
  let done = 0
  const part = async <Part>(reading: Promise<Part>): Promise<Part> => {
    const found = await reading
    done += 1
    await onProgress(done, PARTS)
    return found
  }
  const navs = await part(navFacts(context, scope, periods))
  const rules = await part(ruleFacts(read, scope, periods))
  const lines = await part(lineFacts(read, scope, periods))
  const breaks = await part(breakFacts(context, scope, periods))
  const floors = await part(floorFacts(context, scope, periods))
  const cases = await part(caseFacts(context, scope))
  const people = await part(peopleOf(read, scope))
  const [rates, changes, proof, funds] = await part(
    Promise.all([
      Promise.all(periods.map((period) => ratesAt(read, period))),
      changesIn(context, scope),
      proofOf(context, scope),
      fundsOf(read, scope),
    ]),
  )
  const shown = new Set([...navs, ...cases, ...floors].map((fact) => fact.fund))
  return reportAside(
    { periods, navs, rules, lines, breaks, floors, cases, rates },
    {
      scope,
      madeAt: now,
      timeZone,
      funds: funds.filter(({ code }) => shown.has(code)),
      ruleTitles: new Map(RULES.map(({ id, title }) => [id, title])),
      people,
      changes,
      proof,
    },
  )
}

/** Whether a row of a fund belongs to a report, over the table "fund". */
const inScope = ({ provider, fund: code }: OversightScope): SQL => sql`
  ${provider === null ? sql`true` : sql`fund.provider = ${provider}`}
  and ${code === null ? sql`true` : sql`fund.code = ${code}`}`

/** From the first day of the oldest period to the last of the newest. */
function spanOf(periods: readonly OversightPeriod[]): { first: string; last: string } {
  const days = periods.map(daysOfPeriod)
  return { first: days.at(-1)?.first ?? '', last: days[0]?.last ?? '' }
}

/** The NAVs of the periods that are not cancelled, with their current control. */
const navsIn = (scope: OversightScope, { first, last }: { first: string; last: string }): SQL => sql`
  ${fundNav} nav
  join ${workflowInstance} state on state.object_id = nav.id and state.status <> 'CANCELLED'
  join ${fund} on fund.id = nav.fund_id and ${inScope(scope)}
    and nav.nav_date between ${first}::date and ${last}::date`

async function navFacts(
  context: Reading,
  scope: OversightScope,
  periods: readonly OversightPeriod[],
): Promise<NavFact[]> {
  const outcomes = kpiOutcomes(context, { ...spanOf(periods), methodId: KPI.sent })
  const rows: unknown = await context.read.execute(sql`
    select nav.id as nav_id, fund.code as fund, fund.provider, nav.nav_date::text as date,
      each.outcome, each.due::text, each.done::text, comment.value as cause, nullif(entry.log, '') as said,
      nav.current_control_id is not null as is_controlled, happened.sent is not null as is_sent,
      happened.submits, happened.returns,
      (extract(epoch from happened.sent - controls.first) / 3600)::text as from_control,
      (extract(epoch from happened.sent - submitted.at) / 3600)::text as from_submit
    from ${outcomes} as each
    join ${fundNav} nav on nav.id = each.nav_id
    join ${fund} on fund.id = nav.fund_id and ${inScope(scope)}
    left join ${kpiCommentEntry} entry on entry.object_id = nav.id and entry.method_id = ${KPI.sent}
    left join ${kpiComment} comment on comment.id = entry.comment_id
    cross join lateral (
      select (count(*) filter (where event.name = 'submit'))::int as submits,
        (count(*) filter (where event.name = 'return'))::int as returns,
        min(event.at) filter (where event.name = 'send') as sent
      from ${workflowEvent} event where event.object_id = nav.id and event.type = 'step'
    ) happened
    cross join lateral (
      select max(event.at) as at from ${workflowEvent} event
      where event.object_id = nav.id and event.type = 'step' and event.name = 'submit' and event.at <= happened.sent
    ) submitted
    cross join lateral (
      select min(control.submitted_at) as first from ${navControl} control where control.fund_nav_id = nav.id
    ) controls
    order by nav.nav_date, fund.code`)
  return (rows as NavRow[]).map((row) => ({
    navId: Number(row.nav_id),
    fund: row.fund,
    provider: row.provider,
    date: row.date,
    outcome: row.outcome,
    due: row.due,
    done: row.done,
    cause: row.cause,
    said: row.said,
    isControlled: row.is_controlled,
    isSent: row.is_sent,
    submits: row.submits,
    returns: row.returns,
    hoursFromControl: row.from_control,
    hoursFromSubmit: row.from_submit,
  }))
}

interface NavRow
  extends Pick<
    NavFact,
    'fund' | 'provider' | 'date' | 'outcome' | 'due' | 'done' | 'cause' | 'said' | 'submits' | 'returns'
  > {
  nav_id: string
  is_controlled: boolean
  is_sent: boolean
  from_control: string | null
  from_submit: string | null
}

const COUNTS = sql`
  (count(*) filter (where rule.result in ('NOK', 'OK - justified')))::int as found,
  (count(*) filter (where rule.was is not null))::int as overridden,
  (count(*) filter (where rule.result = 'OK - justified'))::int as justified,
  (count(*) filter (where rule.result = 'NOK' and rule.explained))::int as explained`

async function ruleFacts(
  read: Read,
  scope: OversightScope,
  periods: readonly OversightPeriod[],
): Promise<RuleFact[]> {
  const rows: unknown = await read.execute(sql`
    select fund.code as fund, fund.provider, to_char(nav.nav_date, 'YYYY-MM') as month,
      rule.rule_id as rule, rule.severity, ${COUNTS}
    from ${navsIn(scope, spanOf(periods))}
    join ${ruleResult} rule on rule.control_id = nav.current_control_id
      and (rule.result in ('NOK', 'OK - justified') or rule.was is not null)
    group by 1, 2, 3, 4, 5`)
  return rows as RuleFact[]
}

async function peopleOf(read: Read, scope: OversightScope): Promise<PersonLine[]> {
  const rows: unknown = await read.execute(sql`
    select trim(concat(person.first_name, ' ', person.last_name)) as name,
      (count(*) filter (where rule.was is not null))::int as overridden,
      (count(*) filter (where rule.result = 'OK - justified'))::int as justified,
      (count(*) filter (where rule.result = 'NOK' and rule.explained))::int as explained
    from ${navsIn(scope, daysOfPeriod(scope))}
    join ${ruleResult} rule on rule.control_id = nav.current_control_id
    join ${appUser} person on person.id = rule.changed_by
    group by person.id order by count(*) desc, 1`)
  return rows as PersonLine[]
}

async function lineFacts(
  read: Read,
  scope: OversightScope,
  periods: readonly OversightPeriod[],
): Promise<LineFact[]> {
  const breaches = (rule: string) => sql`sum(found.breach_count) filter (where found.rule_id = ${rule}::text)`
  const isPriced = sql`line.type in ('Equity', 'Bond', 'Fund')`
  // The lines with a price of a vendor are one join: looked up line by line, prices would be read as often as there are lines.
  const rows: unknown = await read.execute(sql`
    with control as materialized (
      select nav.current_control_id as id, fund.code as fund, fund.provider, to_char(nav.nav_date, 'YYYY-MM') as month
      from ${navsIn(scope, spanOf(periods))}
    ),
    inventory as (
      select line.control_id, count(*) as lines, count(*) filter (where ${isPriced}) as priced
      from control join ${inventoryLine} line on line.control_id = control.id group by 1
    ),
    sourced as (
      select line.control_id, count(*) as lines
      from control join ${inventoryLine} line on line.control_id = control.id
      where ${isPriced} and exists (
        select from ${sourceLine} price join ${sourceFile} file on file.id = price.file_id and file.kind = 'PRICES'
        where price.isin = line.isin and price.date = line.price_date and price.currency = line.quotation_currency)
      group by 1
    )
    select control.fund, control.provider, control.month, coalesce(sum(inventory.lines), 0)::int as lines,
      (coalesce(sum(inventory.priced), 0) - coalesce(sum(sourced.lines), 0))::int as unsourced,
      coalesce(sum(found.stale), 0)::int as stale, coalesce(sum(found.across), 0)::int as across,
      sum(found.vendor)::int as vendor
    from control
    left join inventory on inventory.control_id = control.id
    left join sourced on sourced.control_id = control.id
    cross join lateral (
      select ${breaches('I03')} as stale, ${breaches('I15')} as across, ${breaches('S05')} as vendor
      from ${ruleResult} found where found.control_id = control.id and found.rule_id in ('I03', 'I15', 'S05')
    ) found
    group by 1, 2, 3`)
  return rows as LineFact[]
}

/** Open breaks at the end of each period; one that is not over ends today. */
async function breakFacts(
  context: Reading,
  scope: OversightScope,
  periods: readonly OversightPeriod[],
): Promise<BreakFact[]> {
  const matched = await matchingBreaks(context, scope, periods)
  return [...matched, ...(await sourceBreaks(context, scope, periods))]
}

const endsOf = (periods: readonly OversightPeriod[]): SQL =>
  sql.join(
    periods.map((period, at) => sql`(${at}::int, ${daysOfPeriod(period).last}::date)`),
    sql`, `,
  )

/** So long, in days, a difference with a second source is followed back. */
const LOOKED_BACK = 400

const EXPLAINABLE = sql`(select jsonb_array_elements_text(${JSON.stringify(EXPLAINABLE_RULES)}::jsonb))`

/** Differences with second sources, unexplained in the control of a fund's newest NAV, since the first NAV that had each. */
async function sourceBreaks(
  { read, today }: Reading,
  scope: OversightScope,
  periods: readonly OversightPeriod[],
): Promise<BreakFact[]> {
  const rows: unknown = await read.execute(sql`
    select ended.period, fund.code as fund, fund.provider, newest.nav_id, breach ->> 'subject' as instrument,
      result.name as kind, seen.first::text as first_seen, least(ended.last, ${today}::date) - seen.first as days,
      null::text as basis_points, null::text as owner
    from (values ${endsOf(periods)}) as ended(period, last)
    join ${fund} on ${inScope(scope)}
    cross join lateral (
      select nav.id as nav_id, nav.nav_date, nav.current_control_id as control_id from ${fundNav} nav
      join ${workflowInstance} state on state.object_id = nav.id and state.status <> 'CANCELLED'
      where nav.fund_id = fund.id and nav.nav_date <= ended.last and nav.current_control_id is not null
      order by nav.nav_date desc limit 1
    ) newest
    join ${ruleResult} result on result.control_id = newest.control_id and result.result = 'NOK'
      and result.rule_id in ${EXPLAINABLE}
    cross join lateral jsonb_array_elements(result.evidence -> 'breaches') breach
    cross join lateral (
      select coalesce(max(clear.nav_date), '-infinity') as last from ${fundNav} clear
      left join ${ruleResult} other on other.control_id = clear.current_control_id and other.rule_id = result.rule_id
      where clear.fund_id = fund.id and clear.current_control_id is not null
        and clear.nav_date between newest.nav_date - ${LOOKED_BACK}::int and newest.nav_date - 1
        and coalesce(other.evidence -> 'breaches', '[]')
          @> jsonb_build_array(jsonb_build_object('subject', breach ->> 'subject')) is not true
    ) without
    cross join lateral (
      select min(nav.nav_date) as first from ${fundNav} nav
      where nav.fund_id = fund.id and nav.current_control_id is not null and nav.nav_date > without.last
        and nav.nav_date between newest.nav_date - ${LOOKED_BACK}::int and newest.nav_date
    ) seen
    where breach ? 'toExplain'
    order by days desc, fund.code`)
  return (rows as BreakRow[]).map(breakFact)
}

/** Breaks of the newest matching of each fund. */
async function matchingBreaks(
  { read, today }: Reading,
  scope: OversightScope,
  periods: readonly OversightPeriod[],
): Promise<BreakFact[]> {
  const rows: unknown = await read.execute(sql`
    select ended.period, fund.code as fund, fund.provider, newest.nav_id, found.instrument_name as instrument,
      found.kind, found.first_seen::text, least(ended.last, ${today}::date) - found.first_seen as days,
      found.basis_points::text, ${fullNameOf(appUser)} as owner
    from (values ${endsOf(periods)}) as ended(period, last)
    join ${fund} on ${inScope(scope)}
    cross join lateral (
      select matching.id, nav.id as nav_id from ${navMatching} matching
      join ${fundNav} nav on nav.id = matching.fund_nav_id
      join ${workflowInstance} state on state.object_id = nav.id and state.status <> 'CANCELLED'
      where nav.fund_id = fund.id and nav.nav_date <= ended.last
      order by nav.nav_date desc, matching.at desc limit 1
    ) newest
    join ${navBreak} found on found.matching_id = newest.id and found.state = 'OPEN'
    left join ${appUser} on app_user.id = found.owner_id
    order by days desc, fund.code`)
  return (rows as BreakRow[]).map(breakFact)
}

const breakFact = (row: BreakRow): BreakFact => ({
  period: row.period,
  fund: row.fund,
  provider: row.provider,
  navId: Number(row.nav_id),
  instrument: row.instrument,
  kind: row.kind,
  firstSeen: row.first_seen,
  days: row.days,
  basisPoints: row.basis_points,
  owner: row.owner,
})

interface BreakRow
  extends Pick<BreakFact, 'period' | 'fund' | 'provider' | 'instrument' | 'kind' | 'days' | 'owner'> {
  nav_id: string
  first_seen: string
  basis_points: string | null
}

/** So many runs of detection are looked at for the periods before. */
const MAX_RUNS = 60

/** The floors as last computed, and how many blind spots the runs before the end of each earlier period had. */
async function floorFacts(
  { read, timeZone }: Reading,
  scope: OversightScope,
  periods: readonly OversightPeriod[],
): Promise<FloorFact[]> {
  const [detected, funds] = await Promise.all([detectedFunds(read), fundsOf(read, scope)])
  const providers = new Map(funds.map(({ code, provider }) => [code, provider]))
  const { first } = daysOfPeriod(periods[0] ?? scope)
  const runs = await read
    .select({ at: replayRun.finishedAt, result: replayRun.result })
    .from(replayRun)
    .where(
      and(
        eq(replayRun.kind, 'detection'),
        eq(replayRun.status, 'DONE'),
        lt(replayRun.finishedAt, startOfDay(first, timeZone)),
      ),
    )
    .orderBy(desc(replayRun.finishedAt))
    .limit(MAX_RUNS)
  const found = runs.map(({ at, result }) => ({
    at: at ?? new Date(0),
    blind: blindSpots(JSON.parse(result ?? '{"funds":[]}') as DetectionResult),
  }))
  const blindBefore = (code: string, period: OversightPeriod) => {
    const end = startOfDay(addDays(daysOfPeriod(period).last, 1), timeZone)
    return found.find((run) => run.at < end && run.blind.has(code))?.blind.get(code) ?? null
  }
  return detected.flatMap(({ fund: code, threshold, computedAt, cells }): FloorFact[] => {
    const provider = providers.get(code)
    if (provider === undefined) return []
    const bp = cells.flatMap((cell) => cell.bp ?? [])
    return [
      {
        fund: code,
        provider,
        threshold,
        computedAt,
        blind: cells
          .filter((cell) => isBlindCell(cell, threshold))
          .map(({ error }) => ERROR_LABELS[error][0]),
        highest: bp.length === 0 ? null : Math.max(...bp),
        before: periods.slice(1).map((period) => blindBefore(code, period)),
      },
    ]
  })
}

const blindSpots = ({ funds }: DetectionResult): ReadonlyMap<string, number> =>
  new Map(
    funds.flatMap(({ fund: code, floors, threshold }) =>
      floors && threshold !== undefined
        ? [[code, floors.filter((floor) => isBlindCell(floor, threshold)).length] as const]
        : [],
    ),
  )

async function caseFacts({ read, timeZone }: Reading, scope: OversightScope): Promise<OversightCase[]> {
  const all = await allCases(read)
  return all
    .filter(
      ({ fundCode, provider }) =>
        (scope.fund === null || scope.fund === fundCode) &&
        (scope.provider === null || scope.provider === provider),
    )
    .map((found) => ({
      ...found,
      fund: found.fundCode,
      openedOn: dayIn(found.openedAt, timeZone),
      closedOn: found.closedAt && dayIn(found.closedAt, timeZone),
    }))
}

async function ratesAt(read: Read, period: OversightPeriod): Promise<Rates> {
  const rates = await latestRates(read, daysOfPeriod(period).last)
  return new Map([
    [SITE_CURRENCY, '1'],
    ...[...rates].map(([currency, { rate }]) => [currency, rate] as const),
  ])
}

async function fundsOf(read: Read, scope: OversightScope) {
  return read
    .select({ code: fund.code, name: fund.name, provider: fund.provider })
    .from(fund)
    .where(inScope(scope))
    .orderBy(asc(fund.code))
}

const requester = alias(appUser, 'requester')
const decider = alias(appUser, 'decider')

/** What may change what the rules find, and who decides. */
const CHANGES = ['rule tolerance', 'file format', 'workflow definition']

async function changesIn({ read, timeZone }: Reading, scope: OversightScope): Promise<ChangeLine[]> {
  const { first, last } = daysOfPeriod(scope)
  const [from, until] = [startOfDay(first, timeZone), startOfDay(addDays(last, 1), timeZone)]
  const { kind, target, before, after, comment, decidedAt, decision, requestedBy, decidedBy } = pendingChange
  const rows = await read
    .select({
      kind,
      target,
      before,
      after,
      comment,
      decidedAt,
      requestedBy: sql<string>`coalesce(${fullNameOf(requester)}, 'Command line')`,
      approvedBy: sql<string>`coalesce(${fullNameOf(decider)}, 'Command line')`,
    })
    .from(pendingChange)
    .leftJoin(requester, eq(requester.id, requestedBy))
    .leftJoin(decider, eq(decider.id, decidedBy))
    .where(and(inArray(kind, CHANGES), eq(decision, 'approved'), gte(decidedAt, from), lt(decidedAt, until)))
    .orderBy(asc(decidedAt))
  const titles = await describeChanges(read, rows)
  const approved = rows.map((row, at) => ({
    at: row.decidedAt?.toISOString() ?? '',
    what: titles[at] ?? row.target,
    requestedBy: row.requestedBy,
    approvedBy: row.approvedBy,
    comment: row.comment,
  }))
  return [...approved, ...(await newRules(read, from, until))].sort((one, other) =>
    one.at < other.at ? -1 : 1,
  )
}

/** Versions of the rules that came with a release and first ran in the period. */
async function newRules(read: Read, from: Date, until: Date): Promise<ChangeLine[]> {
  const rows = await read
    .select({
      version: navControl.engineVersion,
      since: sql<Date>`min(${navControl.submittedAt})`.mapWith(navControl.submittedAt),
    })
    .from(navControl)
    .groupBy(navControl.engineVersion)
    .orderBy(asc(navControl.engineVersion))
  return rows
    .filter(({ since }, at) => at > 0 && from <= since && since < until)
    .map(({ version, since }) => ({
      at: since.toISOString(),
      what: `Rules, version ${version}`,
      requestedBy: 'Release',
      approvedBy: 'Release',
      comment: '',
    }))
}

async function proofOf({ read, timeZone, keys }: ReportContext, scope: OversightScope): Promise<Proof> {
  const { first, last } = daysOfPeriod(scope)
  const newestBefore = async (instant: Date) => {
    const { id, at, hash } = auditCheckpoint
    const [head] = await read
      .select({ checkpoint: id, at, hash })
      .from(auditCheckpoint)
      .where(lt(at, instant))
      .orderBy(desc(id))
      .limit(1)
    return head ? { ...head, at: head.at.toISOString() } : null
  }
  const verified = await lastVerification(read, keys)
  return {
    first: await newestBefore(startOfDay(first, timeZone)),
    last: await newestBefore(startOfDay(addDays(last, 1), timeZone)),
    verification: verified && {
      at: verified.at.toISOString(),
      isIntact: verified.isIntact,
      findings: verified.findings,
    },
  }
}
