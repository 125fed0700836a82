import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { contextOf } from 'tests/support/context'
import { completeFields, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { invoicesOfBudget } from '~/areas/budgets/invoices-of-budget.server'
import { budgetTotals } from '~/areas/budgets/list.server'
import { invoiceRows } from '~/areas/invoices/list.server'
import { WHOLE } from '~/platform/lists/list'

const site = await opened(testSite())
const reference = await budgetReference(site)
const held = budgets(site)
const its = expenses(site)

await site.ownerSql`insert into currency (code, name) values ('CHF', 'Franc'), ('JPY', 'Yen') on conflict do nothing`
await site.ownerSql`insert into exchange_rate (currency, date, rate) values
  ('USD', '2001-01-01', 0.9), ('CHF', '2000-06-01', 1.05), ('JPY', '2026-01-01', 0.006)`

const budget = (currency: string, amount_type: 'gross' | 'net') => ({
  ...budgetFields(reference),
  currency,
  amount_type,
  from_date: '2001-01-01',
  to_date: '2001-12-31',
  budget: '10000.00',
})
const invoiced = (currency: string, grossAmount: string, taxes: string) =>
  its.newInvoice(reference, {
    ...completeFields(reference),
    routineType: reference.routineTypeId,
    ...validations(reference),
    invoiceDate: '2001-06-30',
    receivedDate: '2001-07-01',
    dueDate: null,
    currency,
    grossAmount,
    taxes,
  })

test('each invoice shows its counted amount, rate and rate date; together they are the consumption', async () => {
  // Made before the budget exists, which would have refused it.
  const yen = await invoiced('JPY', '9000.00', '0.00')
  const budgetId = await held.activeBudget(budget('USD', 'net'))
  const euros = await invoiced('EUR', '120.00', '20.00')
  const dollars = await invoiced('USD', '50.00', '5.00')
  const francs = await invoiced('CHF', '-30.00', '0.00')

  const list = invoicesOfBudget(
    contextOf({ read: site.read, timeZone: 'UTC' }),
    { id: budgetId, currency: 'USD' },
    invoiceRows,
  )
  const { rows, sums } = await list.page({ ...WHOLE, sort: [{ column: 'id', descending: false }] })
  expect(
    rows.map((row) => [row.id, row.counted_amount, row.counted_currency, row.rate, row.rate_date]),
  ).toEqual([
    // Without a rate: in no sum.
    [yen.invoiceId, null, 'USD', null, null],
    [euros.invoiceId, '111.11', 'USD', '1.1111111111', '2001-01-01'],
    [dollars.invoiceId, '45.00', 'USD', null, null],
    // The older of two rate dates.
    [francs.invoiceId, '-35.00', 'USD', '1.1666666667', '2000-06-01'],
  ])
  expect(sums.counted_amount).toEqual([{ unit: 'USD', sum: '121.11' }])
  expect((await budgetTotals(site.read, [budgetId])).get(budgetId)).toMatchObject({
    consumed: '121.11',
    unconverted: 1,
  })
  // Other amounts stay separate by currency.
  expect(sums.gross_amount?.map(({ unit }) => unit)).toEqual(['CHF', 'EUR', 'JPY', 'USD'])

  const grouped = await list.page({ ...WHOLE, groups: ['provider'], openGroups: 'all' })
  expect(grouped.groups[0]?.sums.counted_amount).toEqual([{ unit: 'USD', sum: '121.11' }])
  const [whole] = await list.groups(WHOLE)
  expect(whole?.sums.counted_amount).toEqual([{ unit: 'USD', sum: '121.11' }])
  const largest = await list.page({
    ...WHOLE,
    sort: [{ column: 'counted_amount', descending: true }],
    filters: [{ column: 'counted_amount', operator: 'greater', values: ['0'] }],
  })
  expect(largest.rows.map(({ id }) => id)).toEqual([euros.invoiceId, dollars.invoiceId])
  const old = { column: 'rate_date', operator: 'less', values: ['2001-01-01'] } as const
  expect((await list.page({ ...WHOLE, filters: [old] })).rows.map(({ id }) => id)).toEqual([francs.invoiceId])
})
