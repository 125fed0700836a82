import { CURRENCIES } from 'db/seed/reference/currencies'
import { expect, test } from 'vitest'
import { isCurrency } from '~/platform/values/currencies'

test('ISO 4217 currencies are recognised, in capital letters only', () => {
  for (const code of ['EUR', 'USD', 'CHF', 'JPY', 'XCG', 'BGN']) expect(isCurrency(code), code).toBe(true)
  for (const code of ['eur', 'EURO', 'EU', '', 'QQQ', 'GBX']) expect(isCurrency(code), code).toBe(false)
})

test('every currency of a new site is valid, has a name, and occurs once', () => {
  for (const { code, name } of CURRENCIES) {
    expect(isCurrency(code), code).toBe(true)
    expect(name).toMatch(/^\p{Lu}/u)
  }
  expect(new Set(CURRENCIES.map(({ code }) => code)).size).toBe(CURRENCIES.length)
})
