import { setTimeout as wait } from 'node:timers/promises'
import { type Embedded, startEmbedded } from 'db/embedded/start'
import type { OpenDatabase } from 'db/open'
import type { Log } from './log'

/**
 * Starts the app's own PostgreSQL again when it ends unasked; until it is back, pages answer 503. A server of one's
 * own is left to those who run it. The answer closes the database for good.
 */
export function keepDatabase(database: OpenDatabase, checkout: string, log: Log): () => Promise<void> {
  let closing = false
  let again: Embedded | undefined
  const keep = async () => {
    await database.ended
    while (!closing) {
      log.error('the database ended by itself; starting it again')
      try {
        again = await startEmbedded({ checkout, log: (message) => log.info(message) })
        if (closing) await again.stop()
        await again.ended
      } catch (err) {
        log.error({ err }, 'the database does not start')
        await wait(1_000, undefined, { ref: false })
      }
    }
  }
  if (database.embedded) void keep()
  return async () => {
    closing = true
    await database.close()
    await again?.stop()
  }
}
