import { expect, test } from 'vitest'
import { budgetPace, usedOf } from '~/areas/budgets/budget-figures'

test.each([
  ['0.00', '0.00', '0', '0.00', 'below'],
  ['700.00', '99.99', '80', '80.00', 'below'],
  ['700.00', '100.00', '80', '80.00', 'warning'],
  ['1000.00', '0.00', '100', '100.00', 'warning'],
  ['1000.00', '0.01', '100', '100.00', 'exceeded'],
  ['900.00', '200.00', '80', '110.00', 'exceeded'],
  ['-500.00', '200.00', '80', '-30.00', 'below'],
])(
  '%s consumed and %s committed of 1,000.00, threshold %s: %s %%, %s',
  (consumed, committed, treshold, percent, state) => {
    expect(usedOf({ budget: '1000.00', treshold }, { consumed, committed })).toEqual({ percent, state })
  },
)

const part = (kind: 'invoice' | 'draft', invoiceDate: string, amount: string | null) => ({
  kind,
  invoiceDate,
  amount,
})
const YEAR = { budget: '365.00', from_date: '2026-01-01', to_date: '2026-12-31' }

test('the pace of a budget has points for its first day, month ends and last day; future ones are unknown', () => {
  const parts = [
    part('invoice', '2026-01-31', '10.10'),
    part('invoice', '2026-02-01', '20.20'),
    part('draft', '2026-02-28', '0.05'),
    part('invoice', '2026-02-28', null),
    part('invoice', '2026-11-30', '-5.00'),
  ]
  const pace = budgetPace(YEAR, parts, '2026-03-10')
  expect(pace.map(({ day }) => day)).toEqual([
    '2026-01-01',
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-30',
    '2026-12-31',
  ])
  expect(pace.slice(0, 5)).toEqual([
    { day: '2026-01-01', consumed: '0.00', used: '0.00', even: '1.00' },
    { day: '2026-01-31', consumed: '10.10', used: '10.10', even: '31.00' },
    { day: '2026-02-28', consumed: '30.30', used: '30.35', even: '59.00' },
    { day: '2026-03-31', consumed: '30.30', used: '30.35', even: '90.00' },
    { day: '2026-04-30', consumed: null, used: null, even: '120.00' },
  ])
  expect(pace.at(-1)).toEqual({ day: '2026-12-31', consumed: null, used: null, even: '365.00' })
})

test.each([
  [{ ...YEAR, from_date: null }, 0],
  [{ ...YEAR, budget: null }, 0],
  [{ ...YEAR, to_date: '2026-01-01' }, 0],
  [{ ...YEAR, to_date: '2026-01-20' }, 2],
  [{ ...YEAR, from_date: '2026-01-31', to_date: '2026-02-28' }, 2],
  [{ ...YEAR, from_date: '2025-12-15', to_date: '2026-01-15' }, 3],
  [{ ...YEAR, to_date: '2030-12-31' }, 61],
  [{ ...YEAR, to_date: '2031-01-31' }, 0],
])('a budget of %o has %i points', (budget, points) => {
  expect(budgetPace(budget, [], '2026-03-10')).toHaveLength(points)
})
