import type { Read } from 'db/database'
import { type Account, BANK_ACCOUNT } from '~/areas/bank-accounts/account'
import { accountTargets, type SheetAccount } from '~/areas/bank-accounts/sheet-accounts.server'
import type { RequestedChange } from '~/platform/approvals/pending-change-event.server'
import type { PlannedChange } from './changes'
import type { ReadReference } from './read-reference'
import { waitingChange } from './second-person'

/**
 * The workbook without the assignments of processes to users that it creates itself: these users wait for a second
 * person, and nothing is given to a user who does not exist yet. Stored assignments stay as they are.
 * @param users who may open Processes already
 */
export function withoutWaitingUsers(reference: ReadReference, users: ReadonlySet<string>): ReadReference {
  const runs = reference.sheets.get('Entity processes')
  if (!runs) return reference
  const brought = new Set(reference.sheets.get('Users')?.rows.map(({ values }) => values.userName))
  const notes: string[] = []
  const rows = runs.rows.map((each) => {
    const { userName, ...values } = each.values
    if (typeof userName !== 'string' || users.has(userName) || !brought.has(userName)) return each
    notes.push(
      `Sheet "${runs.name}", row ${each.row}: ${userName} is pending second approval; import the row again afterwards to assign it.`,
    )
    return { ...each, values }
  })
  const sheets = new Map(reference.sheets).set('Entity processes', { ...runs, rows })
  return { ...reference, sheets, notes: [...reference.notes, ...notes] }
}

/** Rows that wait for a second person as changes; null for rows that cannot wait yet, as their entity is new too. */
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
