import { expect, test } from 'vitest'
import { usedOf } from '~/areas/budgets/budget-figures'

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
