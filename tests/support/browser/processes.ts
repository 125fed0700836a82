import { newProcessDate } from 'tests/support/process-dates'
import { addDays } from '~/platform/values/day'
import { ownDatabase } from './own-database'
import { siteNow } from './site-time'

/** A new process due yesterday, with three tasks for OPERATIONS: the second one is reviewed. */
export async function newProcess(name: string) {
  const now = siteNow()
  const yesterday = addDays(now.toISOString().slice(0, 10), -1)
  const database = ownDatabase()
  try {
    return await database.transaction((tx) =>
      newProcessDate(tx, {
        name,
        now,
        eventDate: addDays(yesterday, -7),
        dueDate: yesterday,
        tasks: [
          {
            name: 'Collect the figures',
            html: '<p>Ask the <b>depositary</b></p><img src=x onerror="document.title=1"><ul><li>By noon</li></ul>',
          },
          { name: 'Check the figures', needsReview: true },
          { name: 'Send', dueDate: addDays(yesterday, 30) },
        ],
      }),
    )
  } finally {
    await database.close()
  }
}
