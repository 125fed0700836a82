import { expect, test } from 'vitest'
import { dayOfIso, dayOfSerial, dayOfText } from '~/platform/workbooks/workbook'

test.each([
  ['30/10/2026', '2026-10-30'],
  ['30.10.2026', '2026-10-30'],
  ['2026-10-30', '2026-10-30'],
  [' 30/10/2026\u00a0', '2026-10-30'],
  ['29/02/2024', '2024-02-29'],
])('the text %j is a date', (text, day) => {
  expect(dayOfText(text)).toBe(day)
})

test.each([
  '10/30/2026',
  '29/02/2026',
  '1/2/2026',
  '30-10-2026',
  '30/10/26',
  '30/10.2026',
  '2026/10/30',
  'October',
  '',
  '46325',
])('the text %j is no date', (text) => {
  expect(dayOfText(text)).toBeNull()
})

test.each([
  [1, false, '1900-01-01'],
  [59, false, '1900-02-28'],
  [61, false, '1900-03-01'],
  [46325, false, '2026-10-30'],
  [46325.75, false, '2026-10-30'],
  [0, true, '1904-01-01'],
  [44863, true, '2026-10-30'],
])('serial %d (1904: %s) is %s', (serial, date1904, day) => {
  expect(dayOfSerial(serial, date1904)).toBe(day)
})

test('a serial without a day is no date: before the first, the non-existent 29 February 1900, far future', () => {
  for (const serial of [0, 0.5, -1, 60, 60.5, 3e6, Number.NaN]) expect(dayOfSerial(serial, false)).toBeNull()
})

test('a stored ISO date may carry a time', () => {
  expect(dayOfIso('2026-10-30T00:00:00')).toBe('2026-10-30')
  expect(dayOfIso('T10:00:00')).toBeNull()
})
