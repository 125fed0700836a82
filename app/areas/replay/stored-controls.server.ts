import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { fundNav, navControl, navControlInput, ruleResult } from 'db/schema/navs'
import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { pricesElsewhere, ruleReference } from '~/areas/navs/control/rule-reference.server'
import { figuresJsonOf } from '~/areas/navs/control/store-control.server'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { ENGINE_VERSION, type RuleId } from '~/areas/navs/rules/catalogue'
import type { Severity } from '~/areas/navs/rules/contract'
import { readsLines } from '~/areas/navs/rules/evaluate'
import type { StoredFigures } from '~/areas/navs/workbooks/lines-by-column'
import { mapConcurrently } from '~/platform/threads/map-concurrently'
import type { Day } from '~/platform/values/day'
import { groupedBy } from '~/platform/values/grouped'
import type { ReplayCriteria, Settlement, StoredResult } from './replay'
import { ALL_RULES } from './replay-control'
import type { ControlTexts } from './worker/jobs'

/** A control that may be replayed. */
export interface ControlToReplay {
  id: number
  navId: number
  fundId: number
  fund: string
  navDate: Day
  submittedAt: Date
  previousId: number | null
  engineVersion: number
}

/** The controls of some funds and NAV dates, fund by fund, the oldest first. */
export async function controlsToReplay(
  read: Read,
  { funds, from, to }: Pick<ReplayCriteria, 'funds' | 'from' | 'to'>,
): Promise<ControlToReplay[]> {
  return read
    .select({
      id: navControl.id,
      navId: navControl.fundNavId,
      fundId: fundNav.fundId,
      fund: fund.code,
      navDate: fundNav.navDate,
      submittedAt: navControl.submittedAt,
      previousId: navControl.previousControlId,
      engineVersion: navControl.engineVersion,
    })
    .from(navControl)
    .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
    .where(
      and(
        funds.length > 0 ? inArray(fund.code, funds) : undefined,
        from === null ? undefined : gte(fundNav.navDate, from),
        to === null ? undefined : lte(fundNav.navDate, to),
        isNull(navControl.navErrorId),
      ),
    )
    .orderBy(asc(fund.code), asc(fundNav.navDate), asc(navControl.submittedAt), asc(navControl.id))
}

/** The current control of each fund's last NAV that has one and was run by this engine. */
export async function lastControls(read: Read, funds: readonly string[] = []): Promise<ControlToReplay[]> {
  const rows = await read.execute<{ id: string }>(sql`
    select distinct on (nav.fund_id) nav.current_control_id as id
    from fund_nav nav join workflow_instance instance on instance.object_id = nav.id
    where nav.current_control_id is not null and instance.status <> 'CANCELLED'
    order by nav.fund_id, nav.nav_date desc`)
  const ids = new Set(rows.map(({ id }) => Number(id)))
  const controls = await controlsToReplay(read, { funds: [...funds], from: null, to: null })
  return controls.filter(({ id, engineVersion }) => ids.has(id) && engineVersion === ENGINE_VERSION)
}

/** Longer pauses are not work on an alert. */
const MAX_MINUTES = 60

/** The results of these rules in a fund's controls as they were computed, and how their alerts ended. */
async function storedResults(
  read: Read,
  controls: readonly ControlToReplay[],
  rules: readonly RuleId[],
): Promise<ReadonlyMap<number, StoredResult[]>> {
  if (controls.length === 0) return new Map()
  const navs = [...new Set(controls.map(({ navId }) => navId))]
  const rows = await read
    .select({
      controlId: ruleResult.controlId,
      navId: navControl.fundNavId,
      submittedAt: navControl.submittedAt,
      rule: ruleResult.ruleId,
      computed: sql<string>`coalesce(${ruleResult.evidence} ->> 'computedResult', ${ruleResult.result})`,
      result: ruleResult.result,
      severity: ruleResult.severity,
      impact: sql<string | null>`trim_scale(${ruleResult.impact})::text`,
      explained: ruleResult.explained,
      changedAt: ruleResult.when,
    })
    .from(ruleResult)
    .innerJoin(navControl, eq(navControl.id, ruleResult.controlId))
    // The time that an alert took is counted from the one before it, whatever its rule.
    .where(
      and(
        inArray(navControl.fundNavId, navs),
        isNull(navControl.navErrorId),
        or(inArray(ruleResult.ruleId, [...rules]), isNotNull(ruleResult.when)),
      ),
    )
    .orderBy(asc(navControl.submittedAt), asc(navControl.id), asc(ruleResult.sortingOrder))
  const byRule = groupedBy(rows, ({ navId, rule }) => `${navId} ${rule}`)
  const settledOf = ({ controlId, navId, rule, computed, result, explained }: (typeof rows)[number]) => {
    if (computed !== 'NOK') return null
    const ofRule = byRule.get(`${navId} ${rule}`) ?? []
    const next = ofRule[ofRule.findIndex((each) => each.controlId === controlId) + 1]
    if (next && next.computed !== 'NOK') return 'corrected'
    if (result === 'OK - justified') return 'justified'
    if (explained) return 'explained'
    return next ? 'repeated' : 'open'
  }
  const times = new Map<number, number[]>()
  for (const { controlId, changedAt, submittedAt } of rows) {
    const of = times.get(controlId) ?? [submittedAt.getTime()]
    if (changedAt) of.push(changedAt.getTime())
    times.set(controlId, of)
  }
  const minutesOf = ({ controlId, changedAt }: (typeof rows)[number]) => {
    if (!changedAt) return null
    const before = (times.get(controlId) ?? []).filter((each) => each < changedAt.getTime())
    const minutes = (changedAt.getTime() - Math.max(...before)) / 60_000
    return before.length === 0 ? null : Math.round(Math.min(MAX_MINUTES, minutes))
  }
  const of = new Map<number, StoredResult[]>()
  for (const row of rows) {
    if (!rules.includes(row.rule as RuleId)) continue
    const settled: Settlement | null = settledOf(row)
    const results = of.get(row.controlId) ?? []
    of.set(row.controlId, results)
    results.push({
      rule: row.rule as RuleId,
      nok: row.computed === 'NOK',
      severity: row.severity as Severity,
      impact: row.computed === 'NOK' ? row.impact : null,
      settled,
      minutes: settled === 'justified' || settled === 'explained' ? minutesOf(row) : null,
    })
  }
  return of
}

/** A control with all that the rules read of it, for a worker; null where its figures are not stored. */
export interface ReadControl {
  control: ControlToReplay
  texts: ControlTexts | null
}

/** Controls of one query: enough that its cost is little for each, and few enough for large inventories. */
const AT_ONCE = 16

/**
 * Reads what the rules read of stored controls, fund by fund and some at a time.
 * @param rules those that will run: what only others read is left out
 */
export async function* readControls(
  read: Read,
  controls: readonly ControlToReplay[],
  rules: readonly RuleId[],
): AsyncGenerator<ReadControl[]> {
  for (const ofFund of groupedBy(controls, ({ fund }) => fund).values()) {
    const results = await storedResults(read, ofFund, rules)
    for (let from = 0; from < ofFund.length; from += AT_ONCE)
      yield readTexts(read, ofFund.slice(from, from + AT_ONCE), rules, results)
  }
}

/** All that these rules read of some controls. */
export async function readTexts(
  read: Read,
  controls: readonly ControlToReplay[],
  rules: readonly RuleId[],
  results: ReadonlyMap<number, StoredResult[]> = new Map(),
): Promise<ReadControl[]> {
  const inputs = await read
    .select({ controlId: navControlInput.controlId, input: sql<string>`${navControlInput.input}::text` })
    .from(navControlInput)
    .where(
      inArray(
        navControlInput.controlId,
        controls.map(({ id }) => id),
      ),
    )
  const storedInputs = new Map(inputs.map(({ controlId, input }) => [controlId, input]))
  // Prices across funds are looked up by the lines, where they were not kept.
  const lines = rules.some(readsLines) || controls.some(({ id }) => !storedInputs.has(id))
  const ids = new Set(controls.flatMap(({ id, previousId }) => (previousId === null ? id : [id, previousId])))
  const figuresOf = await figuresJsonOf(read, [...ids], lines)
  return Promise.all(
    controls.map(async (control) => {
      const { id, navId, navDate, previousId } = control
      const figures = figuresOf.get(id)
      if (figures === undefined) return { control, texts: null }
      const before = previousId === null ? undefined : figuresOf.get(previousId)
      const texts: ControlTexts = {
        id,
        navId,
        navDate,
        results: results.get(id) ?? [],
        kept: storedInputs.has(id),
        figures,
        previous: previousId === null || before === undefined ? null : { id: previousId, figures: before },
        reference: storedInputs.get(id) ?? (await referenceToday(read, control, figures)),
      }
      return { control, texts }
    }),
  )
}

/** Works on all that the rules read of each control, two at a time and one that is being read. */
export function ofLastControls<Answer>(
  read: Read,
  controls: readonly ControlToReplay[],
  work: (of: ReadControl) => Promise<Answer>,
): Promise<Answer[]> {
  return mapConcurrently(controls, 3, async (control) => {
    const [texts] = await readTexts(read, [control], ALL_RULES)
    return work(texts ?? { control, texts: null })
  })
}

/** Controls of before inputs were kept: what is stored today, which the replay compares with their results. */
async function referenceToday(
  read: Read,
  { navId, fundId, previousId }: ControlToReplay,
  figures: string,
): Promise<string> {
  const [previous] =
    previousId === null
      ? []
      : await read
          .select({ controlId: navControl.id, navDate: fundNav.navDate })
          .from(navControl)
          .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
          .where(eq(navControl.id, previousId))
  const { inventory } = JSON.parse(figures) as StoredFigures
  const [reference, elsewhere] = await Promise.all([
    ruleReference(read, await navFacts(read, navId), previous ?? null),
    pricesElsewhere(read, fundId, inventory && JSON.stringify(inventory.lines)),
  ])
  return JSON.stringify({ ...reference, pricesElsewhere: elsewhere })
}
