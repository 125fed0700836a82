import type { Server } from 'node:http'
import type { Log } from './log'

/** How long running requests may take to finish, in milliseconds. */
const FINISH_MS = 10_000
/** Time after which the process ends even if something still hangs, in milliseconds. */
const GIVE_UP_MS = 25_000
/** A second Ctrl-C after this time is deliberate. */
const IMPATIENT_MS = 500

export interface Stopping {
  isStopping(): boolean
  /** Finishes running requests, closes everything and ends the process. A second call changes nothing. */
  stop(exitCode: number): Promise<void>
}

/** How this process ends: `close` is called when the last request is done. */
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

/** Accepts no new connection, lets running requests finish, and cuts the rest after 10 seconds. */
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
 * Ends on SIGTERM and on Ctrl-C, at once on a second Ctrl-C (npm passes the first one on twice), and after an uncaught
 * error: the state of the process is then unknown.
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
