import type { Read } from 'db/database'
import { pendingChange } from 'db/schema/access'
import { bankAccount } from 'db/schema/bank-accounts'
import { legalEntity } from 'db/schema/lookups'
import { and, eq, isNull } from 'drizzle-orm'
import { isDeletion } from '~/platform/approvals/change-kind.server'
import { namedColumns } from '~/platform/tables/column'
import {
  ACCOUNT_FIELDS,
  type Account,
  accountNumber,
  accountTarget,
  BANK_ACCOUNT,
  readAccountTarget,
} from './account'

/** An account as the sheet "Bank accounts" names it: by its entity's name, currency and number. */
export interface SheetAccount extends Account {
  legalEntity: string
}

/** The accounts in force, as rows of the sheet. */
export function sheetAccounts(read: Read): Promise<SheetAccount[]> {
  return read
    .select({ ...namedColumns(bankAccount, ACCOUNT_FIELDS), legalEntity: legalEntity.name })
    .from(bankAccount)
    .innerJoin(legalEntity, eq(legalEntity.id, bankAccount.legalEntityId)) as Promise<SheetAccount[]>
}

/** An account of the sheet among those of its workbook and of the site. */
export const sheetNumber = (account: Pick<SheetAccount, 'legalEntity' | 'iso3Currency' | 'iban'>) =>
  JSON.stringify([account.legalEntity, accountNumber(account)])

/**
 * The keys of the sheet's rows among waiting changes: an account in force by its id, a new one by its number. Null for
 * a row of an entity that the site does not have yet: no change of it can wait.
 */
export async function accountTargets(
  read: Read,
): Promise<(account: Pick<SheetAccount, 'legalEntity' | 'iso3Currency' | 'iban'>) => string | null> {
  const entities = await read.select({ id: legalEntity.id, name: legalEntity.name }).from(legalEntity)
  const { id, iso3Currency, iban, legalEntityId } = bankAccount
  const accounts = await read.select({ id, iso3Currency, iban, entityId: legalEntityId }).from(bankAccount)
  const entityIds = new Map(entities.map((entity) => [entity.name, entity.id]))
  const accountIds = new Map(
    accounts.map((account) => [`${account.entityId} ${accountNumber(account)}`, account.id]),
  )
  return (account) => {
    const entityId = entityIds.get(account.legalEntity)
    if (entityId === undefined) return null
    const number = accountNumber(account)
    return accountTarget(entityId, accountIds.get(`${entityId} ${number}`) ?? null, account)
  }
}

/** The numbers that waiting changes give to accounts in force, as `sheetNumber`: no other account takes them. */
export async function pendingAccountNumbers(read: Read): Promise<ReadonlySet<string>> {
  const entities = await read.select({ id: legalEntity.id, name: legalEntity.name }).from(legalEntity)
  const names = new Map(entities.map(({ id, name }) => [id, name]))
  const waiting = await read
    .select({ target: pendingChange.target, before: pendingChange.before, after: pendingChange.after })
    .from(pendingChange)
    .where(and(isNull(pendingChange.decision), eq(pendingChange.kind, BANK_ACCOUNT)))
  return new Set(
    waiting.flatMap(({ target, before, after }) => {
      if (before === null || isDeletion(after as object)) return []
      const [was, is] = [before as Account, after as Account]
      const name = names.get(readAccountTarget(target).entityId)
      return name === undefined || accountNumber(was) === accountNumber(is)
        ? []
        : [sheetNumber({ legalEntity: name, ...is })]
    }),
  )
}
