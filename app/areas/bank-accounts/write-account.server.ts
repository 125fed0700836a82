import type { Transaction } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { and, eq } from 'drizzle-orm'
import type { AppliedBy } from '~/platform/approvals/change-kind.server'
import type { Account, AccountTarget } from './account'

/** Stores an account of an entity as it is from now on, new or changed. */
export async function writeAccount(
  tx: Transaction,
  { entityId, accountId }: AccountTarget,
  { iso3Currency, bic, iban }: Account,
  { requestedBy, now }: AppliedBy,
): Promise<void> {
  const set = { iso3Currency, bic, iban, updatedBy: requestedBy, updateDate: now }
  if (accountId === null)
    await tx.insert(bankAccount).values({ ...set, legalEntityId: entityId, creationDate: now })
  else await tx.update(bankAccount).set(set).where(whereIs({ entityId, accountId }))
}

/** Deletes an account of an entity. */
export async function deleteAccount(
  tx: Transaction,
  { entityId, accountId }: { entityId: number; accountId: number },
): Promise<void> {
  await tx.delete(bankAccount).where(whereIs({ entityId, accountId }))
}

const whereIs = ({ entityId, accountId }: { entityId: number; accountId: number }) =>
  and(eq(bankAccount.id, accountId), eq(bankAccount.legalEntityId, entityId))
