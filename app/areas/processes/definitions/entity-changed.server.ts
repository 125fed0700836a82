import type { Transaction } from 'db/database'
import type { RowWriter } from '~/platform/tables/editable-table.server'
import type { RowChanged } from '~/platform/tables/lookup-definition.server'
import { generatedLine, generateProcesses } from '../generate-processes.server'
import { moveForEntity } from '../move-for-calendar.server'
import { movedSentence } from './moved-sentence'

/** After a change of an entity: its dates ahead go by its calendar, and those that it lacks are made. Told as a sentence. */
export async function entityChanged(
  tx: Transaction,
  { before, after }: RowChanged,
  { now, timeZone }: Pick<RowWriter, 'now' | 'timeZone'>,
): Promise<string | undefined> {
  if (!before || !after) return undefined
  const calendarOf = ({ calendar }: typeof after) => (typeof calendar === 'string' ? calendar : null)
  const calendars = { before: calendarOf(before), after: calendarOf(after) }
  const told: (string | undefined)[] = []
  if (calendars.before !== calendars.after) {
    const { moved } = await moveForEntity(tx, Number(after.id), calendars, now, timeZone)
    told.push(movedSentence(moved))
  }
  if (before.deadDate !== after.deadDate) told.push(generatedLine(await generateProcesses(tx, now, timeZone)))
  const sentences = told.filter((each) => each !== undefined)
  return sentences.length === 0 ? undefined : sentences.join(' ')
}
