import { insertRows } from 'db/bulk'
import type { Read, Transaction } from 'db/database'
import { appUser, userQueue } from 'db/schema/access'
import { navBreak, navMatching } from 'db/schema/nav-checks'
import { fundNav } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { aliasedTable, and, asc, desc, eq, getTableColumns, isNull, lt, ne, or } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullNameOf } from '~/areas/access/users.server'
import { daysBetween } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { Instance } from '~/platform/workflow/types'
import { closedNavReason, type NavFacts } from '../nav'
import {
  type BreakRow,
  type BreakState,
  type BreaksBefore,
  carriedBreaks,
  type FoundBreak,
  type OPEN_STATES,
  type RecordedBreak,
} from './breaks'

const TITLE = 'Break not saved'
/** The queue whose members own and edit breaks. */
const QUEUE = 'ACCOUNTANT'

/** A NAV's newest matching, with what decides whether its breaks may be edited. */
async function newestMatching(read: Read, fundNavId: number) {
  const [row] = await read
    .select({ id: navMatching.id, round: navMatching.round })
    .from(navMatching)
    .where(eq(navMatching.fundNavId, fundNavId))
    .orderBy(desc(navMatching.at), desc(navMatching.id))
    .limit(1)
  return row ?? null
}

/**
 * The breaks that a new matching of a NAV begins with: of its newest matching until now, else of the newest of the
 * fund's latest earlier NAV that has one and is not cancelled.
 */
async function breaksBefore(
  read: Read,
  { id, fundId, navDate }: Pick<NavFacts, 'id' | 'fundId' | 'navDate'>,
): Promise<BreaksBefore> {
  const isBefore = and(
    eq(fundNav.fundId, fundId),
    or(eq(fundNav.id, id), and(lt(fundNav.navDate, navDate), ne(workflowInstance.status, 'CANCELLED'))),
  )
  const [matching] = await read
    .select({ id: navMatching.id, fundNavId: navMatching.fundNavId })
    .from(navMatching)
    .innerJoin(fundNav, eq(fundNav.id, navMatching.fundNavId))
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .where(isBefore)
    .orderBy(desc(fundNav.navDate), desc(navMatching.at), desc(navMatching.id))
    .limit(1)
  if (!matching) return { sameNav: false, breaks: [] }
  const { id: _, matchingId: __, revision: ___, ...columns } = getTableColumns(navBreak)
  const rows = await read
    .select(columns)
    .from(navBreak)
    .where(eq(navBreak.matchingId, matching.id))
    .orderBy(asc(navBreak.id))
  return { sameNav: matching.fundNavId === id, breaks: rows as RecordedBreak[] }
}

/**
 * The breaks of a new matching with their earlier owners, statuses and comments; call it before the matching itself is
 * stored.
 */
export async function breaksToStore(
  read: Read,
  nav: NavFacts,
  found: readonly FoundBreak[],
): Promise<RecordedBreak[]> {
  return carriedBreaks(found, await breaksBefore(read, nav), nav.navDate)
}

export async function storeBreaks(
  tx: Transaction,
  matchingId: number,
  breaks: readonly RecordedBreak[],
): Promise<void> {
  const rows = breaks.map((each) => ({ ...each, matchingId, revision: 0 }))
  await insertRows(tx, navBreak, rows)
}

const owner = aliasedTable(appUser, 'owner')
const editor = aliasedTable(appUser, 'editor')

/** The breaks of a NAV's newest matching, the largest first, those that it closed last; none without a matching. */
export async function navBreaks(
  read: Read,
  { id, navDate }: Pick<NavFacts, 'id' | 'navDate'>,
): Promise<BreakRow[]> {
  const matching = await newestMatching(read, id)
  if (!matching) return []
  const { ownerId: _, changedBy: __, matchingId: ___, ...columns } = getTableColumns(navBreak)
  const rows = await read
    .select({
      ...columns,
      owner: owner.userName,
      ownerName: fullNameOf(owner),
      changedByName: fullNameOf(editor),
    })
    .from(navBreak)
    .leftJoin(owner, eq(owner.id, navBreak.ownerId))
    .leftJoin(editor, eq(editor.id, navBreak.changedBy))
    .where(eq(navBreak.matchingId, matching.id))
    .orderBy(asc(navBreak.id))
  return rows.map((row) => ({
    ...row,
    kind: row.kind as BreakRow['kind'],
    state: row.state as BreakState,
    age: daysBetween(row.firstSeen, navDate),
  }))
}

/** Whom a break may be given to: the members of ACCOUNTANT who can log in. */
export function breakOwners(read: Read): Promise<{ userName: string; name: string | null }[]> {
  return read
    .select({ userName: appUser.userName, name: fullNameOf(appUser) })
    .from(userQueue)
    .innerJoin(appUser, eq(appUser.id, userQueue.userId))
    .where(and(eq(userQueue.queue, QUEUE), isNull(appUser.disabledAt)))
    .orderBy(asc(appUser.userName))
}

/** How many breaks of the matching of a round have no comment: check 10 requires one. */
export async function breaksWithoutComment(read: Read, fundNavId: number, round: number): Promise<number> {
  const matching = await newestMatching(read, fundNavId)
  if (matching?.round !== round) return 0
  return read.$count(
    navBreak,
    and(eq(navBreak.matchingId, matching.id), eq(navBreak.state, 'OPEN'), eq(navBreak.comment, '')),
  )
}

/** Why a user may only read the breaks of a NAV, in a sentence; null when they may edit them. */
export function breaksReadOnly(
  actor: Pick<Actor, 'queues'>,
  instance: Instance,
  matching: { round: number } | null,
): string | null {
  const closed = closedNavReason(instance)
  if (closed) return closed
  if (!actor.queues.includes(QUEUE)) return `Breaks are edited by members of the queue ${QUEUE}.`
  if (matching === null || matching.round === instance.round) return null
  return `Round ${matching.round} was sent: its breaks are read-only. Upload a matching in round ${instance.round} to go on with them.`
}

export interface BreakEdit {
  fundNavId: number
  breakId: number
  /** User name; null for no owner. */
  owner: string | null
  state: (typeof OPEN_STATES)[number]
  comment: string
  /** The one that the form showed; null when the caller did not send it. */
  revision: number | null
}

/**
 * A member of ACCOUNTANT sets a break's owner, status and comment; the event records the earlier ones. It voids no
 * approval. Nothing is stored when nothing changed.
 */
export async function editBreak(context: UserWriteContext, edit: BreakEdit): Promise<void> {
  const { tx, actor, now } = context
  const instance = await lockInstance(tx, edit.fundNavId)
  const was = await breakToEdit(context, instance, edit)
  const comment = edit.comment.trim()
  if (edit.state === 'EXPLAINED' && comment === '')
    throw new DomainError('invalid', 'Enter what explains the break: EXPLAINED needs a comment.', {
      title: TITLE,
      fields: { comment: 'EXPLAINED needs a comment' },
    })
  const ownerId = await ownerOf(tx, edit.owner, was.owner)
  const is = { owner: edit.owner, state: edit.state, comment }
  if (was.owner === is.owner && was.state === is.state && was.comment === comment) return
  await tx
    .update(navBreak)
    .set({
      ownerId,
      comment,
      state: edit.state,
      changedBy: actor.id,
      changedAt: now,
      revision: was.revision + 1,
    })
    .where(eq(navBreak.id, edit.breakId))
  const { instrumentKey, kind, instrumentName, matchingId } = was
  const moved = was.state === is.state ? is.state : `${was.state} to ${is.state}`
  await recordAct(tx, instance, {
    name: 'edit break',
    to: instance,
    who: actor,
    log: `${kind} ${instrumentName}: ${moved}, owner ${is.owner ?? 'none'}. ${comment}`.trim(),
    data: {
      breakId: edit.breakId,
      matchingId,
      instrumentKey,
      kind,
      wasOwner: was.owner,
      was: was.state,
      wasComment: was.comment,
      owner: is.owner,
      is: is.state,
      comment,
    },
    now,
  })
}

async function breakToEdit({ tx, actor }: UserWriteContext, instance: Instance, edit: BreakEdit) {
  const matching = await newestMatching(tx, edit.fundNavId)
  const [row] = await tx
    .select({ ...getTableColumns(navBreak), owner: owner.userName, fundNavId: navMatching.fundNavId })
    .from(navBreak)
    .innerJoin(navMatching, eq(navMatching.id, navBreak.matchingId))
    .leftJoin(owner, eq(owner.id, navBreak.ownerId))
    .where(eq(navBreak.id, edit.breakId))
  if (row?.fundNavId !== edit.fundNavId)
    throw new DomainError('not-found', `There is no break ${edit.breakId} of this NAV. Reload the page.`, {
      title: TITLE,
    })
  const readOnly = breaksReadOnly(actor, instance, matching)
  if (readOnly)
    throw new DomainError(actor.queues.includes(QUEUE) ? 'refused' : 'forbidden', readOnly, { title: TITLE })
  if (row.matchingId !== matching?.id)
    throw new DomainError(
      'conflict',
      'A new matching has run in the meantime: its breaks count. Say it again on the break as it is now.',
      { title: TITLE },
    )
  if (row.state === 'CLOSED')
    throw new DomainError('refused', 'The matching no longer has this break: it is closed and read-only.', {
      title: TITLE,
    })
  if (edit.revision !== null && edit.revision !== row.revision)
    throw new DomainError(
      'conflict',
      `Another user changed this break in the meantime: ${row.state}, owner ${row.owner ?? 'none'}${row.comment === '' ? '' : `, “${row.comment}”`}. Save again to replace that.`,
      { title: TITLE },
    )
  return row
}

/** @param kept the break's present owner, who may stay even if no longer in the queue */
async function ownerOf(
  tx: Transaction,
  userName: string | null,
  kept: string | null,
): Promise<number | null> {
  if (userName === null) return null
  const [found] = await tx
    .select({ id: appUser.id, queue: userQueue.queue, disabledAt: appUser.disabledAt })
    .from(appUser)
    .leftJoin(userQueue, and(eq(userQueue.userId, appUser.id), eq(userQueue.queue, QUEUE)))
    .where(eq(appUser.userName, userName))
  if (found && (userName === kept || (found.queue !== null && found.disabledAt === null))) return found.id
  throw new DomainError(
    'invalid',
    `"${userName}" cannot own a break. Choose a member of the queue ${QUEUE}, or none.`,
    { title: TITLE, fields: { owner: `Choose a member of ${QUEUE}` } },
  )
}
