import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  businessDaysAfter,
  businessDaysBetween,
  dueDay,
  isBusinessDay,
  nearestBusinessDay,
  nominalDates,
  type Recurring,
  rolledDate,
} from '~/areas/processes/business-days'
import { RECURRENCES } from '~/areas/processes/process'
import { addDays, type Day } from '~/platform/values/day'

/** Good Friday and Easter Monday. */
const easter = new Set(['2027-03-26', '2027-03-29'])

test('weeks are counted in the calendar, on holidays too; business days leave them out', () => {
  const due = (dueOffset: number, dueUnit: 'business days' | 'weeks') =>
    dueDay('2027-03-05', { dueOffset, dueUnit }, easter)
  // From Friday, 5 March: three weeks end on Good Friday.
  expect([due(3, 'weeks'), due(-1, 'weeks'), due(0, 'weeks')]).toEqual([
    '2027-03-26',
    '2027-02-26',
    '2027-03-05',
  ])
  expect(due(15, 'business days')).toBe('2027-03-30')
})

test('business days are Monday to Friday less the holidays', () => {
  expect(
    ['2027-03-25', '2027-03-26', '2027-03-27', '2027-03-28', '2027-03-29', '2027-03-30'].map((day) =>
      isBusinessDay(day, easter),
    ),
  ).toEqual([true, false, false, false, false, true])
})

test.each<[Day, number, Day]>([
  ['2027-03-25', 0, '2027-03-25'],
  ['2027-03-25', 1, '2027-03-30'],
  ['2027-03-26', 0, '2027-03-30'],
  ['2027-03-26', 1, '2027-03-30'],
  ['2027-03-26', -1, '2027-03-25'],
  ['2027-03-30', -1, '2027-03-25'],
  ['2027-03-30', -2, '2027-03-24'],
  ['2027-03-24', 3, '2027-03-31'],
])('%s and %i business days is %s', (day, count, is) => {
  expect(businessDaysAfter(day, count, easter)).toBe(is)
})

const someDay = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2026-01-01', days))
const holidays = fc.uniqueArray(someDay, { maxLength: 60 }).map((days): ReadonlySet<Day> => new Set(days))

test('counting days and adding them are inverse', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -40, max: 40 }), holidays, (day, count, off) => {
      const there = businessDaysAfter(day, count, off)
      expect(isBusinessDay(there, off)).toBe(true)
      if (count !== 0) expect(businessDaysBetween(day, there, off)).toBe(count)
      else expect(there).toBe(nearestBusinessDay(day, 1, off))
      // Day by day, as with a calendar.
      let [at, left] = [day, Math.abs(count)]
      while (left > 0) {
        at = addDays(at, Math.sign(count))
        if (isBusinessDay(at, off)) left -= 1
      }
      if (count !== 0) expect(there).toBe(at)
    }),
  )
})

test('an event rolls to a business day before or after it, or stays', () => {
  expect(
    (['stays', 'before', 'after'] as const).map((rolls) => rolledDate('2027-03-28', rolls, easter)),
  ).toEqual(['2027-03-28', '2027-03-25', '2027-03-30'])
  expect(rolledDate('2027-03-25', 'before', easter)).toBe('2027-03-25')
})

const event = (given: Partial<Recurring>): Recurring => ({
  recurrence: 'monthly',
  weekday: null,
  yearEndMonth: null,
  dayOffset: 0,
  ...given,
})

test.each<[Partial<Recurring>, Day[]]>([
  [{}, ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']],
  [{ dayOffset: 15 }, ['2027-12-15', '2028-01-15', '2028-02-15', '2028-03-15']],
  [{ dayOffset: -2 }, ['2027-12-29', '2028-01-29', '2028-02-27', '2028-03-29']],
  [{ recurrence: 'quarterly' }, ['2027-12-31', '2028-03-31']],
  [{ recurrence: 'quarterly', yearEndMonth: 2 }, ['2028-02-29']],
  [{ recurrence: 'half-yearly' }, ['2027-12-31']],
  [{ recurrence: 'half-yearly', yearEndMonth: 9 }, ['2028-03-31']],
  [{ recurrence: 'yearly', yearEndMonth: 9, dayOffset: 120 }, ['2028-01-28']],
  [{ recurrence: 'yearly', yearEndMonth: 6 }, []],
])('%o recurs on %s', (given, dates) => {
  expect(nominalDates(event(given), '2027-12-01', '2028-03-31')).toEqual(dates)
})

test('weekly events fall on their weekday; given days and NAV dates are used as they are, once', () => {
  expect(nominalDates(event({ recurrence: 'weekly', weekday: 1 }), '2026-11-02', '2026-11-16')).toEqual([
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
  ])
  expect(nominalDates(event({ recurrence: 'weekly', weekday: 7 }), '2026-11-02', '2026-11-16')).toEqual([
    '2026-11-08',
    '2026-11-15',
  ])
  for (const recurrence of ['given days', 'NAV date'] as const)
    expect(
      nominalDates(event({ recurrence }), '2026-11-02', '2026-11-16', [
        '2026-11-16',
        '2026-11-01',
        '2026-11-02',
        '2026-11-16',
      ]),
    ).toEqual(['2026-11-02', '2026-11-16'])
})

test('for any period, two consecutive ranges give the dates of the whole, in order and once', () => {
  const recurring = fc.record({
    recurrence: fc.constantFrom(...RECURRENCES),
    weekday: fc.integer({ min: 1, max: 7 }),
    yearEndMonth: fc.integer({ min: 1, max: 12 }),
    dayOffset: fc.integer({ min: -200, max: 200 }),
  })
  fc.assert(
    fc.property(
      recurring,
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 0, max: 500 }),
      (given, a, b) => {
        const [from, middle] = ['2026-11-02', addDays('2026-11-02', a)]
        const to = addDays(middle, b)
        const days = ['2027-01-04', '2026-12-31']
        const parts = [
          ...nominalDates(given, from, middle, days),
          ...nominalDates(given, addDays(middle, 1), to, days),
        ]
        expect(nominalDates(given, from, to, days)).toEqual(parts)
        expect(parts).toEqual([...new Set(parts)].sort())
      },
    ),
  )
})
