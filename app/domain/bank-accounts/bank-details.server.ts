import type { Read } from 'db/doors'
import { bankAccount } from 'db/schema/bank-accounts'
import { asc, eq } from 'drizzle-orm'
import { type Day, dayIn, daysBetween } from '~/domain/values/day'
import type { Account } from './account'
import { approvalsOf, waitingChangesOf } from './changes-of-entity.server'

/** An account in force. */
export interface StoredAccount extends Account {
  id: number
}

export interface BankDetails {
  /** By currency, then number. */
  accounts: StoredAccount[]
  /**
   * Days since the latest change took effect, whichever account, deletions too; null when there was none within a
   * year. The first account that an entity ever had is no change.
   */
  changedDaysAgo: number | null
  /** Since when a change waits for a second person; null when none does. */
  waitingSince: Date | null
}

/** A change is told of for so long. */
const TOLD_DAYS = 365

/** What is known of the accounts that an entity is paid to, and how lately it changed. `today` is a day of the time zone. */
export async function bankDetails(
  read: Read,
  entityId: number,
  today: Day,
  timeZone = 'UTC',
): Promise<BankDetails> {
  const { id, iso3Currency, bic, iban, creationDate, updateDate } = bankAccount
  const rows = await read
    .select({ id, iso3Currency, bic, iban, creationDate, updateDate })
    .from(bankAccount)
    .where(eq(bankAccount.legalEntityId, entityId))
    .orderBy(asc(iso3Currency), asc(iban))
  // A site that has nobody to approve makes changes at once: those are known by their rows only.
  const made = rows.flatMap((row) => [row.creationDate, row.updateDate])
  const times = [...(await approvalsOf(read, entityId)), ...made].map((at) => at.getTime())
  const [latest, ...earlier] = [...new Set(times)].sort((a, b) => b - a)
  const days =
    latest === undefined || earlier.length === 0
      ? null
      : Math.max(0, daysBetween(dayIn(new Date(latest), timeZone), today))
  const [waiting] = await waitingChangesOf(read, entityId)
  return {
    accounts: rows.map(({ creationDate: _made, updateDate: _changed, ...account }) => account),
    changedDaysAgo: days !== null && days <= TOLD_DAYS ? days : null,
    waitingSince: waiting?.requestedAt ?? null,
  }
}
