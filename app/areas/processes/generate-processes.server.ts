import { insertRows } from 'db/bulk'
import type { Transaction } from 'db/database'
import { entityProcessDate } from 'db/schema/processes'
import { gte } from 'drizzle-orm'
import { counted } from '~/platform/values/counted'
import { addDays, type Day, dayIn } from '~/platform/values/day'
import { businessDaysAfter } from './business-days'
import { holidaysOf } from './holidays-of.server'
import { lockProcesses } from './lock-processes.server'
import { makeTasks } from './make-tasks.server'
import { nominalDates, rolledDate } from './nominal-dates'
import { daysOfEvents, type RunProcess, runProcesses } from './run-processes.server'
import { takeOffDates } from './take-off-dates.server'

/** How far ahead dates are made, in calendar days. */
const AHEAD = 365

export interface Generated {
  /** Process dates that were made. */
  dates: number
  /** Tasks that were made, of new dates and of those that got a task later. */
  tasks: number
  /** Process dates ahead that were taken off: they are no longer run, and nobody had touched them. */
  takenOff: number
}

/**
 * Makes what entities run from today to a year ahead, each date and each task once: run again, it makes nothing. What
 * was made stays as it was asked for, but what lies ahead, is no longer run and was touched by nobody is taken off; a task that a process got later comes to the dates whose event is still ahead.
 */
export async function generateProcesses(tx: Transaction, now: Date, timeZone: string): Promise<Generated> {
  await lockProcesses(tx)
  const today = dayIn(now, timeZone)
  const takenOff = await takeOffDates(tx, today, now)
  const rows = await missingDates(tx, today)
  await insertRows(tx, entityProcessDate, rows)
  return { dates: rows.length, tasks: await makeTasks(tx, today, now), takenOff }
}

/** "12 process dates and 60 tasks were made."; undefined when there were none. */
export function generatedLine({ dates, tasks, takenOff }: Generated): string | undefined {
  const made = [
    ...(dates === 0 ? [] : [counted(dates, 'process date')]),
    ...(tasks === 0 ? [] : [counted(tasks, 'task')]),
  ]
  const told = [
    ...(made.length === 0 ? [] : [`${made.join(' and ')} ${dates + tasks === 1 ? 'was' : 'were'} made.`]),
    ...(takenOff === 0
      ? []
      : [
          `${counted(takenOff, 'process date')} ahead that nobody had touched ${takenOff === 1 ? 'was' : 'were'} taken off.`,
        ]),
  ]
  return told.length === 0 ? undefined : told.join(' ')
}

async function missingDates(tx: Transaction, today: Day) {
  const until = addDays(today, AHEAD)
  const runs = await runProcesses(tx)
  const days = await daysOfEvents(tx, runs, today, until)
  const holidays = await holidaysOf(
    tx,
    runs.map(({ calendar }) => calendar),
  )
  const made = await tx
    .select({ of: entityProcessDate.entityProcessId, nominal: entityProcessDate.nominalDate })
    .from(entityProcessDate)
    .where(gte(entityProcessDate.nominalDate, today))
  const known = new Set(made.map(({ of, nominal }) => `${of} ${nominal}`))

  return runs.flatMap((run) => {
    const { entityProcessId, calendar, event, dueOffset, userId } = run
    const off = holidays(calendar)
    return nominalDates(event, ...validity(run, today, until), days(run))
      .filter((nominal) => !known.has(`${entityProcessId} ${nominal}`))
      .map((nominalDate) => {
        const eventDate = rolledDate(nominalDate, event.rolls, off)
        const dueDate = businessDaysAfter(eventDate, dueOffset, off)
        return { entityProcessId, nominalDate, eventDate, dueDate, userId }
      })
  })
}

/** From the first to the last nominal date for which a process is run now. */
function validity({ validFrom, validTo }: RunProcess, today: Day, until: Day): [from: Day, to: Day] {
  return [validFrom > today ? validFrom : today, validTo !== null && validTo < until ? validTo : until]
}
