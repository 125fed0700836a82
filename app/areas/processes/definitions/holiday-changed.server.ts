import type { Transaction } from 'db/database'
import type { RowWriter } from '~/platform/tables/editable-table.server'
import type { RowChanged } from '~/platform/tables/lookup-definition.server'
import { dayIn } from '~/platform/values/day'
import { moveForCalendar } from '../move-for-calendar.server'
import { movedSentence } from './moved-sentence'

/** After a holiday came or went: what is ahead of the entities that keep its calendar moves. Told as a sentence. */
export async function holidayChanged(
  tx: Transaction,
  { before, after }: RowChanged,
  { now, timeZone }: Pick<RowWriter, 'now' | 'timeZone'>,
): Promise<string | undefined> {
  // A holiday is its calendar and day: with another name it is the same one.
  if (before && after) return undefined
  const row = before ?? after
  const [calendar, date] = [row?.calendar, row?.date]
  if (typeof calendar !== 'string' || typeof date !== 'string') return undefined
  const days = { added: after ? [date] : [], removed: before ? [date] : [] }
  const { moved } = await moveForCalendar(tx, calendar, now, timeZone, days)
  const past = date < dayIn(now, timeZone) ? 'It lies in the past: nothing before today moves.' : undefined
  const told = [past, movedSentence(moved)].filter((each) => each !== undefined)
  return told.length === 0 ? undefined : told.join(' ')
}
