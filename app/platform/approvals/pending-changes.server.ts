import type { Read } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { and, asc, eq, inArray, isNull, like, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Actor, holdReason, isAmong, whyNoMoney } from '~/areas/access/actor'
import { fullNameOf, functionChoices } from '~/areas/access/users.server'
import type { List } from '~/platform/lists/list'
import { sqlColumns, textArray } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import { dayIn } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { type ChangeFields, isDeletion, type ProposedFrom } from './change-kind.server'
import { ALSO_FOUND, CHANGE_TITLE, changeKind, kindsShownTo, MAIL_TITLE } from './pending-change-kinds.server'
import { PENDING_COLUMNS, type WaitingChange } from './pending-columns'

/** A waiting change with its target. */
export interface PendingChange extends WaitingChange {
  before: ChangeFields | null
  after: ChangeFields
}

export const change = alias(pendingChange, 'change')
/** Who requested it; missing for changes of the command line. */
export const requester = alias(appUser, 'requester')

/** The name of who requested a `change`, of which `requester` is joined. */
export const REQUESTER = sql<string>`(case when change.requested_by is null then 'Command line'
  else coalesce(${fullNameOf(requester)}, '') end)`

/**
 * Waiting changes, in the order of their requests.
 * @param where over rows called "change"; all by default
 */
export async function pendingChanges(read: Read, where?: SQL): Promise<PendingChange[]> {
  const { id, kind, target, before, after, comment, requestedBy, requestedAt } = change
  const rows = await read
    .select({
      id,
      kind,
      target,
      before,
      after,
      comment,
      requestedBy,
      requestedAt,
      description: sql<string>`${CHANGE_TITLE}`,
      requester: REQUESTER,
    })
    .from(change)
    .leftJoin(requester, eq(requester.id, requestedBy))
    .where(and(isNull(change.decision), where))
    .orderBy(asc(id))
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

const columns = sqlColumns(PENDING_COLUMNS, {
  description: { sql: sql`${CHANGE_TITLE}`, required: true },
  // The old and new values, both as stored and as shown.
  change: {
    sql: sql`concat_ws(' ', change.before::text, change.after::text, ${ALSO_FOUND})`,
    required: true,
  },
  comment: { sql: sql`change.comment`, required: true },
  requester: { sql: REQUESTER, required: true },
  requestedAt: { sql: sql`change.requested_at`, required: true },
})

/**
 * The waiting changes, by default in the order of their requests.
 * @param kinds only changes of these kinds
 * @param requester and those that this user requested and may still see
 */
export function waitingList(
  context: Context,
  kinds?: readonly string[],
  requester?: Actor,
): List<WaitingChange> {
  const { read } = context
  const own = requester
    ? sql` or (change.requested_by = ${requester.id} and change.kind = any(${textArray(kindsShownTo(requester))}))`
    : sql``
  const ofKinds = kinds && sql` and (change.kind = any(${textArray(kinds)})${own})`
  const definition = {
    columns,
    from: sql`${pendingChange} as change left join ${appUser} as requester on requester.id = change.requested_by`,
    where: sql`change.decision is null${ofKinds ?? sql``}`,
    key: sql`change.id`,
    keyOf: ({ id }: WaitingChange) => id,
    async rows(ids: readonly number[]) {
      const found = await pendingChanges(read, inArray(sql`change.id`, [...ids]))
      return found.map(({ before, after, ...row }): WaitingChange => row)
    },
  }
  return sqlList(context, definition)
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
