import type { Read, Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { isaeCheck } from 'db/schema/lookups'
import { navCheck } from 'db/schema/nav-checks'
import { navControl, ruleResult } from 'db/schema/navs'
import { and, asc, eq, inArray, isNotNull, ne, notInArray, sql } from 'drizzle-orm'
import { isAmong } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { counted } from '~/platform/values/show'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { Instance } from '~/platform/workflow/types'
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
  for (const { rank } of checks) await putCheck(tx, { objectId, round }, rank, 'DONE', actor.id, now, '')
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
  const { tx, now } = context
  const checks = await tx
    .select({ rank: isaeCheck.rank, auto: isaeCheck.auto })
    .from(isaeCheck)
    .where(isNotNull(isaeCheck.auto))
  for (const { rank, auto } of checks) {
    if (auto === 'files')
      await putCheck(tx, round, rank, 'DONE', null, now, 'Recognised, of this fund and date')
    if (auto === 'controls') {
      const open = results.filter(
        ({ result, severity, explained }) => result === 'NOK' && !(severity === 'W' && explained),
      )
      await putFollowing(tx, round, { rank, failing: open, log: summaryOf(countsOf(results)), now })
    }
    const rules = rulesOf(auto)
    if (rules.length === 0) continue
    const judged = results.filter(({ ruleId }) => rules.includes(ruleId))
    const failing = judged.filter(({ result }) => result === 'NOK')
    const isOpen = judged.length < rules.length || judged.some(({ result }) => result !== 'OK')
    if (failing.length === 0 && isOpen) await takeBack(tx, round, rank)
    else {
      const log = judged.map(({ ruleId, result }) => `${ruleId} ${result}`).join(', ')
      await putFollowing(tx, round, { rank, failing, log, now })
    }
  }
  await refreshBySources(context, round, results)
}

/**
 * Ticks the checks of cash, positions and capital where second sources agree by themselves, not by an explanation; a
 * person's own tick stays.
 */
async function refreshBySources(
  { tx, now }: TransactionAt,
  round: Round,
  results: readonly JudgedResult[],
): Promise<void> {
  const explained = await explainedRules(tx, results)
  for (const { rank, rules } of CHECKS_BY_SOURCES) {
    const judged = rules.flatMap((rule) => results.find(({ ruleId }) => ruleId === rule) ?? [])
    const [first, ...others] = judged.map(({ result }) => result)
    const agree =
      first === 'OK' &&
      others.every((result) => ['OK', 'OK - not applicable'].includes(result)) &&
      !rules.some((rule) => explained.has(rule))
    if (!agree) {
      await takeBack(tx, round, rank)
      continue
    }
    const log = judged.map(({ ruleId, result }) => `${ruleId} ${result}`).join(', ')
    const at = { fundNavId: round.objectId, round: round.round, rank }
    await tx
      .insert(navCheck)
      .values({ ...at, status: 'DONE', userId: null, at: now, log, auto: true })
      .onConflictDoUpdate({
        target: [navCheck.fundNavId, navCheck.round, navCheck.rank],
        set: { status: 'DONE', at: now, log },
        setWhere: eq(navCheck.auto, true),
      })
  }
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

interface Following {
  rank: number
  /** The results that prevent it. */
  failing: readonly JudgedResult[]
  log: string
  now: Date
}

function putFollowing(tx: Transaction, round: Round, { rank, failing, log, now }: Following): Promise<void> {
  if (failing.length === 0) return putCheck(tx, round, rank, 'DONE', null, now, log)
  const names = failing.map(({ name }) => name).join(', ')
  return putCheck(tx, round, rank, 'NOT OK', null, now, `NOK: ${names}`)
}

/** Opens a check that the system ticked; one that a person ticked stays. */
async function takeBack(tx: Transaction, { objectId, round }: Round, rank: number): Promise<void> {
  const own = and(eq(navCheck.fundNavId, objectId), eq(navCheck.round, round), eq(navCheck.rank, rank))
  await tx.delete(navCheck).where(and(own, eq(navCheck.auto, true)))
}

async function putCheck(
  tx: Transaction,
  { objectId, round }: Round,
  rank: number,
  status: Status,
  userId: number | null,
  at: Date,
  log: string,
): Promise<void> {
  await tx
    .insert(navCheck)
    .values({ fundNavId: objectId, round, rank, status, userId, at, log, auto: true })
    .onConflictDoUpdate({
      target: [navCheck.fundNavId, navCheck.round, navCheck.rank],
      set: {
        status: sql`excluded.status`,
        userId: sql`excluded.user_id`,
        at: sql`excluded.at`,
        log: sql`excluded.log`,
        auto: sql`excluded.auto`,
      },
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
  fundNavId: number
  rank: number
  /** May be empty. */
  comment: string
}

/** A member of the check's queue signs it, with the date; the event is the permanent record. */
export async function tickCheck(context: UserWriteContext, tick: Tick): Promise<void> {
  const { tx, actor, now } = context
  const [check] = await tx.select().from(isaeCheck).where(eq(isaeCheck.rank, tick.rank))
  if (!check) throw new DomainError('not-found', `There is no check ${tick.rank}.`)
  const rests_on = rulesOf(check.auto).join(', ')
  const queue = signingQueue({ queue: check.queue, rests_on })
  if (queue === null) throw new DomainError('refused', `Check ${tick.rank} is ticked by the system.`)
  if (!actor.queues.includes(queue))
    throw new DomainError('forbidden', `Check ${tick.rank} is ticked by members of the queue ${queue}.`)
  const instance = await lockInstance(tx, tick.fundNavId)
  if (['SENT', 'CANCELLED'].includes(instance.status))
    throw new DomainError('refused', `This NAV is ${instance.status}: its checks are read-only.`)
  await refuseBothSides(context, instance, { rank: check.rank, queue })
  await refuseUncommentedBreaks(tx, instance, tick)
  if (rests_on !== '') await refuseUnreasoned(tx, instance, tick, rests_on)
  const row = { status: 'DONE', userId: actor.id, at: now, log: tick.comment, auto: false }
  const inserted = await tx
    .insert(navCheck)
    .values({ fundNavId: tick.fundNavId, round: instance.round, rank: tick.rank, ...row })
    .onConflictDoNothing()
    .returning({ rank: navCheck.rank })
  if (inserted.length === 0) {
    const by = await tickedBy(tx, tick.fundNavId, instance.round, tick.rank)
    const left =
      tick.comment === ''
        ? 'Nothing is left to do for it.'
        : 'Your comment was not saved. Add it to the message of your next step if others need it.'
    throw new DomainError('conflict', `Check ${tick.rank} was already ticked${by}. ${left}`)
  }
  await recordAct(tx, instance, {
    name: 'tick check',
    to: instance,
    who: actor,
    log: `${tick.rank} ${check.name}${tick.comment === '' ? '' : `: ${tick.comment}`}`,
    data: { check: tick.rank, comment: tick.comment },
    now,
  })
}

/**
 * A check that depends on rules is ticked by the system where they allow it; otherwise a person ticks it and says why.
 */
async function refuseUnreasoned(
  tx: Transaction,
  { objectId, round }: Instance,
  { rank, comment }: Tick,
  rests_on: string,
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
  { rank, queue }: { rank: number; queue: string },
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
        // Checks that depend on rules are signed by the preparer.
        queue === PREPARING ? notInArray(isaeCheck.queue, [PREPARING, 'auto']) : ne(isaeCheck.queue, queue),
      ),
    )
  const [other] = signed
  const makers = queue === PREPARING ? undefined : (await navMarks(tx, instance)).maker
  const prepared = makers !== undefined && isAmong(actor, makers)
  if (!other && !prepared) return
  const who = (isOwn: boolean) => (isOwn ? 'you' : 'the person whom you substitute, or who substitutes you,')
  const why = other
    ? `${who(other.userId === actor.id)} ticked check ${other.rank} for ${other.queue === 'auto' ? PREPARING : other.queue}`
    : `${who(makers?.has(actor.id) === true)} prepared this round`
  throw new DomainError(
    'forbidden',
    `Check ${rank} needs another person: ${why}, and the reviewer must not be the preparer.`,
  )
}

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
