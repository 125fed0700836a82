import { expect, test } from 'vitest'
import {
  dueText,
  showAbsolutePercent,
  showAmount,
  showDay,
  showExact,
  showInstant,
  showLongInstant,
  showMoney,
  showNavDate,
  showNavValue,
} from '~/platform/values/show'

test.each([
  ['0', '0.00'],
  ['-0', '0.00'],
  ['-0.004', '0.00'],
  ['-0.005', '-0.01'],
  ['0.005', '0.01'],
  ['0.0049999999999999999999', '0.00'],
  ['1.005', '1.01'],
  ['2.675', '2.68'],
  ['999.995', '1,000.00'],
  ['-1234567.891', '-1,234,567.89'],
  ['123', '123.00'],
  ['1234', '1,234.00'],
  ['0.1', '0.10'],
  ['1e3', '1,000.00'],
  ['123456789012345678901234567890.125', '123,456,789,012,345,678,901,234,567,890.13'],
  ['-0.000000000000000000000000000000000000000000001', '0.00'],
])('the amount %s is shown as %s', (value, shown) => {
  expect(showAmount(value)).toBe(shown)
})

test.each([
  // By ISO 4217: yen and won have no minor unit, dinars have thousandths, CLF has four decimals.
  ['150000.00', 'JPY', '150,000', '150,000 JPY'],
  ['1500', 'KRW', '1,500', '1,500 KRW'],
  ['-0.4', 'JPY', '0', '0 JPY'],
  ['1234.50', 'KWD', '1,234.500', '1,234.500 KWD'],
  ['0.125', 'BHD', '0.125', '0.125 BHD'],
  ['7', 'CLF', '7.0000', '7.0000 CLF'],
  ['1234.5', 'EUR', '1,234.50', '1,234.50 EUR'],
  ['1234.5', 'XYZ', '1,234.50', '1,234.50 XYZ'],
  ['1234.5', null, '1,234.50', '1,234.50'],
  [null, 'JPY', '', 'JPY'],
])('%s in %s is shown as %s', (value, currency, amount, money) => {
  expect(showAmount(value, currency)).toBe(amount)
  expect(showMoney(value, currency)).toBe(money)
})

test.each([
  ['112.34', '112.34000'],
  ['1043.56785', '1,043.56785'],
  ['-0.000004', '0.00000'],
  ['0.000005', '0.00001'],
  ['-0.000005', '-0.00001'],
  ['9999999.999995', '10,000,000.00000'],
])('the NAV value %s is shown as %s', (value, shown) => {
  expect(showNavValue(value)).toBe(shown)
})

test.each([
  ['0.0123456', '1.2346%'],
  ['-0.0123456', '1.2346%'],
  ['0', '0.0000%'],
  ['-0.0000000001', '0.0000%'],
  ['12.5', '1,250.0000%'],
])('the change %s is shown without its sign as %s', (value, shown) => {
  expect(showAbsolutePercent(value)).toBe(shown)
})

test.each([
  ['15250.125', '15,250.125'],
  ['-1500000', '-1,500,000'],
  ['0.0000001', '0.0000001'],
  ['1.10', '1.1'],
  ['-0', '0'],
])('the quantity %s keeps all its decimals as %s', (value, shown) => {
  expect(showExact(value)).toBe(shown)
})

test('blanks show nothing', () => {
  for (const show of [showAmount, showNavValue, showAbsolutePercent, showExact])
    for (const empty of [null, undefined, '']) expect(show(empty)).toBe('')
  for (const show of [showDay, showNavDate])
    for (const empty of [null, undefined]) expect(show(empty)).toBe('')
  expect(showInstant(null, 'UTC')).toBe('')
  expect(showLongInstant(undefined, 'UTC')).toBe('')
})

test('days are shown as dd/MM/yyyy, NAV dates as dd.MM.yy', () => {
  expect(showDay('2026-10-05')).toBe('05/10/2026')
  expect(showNavDate('2026-10-05')).toBe('05.10.26')
  expect(showNavDate('2009-01-31')).toBe('31.01.09')
})

test.each([
  ['2026-10-30T22:59:59.999Z', 'Europe/Luxembourg', '30/10/2026 23:59', '30/10/2026 23:59:59'],
  ['2026-10-30T23:00:00.000Z', 'Europe/Luxembourg', '31/10/2026 00:00', '31/10/2026 00:00:00'],
  ['2026-07-01T22:00:01.000Z', 'Europe/Luxembourg', '02/07/2026 00:00', '02/07/2026 00:00:01'],
  ['2026-10-25T00:30:00.000Z', 'Europe/Luxembourg', '25/10/2026 02:30', '25/10/2026 02:30:00'],
  ['2026-10-25T01:30:00.000Z', 'Europe/Luxembourg', '25/10/2026 02:30', '25/10/2026 02:30:00'],
  ['2026-01-01T04:59:00.000Z', 'America/New_York', '31/12/2025 23:59', '31/12/2025 23:59:00'],
])('the instant %s in %s is shown as %s', (instant, zone, shown, long) => {
  expect(showInstant(instant, zone)).toBe(shown)
  expect(showInstant(new Date(instant), zone)).toBe(shown)
  expect(showLongInstant(instant, zone)).toBe(long)
})

test.each([
  [{ days: 0, minutes: null }, 'today'],
  [{ days: 1, minutes: null }, 'in 1 day'],
  [{ days: -2, minutes: null }, '2 days late'],
  [{ days: 0, minutes: 200 }, 'in 3 h 20 min'],
  [{ days: 0, minutes: 120 }, 'in 2 h'],
  [{ days: 0, minutes: -45 }, '45 min late'],
  [{ days: 0, minutes: 0 }, 'in 0 min'],
])('%j in words', (due, words) => {
  expect(dueText(due)).toBe(words)
})
