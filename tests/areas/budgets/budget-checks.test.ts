import { expect, test } from 'vitest'
import { budgetCheck, type DraftInBudget, type NewestOverride } from '~/areas/budgets/budget-figures'
import { proofRequirement } from '~/areas/budgets/budget-rules'

const inBudget = (given: Partial<DraftInBudget> = {}): DraftInBudget => ({
  budgetId: 7,
  name: 'Budget 7',
  currency: 'EUR',
  amountType: 'gross',
  budget: '1000.00',
  treshold: '80.00',
  clientValidation: false,
  others: '0.00',
  invoiced: '0.00',
  counted: '100.00',
  unconverted: 0,
  invoiceDate: '2026-06-30',
  missingRates: [],
  completed: false,
  ...given,
})
const given = (more: Partial<NewestOverride> = {}): NewestOverride => ({
  by: 'Tess Lead',
  at: new Date('2026-07-01T08:00:00Z'),
  comment: 'Agreed',
  counted: '100.00',
  excess: '50.00',
  isCurrent: true,
  ...more,
})

test.each([
  ['0.00', '799.99', '80', 'below', '80.00', '0.00'],
  ['0.00', '800.00', '80', 'warning', '80.00', '0.00'],
  ['900.00', '100.00', '80', 'warning', '100.00', '0.00'],
  ['900.01', '100.00', '80', 'exceeded', '100.00', '0.01'],
  ['0.00', '2500.00', '100', 'exceeded', '250.00', '1500.00'],
  ['0.00', '0.00', '0', 'warning', '0.00', '0.00'],
  ['-200.00', '1100.00', '100', 'below', '90.00', '0.00'],
  // A draft without an amount is not stopped by the others.
  ['1500.00', '0.00', '80', 'warning', '150.00', '500.00'],
  ['1500.00', '-100.00', '80', 'warning', '140.00', '400.00'],
])('others %s and this draft %s, threshold %s: %s', (others, counted, treshold, state, percent, excess) => {
  const check = budgetCheck(inBudget({ others, counted, treshold }), null)
  expect(check).toMatchObject({ state, percent, excess })
  expect(check.message === null).toBe(state === 'below')
})

test.each([
  [{}, true],
  [{ counted: '99.99' }, false],
  [{ excess: '49.99' }, false],
  [{ counted: '500.00', excess: '500.00' }, true],
  [{ isCurrent: false }, false],
])('an override of %o covers: %s', (more, covers) => {
  const check = budgetCheck(inBudget({ others: '950.00' }), given(more))
  expect(check).toMatchObject({ state: 'exceeded', excess: '50.00', override: { by: 'Tess Lead', covers } })
  expect(check.message).toContain(covers ? 'Tess Lead allowed it: Agreed' : 'A team leader who neither')
})

test('a completed draft has only the figures', () => {
  const text = (more: Partial<DraftInBudget>) =>
    budgetCheck(inBudget({ completed: true, ...more }), null).message
  expect(text({ others: '950.00' })).toBe(
    'Budget 7 is exceeded by 50.00 EUR: 100.00 EUR of this draft and 950.00 EUR of others, of 1,000.00 EUR.',
  )
  expect(text({ others: '750.00', clientValidation: true })).toMatch(/% used \(warning at 80 %\): /)
  expect(text({ counted: null, missingRates: ['USD'] })).not.toContain('approved')
})

test('client validation is required unless every budget waives it or is below its threshold', () => {
  const check = (more: Partial<DraftInBudget>) => budgetCheck(inBudget(more), null)
  const [below, reached] = [{ others: '0.00' }, { others: '850.00' }]
  const asks = { clientValidation: true }
  expect(proofRequirement([]).needed).toBe(true)
  expect(proofRequirement([check(below), check(reached), check({ ...asks, ...below })]).needed).toBe(false)
  expect(proofRequirement([check(below), check({ ...asks, ...reached })])).toEqual({
    needed: true,
    why: 'The client’s proof is needed: Budget 7 (threshold reached).',
  })
  expect(proofRequirement([check({ ...asks, counted: null, missingRates: ['USD'] })]).needed).toBe(true)
})
