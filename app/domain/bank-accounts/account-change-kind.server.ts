import type { Read } from 'db/doors'
import { legalEntity } from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import { isAllowed, isTeamLeader } from '~/domain/access/actor'
import type { ChangeKind, DescribedChange } from '~/domain/access/change-kind.server'
import { isDeletion } from '~/domain/access/deletion'
import { DomainError } from '~/domain/values/domain-error'
import { type Account, accountLabel, readAccountTarget } from './account'
import { lockBankDetails } from './lock-bank-details.server'
import { accountNumbered, accountOf } from './stored-accounts.server'
import { deleteAccount, writeAccount } from './write-account.server'

/** How changes of bank accounts wait for a team leader (product decisions, sections 1 and 5) and take effect. */
export const accountChangeKind: ChangeKind = {
  describe,
  mayDecide: (actor) => isTeamLeader(actor) && isAllowed(actor, 'bankaccounts', 'update'),
  decidedBy: 'A member of TEAM LEADER who may update Bank Accounts decides this change.',
  queue: 'TEAM LEADER',
  userName: () => null,
  async current(read, target) {
    const { entityId, accountId } = readAccountTarget(target)
    return accountId === null ? null : accountOf(read, entityId, accountId)
  },
  async check(read, target, after) {
    const { entityId, accountId } = readAccountTarget(target)
    const names = await namesOf(read, [entityId])
    if (!names.has(entityId))
      throw new DomainError('refused', 'There is no such legal entity any more. Refuse this change.')
    if (isDeletion(after)) return
    const other = await accountNumbered(read, entityId, after as Account, accountId)
    if (other)
      throw new DomainError(
        'refused',
        `${names.get(entityId)} has an account ${accountLabel(other)} already. Refuse this change, or decide first the one that deletes that account.`,
      )
  },
  async apply(tx, target, after, by) {
    const { entityId, accountId } = readAccountTarget(target)
    if (!isDeletion(after)) await writeAccount(tx, { entityId, accountId }, after as Account, by)
    else if (accountId !== null) await deleteAccount(tx, { entityId, accountId })
  },
  lock: (tx, targets) =>
    lockBankDetails(
      tx,
      targets.map((target) => readAccountTarget(target).entityId),
    ),
}

/** "Bank account EUR LU28 0019 4006 4475 0000 of Index Data House Ltd", as it is before the change. */
async function describe(read: Read, changes: readonly DescribedChange[]): Promise<string[]> {
  const names = await namesOf(
    read,
    changes.map(({ target }) => readAccountTarget(target).entityId),
  )
  return changes.map(({ target, before, after }) => {
    const { entityId } = readAccountTarget(target)
    const name = names.get(entityId) ?? 'a legal entity that is gone'
    return `Bank account ${accountLabel((before ?? after) as Account)} of ${name}`
  })
}

async function namesOf(read: Read, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { id, name } = legalEntity
  const rows = await read
    .select({ id, name })
    .from(legalEntity)
    .where(inArray(id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row.name]))
}
