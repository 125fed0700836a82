import type { RowChanged } from '~/platform/tables/stored-refusals.server'
import type { WriteContext } from '~/platform/values/context.server'
import { generatedLine, generateProcesses } from '../generate-processes.server'
import { moveForCalendar, moveForEntity } from '../move-dates.server'
import { movedSentence } from './definition-columns'

/** After a change of the definitions of processes: creates their dates in the same transaction, and reports it. */
export async function createDates(context: WriteContext): Promise<string | undefined> {
  return generatedLine(await generateProcesses(context))
}

/**
 * After a change of an entity: its future dates follow its calendar, and missing ones are created. Returns a sentence.
 */
export async function entityChanged(
  context: WriteContext,
  { before, after }: RowChanged,
): Promise<string | undefined> {
  if (!before || !after) return undefined
  const calendarOf = ({ calendar }: typeof after) => (typeof calendar === 'string' ? calendar : null)
  const calendars = { before: calendarOf(before), after: calendarOf(after) }
  const parts: (string | undefined)[] = []
  if (calendars.before !== calendars.after) {
    const { moved } = await moveForEntity(context, Number(after.id), calendars)
    parts.push(movedSentence(moved))
  }
  if (before.deadDate !== after.deadDate) parts.push(generatedLine(await generateProcesses(context)))
  const sentences = parts.filter((each) => each !== undefined)
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

/** After a holiday was added or removed: future dates of the entities on its calendar move. Returns a sentence. */
export async function holidayChanged(
  context: WriteContext,
  { before, after }: RowChanged,
): Promise<string | undefined> {
  // A holiday is identified by its calendar and day: a new name does not make it another holiday.
  if (before && after) return undefined
  const row = before ?? after
  const [calendar, date] = [row?.calendar, row?.date]
  if (typeof calendar !== 'string' || typeof date !== 'string') return undefined
  const days = { added: after ? [date] : [], removed: before ? [date] : [] }
  const { moved } = await moveForCalendar(context, calendar, days)
  const past = date < context.today ? 'It is in the past: dates before today do not move.' : undefined
  const parts = [past, movedSentence(moved)].filter((each) => each !== undefined)
  return parts.length === 0 ? undefined : parts.join(' ')
}
