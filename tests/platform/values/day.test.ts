import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  dayIn,
  dayOf,
  daysBetween,
  dueIn,
  isDay,
  isLate,
  localTime,
  timeFromText,
} from '~/platform/values/day'

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '26-01-01',
  '2026-1-1',
  '1899-12-31',
  '',
  'x',
])('"%s" is no day', (text) => {
  expect(isDay(text)).toBe(false)
})

test('real days are valid, leap days too', () => {
  for (const day of ['2024-02-29', '2000-02-29', '1900-01-01', '2200-12-31']) expect(isDay(day)).toBe(true)
  expect(dayOf(2026, 2, 29)).toBeNull()
  expect(dayOf(2024, 2, 29)).toBe('2024-02-29')
})

test('adding days and counting them agree', () => {
  const dates = fc.date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(dates, fc.integer({ min: -15_000, max: 15_000 }), (date, days) => {
      const day = date.toISOString().slice(0, 10)
      const other = addDays(day, days)
      expect(isDay(other)).toBe(true)
      expect(daysBetween(day, other)).toBe(days)
    }),
  )
})

test.each([
  ['2026-10-30T22:59:59.999Z', 'Europe/Luxembourg', '2026-10-30'],
  ['2026-10-30T23:00:00.000Z', 'Europe/Luxembourg', '2026-10-31'],
  ['2026-06-30T22:00:00.000Z', 'Europe/Luxembourg', '2026-07-01'],
  ['2026-01-01T00:00:00.000Z', 'UTC', '2026-01-01'],
  ['2026-01-01T00:00:00.000Z', 'Pacific/Honolulu', '2025-12-31'],
])('%s falls in %s on %s', (instant, zone, day) => {
  expect(dayIn(new Date(instant), zone)).toBe(day)
})

test('the clock of a zone shows its local time, even on another day', () => {
  const instant = new Date('2026-10-30T23:05:00Z')
  expect(localTime({ now: instant, timeZone: 'Europe/Luxembourg' })).toEqual({
    today: '2026-10-31',
    time: '00:05',
  })
  expect(localTime({ now: instant, timeZone: 'America/New_York' })).toEqual({
    today: '2026-10-30',
    time: '19:05',
  })
})

test.each([
  ['9:30', '09:30'],
  ['09.30', '09:30'],
  [' 23:59:00 ', '23:59'],
  ['24:00', null],
  ['12:60', null],
  ['noon', null],
  ['', null],
])('%j as a time of day is %j', (text, time) => {
  expect(timeFromText(text)).toBe(time)
})

test.each([
  ['2026-10-30', null, { days: 0, minutes: null }, false],
  ['2026-10-29', '17:00', { days: -1, minutes: null }, true],
  ['2026-10-30', '17:00', { days: 0, minutes: 150 }, false],
  ['2026-10-30', '14:30', { days: 0, minutes: 0 }, false],
  ['2026-10-30', '13:45', { days: 0, minutes: -45 }, true],
  ['2026-11-02', '08:00', { days: 3, minutes: null }, false],
  // Late in business days: Friday, and Monday to Thursday.
  ['2026-10-23', null, { days: -5, minutes: null }, true],
  ['2026-10-24', null, { days: -4, minutes: null }, true],
])('due on %s at %s, half past two on 30 October', (day, time, due, late) => {
  const found = dueIn(day, time, { today: '2026-10-30', time: '14:30' })
  expect(found).toEqual(due)
  expect(found && isLate(found)).toBe(late)
})
