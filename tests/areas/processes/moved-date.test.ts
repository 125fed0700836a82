import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  businessDaysAfter,
  dueDay,
  type Holidays,
  type MovableDate,
  movedDate,
  rolledDate,
} from '~/areas/processes/business-days'
import { DUE_UNITS, type DueUnit, ROLLS, type Roll } from '~/areas/processes/process'
import { addDays, type Day } from '~/platform/values/day'

interface Plan {
  nominal: Day
  rolls: Roll
  dueOffset: number
  offsets: { dueOffset: number; dueUnit: DueUnit }[]
}

/** A date as generation makes it. */
function made({ nominal, rolls, dueOffset, offsets }: Plan, holidays: Holidays): MovableDate {
  const eventDate = rolledDate(nominal, rolls, holidays)
  const tasks = offsets.map((offset, id) => ({
    id,
    name: `Task ${id}`,
    ...offset,
    dueDate: dueDay(eventDate, offset, holidays),
  }))
  const dueDate = businessDaysAfter(eventDate, dueOffset, holidays)
  return { nominalDate: nominal, rolls, eventDate, dueDate, dueOffset, tasks }
}

function after(date: MovableDate, before: Holidays, now: Holidays, today: Day): MovableDate {
  const is = movedDate(date, before, now, today)
  if (!is) return date
  const tasks = date.tasks.map((task) => ({
    ...task,
    dueDate: is.tasks.find(({ id }) => id === task.id)?.dueDate ?? task.dueDate,
  }))
  return { ...date, eventDate: is.eventDate, dueDate: is.dueDate, tasks }
}

const TODAY = '2026-12-01'
const someDay = fc.integer({ min: -20, max: 60 }).map((days) => addDays(TODAY, days))
const plans = fc.record({
  nominal: someDay,
  rolls: fc.constantFrom(...ROLLS),
  dueOffset: fc.integer({ min: -10, max: 20 }),
  offsets: fc.array(
    fc.record({ dueOffset: fc.integer({ min: -10, max: 20 }), dueUnit: fc.constantFrom(...DUE_UNITS) }),
    { maxLength: 4 },
  ),
})
const days = fc.uniqueArray(someDay, { maxLength: 12 })

test('adding and deleting holidays leaves every date where it was', () => {
  fc.assert(
    fc.property(plans, days, days, (plan, first, more) => {
      const [before, now] = [new Set(first), new Set([...first, ...more])]
      const date = made(plan, before)
      const there = after(date, before, now, TODAY)
      expect(after(there, now, before, TODAY)).toEqual(date)
    }),
    { numRuns: 3_000 },
  )
})

test('future dates are where they would have been made, past ones stay, nothing moves into the past', () => {
  fc.assert(
    fc.property(plans, days, days, (plan, first, more) => {
      const [before, now] = [new Set(first), new Set([...first, ...more])]
      const [was, expected] = [made(plan, before), made(plan, now)]
      const is = after(was, before, now, TODAY)
      const pairs = [
        [was.eventDate, is.eventDate, expected.eventDate],
        ...(is.eventDate === expected.eventDate ? [[was.dueDate, is.dueDate, expected.dueDate]] : []),
        ...(is.eventDate === expected.eventDate
          ? was.tasks.map((task, at) => [task.dueDate, is.tasks[at]?.dueDate, expected.tasks[at]?.dueDate])
          : []),
      ]
      for (const [before, after, meant = ''] of pairs)
        expect(after).toBe((before ?? '') >= TODAY && meant >= TODAY ? meant : before)
    }),
    { numRuns: 3_000 },
  )
})

test('a date made with an earlier offset of its process keeps that offset', () => {
  const before = new Set<Day>()
  const date = {
    ...made({ nominal: '2026-12-15', rolls: 'before', dueOffset: 5, offsets: [] }, before),
    dueOffset: 3,
  }
  expect(date.dueDate).toBe('2026-12-22')
  expect(movedDate(date, before, new Set(['2026-12-17']), TODAY)?.dueDate).toBe('2026-12-23')
  // Far from the holiday nothing moves, not even to the process’s current offset.
  expect(movedDate(date, before, new Set(['2027-01-04']), TODAY)).toBeNull()
})
