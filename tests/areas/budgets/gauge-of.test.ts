import { expect, test } from 'vitest'
import { gaugeOf, leftOf } from '~/areas/budgets/budget-gauge'

const limits = { budget: '50000.00', treshold: '80.00', currency: 'EUR' }
const used = (consumed: string, committed = '0.00') => gaugeOf(limits, { consumed, committed })

test('usage is given in figures and percent, with its meaning', () => {
  expect(used('31000.00', '4000.00')).toEqual({
    state: 'well',
    part: 0.62,
    further: 0.08,
    threshold: 0.8,
    label: '35,000.00 of 50,000.00 EUR is used (70.00 %): below the threshold of 80 %',
  })
  expect(used('31000.00', '9000.00')).toMatchObject({
    state: 'near',
    label: '40,000.00 of 50,000.00 EUR is used (80.00 %): the threshold of 80 % is reached',
  })
  expect(used('52000.00')).toMatchObject({
    state: 'over',
    part: 1.04,
    label: '52,000.00 of 50,000.00 EUR is used (104.00 %): 2,000.00 over budget',
  })
})

test('an unused budget, and a new one', () => {
  expect(used('0.00')).toMatchObject({ state: 'well', label: 'Nothing of 50,000.00 EUR is used' })
  expect(
    gaugeOf({ budget: '0.1', treshold: null, currency: null }, { consumed: '0.00', committed: '0.00' }),
  ).toEqual({ state: 'well', part: 0, further: 0, threshold: undefined, label: 'Nothing used yet' })
})

test('exactly 100 % is not exceeded, one cent more is, however large the budget', () => {
  expect(used('50000.00')).toMatchObject({ state: 'near', part: 1 })
  const large = { budget: '9999999999999.99', treshold: '100', currency: 'EUR' }
  const all = { consumed: '9999999999999.99', committed: '0.00' }
  expect(gaugeOf(large, all).state).toBe('near')
  const over = gaugeOf(large, { ...all, committed: '0.01' })
  expect(over.state).toBe('over')
  expect(over.label).toMatch(/: 0\.01 over budget$/)
})

test('a cent below the threshold is below it', () => {
  expect(gaugeOf({ ...limits, budget: '100.00' }, { consumed: '10.00', committed: '70.00' }).state).toBe(
    'near',
  )
  expect(gaugeOf({ ...limits, budget: '100.00' }, { consumed: '10.00', committed: '69.99' }).state).toBe(
    'well',
  )
})

test('credit notes reduce usage', () => {
  expect(used('-500.00', '200.00')).toMatchObject({
    state: 'well',
    part: -0.01,
    further: 0.004,
    label: '-300.00 of 50,000.00 EUR is used (-0.60 %): below the threshold of 80 %',
  })
})

test('the remaining amount follows the entered amount', () => {
  const totals = { consumed: '700.00', committed: '400.00', remaining: '0', projected: '0', unconverted: 0 }
  expect(leftOf('1000', totals)).toEqual({ remaining: '300.00', projected: '-100.00' })
})
