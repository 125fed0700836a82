import type { Read, Transaction } from 'db/database'
import { fund } from 'db/schema/lookups'
import { fundNav, navControl, navControlInput, ruleResult } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, between, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import type { UserWork } from '~/areas/access/user-context'
import { addDays } from '~/platform/values/day'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { instanceById, lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { refreshAutoChecks, voidApprovals } from '../checks.server'
import { type RuleEvidence, ruleResultsOf } from '../control/rule-results.server'
import { figuresJson } from '../control/store-control.server'
import { closedNavReason, countsOf, openControlId, SOURCE_REASON, summaryOf } from '../nav'
import { navFacts } from '../nav-facts.server'
import { ENGINE_VERSION, type RuleId } from '../rules/catalogue'
import type { RuleInput, RuleOutcome, SecondSources } from '../rules/contract'
import type { ControlData } from '../workbooks/control-data'
import type { ControlWorkers } from '../worker/jobs'
import { secondSources } from './nav-sources.server'
import type { SourceRead } from './read-sources'
import type { SourceKind } from './source-kinds'

/** The rules that lean on each kind; a vendor's price also weighs what only the depositary has. */
const RULES_OF: Readonly<Record<keyof SecondSources, readonly RuleId[]>> = {
  register: ['S01', 'S02'],
  cash: ['S03'],
  positions: ['S04'],
  prices: ['S04', 'S05'],
  announcements: ['S06', 'S07'],
}

const PARTS: Readonly<Record<SourceKind, keyof SecondSources>> = {
  REGISTER: 'register',
  CASH: 'cash',
  POSITIONS: 'positions',
  PRICES: 'prices',
  ANNOUNCEMENTS: 'announcements',
}

/** Further apart two NAV dates of a fund rarely are: a register of deals, or an announcement, may be of the later one. */
const LONGEST_GAP = 31

/** The open NAVs with a control that files may be about. */
async function navsConcerned(read: Read, sources: readonly SourceRead[]): Promise<number[]> {
  const ids = new Set<number>()
  for (const { kind, days, lines } of sources) {
    const dates = [...days, ...lines].map(({ date }) => date).sort()
    const [first, last] = [dates[0], dates.at(-1)]
    if (first === undefined || last === undefined) continue
    const codes = [...new Set(days.map(({ fundCode }) => fundCode))]
    const isLater = kind === 'ANNOUNCEMENTS' || kind === 'PRICES' || days.some(({ isDealt }) => isDealt)
    const rows = await read
      .select({ id: fundNav.id })
      .from(fundNav)
      .innerJoin(fund, eq(fund.id, fundNav.fundId))
      .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
      .where(
        and(
          isNotNull(fundNav.currentControlId),
          notInArray(workflowInstance.status, ['SENT', 'CANCELLED']),
          between(fundNav.navDate, first, addDays(last, isLater ? LONGEST_GAP : 2)),
          codes.length > 0 ? inArray(fund.code, codes) : undefined,
        ),
      )
    for (const { id } of rows) ids.add(id)
  }
  return [...ids].sort((one, other) => one - other)
}

interface Arrived {
  sources: readonly SourceRead[]
  /** "CASH from BANK: cash.csv" */
  words: string
}

/**
 * Judges again, over the values that the current controls of open NAVs read, the rules that lean on what has just
 * arrived; all else is taken over, as a new control by SYSTEM. A changed result voids the approvals.
 */
export async function judgeAgain(
  work: UserWork,
  { workers }: { workers: Pick<ControlWorkers, 'run'> },
  arrived: Arrived,
): Promise<void> {
  const parts = [...new Set(arrived.sources.map(({ kind }) => PARTS[kind]))]
  for (const fundNavId of await navsConcerned(work.read, arrived.sources))
    await judgeNav(work, workers, { fundNavId, parts, words: arrived.words })
}

async function judgeNav(
  work: UserWork,
  workers: Pick<ControlWorkers, 'run'>,
  { fundNavId, parts, words }: { fundNavId: number; parts: (keyof SecondSources)[]; words: string },
): Promise<void> {
  const { read } = work
  const [nav, instance] = [await navFacts(read, fundNavId), await instanceById(read, fundNavId)]
  const controlId = openControlId(nav, instance)
  const control = controlId === null ? null : await controlToJudge(read, controlId)
  if (controlId === null || !control) return
  const json = await figuresJson(read, controlId)
  if (json === null) return
  const { inventory } = JSON.parse(json) as ControlData
  const { previous, input } = control
  const found = await secondSources(read, nav, inventory && JSON.stringify(inventory.lines), previous)
  const isSame = (part: keyof SecondSources) =>
    canonicalJson(found?.[part] ?? null) === canonicalJson(input.sources?.[part] ?? null)
  const changed = parts.filter((part) => !isSame(part))
  if (!found || changed.length === 0) return
  const sources = { ...found, ...keptParts(input.sources, found, changed) }
  const rules = [...new Set(changed.flatMap((part) => RULES_OF[part]))]
  const previousJson = previous && (await figuresJson(read, previous.controlId))
  const reference = { ...input, sources }
  const outcomes = await workers.run(
    'judge',
    [json, previousJson, reference, rules],
    `Fund ${nav.fundCode} again`,
  )
  await work.transaction(async (context) => {
    const { tx, actor, now } = context
    let locked = await lockInstance(tx, fundNavId)
    // A control that ran meanwhile read the source itself.
    if (closedNavReason(locked) || (await navFacts(tx, fundNavId)).currentControlId !== controlId) return
    const newId = await copyControl(tx, { controlId, comment: words, now, reference })
    const moved = await copyResults(tx, { controlId, newId, outcomes })
    const results = await ruleResultsOf(tx, newId)
    const counts = countsOf(results)
    await tx.update(navControl).set(counts).where(eq(navControl.id, newId))
    await tx.update(fundNav).set({ currentControlId: newId }).where(eq(fundNav.id, fundNavId))
    if (moved.length > 0) locked = await voidApprovals(context, locked, `second source: ${moved.join(', ')}`)
    await recordAct(tx, locked, {
      name: 'second source',
      to: locked,
      who: actor,
      log: `${words}. ${moved.length > 0 ? moved.join(', ') : `${rules.join(', ')} unchanged`}. ${summaryOf(counts)}`,
      data: { controlId: newId, repeats: controlId, rules, changed: moved },
      now,
    })
    await refreshAutoChecks(context, locked, results)
  })
}

/** The parts that a control read, where they are not judged again. */
function keptParts(
  before: SecondSources | undefined,
  found: SecondSources,
  changed: readonly (keyof SecondSources)[],
): Partial<SecondSources> {
  const kept = (Object.keys(found) as (keyof SecondSources)[]).filter((part) => !changed.includes(part))
  return before ? Object.fromEntries(kept.map((part) => [part, before[part]])) : {}
}

type StoredInput = Omit<RuleInput, 'data' | 'previous'>

/** What a control read, and what it compares with; null for one of other rules. */
async function controlToJudge(read: Read, controlId: number) {
  const [row] = await read
    .select({
      engineVersion: navControl.engineVersion,
      previousControlId: navControl.previousControlId,
      input: navControlInput.input,
    })
    .from(navControl)
    .innerJoin(navControlInput, eq(navControlInput.controlId, navControl.id))
    .where(eq(navControl.id, controlId))
  if (!row || row.engineVersion !== ENGINE_VERSION) return null
  const input = row.input as StoredInput
  if (row.previousControlId === null) return { input, previous: null }
  const [previous] = await read
    .select({ controlId: navControl.id, navDate: fundNav.navDate })
    .from(navControl)
    .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
    .where(eq(navControl.id, row.previousControlId))
  return { input, previous: previous ?? null }
}

/** The tables whose rows belong to a control, with their other columns. */
const COPIED = {
  nav_control_file: 'file_index, document_id, file_type',
  nav_control_table: 'kind, source',
  nav_line: 'row, type, code, currency, value, name',
  balance_line: 'row, account_number, account_name, currency, debtor, creditor',
  inventory_line: `row, instrument_code, instrument_name, type, subtype, quotation_currency, quantity, price, price_date,
    market_value, isin, price_factor, fx_rate, accrued_interest, nav_percent, maturity_date, issuer, issuer_kind, coupon,
    last_coupon_date, day_count, exchange`,
  nav_bridge: 'previous_control_id, previous_tna, tna, residual, residual_bp, left_out',
  nav_bridge_driver: 'position, driver, type, amount, bp, parts, part_count',
  nav_bridge_contributor: 'position, code, name, price, fx, bp',
} as const

/** A control by SYSTEM with the figures of another, and what its rules read. */
async function copyControl(
  tx: Transaction,
  given: { controlId: number; comment: string; now: Date; reference: StoredInput },
): Promise<number> {
  const { controlId, comment, now, reference } = given
  const [from] = await tx.select().from(navControl).where(eq(navControl.id, controlId))
  if (!from) throw new Error(`Control ${controlId} is gone`)
  const { id: _, ...columns } = from
  const [row] = await tx
    .insert(navControl)
    .values({ ...columns, userId: null, reasonCode: SOURCE_REASON, comment, submittedAt: now })
    .returning({ id: navControl.id })
  if (!row) throw new Error('The control was not stored')
  for (const [table, names] of Object.entries(COPIED)) {
    const own = sql.join(
      names.split(/,\s*/).map((name) => sql.identifier(name)),
      sql`, `,
    )
    await tx.execute(sql`insert into ${sql.identifier(table)} (control_id, ${own})
      select ${row.id}::bigint, ${own} from ${sql.identifier(table)} where control_id = ${controlId}`)
  }
  await tx.insert(navControlInput).values({ controlId: row.id, input: reference })
  return row.id
}

/**
 * Takes the results of a control over, those that were judged again with their new evidence. An override or a comment
 * stays where the computed result did not change.
 * @returns the rules whose computed result changed: "S03 Depositary cash: OK to NOK"
 */
async function copyResults(
  tx: Transaction,
  { controlId, newId, outcomes }: { controlId: number; newId: number; outcomes: readonly RuleOutcome[] },
): Promise<string[]> {
  const before = await tx.select().from(ruleResult).where(eq(ruleResult.controlId, controlId))
  const judged = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const moved: string[] = []
  const rows = before.map(({ id: _, ...row }) => {
    const own = { ...row, controlId: newId }
    const outcome = judged.get(row.ruleId)
    if (!outcome) return own
    const {
      id: __,
      sortingOrder,
      name,
      severity,
      result,
      impact,
      comment,
      breachCount,
      ...evidence
    } = outcome
    const was = row.evidence as RuleEvidence
    const isChanged = was.computedResult !== result || row.severity !== severity
    if (isChanged) moved.push(`${name}: ${was.computedResult} to ${result}`)
    const fresh = {
      ...own,
      sortingOrder,
      name,
      severity,
      impact,
      breachCount,
      evidence: { ...evidence, computedResult: result, computedComment: comment },
    }
    const isByPerson = row.who !== null && !isChanged
    return isByPerson
      ? fresh
      : { ...fresh, result, comment, when: null, who: null, was: null, explained: false }
  })
  await tx.insert(ruleResult).values(rows)
  return moved
}
