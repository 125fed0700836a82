import { accrualsOn } from 'tests/support/areas/accruals/accruals-on'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { suggestedFor, withBudgets, withSuggested } from '~/areas/drafts/entry/suggested.server'
import { suggestedValue } from '~/areas/drafts/entry/suggested-fields'

const site = await opened(testSite())
const reference = await expenseReference(site)

test('suggests the most frequent value of the supplier’s last invoices, the newest if equal, and only valid choices', async () => {
  const its = accrualsOn(site, reference)
  const from = {
    isSupplierFund: false,
    invoicedLegalEntity: reference.supplierId,
    invoicedFundLegalEntity: null,
    receivedDate: null,
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

test('suggests client, currency and rate of taxes: a client that is still there, a rate that gives the taxes', async () => {
  const { bill } = accrualsOn(site, reference)
  await bill({ net: '10.00', taxes: '1.70', invoiceDate: '2026-10-01' })
  await bill({ net: '200.00', taxes: '34.00', invoiceDate: '2026-10-02' })
  await bill({ net: '33.33', taxes: '5.67', invoiceDate: '2026-10-03' })
  await bill({ net: '10.00', taxes: '0.80', invoiceDate: '2026-10-04' })
  // Of two rates: 12.3 % of 1,000.00 would be 123.00.
  await bill({ net: '1000.00', taxes: '123.45', invoiceDate: '2026-10-05', currency: 'USD' })
  const currencies = [
    { value: 'EUR', label: 'EUR Euro' },
    { value: 'USD', label: 'USD US Dollar' },
  ]
  const suggested = (receivedDate: string | null) =>
    suggestedFor(
      site.read,
      {
        isSupplierFund: false,
        invoicedLegalEntity: reference.supplierId,
        invoicedFundLegalEntity: null,
        receivedDate,
      },
      { today: '2026-11-02', currencies },
    )
  const settling = { value: reference.settlingId, label: 'Hespéris Management SA', times: 5, of: 5 }
  const others = {
    currency: { value: 'EUR', label: 'EUR Euro', times: 4, of: 5 },
    taxes: { value: '17', label: '17 %', times: 3, of: 5 },
  }
  expect(await suggested(null)).toEqual({ settlingLegalEntity: settling, ...others })
  await site.ownerSql`update legal_entity set dead_date = '2026-10-31' where id = ${reference.settlingId}`
  expect(await suggested(null)).toEqual(others)
  expect(await suggested('2026-10-31')).toEqual({ settlingLegalEntity: settling, ...others })
  await site.ownerSql`update legal_entity set dead_date = null where id = ${reference.settlingId}`
})

test('taxes follow from gross in the decimals of its currency, and there are none without gross', () => {
  const rate = { value: '17' }
  expect(suggestedValue('taxes', rate, { grossAmount: '117.00', currency: 'EUR' })).toBe('17.00')
  expect(suggestedValue('taxes', rate, { grossAmount: '1000.00', currency: null })).toBe('145.30')
  expect(suggestedValue('taxes', rate, { grossAmount: '1000', currency: 'JPY' })).toBe('145')
  expect(suggestedValue('taxes', rate, { grossAmount: null, currency: 'EUR' })).toBeNull()
  expect(suggestedValue('currency', { value: 'EUR' }, { grossAmount: null, currency: null })).toBe('EUR')
})

test('a client that is suggested is among the choices of a list too long to offer all of them', () => {
  const choices = { entities: [{ value: 7, label: 'Arvensis SICAV', until: null }] }
  const suggestion = (value: number, label: string) => ({ value, label, times: 3, of: 5 })
  const { entities } = withSuggested(choices as Parameters<typeof withSuggested>[0], {
    settlementLegalEntity: suggestion(7, 'Arvensis SICAV'),
    settlingLegalEntity: suggestion(9, 'Nordlys Kapitalförvaltning AB'),
  })
  expect(entities.map(({ value }) => value)).toEqual([7, 9])
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
