import { currency } from 'db/schema/lookups'
import { contextOf } from 'tests/support/context'
import type { ExpenseReference } from 'tests/support/expenses'
import type { TestSite, UserName } from 'tests/support/site'
import { bankAccountsTable } from '~/areas/bank-accounts/bank-accounts-table.server'
import { approvePendingChange, refusePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { createRow, deleteRow, updateRow } from '~/platform/tables/change-rows.server'
import type { RowValues } from '~/platform/tables/table-column'
import type { PostedRow } from '~/platform/tables/table-row'

/** A valid Luxembourg IBAN: country, length and check digits. */
export const IBAN = 'LU280019400644750000'
export const OTHER_IBAN = 'LU120010001234567891'
export const BIC = 'BGLLLULLXXX'

export const account = (row: PostedRow = {}): PostedRow => ({
  iso3Currency: 'EUR',
  bic: BIC,
  iban: IBAN,
  ...row,
})

/** Adds two currencies to a site; returns helpers for the bank accounts of the supplier of expenses. */
export async function accountsOn(site: TestSite, { supplierId }: ExpenseReference) {
  await site.transaction((tx) =>
    tx.insert(currency).values([
      { code: 'EUR', name: 'Euro' },
      { code: 'USD', name: 'US dollar' },
    ]),
  )
  const by = (who: UserName) => ({
    actor: site.actor(who),
    now: site.clock(),
    timeZone: 'UTC',
  })

  const create = (row: PostedRow, who: UserName = 'finance1', entityId = supplierId, comment = '') =>
    site.transaction((tx) =>
      createRow(contextOf({ tx, ...by(who) }), bankAccountsTable(entityId), row, comment),
    )
  const update = (
    key: string,
    posted: PostedRow,
    who: UserName = 'finance1',
    seen: RowValues | null = null,
  ) =>
    site.transaction((tx) =>
      updateRow(contextOf({ tx, ...by(who) }), bankAccountsTable(supplierId), { key, posted, seen }),
    )
  const remove = (key: string, who: UserName = 'finance1') =>
    site.transaction((tx) =>
      deleteRow(contextOf({ tx, ...by(who) }), bankAccountsTable(supplierId), { key, seen: null }),
    )
  const load = (entityId = supplierId, timeZone = 'UTC') =>
    bankAccountsTable(entityId).load(contextOf({ read: site.read, timeZone }))
  const waiting = () => pendingChanges(site.read)
  /** Decides the oldest pending change. */
  async function decide(who: UserName = 'teamleader1', decision = approvePendingChange) {
    const [change] = await waiting()
    await site.transaction((tx) =>
      decision(
        contextOf({ tx, actor: site.actor(who), now: site.clock(), timeZone: 'Europe/Luxembourg' }),
        change?.id ?? 0,
      ),
    )
  }
  const refuse = (who: UserName = 'teamleader1') => decide(who, refusePendingChange)
  /** An active account. */
  async function addAccount(row: PostedRow = {}): Promise<string> {
    await create(account(row))
    await decide()
    const rows = await load()
    return rows.find(({ iban }) => iban === (row.iban ?? IBAN))?.key ?? ''
  }
  return { create, update, remove, load, waiting, decide, refuse, addAccount }
}
