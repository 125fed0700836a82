import type { Read } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { and, asc, eq, inArray, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import { type Actor, holdReason, isAmong, whyNoMoney } from '~/areas/access/actor'
import { functionChoices } from '~/areas/access/users.server'
import type { List } from '~/platform/lists/list'
import { fromSql, type ListTables, left, selected } from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import { dayIn } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { type ChangeFields, isDeletion, type ProposedFrom } from './change-kind.server'
import { changeKind, kindsShownTo, MAIL_TITLE } from './pending-change-kinds.server'
import { pendingColumns } from './pending-columns'
import { change, PENDING_DECLARED, PENDING_ROW, requester, type WaitingChange } from './pending-fields.server'

/** A waiting change with its target. */
export interface PendingChange extends WaitingChange {
  before: ChangeFields | null
  after: ChangeFields
}

// What a change does is described by its kind, not read.
const { change: _, ...STORED } = PENDING_ROW

/**
 * Waiting changes, in the order of their requests.
 * @param where over rows called "change"; all by default
 */
export async function pendingChanges(read: Read, where?: SQL): Promise<PendingChange[]> {
  const { before, after } = change
  const rows = await read
    .select({ ...selected(STORED), before, after })
    .from(change)
    .leftJoin(requester, eq(requester.id, change.requestedBy))
    .where(and(isNull(change.decision), where))
    .orderBy(asc(change.id))
  const pages = new Map<string, string>((await functionChoices(read)).map((page) => [page.id, page.name]))
  const from = await proposedFrom(read, rows)
  return rows.map(({ before: was, after: is, ...row }) => {
    const fields = { before: was as ChangeFields | null, after: is as ChangeFields }
    const change = changeKind(row.kind).describe(fields.before, fields.after, pages)
    return { ...row, ...fields, change, proposedFrom: from.get(row.id) ?? null }
  })
}

async function proposedFrom(read: Read, rows: readonly { id: number; kind: string }[]) {
  const found = new Map<number, ProposedFrom>()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ids = rows.flatMap((row) => (row.kind === kind ? [row.id] : []))
    for (const [id, from] of (await changeKind(kind).proposedFrom?.(read, ids)) ?? []) found.set(id, from)
  }
  return found
}

/** The waiting changes of these kinds, with their titles for e-mails. */
export function changesForMail(read: Read, kinds: readonly string[]) {
  const { id, kind, requestedBy, decision } = change
  return read
    .select({ id, requestedBy, name: sql<string>`${MAIL_TITLE}` })
    .from(change)
    .where(and(isNull(decision), inArray(kind, [...kinds])))
    .orderBy(asc(id))
}

/** Why this user may not decide the change, as a sentence; null when they may. */
export function whyNotDecide(
  change: { kind: string; target: string; requestedBy: number | null },
  actor: Actor,
): string | null {
  const kind = changeKind(change.kind)
  if (!kind.mayDecide(actor)) return kind.decidedBy
  if (change.requestedBy === actor.id) return 'You requested this change: another person must decide it.'
  if (change.requestedBy !== null && isAmong(actor, new Set([change.requestedBy])))
    return 'The person whom you substitute, or who substitutes you, requested this change: another person must decide it.'
  if (kind.userName(change.target) === actor.userName)
    return 'This change concerns your own rights: another person must decide it.'
  return holdReason(actor) ?? (kind.isMoney ? whyNoMoney(actor) : null)
}

/** A waiting change, for the code of its own kind. */
export interface WaitingOfKind {
  target: string
  /** The values to be stored, or DELETED. */
  after: object
  /** Full name; "Command line" when no user was logged in. */
  requester: string
  requestedAt: Date
}

/**
 * The waiting changes of one kind, oldest first.
 * @param targets prefix of their targets; all of the kind by default
 */
export async function waitingOfKind(read: Read, changes: string, targets?: string): Promise<WaitingOfKind[]> {
  const { id, kind, target, after, requestedAt, requestedBy, decision } = pendingChange
  const { firstName, lastName } = appUser
  const rows = await read
    .select({ target, after, requestedAt, firstName, lastName })
    .from(pendingChange)
    .leftJoin(appUser, eq(appUser.id, requestedBy))
    .where(
      and(
        isNull(decision),
        eq(kind, changes),
        targets === undefined ? undefined : like(target, `${targets}%`),
      ),
    )
    .orderBy(asc(id))
  return rows.map((row) => ({
    target: row.target,
    after: row.after as object,
    requester: row.firstName === null ? 'Command line' : `${row.firstName} ${row.lastName}`,
    requestedAt: row.requestedAt,
  }))
}

/**
 * The note next to the row concerned: "Change requested by Ann Bo, 21/11/2026", the day in the site's zone; null
 * without a change.
 */
export function waitingNote(change: WaitingOfKind | undefined, timeZone: string): string | null {
  if (!change) return null
  const what = isDeletion(change.after) ? 'Deletion' : 'Change'
  return `${what} requested by ${change.requester}, ${showDay(dayIn(change.requestedAt, timeZone))}`
}

const TABLES: ListTables = { table: change, joins: [left(requester, eq(requester.id, change.requestedBy))] }

const columns = sqlColumns(pendingColumns(PENDING_DECLARED), PENDING_ROW)

/**
 * The waiting changes, by default in the order of their requests.
 * @param kinds only changes of these kinds
 * @param user and those that this user requested and may still see
 */
export function waitingList(context: Context, kinds?: readonly string[], user?: Actor): List<WaitingChange> {
  const own = user && and(eq(change.requestedBy, user.id), inArray(change.kind, kindsShownTo(user)))
  return sqlList<WaitingChange>(context, {
    columns,
    from: fromSql(TABLES),
    where: and(isNull(change.decision), kinds && or(inArray(change.kind, [...kinds]), own)),
    key: change.id,
    keyOf: ({ id }) => id,
    async rows(ids) {
      const found = await pendingChanges(context.read, inArray(change.id, [...ids]))
      return found.map(({ before, after, ...row }) => row)
    },
  })
}

/** How many of the waiting changes this user may decide. */
export async function countToDecide(read: Read, actor: Actor): Promise<number> {
  const { kind, target, requestedBy, decision } = pendingChange
  const waiting = await read.select({ kind, target, requestedBy }).from(pendingChange).where(isNull(decision))
  return waiting.filter((each) => whyNotDecide(each, actor) === null).length
}

/** How many changes wait. */
export function countWaiting(read: Read): Promise<number> {
  return read.$count(pendingChange, isNull(pendingChange.decision))
}
