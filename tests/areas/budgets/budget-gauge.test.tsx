import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BudgetGauge } from '~/areas/budgets/budget-gauge'

const termsOf = (committed: string) => {
  const totals = { consumed: '500.00', committed } as Parameters<typeof BudgetGauge>[0]['totals']
  const limits = { budget: '1000.00', treshold: '80', currency: 'EUR' }
  const html = renderToStaticMarkup(<BudgetGauge {...limits} totals={totals} />)
  return [...html.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, term]) => term)
}

test('the projected amount comes before the remaining one once drafts in progress exceed the budget', () => {
  expect(termsOf('500.00').slice(-2)).toEqual(['Remaining', 'Projected'])
  expect(termsOf('500.01').slice(-2)).toEqual(['Projected', 'Remaining'])
})
