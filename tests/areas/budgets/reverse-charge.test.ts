import { recoverableVat } from 'db/schema/expenses'
import { sql } from 'drizzle-orm'
import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { completeFields, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { budgetParts } from '~/areas/budgets/budget-parts.server'
import { budgetsOfDraft } from '~/areas/drafts/draft-view.server'
import { expenseSql } from '~/areas/expenses/recoverable-vat.server'

const site = await opened(testSite())
const reference = await budgetReference(site)
const its = expenses(site)
await site.transaction((tx) =>
  tx
    .insert(recoverableVat)
    .values({ legalEntityId: reference.settlingId, share: '40', validFrom: '2026-01-01' }),
)
const own = {
  routineType: reference.routineTypeId,
  grossAmount: '1000.00',
  taxes: '0.00',
  reverseCharge: true,
  reverseChargeTax: '170.00',
}
const charged = { ...completeFields(reference), ...own }

test.each([
  ['gross', '1102.00'],
  ['net', '1000.00'],
  ['taxes', '102.00'],
])('of a reverse charge, a budget by %s counts what is not recovered', async (type, counted) => {
  const budgetId = await budgets(site).activeBudget({
    ...budgetFields(reference),
    amount_type: type as 'gross',
    from_date: '2026-01-01',
    to_date: '2026-12-31',
  })
  const draftId = await its.newDraft('finance1', { ...charged, invoiceRef: `RC-${type}` })
  const [check] = await budgetsOfDraft(site.read, draftId)
  expect(check?.counted).toBe(counted)
  const [typed] = await budgetsOfDraft(site.read, draftId, { ...charged, reverseChargeTax: '100.00' })
  expect(typed?.counted).toBe({ gross: '1060.00', net: '1000.00', taxes: '60.00' }[type])
  expect((await budgetParts(site.read, budgetId)).find(({ id }) => id === draftId)?.amount).toBe(counted)
  await its.draftStep('finance1', draftId, 'cancel')
  await budgets(site).step('teamleader1', budgetId, 'cancel')
})

test('of the invoice a budget counts the same, and NAVs count it as expense, before and after it is booked', async () => {
  const budgetId = await budgets(site).activeBudget({
    ...budgetFields(reference),
    amount_type: 'gross',
    from_date: '2026-01-01',
    to_date: '2026-12-31',
  })
  const { invoiceId } = await its.newInvoice(reference, { ...own, invoiceRef: 'RC-NAV' })
  const counted = async () => (await budgetParts(site.read, budgetId)).map(({ id, amount }) => [id, amount])
  const expense = async () => {
    const rows: unknown = await site.read.execute(
      sql`select ${expenseSql(sql`bill`)} as expense from invoice bill where bill.id = ${invoiceId}`,
    )
    return (rows as { expense: string }[])[0]?.expense
  }
  expect([await expense(), await counted()]).toEqual(['1102.00', [[invoiceId, '1102.00']]])
  await its.invoiceStep('finance1', invoiceId, 'book')
  expect([await expense(), await counted()]).toEqual(['1102.00', [[invoiceId, '1102.00']]])
})
