import type { Read } from 'db/database'
import { budget } from 'db/schema/budgets'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import type { Budget } from './budget'
import { termFields } from './budget-terms'

/** A budget as it was entered last. @throws DomainError not-found, also for one that was deleted */
export async function budgetById(read: Read, id: number): Promise<Budget> {
  const [row] = await read.select().from(budget).where(eq(budget.id, id))
  if (!row || row.deletedAt !== null)
    throw new DomainError(
      'not-found',
      row
        ? `Budget ${id} was deleted. Choose another from the list of Budgets.`
        : `There is no budget ${id}. Open it from the list of Budgets.`,
    )
  const { revision, createdBy, creationDate, updateDate } = row
  return { ...termFields(row), id, revision, createdBy, creationDate, updateDate }
}
