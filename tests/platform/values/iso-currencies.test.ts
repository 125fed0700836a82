import { CURRENCIES } from 'db/seed/reference/currencies'
import { expect, test } from 'vitest'
import { amountReader } from '~/platform/page/use-unsaved'
import { amountInField, decimalsFault, isCurrency } from '~/platform/values/currencies'
import { decimalsOf, storedDecimalsOf } from '~/platform/values/currency-decimals'

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

test('amounts have the decimals of ISO 4217, and as many of them as are stored', () => {
  const decimals = ['EUR', 'JPY', 'KRW', 'ISK', 'CLP', 'VND', 'KWD', 'BHD', 'JOD', 'OMR', 'TND', 'CLF']
  expect(decimals.map(decimalsOf)).toEqual([2, 0, 0, 0, 0, 0, 3, 3, 3, 3, 3, 4])
  expect(['JPY', 'KWD', null].map(storedDecimalsOf)).toEqual([0, 2, 2])
  expect(decimalsFault('100.50', 'JPY')).toBe('JPY has no decimals. Enter a whole amount.')
  expect(decimalsFault('10.125', 'KWD')).toBe(
    'amounts in KWD are kept with 2 decimals. Enter one that has no more.',
  )
  expect([
    decimalsFault('100.00', 'JPY'),
    decimalsFault('100.55', 'EUR'),
    decimalsFault('1.5', null),
  ]).toEqual([null, null, null])
})

test('a field shows an amount in the decimals of its currency; one that has more is shown whole', () => {
  expect(
    (
      [
        ['1500.00', 'JPY'],
        ['1500.50', 'JPY'],
        ['1500', 'EUR'],
        ['1500.5', 'KWD'],
        ['-0.50', null],
        [null, 'EUR'],
      ] as const
    ).map(([amount, currency]) => amountInField(amount, currency)),
  ).toEqual(['1500', '1500.50', '1500.00', '1500.50', '-0.50', ''])
})

test('what is typed is read in the decimals of its currency, and more of them are a fault', () => {
  const [yen, euro] = [amountReader('Gross', 'JPY'), amountReader('Gross', 'EUR')]
  expect(['1500', '1500.00', '1,500.00', '1500.50', '', 'much'].map(yen.readAs)).toEqual([
    null,
    '1500',
    '1500',
    null,
    null,
    null,
  ])
  expect(['1500', '1500.00', '1,500.00', '1 500,5'].map(euro.readAs)).toEqual([
    null,
    null,
    '1500.00',
    '1500.50',
  ])
  expect([yen.faultIn('1500.50'), yen.faultIn('1500.00'), euro.faultIn('1500.50')]).toEqual([
    'Gross: JPY has no decimals. Enter a whole amount.',
    null,
    null,
  ])
  expect(yen.faultIn('much')).toContain('is not an amount')
  const dinars = amountReader('Gross', 'KWD')
  expect(['10.125', '10.1255', '10.120'].map((text) => dinars.faultIn(text))).toEqual([
    'Gross: “10.125” can be read in two ways. Leave out the thousands separator, or add two decimals: no more are kept. Amounts in KWD are kept with two decimals.',
    'Gross: enter two decimals at most: no more are kept. Amounts in KWD are kept with two decimals.',
    'Gross: “10.120” can be read in two ways. Leave out the thousands separator, or add two decimals: no more are kept. Amounts in KWD are kept with two decimals.',
  ])
})
