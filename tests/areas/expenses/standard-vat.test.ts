import { expect, test } from 'vitest'
import { reverseChargeOn, standardVatRate } from '~/areas/expenses/standard-vat'

test('the standard rate of a country is that of the day', () => {
  expect(standardVatRate('LU', '2026-11-10')).toBe('17')
  expect(standardVatRate(' lu ', '2026-11-10')).toBe('17')
  expect(['2025-06-30', '2025-07-01'].map((day) => standardVatRate('EE', day))).toEqual(['22', '24'])
  expect([standardVatRate('US', '2026-11-10'), standardVatRate(null, '2026-11-10')]).toEqual([null, null])
})

test('the tax of a reverse charge is rounded to the unit of its currency, for credits too', () => {
  expect(reverseChargeOn('1000.00', '17', 'EUR')).toBe('170.00')
  expect(reverseChargeOn('-33.33', '8.1', 'CHF')).toBe('-2.70')
  expect(reverseChargeOn('1003', '17', 'JPY')).toBe('171.00')
})
