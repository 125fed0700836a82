import type { Read } from 'db/database'
import { fundNav, ruleResult } from 'db/schema/navs'
import { sourceExplanation, sourceExplanationEnd } from 'db/schema/sources'
import { workflowInstance } from 'db/schema/workflow'
import { and, desc, eq, gte, isNotNull, ne } from 'drizzle-orm'
import type { UserContext, UserWork, UserWriteContext } from '~/areas/access/user-context'
import { addDays, type Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showDay, showExact } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { instanceById, lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { RuleEvidence } from '../control/rule-results.server'
import { closedNavReason, openControlId } from '../nav'
import { EXPLAINING, navFacts } from '../nav-facts.server'
import type { Breach, ExplainableRule } from '../rules/contract'
import { wholeCurrency } from '../rules/stored-rates'
import { judgeExplained } from '../sources/judge-again.server'
import type { ControlWorkers } from '../worker/jobs'
import {
  type ExplainedReason,
  type ExplanationRow,
  lastDayFault,
  NEEDS_COMMENT,
  subjectOf,
  unitOf,
} from './explained'
import { explanationById } from './explanations.server'

const TITLE = 'Nothing was explained'
const END_TITLE = 'The explanation was not ended'

/** A difference of the current control of a NAV. */
export interface DifferenceAt {
  navId: number
  rule: ExplainableRule
  /** The currency of S03, the instrument code or ISIN of S04; of S06 the fund. */
  subject: string
}

export interface Explanation extends DifferenceAt {
  isin: string | null
  exDate: Day | null
  /** On the source's side. */
  amount: Decimal
  reason: ExplainedReason
  comment: string
  until: Day | null
  /** The explanation that it takes the place of; null for none. */
  renews: number | null
}

type Site = { workers: Pick<ControlWorkers, 'run'> }

/**
 * The difference that is to be explained, and why it cannot be; null when it can. One that is explained already is asked
 * for by its explanation: the rule may need it in the current control.
 */
export async function differenceToExplain(
  read: Read,
  { navId, rule, subject, renews }: DifferenceAt & { renews: number | null },
) {
  const [nav, instance] = [await navFacts(read, navId), await instanceById(read, navId)]
  const controlId = openControlId(nav, instance)
  const closed = closedNavReason(instance)
  const { fundId, fundCode, fundCurrency, navDate } = nav
  const about = { navId, fundId, fundCode, fundCurrency, navDate, rule }
  if (closed !== null || controlId === null)
    return { ...about, controlId, breach: null, off: closed ?? 'Run a control first: it says what differs.' }
  const evidence = await evidenceOf(read, controlId, rule)
  const breach = breachOf(evidence, subject) ?? (await explainedIn(read, evidence, renews))
  const off = breach
    ? null
    : `${subject} is not among the differences of ${rule} in the current control. Open it from Open breaks.`
  return { ...about, controlId, breach, off }
}

async function evidenceOf(
  read: Read,
  controlId: number,
  rule: ExplainableRule,
): Promise<RuleEvidence | null> {
  const [row] = await read
    .select({ evidence: ruleResult.evidence })
    .from(ruleResult)
    .where(and(eq(ruleResult.controlId, controlId), eq(ruleResult.ruleId, rule)))
  return (row?.evidence as RuleEvidence | undefined) ?? null
}

type Explainable = Pick<Breach, 'subject' | 'formula' | 'toExplain'>

/** What the current result needs of an explanation. */
async function explainedIn(
  read: Read,
  evidence: RuleEvidence | null,
  renews: number | null,
): Promise<Explainable | null> {
  if (renews === null || !evidence?.explained?.some(({ id }) => id === renews)) return null
  const { rule, fund_code, amount, currency, instrument_code, isin } = await explanationById(read, renews)
  const subject = rule === 'S06' ? `Fund ${fund_code}` : (currency ?? instrument_code ?? isin ?? '')
  const ofPosition = rule === 'S04'
  return {
    subject,
    formula: evidence.computation,
    toExplain: {
      amount,
      instrumentCode: ofPosition ? instrument_code : null,
      isin: ofPosition ? isin : null,
    },
  }
}

/** The breach of a subject that may be explained. */
function breachOf(evidence: RuleEvidence | null, subject: string): Explainable | null {
  const found = evidence?.breaches.find(
    ({ subject: own, toExplain }) =>
      toExplain && (own === subject || [toExplain.instrumentCode, toExplain.isin].includes(subject)),
  )
  return found ?? null
}

/**
 * Explains a difference of the current control of an open NAV: for its NAV date and those until the last day the amount
 * counts as the source's. Then the rule is judged again where a control has run.
 * @throws DomainError invalid with a sentence for each field; refused for a NAV that was sent; not-found
 */
export async function explainDifference(work: UserWork, site: Site, given: Explanation): Promise<number> {
  const words = wordsOf(given)
  const { id, fundId, navDate } = await work.transaction((context) =>
    withIdempotencyKey(context, `explain difference ${given.navId}`, async () => {
      const found = await checkedDifference(context, given)
      if (given.renews !== null) await endRenewed(context, given.renews, found)
      return { id: await storeExplanation(context, given, found, words), ...found.about }
    }),
  )
  await judgeExplained(work, site, { fundId, from: navDate, words })
  return id
}

function wordsOf({ rule, subject, isin, exDate, amount, reason, until, renews }: Explanation): string {
  const what = rule === 'S06' ? `${isin} ex ${showDay(exDate)}` : subject
  const last = until === null ? 'until it is ended' : `until ${showDay(until)}`
  return `${rule} ${what} ${renews === null ? 'explained' : 'explained again'}: ${showExact(amount)}, ${reason} ${last}`
}

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/

async function checkedDifference({ tx }: UserWriteContext, given: Explanation) {
  const instance = await lockInstance(tx, given.navId)
  const found = await differenceToExplain(tx, given)
  const { fundId, fundCode, navDate, controlId, breach, off } = found
  if (off !== null || controlId === null || !breach?.toExplain)
    throw new DomainError('refused', off ?? 'There is nothing to explain.', { title: TITLE })
  const fields = faultsOf(given, navDate)
  const sentences = Object.values(fields)
  if (sentences.length > 0) throw new DomainError('invalid', sentences.join(' '), { title: TITLE, fields })
  const { instrumentCode, isin } = breach.toExplain
  const subject = {
    S03: { currency: wholeCurrency(breach.subject).currency, instrumentCode: null, isin: null, exDate: null },
    S04: { currency: null, instrumentCode, isin, exDate: null },
    S06: { currency: null, instrumentCode: null, isin: given.isin, exDate: given.exDate },
  }[given.rule]
  return { instance, controlId, subject, about: { fundId, fundCode, navDate } }
}

/** What is wrong with an explanation, by field. */
function faultsOf({ rule, isin, exDate, amount, reason, comment, until }: Explanation, navDate: Day) {
  const faults: [field: string, fault: string | null | false][] = [
    ['amount', new Big(amount).eq(0) && 'Enter an amount other than 0.'],
    ['isin', rule === 'S06' && !ISIN.test(isin ?? '') && 'Enter the ISIN of the income: twelve characters.'],
    ['exDate', rule === 'S06' && exDate === null && 'Enter the ex date of the income.'],
    ['until', lastDayFault(reason, until, navDate)],
    [
      'comment',
      reason === NEEDS_COMMENT && comment.trim() === '' && 'Enter in the comment what explains it.',
    ],
  ]
  return Object.fromEntries(faults.filter((each): each is [string, string] => Boolean(each[1])))
}

type Checked = Awaited<ReturnType<typeof checkedDifference>>

async function storeExplanation(
  { tx, actor, now }: UserWriteContext,
  given: Explanation,
  { instance, controlId, subject, about }: Checked,
  words: string,
): Promise<number> {
  const comment = given.comment.trim()
  const [stored] = await tx
    .insert(sourceExplanation)
    .values({
      fundId: about.fundId,
      fundNavId: given.navId,
      controlId,
      ruleId: given.rule,
      ...subject,
      amount: given.amount,
      reason: given.reason,
      comment,
      until: given.until,
      givenBy: actor.id,
      givenAt: now,
    })
    .returning({ id: sourceExplanation.id })
  if (!stored) throw new Error('The explanation was not stored')
  await recordAct(tx, instance, {
    name: EXPLAINING,
    to: instance,
    who: actor,
    log: comment === '' ? words : `${words}. ${comment}`,
    data: {
      explanationId: stored.id,
      controlId,
      rule: given.rule,
      ...subject,
      amount: given.amount,
      until: given.until,
    },
    now,
  })
  return stored.id
}

/** Ends the explanation that another takes the place of, from the NAV date of the new one; one that ran out has ended. */
async function endRenewed(context: UserWriteContext, id: number, { about, subject }: Checked): Promise<void> {
  const before = await explanationById(context.tx, id)
  const isSame =
    before.fund_code === about.fundCode &&
    before.currency === subject.currency &&
    before.instrument_code === subject.instrumentCode &&
    before.isin === subject.isin &&
    before.ex_date === subject.exDate
  if (!isSame)
    throw new DomainError(
      'invalid',
      `Explanation ${id} is of another difference. Explain this one by itself.`,
      {
        title: TITLE,
        fields: { renews: 'It is of another difference' },
      },
    )
  if (before.ended_from !== null || (before.until !== null && before.until < about.navDate)) return
  await storeEnd(context, before, { from: about.navDate, comment: 'Explained again' })
}

export interface EndOfExplanation {
  id: number
  comment: string
  /** The NAV date from which it counts no longer; null for the fund's open one, or the day after the last one sent. */
  from: Day | null
}

/** From which NAV date an explanation counts no longer where it is ended now. */
async function endedFromNow(read: Read, { fund_code, nav_date, ...row }: ExplanationRow): Promise<Day> {
  const { fundId } = await navFacts(read, row.nav_id)
  const [last] = await read
    .select({ navDate: fundNav.navDate, status: workflowInstance.status })
    .from(fundNav)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .where(
      and(
        eq(fundNav.fundId, fundId),
        isNotNull(fundNav.currentControlId),
        gte(fundNav.navDate, nav_date),
        ne(workflowInstance.status, 'CANCELLED'),
      ),
    )
    .orderBy(desc(fundNav.navDate))
    .limit(1)
  if (!last) return nav_date
  return last.status === 'SENT' ? addDays(last.navDate, 1) : last.navDate
}

/** An explanation that may be ended, from which NAV date, and why it cannot be; null when it can. */
export async function explanationToEnd({ read }: Pick<UserContext, 'read'>, id: number) {
  const row = await explanationById(read, id)
  const ended = row.ended_from !== null && `${row.ended_by} has ended it from ${showDay(row.ended_from)} on.`
  return { row, from: await endedFromNow(read, row), off: ended || null }
}

/**
 * Ends an explanation: it counts for no NAV date from this one on. Then its rule is judged again where a control has run.
 * @throws DomainError not-found; refused where it was ended or has run out; invalid for a day outside its time
 */
export async function endExplanation(work: UserWork, site: Site, given: EndOfExplanation): Promise<void> {
  const done = await work.transaction((context) =>
    withIdempotencyKey(context, `end explanation ${given.id}`, async () => {
      const { tx } = context
      const before = await explanationById(tx, given.id)
      await lockInstance(tx, before.nav_id)
      const { row, off, from: now } = await explanationToEnd({ read: tx }, given.id)
      if (off !== null)
        throw new DomainError('refused', `There is nothing left to end: ${off}`, { title: END_TITLE })
      const from = given.from ?? now
      const fault = fromFault(row, from)
      if (fault) throw new DomainError('invalid', fault, { title: END_TITLE, fields: { from: fault } })
      const { fundId } = await navFacts(tx, row.nav_id)
      await storeEnd(context, row, { from, comment: given.comment.trim() })
      return { fundId, from, words: `${row.rule} ${subjectOf(row)}: no longer explained` }
    }),
  )
  await judgeExplained(work, site, done)
}

function fromFault({ nav_date, until }: ExplanationRow, from: Day): string | null {
  if (from < nav_date) return `It counts from ${showDay(nav_date)}. Enter that NAV date or a later one.`
  if (until !== null && from > until) return `It counts until ${showDay(until)} only: it ends by itself.`
  return null
}

async function storeEnd(
  { tx, actor, now }: UserWriteContext,
  row: ExplanationRow,
  { from, comment }: { from: Day; comment: string },
): Promise<void> {
  await tx.insert(sourceExplanationEnd).values({
    explanationId: row.id,
    fundNavId: row.nav_id,
    endedFrom: from,
    comment,
    endedBy: actor.id,
    endedAt: now,
  })
  const instance = await lockInstance(tx, row.nav_id)
  await recordAct(tx, instance, {
    name: 'end explanation',
    to: instance,
    who: actor,
    log: `${row.rule} ${subjectOf(row)}, ${showExact(row.amount)} ${unitOf(row)}: ended from ${showDay(from)} on. ${comment}`.trim(),
    data: { explanationId: row.id, from, comment },
    now,
  })
}
