import { accrualsOn } from 'tests/support/areas/accruals/accruals-on'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { suggestedFor, withBudgets } from '~/areas/drafts/entry/suggested.server'

const site = await opened(testSite())
const reference = await expenseReference(site)

test('suggests the most frequent value of the supplier’s last invoices, the newest if equal, and only valid choices', async () => {
  const its = accrualsOn(site, reference)
  const from = {
    isSupplierFund: false,
    invoicedLegalEntity: reference.supplierId,
    invoicedFundLegalEntity: null,
  }
  const [monthly] = await site.ownerSql<
    { id: number }[]
  >`insert into routine_type (name) values ('Each month') returning id`
  const [legal] = await site.ownerSql<
    { id: number }[]
  >`insert into expense_type (name) values ('Legal') returning id`
  const choices = {
    expenseTypes: [
      { value: reference.expenseTypeId, label: 'Market data' },
      { value: legal?.id ?? 0, label: 'Legal' },
    ],
    routineTypes: [{ value: monthly?.id ?? 0, label: 'Each month' }],
    feesTypes: [{ value: 'DATA', label: 'Data' }],
  }
  const suggested = (more = {}) => suggestedFor(site.read, { ...from, ...more }, choices)
  expect(await suggested()).toEqual({})
  // Six invoices: the oldest is ignored.
  const days = ['04-01', '05-01', '06-01', '07-01', '08-01', '09-01']
  const ids: number[] = []
  for (const [at, day] of days.entries())
    ids.push(
      await its.bill({
        net: '10.00',
        invoiceDate: `2026-${day}`,
        expenseTypeId: at >= 3 ? legal?.id : reference.expenseTypeId,
      }),
    )
  await site.ownerSql`update invoice set routine_type_id = ${monthly?.id ?? 0} where id in ${site.ownerSql(ids.slice(4))}`
  await site.ownerSql`update invoice set fees_type = 'GONE' where id = ${ids[5] ?? 0}`
  expect(await suggested()).toEqual({
    expenseType: { value: legal?.id, label: 'Legal', times: 3, of: 5 },
    routineType: { value: monthly?.id, label: 'Each month', times: 2, of: 5 },
  })
  expect(await suggested({ invoicedLegalEntity: null })).toEqual({})
  expect(await suggested({ invoicedLegalEntity: reference.settlingId })).toEqual({})
})

test('a suggestion says which budgets apply once it is taken, or that none does', async () => {
  const suggested = {
    expenseType: { value: 4, label: 'Legal', times: 3, of: 5 },
    routineType: { value: 9, label: 'Each month', times: 2, of: 5 },
  }
  const blank = { expenseType: null, routineType: null, invoiceDate: '2026-09-01', currency: 'EUR' }
  const budgetsWith = async (value: { expenseType?: number | null; routineType?: number | null }) =>
    value.routineType === 9 ? [{ name: 'Budget 7' }, { name: 'Budget 8' }] : []
  expect(await withBudgets(suggested, blank, budgetsWith)).toEqual({
    expenseType: { ...suggested.expenseType, budgets: 'No budget applies then.' },
    routineType: { ...suggested.routineType, budgets: 'Budget 7 and Budget 8 apply then.' },
  })
  const known = await withBudgets(suggested, { ...blank, expenseType: 4 }, budgetsWith)
  expect(known.expenseType).toEqual(suggested.expenseType)
  // Before its date and currency are known, no budget could count it.
  expect(await withBudgets(suggested, { ...blank, invoiceDate: null }, budgetsWith)).toEqual(suggested)
})
