import { CURRENCIES } from 'db/seed/reference/currencies'
import { expect, test } from 'vitest'
import { isCurrency } from '~/platform/values/accounts'

test('currencies of ISO 4217 are known, in capital letters only', () => {
  for (const code of ['EUR', 'USD', 'CHF', 'JPY', 'XCG', 'BGN']) expect(isCurrency(code), code).toBe(true)
  for (const code of ['eur', 'EURO', 'EU', '', 'QQQ', 'GBX']) expect(isCurrency(code), code).toBe(false)
})

test('every currency offered in a new site is one, has a name, and stands once', () => {
  for (const { code, name } of CURRENCIES) {
    expect(isCurrency(code), code).toBe(true)
    expect(name).toMatch(/^\p{Lu}/u)
  }
  expect(new Set(CURRENCIES.map(({ code }) => code)).size).toBe(CURRENCIES.length)
})
