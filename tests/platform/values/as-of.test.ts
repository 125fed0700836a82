import { expect, test } from 'vitest'
import { asOfIn, readAsOf } from '~/platform/values/as-of'

const NOW = new Date('2026-11-05T10:30:00Z')
const read = (text: string) => readAsOf(text, 'Europe/Luxembourg', NOW).toISOString()

test('a day means its end in the site’s zone, today means now, an instant is itself', () => {
  expect(read('2026-10-30')).toBe('2026-10-30T22:59:59.999Z')
  // Clocks go back on this day: it has 25 hours.
  expect(read('2026-10-25')).toBe('2026-10-25T22:59:59.999Z')
  expect(read('2026-10-24')).toBe('2026-10-24T21:59:59.999Z')
  expect(read('2026-11-05')).toBe(NOW.toISOString())
  expect(read('2026-10-30T17:00')).toBe('2026-10-30T16:00:00.000Z')
  expect(read('2026-10-30T17:00:05.120')).toBe('2026-10-30T16:00:05.120Z')
  expect(read('2026-10-30T17:00:00Z')).toBe('2026-10-30T17:00:00.000Z')
  expect(read('2026-10-30T17:00+02:00')).toBe('2026-10-30T15:00:00.000Z')
})

test('a time in the hour that clocks repeat or leave out is refused, with both instants', () => {
  expect(() => read('2026-10-25T02:30')).toThrow(
    'Write the instant in UTC: 2026-10-25T00:30:00.000Z or 2026-10-25T01:30:00.000Z.',
  )
  expect(() => read('2026-03-29T02:30')).toThrow('The clocks were changed at that time.')
  expect(read('2026-10-25T00:30:00.000Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(read('2026-10-25T03:00')).toBe('2026-10-25T02:00:00.000Z')
})

test('an address that has the parameter twice, or in other letters, is refused', () => {
  const inAddress = (text: string) => asOfIn(new URLSearchParams(text))
  expect(inAddress('page=2')).toBeNull()
  expect(inAddress('asOf=2026-10-30')).toBe('2026-10-30')
  expect(() => inAddress('asOf=2026-10-30&asOf=2026-10-31')).toThrow('several times')
  expect(() => inAddress('asOf=2026-10-30&asof=2026-10-31')).toThrow('several times')
  expect(() => inAddress('asof=2026-10-30')).toThrow('The address has "asof". Write it as "asOf".')
})

test('an invalid instant, and a future one, is refused with a message', () => {
  for (const text of ['', 'yesterday', '2026-02-30', '2026-10-30T25:00', '2026-02-30T10:00Z', '30/10/2026'])
    expect(() => read(text)).toThrow('Write a day as 2026-10-30, or an instant as 2026-10-30T17:00.')
  expect(() => read('2026-11-06')).toThrow(
    '06/11/2026 23:59 is still to come. Choose an instant of the past.',
  )
  expect(() => read('2026-11-05T12:00')).toThrow('05/11/2026 12:00 is still to come.')
})
