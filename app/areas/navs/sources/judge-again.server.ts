import type { Read, Transaction } from 'db/database'
import { fund } from 'db/schema/lookups'
import { fundNav, navControl, navControlInput, ruleResult } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, desc, eq, gt, gte, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { showExact } from '~/platform/values/show'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { instanceById, lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { Instance } from '~/platform/workflow/types'
import { refreshAutoChecks, voidApprovals } from '../checks.server'
import { type RuleEvidence, ruleResultsOf } from '../control/rule-results.server'
import { figuresJson } from '../control/store-control.server'
import { AFTER_SENDING_REASON, countsOf, openControlId, SOURCE_REASON, summaryOf } from '../nav'
import { navFacts } from '../nav-facts.server'
import { ENGINE_VERSION, type RuleId } from '../rules/catalogue'
import { EXPLAINABLE_RULES, type RuleOutcome, type SecondSources } from '../rules/contract'
import {
  type RuleReference,
  ruleReferenceOf,
  type StoredReference,
  storedReference,
  storedSources,
} from '../rules/stored-input'
import type { StoredFigures } from '../workbooks/lines-by-column'
import type { ControlWorkers } from '../worker/jobs'
import { secondSources } from './nav-sources.server'
import type { SourceRead } from './read-sources'
import type { SourceKind } from './source-kinds'

type Part = keyof SecondSources

/** The rules that lean on each kind; a vendor's price also weighs what only the depositary has. */
const RULES_OF: Readonly<Record<Exclude<Part, 'explained'>, readonly RuleId[]>> = {
  register: ['S01', 'S02'],
  cash: ['S03'],
  positions: ['S04'],
  prices: ['S04', 'S05'],
  missingVendors: ['S05'],
  announcements: ['S06', 'S07'],
}

const PARTS: Readonly<Record<SourceKind, readonly Exclude<Part, 'explained'>[]>> = {
  REGISTER: ['register'],
  CASH: ['cash'],
  POSITIONS: ['positions'],
  PRICES: ['prices', 'missingVendors'],
  ANNOUNCEMENTS: ['announcements'],
}

/** The NAVs with a control that a condition selects, over `fund_nav` and `fund`. */
async function controlledNavs(read: Read, where: SQL | undefined): Promise<number[]> {
  const rows = await read
    .select({ id: fundNav.id })
    .from(fundNav)
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .where(and(isNotNull(fundNav.currentControlId), ne(workflowInstance.status, 'CANCELLED'), where))
  return rows.map(({ id }) => id)
}

/** The NAVs with a control that files may be about. */
async function navsConcerned(read: Read, sources: readonly SourceRead[]): Promise<number[]> {
  const ids = new Set<number>()
  for (const source of sources) {
    if (source.lines.length + source.days.length === 0) continue
    const about =
      source.kind === 'PRICES'
        ? hasPrices(source)
        : source.kind === 'ANNOUNCEMENTS'
          ? hasAnnouncements(source)
          : hasDays(source)
    for (const id of await controlledNavs(read, about)) ids.add(id)
  }
  return [...ids].sort((one, other) => one - other)
}

/** A fund and day of the files is that of the NAV, the weekday before it, or of its deals. */
function hasDays({ days }: SourceRead): SQL {
  const given = JSON.stringify(
    days.map(({ fundCode, date, isDealt }) => ({ fund_code: fundCode, date, is_dealt: isDealt })),
  )
  return sql`${fundNav.id} in (
    select nav.id
    from jsonb_to_recordset(${given}::jsonb) as given (fund_code text, date date, is_dealt boolean)
      join fund owner on owner.code = given.fund_code
      join fund_nav nav on nav.fund_id = owner.id and nav.nav_date >= given.date
    where case when given.is_dealt
      then nav.nav_date > given.date and not exists (
        select from fund_nav earlier join workflow_instance place on place.object_id = earlier.id
        where earlier.fund_id = nav.fund_id and earlier.nav_date > given.date and earlier.nav_date < nav.nav_date
          and place.status <> 'CANCELLED')
      else nav.nav_date <= given.date + 2 end)`
}

/** The inventory of the NAV, or its depositary, has an instrument with a price of these. */
function hasPrices({ lines }: SourceRead): SQL {
  const given = JSON.stringify(lines.map(({ isin, date }) => ({ isin, date })))
  const prices = sql`jsonb_to_recordset(${given}::jsonb) as given (isin text, date date)`
  return sql`${fundNav.id} in (
    select nav.id
    from ${prices} join inventory_line line
        on line.isin = given.isin and line.price_date = given.date and line.price is not null
      join fund_nav nav on nav.current_control_id = line.control_id
    union select nav.id
    from ${prices} join source_line line on line.isin = given.isin and line.date between given.date - 2 and given.date
      join fund owner on owner.code = line.fund_code
      join fund_nav nav on nav.fund_id = owner.id and nav.nav_date between given.date and given.date + 2)`
}

/**
 * One of these went ex between the NAV and the one before it, and is of a class of the fund or an instrument that it had.
 * An announcement whose ex date moved is missing at the NAV of the date before.
 */
function hasAnnouncements({ lines }: SourceRead): SQL {
  const given = JSON.stringify(
    lines.map(({ isin, classCode, event, date }) => ({ subject: isin ?? classCode, event, date })),
  )
  return sql`${fundNav.id} in (
    with given as (
      select * from jsonb_to_recordset(${given}::jsonb) as given (subject text, event text, date date)),
    dates as (
      select subject, date from given
      union select given.subject, line.date
      from given join source_line line on line.event = given.event
        and (line.isin = given.subject or line.class_code = given.subject)),
    spans as materialized (
      select nav.id, nav.fund_id, nav.nav_date, earlier.nav_date as after, control.id as control_id,
        previous.id as previous_id
      from fund_nav nav
        join fund owner on owner.id = nav.fund_id and owner.announcements_kept
        join nav_control control on control.id = nav.current_control_id
        join nav_control previous on previous.id = control.previous_control_id
        join fund_nav earlier on earlier.id = previous.fund_nav_id
      where exists (select from dates where dates.date > earlier.nav_date and dates.date <= nav.nav_date)),
    subjects as (
      select spans.id, class.code as subject from spans join share_class class on class.fund_id = spans.fund_id
      union
      select spans.id, line.isin from spans
        join inventory_line line on line.control_id in (spans.control_id, spans.previous_id)
      where line.isin is not null)
    select spans.id from spans
      join dates on dates.date > spans.after and dates.date <= spans.nav_date
      join subjects on subjects.id = spans.id and subjects.subject = dates.subject)`
}

type Site = { workers: Pick<ControlWorkers, 'run'> }

interface Arrived {
  sources: readonly SourceRead[]
  /** "CASH from BANK: cash.csv" */
  words: string
}

/**
 * Judges again, over the values that the current controls read, the rules that lean on what has just arrived; all else is
 * taken over, as a new control by SYSTEM. A changed result voids the approvals; of a NAV that was sent the control is kept
 * beside the one that was sent.
 */
export async function judgeAgain(work: UserWork<Actor | null>, site: Site, arrived: Arrived): Promise<void> {
  const parts = [...new Set(arrived.sources.flatMap(({ kind }) => PARTS[kind]))]
  for (const fundNavId of await navsConcerned(work.read, arrived.sources))
    await judgeNav(work, site, { fundNavId, parts, words: arrived.words })
}

/** The same where an explanation of a fund was given, or ended, from a NAV date on. @param words what was said */
export async function judgeExplained(
  work: UserWork<Actor | null>,
  site: Site,
  { fundId, from, words }: { fundId: number; from: Day; words: string },
): Promise<void> {
  const concerned = and(eq(fundNav.fundId, fundId), gte(fundNav.navDate, from))
  for (const fundNavId of await controlledNavs(work.read, concerned))
    await judgeNav(work, site, { fundNavId, parts: ['explained'], words })
}

/** The control whose results count: the open one, or of a NAV that was sent the last one beside it. */
async function controlThatCounts(read: Read, fundNavId: number, instance: Instance): Promise<number | null> {
  const open = openControlId(await navFacts(read, fundNavId), instance)
  if (open === null || instance.status !== 'SENT') return open
  return (await lastAfterSending(read, fundNavId, open)) ?? open
}

/** The newest control that was kept beside the one that was sent; null without any. */
export async function lastAfterSending(
  read: Read,
  fundNavId: number,
  sentId: number,
): Promise<number | null> {
  const [beside] = await read
    .select({ id: navControl.id })
    .from(navControl)
    .where(
      and(
        eq(navControl.fundNavId, fundNavId),
        eq(navControl.reasonCode, AFTER_SENDING_REASON),
        gt(navControl.id, sentId),
      ),
    )
    .orderBy(desc(navControl.id))
    .limit(1)
  return beside?.id ?? null
}

async function judgeNav(
  work: UserWork<Actor | null>,
  { workers }: Site,
  { fundNavId, parts, words }: { fundNavId: number; parts: readonly Part[]; words: string },
): Promise<void> {
  const { read } = work
  const nav = await navFacts(read, fundNavId)
  const controlId = await controlThatCounts(read, fundNavId, await instanceById(read, fundNavId))
  const control = controlId === null ? null : await controlToJudge(read, controlId)
  if (controlId === null || !control) return
  const json = await figuresJson(read, controlId)
  if (json === null) return
  const { inventory } = JSON.parse(json) as StoredFigures
  const { previous, input } = control
  const found = await secondSources(read, nav, inventory && JSON.stringify(inventory.lines), previous)
  const [now, before] = [found && storedSources(found), input.sources && storedSources(input.sources)]
  const changed = parts.filter((part) => !isSame(now?.[part], before?.[part]))
  const rules = [...new Set(changed.flatMap((part) => rulesOn(part, found, input.sources)))]
  if (rules.length === 0) return
  // What only a depositary has is weighed by a vendor's price, which the control did not need before.
  const taken: readonly Part[] = changed.includes('positions') ? [...changed, 'prices'] : changed
  const reference = { ...input, sources: withParts(input.sources, found, taken) }
  const previousJson = previous && (await figuresJson(read, previous.controlId))
  const outcomes = await workers.run(
    'judge',
    [json, previousJson, reference, rules],
    `Fund ${nav.fundCode} again`,
  )
  await work.transaction((context) =>
    storeJudged(context, { fundNavId, controlId, words, rules, reference, outcomes }),
  )
}

interface Judged {
  fundNavId: number
  /** The one that was judged again. */
  controlId: number
  words: string
  rules: readonly RuleId[]
  reference: RuleReference
  outcomes: readonly RuleOutcome[]
}

async function storeJudged(context: UserWriteContext<Actor | null>, given: Judged): Promise<void> {
  const { tx, actor, now } = context
  const { fundNavId, controlId, words, rules, reference, outcomes } = given
  let locked = await lockInstance(tx, fundNavId)
  // A control that ran meanwhile read the source itself.
  if (locked.status === 'CANCELLED' || (await controlThatCounts(tx, fundNavId, locked)) !== controlId) return
  const isSent = locked.status === 'SENT'
  const reasonCode = isSent ? AFTER_SENDING_REASON : SOURCE_REASON
  const newId = await copyControl(tx, { controlId, comment: words, reasonCode, now, reference })
  const moved = await copyResults(tx, { controlId, newId, outcomes })
  const results = await ruleResultsOf(tx, newId)
  const counts = countsOf(results)
  await tx.update(navControl).set(counts).where(eq(navControl.id, newId))
  if (!isSent) {
    await tx.update(fundNav).set({ currentControlId: newId }).where(eq(fundNav.id, fundNavId))
    if (moved.length > 0) locked = await voidApprovals(context, locked, `second source: ${moved.join(', ')}`)
  }
  await recordAct(tx, locked, {
    name: isSent ? 'second source after sending' : 'second source',
    to: locked,
    who: actor,
    log: `${words}. ${moved.length > 0 ? moved.join(', ') : `${rules.join(', ')} unchanged`}. ${summaryOf(counts)}`,
    data: { controlId: newId, repeats: controlId, rules: [...rules], changed: moved },
    now,
  })
  if (!isSent) await refreshAutoChecks(context, locked, results)
}

const isSameImpact = (one: Decimal | null, other: Decimal | null) =>
  one === null || other === null ? one === other : new Big(one).eq(other)

const isSame = (found: unknown, before: unknown) =>
  canonicalJson(found ?? null) === canonicalJson(before ?? null)

/** The rules that lean on a part that changed; of explanations those whose own changed. */
function rulesOn(
  part: Part,
  found: SecondSources | undefined,
  before: SecondSources | undefined,
): readonly RuleId[] {
  if (part !== 'explained') return RULES_OF[part]
  return EXPLAINABLE_RULES.filter((rule) => {
    const [now, then] = [found, before].map((of) => of?.explained?.filter((each) => each.rule === rule) ?? [])
    return !isSame(now, then)
  })
}

const NOTHING: SecondSources = {
  register: { tables: [], missing: [] },
  cash: { tables: [], missing: [] },
  positions: { tables: [], missing: [] },
  prices: [],
  announcements: [],
}

/** What a control read, with the parts that changed as they are now. */
function withParts(
  before: SecondSources | undefined,
  found: SecondSources | undefined,
  changed: readonly Part[],
): SecondSources {
  const now = found ?? NOTHING
  if (!before) return now
  return { ...before, ...Object.fromEntries(changed.map((part) => [part, now[part]])) }
}

/** "NOK of 10.5 bp" */
const resultInWords = (result: string, impact: Decimal | null) =>
  result === 'NOK' && impact !== null ? `${result} of ${showExact(impact)} bp` : result

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
  const input = ruleReferenceOf(row.input as StoredReference)
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
  given: { controlId: number; comment: string; reasonCode: string; now: Date; reference: RuleReference },
): Promise<number> {
  const { controlId, comment, reasonCode, now, reference } = given
  const [from] = await tx.select().from(navControl).where(eq(navControl.id, controlId))
  if (!from) throw new Error(`Control ${controlId} is gone`)
  const { id: _, ...columns } = from
  const [row] = await tx
    .insert(navControl)
    .values({ ...columns, userId: null, reasonCode, comment, submittedAt: now })
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
  await tx.insert(navControlInput).values({ controlId: row.id, input: storedReference(reference) })
  return row.id
}

/**
 * Takes the results of a control over, those that were judged again with their new evidence. An override or a comment
 * stays where the computed result did not change: one that is not OK is another where it weighs more or less, as what was
 * said is of the difference that was there.
 * @returns the rules whose computed result changed: "S03 Depositary cash: OK to NOK of 10.5 bp"
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
    const isOther = result === 'NOK' && (row.breachCount !== breachCount || !isSameImpact(row.impact, impact))
    const isChanged = was.computedResult !== result || row.severity !== severity || isOther
    if (isChanged)
      moved.push(
        `${name}: ${resultInWords(was.computedResult, row.impact)} to ${resultInWords(result, impact)}`,
      )
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
