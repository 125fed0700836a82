import type { Read } from 'db/database'
import { type Account, BANK_ACCOUNT } from '~/areas/bank-accounts/account'
import { accountTargets, type SheetAccount } from '~/areas/bank-accounts/sheet-accounts.server'
import type { RequestedChange } from '~/platform/approvals/requested-change'
import type { PlannedChange } from '~/platform/tables/compare'
import { waitingChange } from './second-person'

/** Rows that wait for a second person as changes; null for what nothing can wait for yet, as its entity is new too. */
export async function asWaiting(read: Read): Promise<(change: PlannedChange) => RequestedChange | null> {
  const targetOf = await accountTargets(read)
  return (change) => {
    if (change.sheet !== 'Bank accounts') return waitingChange(change)
    const after = change.after as unknown as SheetAccount
    const target = targetOf(after)
    const before = change.before as unknown as SheetAccount | null
    return target === null
      ? null
      : { kind: BANK_ACCOUNT, target, before: before && accountIn(before), after: accountIn(after) }
  }
}

const accountIn = ({ iso3Currency, bic, iban }: SheetAccount): Account => ({ iso3Currency, bic, iban })
