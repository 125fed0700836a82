import type { Read } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { asc, eq } from 'drizzle-orm'
import { type Day, dayIn, daysBetween } from '~/platform/values/day'
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
  const [latest, ...earlier] = await changeTimes(read, entityId, rows)
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

/** When a change of an entity's accounts took effect last, the first account included; null when it never had one. */
export async function detailsChangedAt(read: Read, entityId: number): Promise<Date | null> {
  const { creationDate, updateDate, legalEntityId } = bankAccount
  const rows = await read
    .select({ creationDate, updateDate })
    .from(bankAccount)
    .where(eq(legalEntityId, entityId))
  const [latest] = await changeTimes(read, entityId, rows)
  return latest === undefined ? null : new Date(latest)
}

/** The moments of its changes, latest first. A site that has nobody to approve makes them at once: only rows tell. */
async function changeTimes(
  read: Read,
  entityId: number,
  rows: readonly { creationDate: Date; updateDate: Date }[],
): Promise<number[]> {
  const made = rows.flatMap((row) => [row.creationDate, row.updateDate])
  const times = [...(await approvalsOf(read, entityId)), ...made].map((at) => at.getTime())
  return [...new Set(times)].sort((a, b) => b - a)
}
