import { legalEntity } from 'db/schema/lookups'
import { inboxOf } from 'tests/support/areas/payments/bank-inbox'
import { camt054, runsOn } from 'tests/support/areas/payments/runs-on'
import type { ExpenseReference } from 'tests/support/expenses'
import type { TestSite } from 'tests/support/site'

/** Payment runs between two entities of their own, so that nothing else is paid or taken off. */
export async function runsOfTheirOwn(site: TestSite, reference: ExpenseReference) {
  const [supplierId = 0, settlingId = 0] = await site.transaction(async (tx) => {
    const made = await tx
      .insert(legalEntity)
      .values([
        { name: 'Paid less a credit Ltd', kind: 'SUPPLIER' },
        { name: 'Paying Management SA', kind: 'COMPANY' },
      ])
      .returning({ id: legalEntity.id })
    return made.map(({ id }) => id)
  })
  const runs = runsOn(site, { ...reference, supplierId, settlingId })
  await runs.addAccounts()
  return runs
}

/**
 * Pays an invoice less a credit of its supplier, in a run that the bank booked, and explains another entry of the bank's file
 * as charges.
 */
export async function moneyMoved(site: TestSite, runs: Awaited<ReturnType<typeof runsOfTheirOwn>>) {
  const [credit = 0] = await runs.approvedInvoices([{ gross: '-30.00' }])
  const [paid = 0] = await runs.approvedInvoices([{ gross: '100.00' }])
  const run = await runs.sentRun([paid])
  const file = camt054(`MONEY-${run}`, [
    { id: `INV${paid}-RUN${run}`, amount: '70.00' },
    { id: `FEES-${run}`, amount: '9.00', text: 'Account fees' },
  ])
  const { answerId } = await runs.answer('treasurer1', `booked-${run}.xml`, file)
  const inbox = inboxOf(site)
  const entry = (await inbox.entries(answerId)).find(({ outcome }) => outcome === 'inbox')?.id ?? 0
  await inbox.explain('treasurer1', entry, { kind: 'charges' })
  return { credit, paid, run, entry }
}
