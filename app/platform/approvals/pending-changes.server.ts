import type { Read } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullNameOf } from '~/areas/access/full-name.server'
import { functionChoices } from '~/areas/access/function-choices.server'
import type { ChangeFields } from './change-words'
import { CHANGE_TITLE, changeKind } from './pending-change-kinds.server'

/** A change that waits for a second person, as lists show it. */
export interface WaitingChange {
  id: number
  kind: string
  target: string
  /** "User marie", "Authorisation of marie for NAV Controls". */
  description: string
  /** What it does, field by field: "Bic: BGLLLULL → BILLLULL"; of several things a line each. */
  change: string
  requestedBy: number | null
  /** Full name of who requested it; "Command line" when nobody was logged in. */
  requester: string
  requestedAt: Date
  /** Why, in the words of who asked; empty where nothing was said. */
  comment: string
}

/** The same with what it is about. */
export interface PendingChange extends WaitingChange {
  before: ChangeFields | null
  after: ChangeFields
}

const change = alias(pendingChange, 'change')
const requester = alias(appUser, 'requester')

/** Who requested a row called "change", beside a row called "requester" that may be missing. */
export const REQUESTER = sql<string>`(case when change.requested_by is null then 'Command line'
  else coalesce(${fullNameOf(requester)}, '') end)`

/**
 * Changes that wait, in the order in which they were requested.
 * @param where over rows called "change"; all that wait unless told
 */
export async function pendingChanges(read: Read, where?: SQL): Promise<PendingChange[]> {
  const { id, kind, target, before, after, comment, requestedBy, requestedAt } = change
  const rows = await read
    .select({
      ...{ id, kind, target, before, after, comment, requestedBy, requestedAt },
      description: sql<string>`${CHANGE_TITLE}`,
      requester: REQUESTER,
    })
    .from(change)
    .leftJoin(requester, eq(requester.id, requestedBy))
    .where(and(isNull(change.decision), where))
    .orderBy(asc(id))
  const pages = new Map<string, string>((await functionChoices(read)).map((page) => [page.id, page.name]))
  return rows.map(({ before: was, after: is, ...row }) => {
    const fields = { before: was as ChangeFields | null, after: is as ChangeFields }
    return { ...row, ...fields, change: changeKind(row.kind).words(fields.before, fields.after, pages) }
  })
}
