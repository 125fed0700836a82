import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Big, plain, sum } from '~/platform/values/decimal'

test('sums are exact where floats are not', () => {
  expect(plain(sum(['0.1', '0.2']))).toBe('0.3')
  expect(plain(sum(Array.from({ length: 1_000 }, () => '0.01')))).toBe('10')
  expect(plain(sum(['12345678901234567890.12', '0.01', '-12345678901234567890.12']))).toBe('0.01')
  expect(plain(sum([]))).toBe('0')
})

test('decimals keep plain notation, however large or small', () => {
  expect(plain(new Big('1e30'))).toBe(`1${'0'.repeat(30)}`)
  expect(plain(new Big('1e-30'))).toBe(`0.${'0'.repeat(29)}1`)
  expect(plain(new Big('1.500'))).toBe('1.5')
})

test('an amount in cents survives a round trip', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (cents) => {
      const amount = new Big(cents.toString()).div(100)
      expect(amount.times(100).toFixed()).toBe(cents.toString())
    }),
  )
})
