import type { Read } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { and, eq, ne } from 'drizzle-orm'
import type { Account } from './account'

const { id, iso3Currency, bic, iban, legalEntityId } = bankAccount
const NUMBER = { iso3Currency, bic, iban }

/** An account of an entity by its id; null when it is gone, or another's. */
export async function accountOf(read: Read, entityId: number, accountId: number): Promise<Account | null> {
  const [found] = await read
    .select(NUMBER)
    .from(bankAccount)
    .where(and(eq(id, accountId), eq(legalEntityId, entityId)))
  return found ?? null
}

/** The account of an entity with this currency and number, but for one of its accounts; null when there is none. */
export async function accountNumbered(
  read: Read,
  entityId: number,
  account: Pick<Account, 'iso3Currency' | 'iban'>,
  butFor: number | null = null,
): Promise<(Account & { id: number }) | null> {
  const [found] = await read
    .select({ id, ...NUMBER })
    .from(bankAccount)
    .where(
      and(
        eq(legalEntityId, entityId),
        eq(iso3Currency, account.iso3Currency),
        eq(iban, account.iban),
        butFor === null ? undefined : ne(id, butFor),
      ),
    )
  return found ?? null
}

/** Whose an account is; null for an account that is gone. */
export async function entityOfAccount(read: Read, accountId: number): Promise<number | null> {
  const [found] = await read.select({ entityId: legalEntityId }).from(bankAccount).where(eq(id, accountId))
  return found?.entityId ?? null
}
