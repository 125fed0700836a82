import type { Read } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { and, desc, eq, isNotNull, like } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ChangeFields } from '~/platform/approvals/change-kind.server'
import { type Account, accountLabel, BANK_ACCOUNT, targetsOf } from './account'
import { describeAccountChange } from './request-account.server'

/** A change of a bank account that was decided, or superseded by a newer one. */
export interface DecidedChange {
  id: number
  /** "EUR LU28 0019 4006 4475 0000", the account before the change. */
  account: string
  /** Its effect, field by field. */
  change: string
  requester: string
  requestedAt: Date
  /** "approved", "refused", "withdrawn" or "superseded". */
  decision: string
  decider: string
  decidedAt: Date
  /** The reasons for the request and for the decision; empty where none was given. */
  comment: string
  decisionComment: string
}

const asker = alias(appUser, 'asker')
const decider = alias(appUser, 'decider')

/**
 * The outcome of the changes of an entity's bank accounts, newest first: the proof of who requested and who decided.
 */
export async function decidedChangesOf(read: Read, entityId: number): Promise<DecidedChange[]> {
  const { id, kind, target, before, after, requestedAt, decision, decidedAt } = pendingChange
  const { comment, decisionComment } = pendingChange
  const rows = await read
    .select({
      id,
      before,
      after,
      requestedAt,
      decision,
      decidedAt,
      comment,
      decisionComment,
      asker: { firstName: asker.firstName, lastName: asker.lastName },
      decider: { firstName: decider.firstName, lastName: decider.lastName },
    })
    .from(pendingChange)
    .leftJoin(asker, eq(asker.id, pendingChange.requestedBy))
    .leftJoin(decider, eq(decider.id, pendingChange.decidedBy))
    .where(and(isNotNull(decision), eq(kind, BANK_ACCOUNT), like(target, `${targetsOf(entityId)}%`)))
    .orderBy(desc(decidedAt), desc(id))
  return rows.map(({ before: was, after: is, ...row }) => ({
    ...row,
    account: accountLabel((was ?? is) as Account),
    change: describeAccountChange(was as ChangeFields | null, is as ChangeFields),
    requester: nameOf(row.asker),
    decision: row.decision ?? '',
    decider: nameOf(row.decider),
    decidedAt: row.decidedAt ?? row.requestedAt,
  }))
}

function nameOf(user: { firstName: string; lastName: string } | null): string {
  return user === null ? 'Command line' : `${user.firstName} ${user.lastName}`.trim()
}
