import type { Transaction } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import { PROCESS_SHEETS } from '~/areas/processes/definitions/definition-columns'
import { movedSentence } from '~/areas/processes/definitions/moved-sentence'
import { generatedLine, generateProcesses } from '~/areas/processes/generate-processes.server'
import { moveForCalendar, moveForEntity } from '~/areas/processes/move-for-calendar.server'
import type { PlannedChange } from '~/platform/tables/compare'
import { textOf } from '~/platform/tables/table-column'

/** Sheets out of which process dates are made. */
const MADE_OF: readonly string[] = ['Legal entities', 'Funds', 'NAV calendar', ...Object.keys(PROCESS_SHEETS)]

/**
 * What follows from the rows that an import stored, in its transaction: what is ahead moves with new holidays, and the
 * process dates that are missing are made. Told as sentences.
 */
export async function afterImport(
  tx: Transaction,
  changes: readonly PlannedChange[],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<string[]> {
  let moved = 0
  for (const [calendar, added] of newHolidays(changes))
    moved += (await moveForCalendar(tx, calendar, now, timeZone, { added, removed: [] })).moved
  for (const { id, ...calendars } of await newCalendars(tx, changes))
    moved += (await moveForEntity(tx, id, calendars, now, timeZone)).moved
  const made = changes.some(({ sheet }) => MADE_OF.includes(sheet))
    ? generatedLine(await generateProcesses(tx, now, timeZone))
    : undefined
  return [movedSentence(moved), made].filter((each) => each !== undefined)
}

/** The new holidays of each calendar. */
function newHolidays(changes: readonly PlannedChange[]): Map<string, string[]> {
  const days = new Map<string, string[]>()
  for (const { sheet, action, after } of changes) {
    if (sheet !== 'Calendar holidays' || action !== 'insert') continue
    const calendar = textOf(after.calendar)
    days.set(calendar, [...(days.get(calendar) ?? []), textOf(after.date)])
  }
  return days
}

/** The entities that keep another calendar than before. */
async function newCalendars(tx: Transaction, changes: readonly PlannedChange[]) {
  const changed = changes.filter(
    ({ sheet, action, fields }) =>
      sheet === 'Legal entities' && action === 'update' && fields.some(({ field }) => field === 'calendar'),
  )
  if (changed.length === 0) return []
  const { id, name } = legalEntity
  const names = changed.map(({ after }) => textOf(after.name))
  const rows = await tx.select({ id, name }).from(legalEntity).where(inArray(name, names))
  const calendarOf = (values: PlannedChange['before']) => textOf(values?.calendar) || null
  return rows.flatMap((row) => {
    const change = changed.find(({ after }) => after.name === row.name)
    return change ? [{ id: row.id, before: calendarOf(change.before), after: calendarOf(change.after) }] : []
  })
}
