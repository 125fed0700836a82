import { bankAccount } from 'db/schema/bank-accounts'
import { bankEntry, bankPosting } from 'db/schema/bank-inbox'
import { asc, eq } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import type { ExpenseReference } from 'tests/support/expenses'
import type { TestSite, UserName } from 'tests/support/site'
import { explainEntry } from '~/areas/payments/bank-inbox/explain-entry.server'
import { requestDisputeSettlement, requestReturn } from '~/areas/payments/bank-inbox/second-treasurer.server'
import type { Settlement } from '~/areas/payments/bank-inbox/settlement'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { Big } from '~/platform/values/decimal'

/** Helpers for the Bank inbox of a site. */
export function inboxOf(site: TestSite) {
  const { timeZone } = site.services.settings
  const contextFor = (user: UserName) => (tx: Parameters<Parameters<TestSite['transaction']>[0]>[0]) =>
    contextOf({ tx, actor: site.actor(user), now: site.clock(), timeZone })

  /** The entries and statuses of an answer, in their order. */
  const entries = (answerId: number) =>
    site.read.select().from(bankEntry).where(eq(bankEntry.answerId, answerId)).orderBy(asc(bankEntry.id))

  const entry = async (id: number) => {
    const [found] = await site.read.select().from(bankEntry).where(eq(bankEntry.id, id))
    if (!found) throw new Error(`There is no entry ${id}`)
    return found
  }

  /** Each posting as text: "supplier -10.00". */
  const postings = async (entryId: number) =>
    (
      await site.read
        .select()
        .from(bankPosting)
        .where(eq(bankPosting.entryId, entryId))
        .orderBy(asc(bankPosting.position))
    ).map(({ kind, amount }) => `${kind} ${amount}`)

  const explain = (user: UserName, entryId: number, how: Settlement, comment = '') =>
    site.transaction((tx) => explainEntry(contextFor(user)(tx), { entryId, how, comment, seenEventId: null }))

  const waiting = async () => {
    const [change] = await site.ownerSql<{ id: number }[]>`
      select id::int from pending_change where decision is null order by id desc limit 1`
    return change?.id ?? 0
  }

  const requestDispute = (user: UserName, invoiceId: number, end: string, comment = 'Asked the bank') =>
    site.transaction((tx) => requestDisputeSettlement(contextFor(user)(tx), { invoiceId, end, comment }))

  const requestBack = (user: UserName, entryId: number, paymentId: number, comment = 'Asked the bank') =>
    site.transaction((tx) => requestReturn(contextFor(user)(tx), { entryId, paymentId, comment }))

  /** Approves the newest waiting change. */
  const approve = async (user: UserName) => {
    const id = await waiting()
    return site.transaction((tx) =>
      approvePendingChange(contextOf({ tx, actor: site.actor(user), now: site.clock(), timeZone }), id),
    )
  }

  /** Entries that are explained, or settled by the file, whose postings do not add up to their amounts. */
  const unbalanced = async () => {
    const rows = await site.ownerSql<{ id: string; amount: string; total: string }[]>`
      select e.id, case e.direction when 'debit' then -e.amount else e.amount end as amount, sum(p.amount) as total
      from bank_entry e join bank_posting p on p.entry_id = e.id
      where e.outcome <> 'inbox' or e.explained_at is not null group by e.id, e.direction, e.amount`
    return rows.filter(({ amount, total }) => !new Big(amount).eq(total))
  }

  return { entries, entry, postings, explain, requestDispute, requestBack, approve, unbalanced }
}

/** Accounts of payer and payee in one more currency. */
export async function addCurrency(
  site: TestSite,
  { settlingId, supplierId }: ExpenseReference,
  iso3Currency: string,
  { payer, payee }: { payer: string; payee: string },
): Promise<void> {
  const at = new Date('2026-01-05T09:00:00Z')
  const of = (legalEntityId: number, iban: string, bic: string) => ({
    legalEntityId,
    iso3Currency,
    iban,
    bic,
    creationDate: at,
    updateDate: at,
  })
  await site.transaction((tx) =>
    tx.insert(bankAccount).values([of(settlingId, payer, 'BGLLLULL'), of(supplierId, payee, 'COBADEFF')]),
  )
}
