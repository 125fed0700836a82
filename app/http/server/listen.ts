import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Express } from 'express'
import type { Log } from './log'
import { StartError } from './settings'

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

interface Ending {
  /** Finishes running requests. */
  finish: () => Promise<void>
  /** Called afterwards. */
  close: () => Promise<void>
  /** Time limit for all of it, in milliseconds. */
  giveUpMs?: number
}

/** How this process ends. */
export function stopping(log: Log, { finish, close, giveUpMs = GIVE_UP_MS }: Ending): Stopping {
  let under: Promise<void> | undefined
  const stop = async (exitCode: number) => {
    setTimeout(() => process.exit(1), giveUpMs).unref()
    try {
      await finish()
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

/** Accepts no new connections, lets running requests finish, and cuts the rest off after 10 seconds. */
export async function finishRequests(server: Server, finishMs = FINISH_MS): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // close() only ends connections that are idle now; those that become idle later would stay for a minute.
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  const cut = setTimeout(() => server.closeAllConnections(), finishMs)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}

/**
 * Ends on SIGTERM and on Ctrl-C, immediately on a second Ctrl-C (npm passes the first one on twice), and after an
 * uncaught error, when the state of the process is unknown.
 */
export function endOnSignals({ stop, isStopping }: Stopping, log: Log): void {
  let first = 0
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (isStopping()) {
      if (signal === 'SIGINT' && now - first > IMPATIENT_MS) process.exit(130)
      return
    }
    first = now
    log.info({ signal }, 'stopping')
    void stop(0)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  const broken = (err: unknown, origin: string) => {
    log.fatal({ err, origin }, 'unexpected error outside a request')
    void stop(1)
  }
  process.on('uncaughtException', broken)
}

const FIRST_PORT = 3000
const PORTS_TRIED = 100
/** Limit for the address and all headers, in bytes: a link that is far too long still gets its page, with a note. */
const MAX_HEAD = 512 * 1024

/**
 * Requests and responses that have express's methods from the start. Express would change the prototype of each, and V8
 * would then free it, with the page attached to it, only when it collects the whole heap.
 */
function expressClasses(app: Express): ServerOptions {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype })
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse } as ServerOptions
}

/** The server of an app, with the limits of httpServer. */
export function appServer(app: Express): Server {
  return httpServer(app, expressClasses(app))
}

/** An HTTP server with time limits that allow a slow upload of 25 MB at 400 kbit/s, but not one that never ends. */
export function httpServer(answer: RequestListener, options: ServerOptions = {}): Server {
  const server = createServer(
    {
      ...options,
      headersTimeout: 20_000,
      requestTimeout: 15 * 60_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: MAX_HEAD,
    },
    answer,
  )
  server.maxHeadersCount = 100
  return server
}

export interface ListenAddress {
  /** Null: 3000, or the next free port. */
  port: number | null
  /** Null: all addresses. */
  host: string | null
  /** The setting that a refusal names; missing: PORT. */
  setting?: string
}

/**
 * Listens, and returns the port.
 * @throws StartError when the requested port is in use or not allowed
 */
export async function listen(
  server: Server,
  { port, host, setting = 'PORT' }: ListenAddress,
): Promise<number> {
  const first = port ?? FIRST_PORT
  const last = port === null ? first + PORTS_TRIED - 1 : first
  for (let tried = first; ; tried++) {
    try {
      return await listenOn(server, tried, host)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && tried < last) continue
      if (code === 'EADDRINUSE')
        throw new StartError(
          port === null
            ? `Every port from ${first} to ${last} is in use. Set ${setting} to a free one.`
            : `Port ${port} is in use. Stop the program that uses it, or set ${setting} to another one.`,
        )
      if (code === 'EACCES')
        throw new StartError(`Port ${tried} may not be used by this user. Set ${setting} to one from 1024.`)
      throw new StartError(`Cannot listen on ${host ?? 'any address'}, port ${tried}: ${message}`)
    }
  }
}

/** The port on which all workers will listen: the requested one, or a free one. @throws StartError as listen() */
export async function freePort(place: ListenAddress): Promise<number> {
  const probe = createServer()
  const port = await listen(probe, place)
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Checks early, before a database is started, whether the requested port is in use. */
export async function refusePortInUse(place: ListenAddress): Promise<void> {
  if (place.port !== null && place.port !== 0) await freePort(place)
}

function listenOn(server: Server, port: number, host: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host ? { host } : {}) }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
