import type { navErrorControl, navErrorDealFile, navErrorLine, navErrorPayment } from 'db/schema/nav-errors'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { DomainError } from '~/platform/values/domain-error'
import { requireComment } from '~/platform/values/require-comment'

/** The tables of what is entered for a case: their rows are never changed, but may be withdrawn. */
type Withdrawable =
  | typeof navErrorControl
  | typeof navErrorDealFile
  | typeof navErrorLine
  | typeof navErrorPayment

interface Withdrawal<Table extends Withdrawable> {
  table: Table
  /** Which of its rows. */
  row: SQL
  /** The reason. */
  comment: string
  /** Title of a refusal. */
  title: string
  /** The refusal where the case has no such row, or no longer. */
  missing: string
}

/** Takes a row out of a case; it stays stored. @throws DomainError invalid without a reason; not-found */
export async function withdrawRow<Table extends Withdrawable>(
  { tx, actor, now }: UserWriteContext,
  caseId: number,
  { table, row, comment, title, missing }: Withdrawal<Table>,
): Promise<Table['$inferSelect']> {
  const withdrawnWhy = requireComment(comment, title)
  const of: Withdrawable = table
  const [found] = await tx
    .update(of)
    .set({ withdrawnBy: actor.id, withdrawnAt: now, withdrawnWhy })
    .where(and(row, eq(of.navErrorId, caseId), isNull(of.withdrawnAt)))
    .returning()
  if (!found) throw new DomainError('not-found', missing, { title })
  return found
}
