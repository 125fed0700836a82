import type { Read } from 'db/database'
import { draft } from 'db/schema/drafts'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import type { Draft } from './draft'

/** A draft with all its fields. @throws DomainError not-found */
export async function draftById(read: Read, id: number): Promise<Draft> {
  const [row] = await read.select().from(draft).where(eq(draft.id, id))
  if (!row)
    throw new DomainError('not-found', `There is no draft ${id}. Open it from the list of Drafted Expenses.`)
  const {
    supplierId,
    invoicedEntityId,
    settlingEntityId,
    expenseTypeId,
    routineTypeId,
    refKey,
    updatedBy,
    ...same
  } = row
  return {
    ...same,
    invoicedLegalEntity: same.isSupplierFund ? null : supplierId,
    invoicedFundLegalEntity: same.isSupplierFund ? supplierId : null,
    settlementLegalEntity: invoicedEntityId,
    settlingLegalEntity: settlingEntityId,
    expenseType: expenseTypeId,
    routineType: routineTypeId,
  }
}
