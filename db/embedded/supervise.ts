import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './start'

/** The server ended unexpectedly. */
class DatabaseEnded extends Error {
  override name = 'DatabaseEnded'
  constructor(said: string) {
    super(`PostgreSQL said: ${said || 'nothing'}`)
  }
}

/**
 * Like startEmbedded, for the app itself: starts the server again when it ends unexpectedly. Meanwhile `read` and
 * `transaction` fail with DatabaseUnavailable.
 * @throws AlreadyRunning when another copy runs on the same data
 */
export async function superviseEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  let server = await startEmbedded(options)
  const halt = new AbortController()
  const first = server

  async function watch() {
    for (let pause = 200; ; pause = Math.min(2 * pause, 10_000)) {
      await server.ended
      if (halt.signal.aborted) return
      options.log?.('The database ended unexpectedly and is started again', new DatabaseEnded(server.said()))
      await sleep(pause, undefined, { ref: false, signal: halt.signal }).catch(() => {})
      if (halt.signal.aborted) return
      try {
        server = await startEmbedded(options)
        if (server.url !== first.url)
          options.log?.(
            'The database cannot be used',
            new Error('It has a new address: start Fundesk again.'),
          )
        pause = 100
      } catch (error) {
        options.log?.('The database does not start, and is tried again', error)
      }
    }
  }

  const watching = watch()
  return {
    ...first,
    ended: watching,
    async stop() {
      halt.abort()
      await server.stop()
      await watching
      await server.stop() // one that was just being started
    },
  }
}
