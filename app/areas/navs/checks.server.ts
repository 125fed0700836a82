import type { Read, Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { isaeCheck } from 'db/schema/lookups'
import { navCheck } from 'db/schema/nav-checks'
import { navControl, ruleResult } from 'db/schema/navs'
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { isAmong } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { counted } from '~/platform/values/show'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { recordActs } from '~/platform/workflow/record-act.server'
import type { FourEyesRoles, Instance } from '~/platform/workflow/types'
import type { RuleResultRow } from './control/rule-results.server'
import { breaksWithoutComment } from './matching/breaks.server'
import {
  CHECKS_BY_SOURCES,
  countsOf,
  isBeyondAccountant,
  POSITIONS_CHECK,
  PREPARING,
  signingQueue,
  summaryOf,
} from './nav'
import { navMarks } from './nav-facts.server'
import { isExplainable } from './rules/contract'

interface Round {
  objectId: number
  round: number
}

type Status = 'DONE' | 'NOT OK'

/** Ticks the check of a step: "approve" or "send". */
export async function tickAutoCheck(
  { tx, actor, now }: UserWriteContext,
  { objectId, round }: Round,
  auto: string,
): Promise<void> {
  const checks = await tx.select({ rank: isaeCheck.rank }).from(isaeCheck).where(eq(isaeCheck.auto, auto))
  const done = checks.map(({ rank }): AutoCheck => ({ rank, status: 'DONE', log: '' }))
  await putChecks({ tx, now }, { objectId, round }, done, { userId: actor.id })
}

/** Reopens the check of a step whose outcome is no longer valid: "approve" after a return or voided approvals. */
export async function reopenAutoCheck(
  tx: Transaction,
  { objectId, round }: Round,
  auto: string,
): Promise<void> {
  const ranks = tx.select({ rank: isaeCheck.rank }).from(isaeCheck).where(eq(isaeCheck.auto, auto))
  await tx
    .delete(navCheck)
    .where(and(eq(navCheck.fundNavId, objectId), eq(navCheck.round, round), inArray(navCheck.rank, ranks)))
}

/** What ticks a check that depends on no rule. */
const NO_RULES = ['files', 'controls', 'approve', 'send']

/** The ids of the rules that a check depends on; none for the others. */
const rulesOf = (auto: string | null) => (auto === null || NO_RULES.includes(auto) ? [] : auto.split(' '))

type JudgedResult = Pick<RuleResultRow, 'controlId' | 'ruleId' | 'result' | 'name' | 'severity' | 'explained'>

/**
 * Ticks the checks that follow from the rule results of the current control: again whenever a result changes. A check
 * that depends on rules is ticked only where all of them applied and were OK by themselves; where one did not apply or
 * was justified it stays open, for a person.
 */
export async function refreshAutoChecks(
  context: TransactionAt,
  round: Round,
  results: readonly JudgedResult[],
): Promise<void> {
  const { tx } = context
  const checks = await tx
    .select({ rank: isaeCheck.rank, auto: isaeCheck.auto })
    .from(isaeCheck)
    .where(isNotNull(isaeCheck.auto))
  const put: AutoCheck[] = []
  const open: number[] = []
  for (const { rank, auto } of checks) {
    if (auto === 'files') put.push({ rank, status: 'DONE', log: 'Recognised, of this fund and date' })
    if (auto === 'controls') {
      const failing = results.filter(
        ({ result, severity, explained }) => result === 'NOK' && !(severity === 'W' && explained),
      )
      put.push(checkWithout(failing, rank, summaryOf(countsOf(results))))
    }
    const rules = rulesOf(auto)
    if (rules.length === 0) continue
    const judged = results.filter(({ ruleId }) => rules.includes(ruleId))
    const failing = judged.filter(({ result }) => result === 'NOK')
    const isOpen = judged.length < rules.length || judged.some(({ result }) => result !== 'OK')
    if (failing.length === 0 && isOpen) open.push(rank)
    else put.push(checkWithout(failing, rank, resultsText(judged)))
  }
  await putChecks(context, round, put)
  const bySources = await checksBySources(tx, results)
  await putChecks(context, round, bySources.put, { keepsSigned: true })
  await takeBack(tx, round, [...open, ...bySources.open])
}

/** "N03 OK, N04 NOK" */
const resultsText = (judged: readonly JudgedResult[]) =>
  judged.map(({ ruleId, result }) => `${ruleId} ${result}`).join(', ')

/** The checks of cash, positions and capital: done where second sources agree by themselves, not by an explanation. */
async function checksBySources(
  tx: Transaction,
  results: readonly JudgedResult[],
): Promise<{ put: AutoCheck[]; open: number[] }> {
  const explained = await explainedRules(tx, results)
  const put: AutoCheck[] = []
  const open: number[] = []
  for (const { rank, rules } of CHECKS_BY_SOURCES) {
    const judged = rules.flatMap((rule) => results.find(({ ruleId }) => ruleId === rule) ?? [])
    const [first, ...others] = judged.map(({ result }) => result)
    const agree =
      first === 'OK' &&
      others.every((result) => ['OK', 'OK - not applicable'].includes(result)) &&
      !rules.some((rule) => explained.has(rule))
    if (agree) put.push({ rank, status: 'DONE', log: resultsText(judged) })
    else open.push(rank)
  }
  return { put, open }
}

/** The rules of a control that are OK by an explanation alone. */
async function explainedRules(
  tx: Transaction,
  results: readonly JudgedResult[],
): Promise<ReadonlySet<string>> {
  const ok = results.filter(({ ruleId, result }) => isExplainable(ruleId) && result === 'OK')
  const [first] = ok
  if (!first) return new Set()
  const rows = await tx
    .select({ ruleId: ruleResult.ruleId })
    .from(ruleResult)
    .where(
      and(
        eq(ruleResult.controlId, first.controlId),
        inArray(
          ruleResult.ruleId,
          ok.map(({ ruleId }) => ruleId),
        ),
        sql`${ruleResult.evidence} ? 'explained'`,
      ),
    )
  return new Set(rows.map(({ ruleId }) => ruleId))
}

/** A check as the system, or the step of a person, leaves it. */
interface AutoCheck {
  rank: number
  status: Status
  log: string
}

/** A check that is done, unless results prevent it. */
function checkWithout(failing: readonly JudgedResult[], rank: number, log: string): AutoCheck {
  if (failing.length === 0) return { rank, status: 'DONE', log }
  return { rank, status: 'NOT OK', log: `NOK: ${failing.map(({ name }) => name).join(', ')}` }
}

/** Opens checks that the system ticked; those that a person ticked stay. */
async function takeBack(
  tx: Transaction,
  { objectId, round }: Round,
  ranks: readonly number[],
): Promise<void> {
  if (ranks.length === 0) return
  const own = and(
    eq(navCheck.fundNavId, objectId),
    eq(navCheck.round, round),
    inArray(navCheck.rank, [...ranks]),
  )
  await tx.delete(navCheck).where(and(own, eq(navCheck.auto, true)))
}

interface Putting {
  /** The person whose step it follows from; null for the system. */
  userId?: number | null
  /** Checks that a person ticked stay. */
  keepsSigned?: boolean
}

async function putChecks(
  { tx, now }: Pick<TransactionAt, 'tx' | 'now'>,
  { objectId, round }: Round,
  checks: readonly AutoCheck[],
  { userId = null, keepsSigned = false }: Putting = {},
): Promise<void> {
  if (checks.length === 0) return
  await tx
    .insert(navCheck)
    .values(checks.map((check) => ({ ...check, fundNavId: objectId, round, userId, at: now, auto: true })))
    .onConflictDoUpdate({
      target: [navCheck.fundNavId, navCheck.round, navCheck.rank],
      set: {
        status: sql`excluded.status`,
        userId: sql`excluded.user_id`,
        at: sql`excluded.at`,
        log: sql`excluded.log`,
        auto: sql`excluded.auto`,
      },
      setWhere: keepsSigned ? eq(navCheck.auto, true) : undefined,
    })
}

/** A row of the NAV checks audit (specification: NAV check audit row). */
export interface NavCheckRow {
  isae_rank: number
  isae_checkname: string
  /** The role: a queue, or "auto". */
  queue: string
  /** The rules that it depends on: "N03, N04, N09"; empty for the others. */
  rests_on: string
  username: string | null
  /** Full name of the user. */
  full_name: string | null
  /** "OPEN", "DONE" or "NOT OK". */
  status: string
  event_date: Date | null
  event_log: string
}

/** The 20 ranked checks of a NAV's round with who ticked them and when. */
export async function navChecks(read: Read, fundNavId: number, round: number): Promise<NavCheckRow[]> {
  const rows = await read
    .select({
      isae_rank: isaeCheck.rank,
      isae_checkname: isaeCheck.name,
      queue: isaeCheck.queue,
      auto: isaeCheck.auto,
      username: appUser.userName,
      full_name: fullName,
      status: navCheck.status,
      event_date: navCheck.at,
      event_log: navCheck.log,
    })
    .from(isaeCheck)
    .leftJoin(
      navCheck,
      and(eq(navCheck.rank, isaeCheck.rank), eq(navCheck.fundNavId, fundNavId), eq(navCheck.round, round)),
    )
    .leftJoin(appUser, eq(appUser.id, navCheck.userId))
    .orderBy(asc(isaeCheck.rank))
  return rows.map(({ auto, ...row }) => ({
    ...row,
    rests_on: rulesOf(auto).join(', '),
    username: row.username ?? (row.status === null ? null : 'SYSTEM'),
    full_name: row.full_name ?? (row.status === null ? null : 'SYSTEM'),
    status: row.status ?? 'OPEN',
    event_log: row.event_log ?? '',
  }))
}

/** The checks of a queue that are still open: a warning at Submit, Approve and Mark as sent, never a block. */
export function openChecksOf(checks: readonly NavCheckRow[], queue: string): NavCheckRow[] {
  return checks.filter((check) => signingQueue(check) === queue && check.status === 'OPEN')
}

export interface Tick {
  rank: number
  /** May be empty. */
  comment: string
}

/** A tick, and what is known of its check. */
interface Signature extends Tick {
  name: string
  /** Whose members sign it. */
  queue: string
  rests_on: string
}

/**
 * A member of the checks' queue signs them, with the date, all of them or none; the events are the permanent record.
 * @param ticks each check once
 */
export async function tickChecks(
  context: UserWriteContext,
  fundNavId: number,
  ticks: readonly Tick[],
): Promise<void> {
  const { tx, actor, now } = context
  const signatures = await signaturesOf(context, ticks)
  const instance = await lockInstance(tx, fundNavId)
  if (['SENT', 'CANCELLED'].includes(instance.status))
    throw new DomainError('refused', `This NAV is ${instance.status}: its checks are read-only.`)
  await refuseBothSides(context, instance, signatures)
  for (const signature of signatures) {
    await refuseUncommentedBreaks(tx, instance, signature)
    if (signature.rests_on !== '') await refuseUnreasoned(tx, instance, signature)
  }
  const row = { fundNavId, round: instance.round, status: 'DONE', userId: actor.id, at: now, auto: false }
  const inserted = await tx
    .insert(navCheck)
    .values(signatures.map(({ rank, comment }) => ({ ...row, rank, log: comment })))
    .onConflictDoNothing()
    .returning({ rank: navCheck.rank })
  for (const signature of signatures)
    if (!inserted.some(({ rank }) => rank === signature.rank))
      throw await alreadyTicked(tx, instance, signature)
  await recordActs(
    tx,
    instance,
    signatures.map(({ rank, name, comment }) => ({
      name: 'tick check',
      to: instance,
      who: actor,
      log: `${rank} ${name}${comment === '' ? '' : `: ${comment}`}`,
      data: { check: rank, comment },
      now,
    })),
  )
}

/** The ticks with their checks; refused where there is none, or where another queue or the system ticks it. */
async function signaturesOf({ tx, actor }: UserWriteContext, ticks: readonly Tick[]): Promise<Signature[]> {
  const ranks = ticks.map(({ rank }) => rank)
  const checks = await tx.select().from(isaeCheck).where(inArray(isaeCheck.rank, ranks))
  return ticks.map((tick) => {
    const check = checks.find(({ rank }) => rank === tick.rank)
    if (!check) throw new DomainError('not-found', `There is no check ${tick.rank}.`)
    const rests_on = rulesOf(check.auto).join(', ')
    const queue = signingQueue({ queue: check.queue, rests_on })
    if (queue === null) throw new DomainError('refused', `Check ${tick.rank} is ticked by the system.`)
    if (!actor.queues.includes(queue))
      throw new DomainError('forbidden', `Check ${tick.rank} is ticked by members of the queue ${queue}.`)
    return { ...tick, name: check.name, queue, rests_on }
  })
}

async function alreadyTicked(
  tx: Transaction,
  { objectId, round }: Instance,
  { rank, comment }: Tick,
): Promise<DomainError> {
  const by = await tickedBy(tx, objectId, round, rank)
  const left =
    comment === ''
      ? 'Nothing is left to do for it.'
      : 'Your comment was not saved. Add it to the message of your next step if others need it.'
  return new DomainError('conflict', `Check ${rank} was already ticked${by}. ${left}`)
}

/**
 * A check that depends on rules is ticked by the system where they allow it; otherwise a person ticks it and says why.
 */
async function refuseUnreasoned(
  tx: Transaction,
  { objectId, round }: Instance,
  { rank, comment, rests_on }: Signature,
): Promise<void> {
  const ran = and(eq(navControl.fundNavId, objectId), eq(navControl.round, round))
  if ((await tx.$count(navControl, ran)) === 0)
    throw new DomainError(
      'refused',
      `Check ${rank} rests on ${rests_on}. Run a control first: the system ticks it where that says enough.`,
    )
  if (comment.trim() !== '') return
  throw new DomainError(
    'invalid',
    `Check ${rank} rests on ${rests_on}, which did not apply or was not OK by itself. Enter what you checked instead.`,
    { fields: { comment: 'Enter what you checked instead' } },
  )
}

/** While open breaks have no comment, the comment of the check must say why it is ticked. */
async function refuseUncommentedBreaks(
  tx: Transaction,
  { objectId, round }: Instance,
  { rank, comment }: Tick,
): Promise<void> {
  if (rank !== POSITIONS_CHECK || comment.trim() !== '') return
  const uncommented = await breaksWithoutComment(tx, objectId, round)
  if (uncommented === 0) return
  throw new DomainError(
    'invalid',
    `${counted(uncommented, 'break')} of the matching ${uncommented === 1 ? 'is' : 'are'} open without a comment. Comment on them in the tab Reports, or enter here why the positions count as reconciled.`,
    { fields: { comment: 'Enter why the positions count as reconciled' } },
  )
}

/** " by Ann Bo"; empty where the system ticked it. */
async function tickedBy(tx: Transaction, fundNavId: number, round: number, rank: number): Promise<string> {
  const of = and(eq(navCheck.fundNavId, fundNavId), eq(navCheck.round, round), eq(navCheck.rank, rank))
  const [row] = await tx
    .select({ name: fullName })
    .from(navCheck)
    .innerJoin(appUser, eq(appUser.id, navCheck.userId))
    .where(of)
  return row?.name ? ` by ${row.name}` : ''
}

/** The reviewer is not the preparer: no one signs for both in one round. */
async function refuseBothSides(
  { tx, actor }: UserWriteContext,
  instance: Instance,
  signatures: readonly Signature[],
): Promise<void> {
  const signed = await tx
    .select({ rank: navCheck.rank, queue: isaeCheck.queue, userId: navCheck.userId })
    .from(navCheck)
    .innerJoin(isaeCheck, eq(isaeCheck.rank, navCheck.rank))
    .where(
      and(
        eq(navCheck.fundNavId, instance.objectId),
        eq(navCheck.round, instance.round),
        inArray(navCheck.userId, [actor.id, ...actor.oneWith.map(({ id }) => id)]),
        eq(navCheck.auto, false),
      ),
    )
  const reviews = signatures.some(({ queue }) => queue !== PREPARING)
  const roles: FourEyesRoles = reviews ? await navMarks(tx, instance) : {}
  const makers = roles.maker ?? new Set<number>()
  for (const { rank, queue } of signatures) {
    // Checks that depend on rules are signed by the preparer.
    const own = queue === PREPARING ? [PREPARING, 'auto'] : [queue]
    const other = signed.find((each) => !own.includes(each.queue))
    if (other) {
      const side = other.queue === 'auto' ? PREPARING : other.queue
      const who = personText(other.userId === actor.id)
      throw needsAnother(rank, `${who} ticked check ${other.rank} for ${side}`)
    }
    if (queue !== PREPARING && isAmong(actor, makers))
      throw needsAnother(rank, `${personText(makers.has(actor.id))} prepared this round`)
    signed.push({ rank, queue, userId: actor.id })
  }
}

const personText = (isOwn: boolean) =>
  isOwn ? 'you' : 'the person whom you substitute, or who substitutes you,'

const needsAnother = (rank: number, why: string) =>
  new DomainError(
    'forbidden',
    `Check ${rank} needs another person: ${why}, and the reviewer must not be the preparer.`,
  )

/**
 * After Submit, a change of figures voids the approvals: a SYSTEM event moves the NAV back to the accountant with the
 * reason. Takes and returns the locked instance.
 */
export async function voidApprovals(
  { tx, now }: TransactionAt,
  instance: Instance,
  why: string,
): Promise<Instance> {
  if (!isBeyondAccountant(instance)) return instance
  await moveInstance(tx, instance, {
    type: 'system',
    name: 'void approvals',
    to: { queue: 'ACCOUNTANT', status: 'CONTROLLED', class: 'pending' },
    who: null,
    log: `Approvals voided: ${why}`,
    now,
  })
  await reopenAutoCheck(tx, instance, 'approve')
  return lockInstance(tx, instance.objectId)
}
