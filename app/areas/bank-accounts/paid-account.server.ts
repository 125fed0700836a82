import type { Read } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { asc, eq } from 'drizzle-orm'
import { entityName } from '~/areas/reference-data/entity-name.server'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { accountLabel } from './account'
import type { StoredAccount } from './bank-details.server'

/** Where a payment goes to. */
export interface PaidAccount {
  /** The name of the entity. */
  holder: string
  /** In the currency that is paid; all of the entity where it has none in that currency. */
  accounts: StoredAccount[]
  /** SHA-256 of IBAN, BIC and holder of these accounts, in hex: another account has another one. */
  hash: string
}

/**
 * The account that an entity is paid on in a currency: approvers see it, and an approval holds for no other one.
 * @throws DomainError not-found when there is no such entity
 */
export async function paidAccount(read: Read, entityId: number, currency: string): Promise<PaidAccount> {
  const { id, iso3Currency, bic, iban, legalEntityId } = bankAccount
  const all = await read
    .select({ id, iso3Currency, bic, iban })
    .from(bankAccount)
    .where(eq(legalEntityId, entityId))
    .orderBy(asc(iso3Currency), asc(iban))
  const own = all.filter((account) => account.iso3Currency === currency)
  const accounts = own.length > 0 ? own : all
  const holder = await entityName(read, entityId)
  const numbers = [...new Set(accounts.map((account) => `${account.iban} ${account.bic}`))].sort()
  return { holder, accounts, hash: sha256(canonicalJson({ holder, numbers })) }
}

/** Each account in words, for whoever reads an event later. */
export function paidWords({ accounts, holder }: PaidAccount): string[] {
  return accounts.map((account) => `${accountLabel(account)}, BIC ${account.bic}, ${holder}`)
}
