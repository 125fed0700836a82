import { dueLines } from '~/areas/prepaid/due.server'
import { bookJournal, lineSent } from '~/areas/prepaid/journal.server'
import type { Database } from '../../database'
import { demoContext } from './demo-work'
import { instantOf } from './expenses/play-expenses'
import { castOf } from './expenses/story'
import { SITTING_KEYS } from './story/sitting'

/** The demo's journal for October: November is not booked yet. */
export async function playPrepaid(database: Database): Promise<void> {
  const cast = await castOf(database, new Map())
  const monthEnd = '2026-10-31'
  await database.transaction(async (tx) => {
    const lines = (await dueLines(tx, monthEnd)).map(lineSent)
    const key = `${SITTING_KEYS}prepaid/${monthEnd}`
    const context = demoContext(tx, cast.actor('accountant2'), instantOf('2026-11-03T08:40'), key)
    if (lines.length > 0) await bookJournal(context, { monthEnd, lines, comment: 'Period 10' })
  })
}
