import type { Read } from 'db/doors'
import { appUser } from 'db/schema/access'
import { budget } from 'db/schema/budgets'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/domain/values/domain-error'

/**
 * Nobody submits, approves or deletes what they have not seen: a form's revision must be the budget's. Null when the
 * caller did not say.
 * @throws DomainError 'conflict' that names who changed the budget
 */
export async function seenBudgetRevision(
  read: Read,
  budgetId: number,
  revision: number | null,
  title: string,
): Promise<void> {
  if (revision === null) return
  const [row] = await read
    .select({ revision: budget.revision, firstName: appUser.firstName, lastName: appUser.lastName })
    .from(budget)
    .leftJoin(appUser, eq(appUser.id, budget.updatedBy))
    .where(eq(budget.id, budgetId))
  if (!row || row.revision === revision) return
  const who = row.firstName === null ? '' : ` by ${row.firstName} ${row.lastName}`
  throw new DomainError(
    'conflict',
    `The budget was changed${who} after you opened this page. Look at it as it is now, then choose again.`,
    { title },
  )
}
