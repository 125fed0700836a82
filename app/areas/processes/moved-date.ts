import type { Day } from '~/platform/values/day'
import { businessDaysAfter, businessDaysBetween, type Holidays } from './business-days'
import { rolledDate } from './nominal-dates'
import type { Roll } from './process'

/** A process date with the tasks that are not complete. */
export interface MovableDate {
  nominalDate: Day
  rolls: Roll
  eventDate: Day
  dueDate: Day
  /** Business days from the event to the due date, as its process says now. */
  dueOffset: number
  tasks: readonly { id: number; name: string; dueOffset: number; dueDate: Day }[]
}

export interface MovedDate {
  eventDate: Day
  dueDate: Day
  /** Those whose due date is another one now. */
  tasks: { id: number; name: string; was: Day; dueDate: Day }[]
}

/**
 * Where a date and its tasks stand once holidays changed; null when nothing moves. What lies before today stays, and
 * nothing is moved to before today. Only what these holidays bear on moves: else every date stays as it was made, though
 * its event or process may be defined otherwise by now.
 */
export function movedDate(
  date: MovableDate,
  before: Holidays,
  after: Holidays,
  today: Day,
): MovedDate | null {
  const ahead = (was: Day, is: Day) => (was >= today && is >= today ? is : was)
  const rolled = (holidays: Holidays) => rolledDate(date.nominalDate, date.rolls, holidays)
  const isRolled = rolled(before) !== rolled(after)
  const eventDate = isRolled ? ahead(date.eventDate, rolled(after)) : date.eventDate
  const due = (was: Day, offset: number) => {
    const then = businessDaysAfter(date.eventDate, offset, before)
    const is = businessDaysAfter(eventDate, offset, after)
    return then === is ? was : ahead(was, is)
  }
  const dueDate = due(date.dueDate, offsetOf(date, before, today))
  const tasks = date.tasks.flatMap(({ id, name, dueOffset, dueDate: was }) => {
    const is = due(was, dueOffset)
    return is === was ? [] : [{ id, name, was, dueDate: is }]
  })
  const isMoved = eventDate !== date.eventDate || dueDate !== date.dueDate || tasks.length > 0
  return isMoved ? { eventDate, dueDate, tasks } : null
}

/** The offset that the due date was made with: that of the process, unless it says another one by now. */
function offsetOf({ eventDate, dueDate, dueOffset }: MovableDate, before: Holidays, today: Day): number {
  const asNow = businessDaysAfter(eventDate, dueOffset, before)
  // One that would lie before today was not moved there.
  return asNow === dueDate || asNow < today ? dueOffset : businessDaysBetween(eventDate, dueDate, before)
}
