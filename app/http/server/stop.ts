import type { Server } from 'node:http'
import type { Log } from './log'

/** Time that answers under way get, in milliseconds. */
const FINISH_MS = 10_000
/** After which the process ends whatever still hangs. */
const GIVE_UP_MS = 25_000
/** From here on a second Ctrl-C is meant. */
const IMPATIENT_MS = 500

export interface Stopping {
  isStopping(): boolean
  /** Finishes what is under way, closes everything and ends the process. Asked again, it is under way already. */
  stop(exitCode: number): Promise<void>
}

/** The way this process ends: `close` gets called when the last request is answered. */
export function stopping(server: Server, log: Log, close: () => Promise<void>): Stopping {
  let under: Promise<void> | undefined
  const stop = async (exitCode: number) => {
    setTimeout(() => process.exit(1), GIVE_UP_MS).unref()
    await finishRequests(server)
    try {
      await close()
    } catch (err) {
      log.error({ err }, 'could not close everything')
    }
    log.info('stopped')
    process.exit(exitCode)
  }
  return {
    isStopping: () => under !== undefined,
    stop: (exitCode) => {
      under ??= stop(exitCode)
      return under
    },
  }
}

/** Takes no new connection, lets the answers under way finish, and cuts what is left after 10 seconds. */
export async function finishRequests(server: Server, finishMs = FINISH_MS): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // close() ends connections that are idle at that moment; those that get idle later would stay for a minute.
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  const cut = setTimeout(() => server.closeAllConnections(), finishMs)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}

/**
 * Ends on SIGTERM and on Ctrl-C, at once on a second Ctrl-C (npm passes the first one on twice), and after an error
 * that nobody caught: the state of the process is unknown then.
 */
export function endOnSignals({ stop, isStopping }: Stopping, log: Log): void {
  let first = 0
  const asked = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (isStopping()) {
      if (signal === 'SIGINT' && now - first > IMPATIENT_MS) process.exit(130)
      return
    }
    first = now
    log.info({ signal }, 'stopping')
    void stop(0)
  }
  process.on('SIGTERM', asked).on('SIGINT', asked)
  const broken = (err: unknown, origin: string) => {
    log.fatal({ err, origin }, 'unexpected error outside a request')
    void stop(1)
  }
  process.on('uncaughtException', broken)
}
