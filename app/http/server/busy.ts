import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Request, RequestHandler, Response } from 'express'
import { essenceOf } from '../request-text'
import { isCall, type Refusal, refuse } from './refuse'

/**
 * Priorities when not all requests can be served: steps, decisions and logins; then objects; then lists; files last.
 */
const RANKS = ['step', 'object', 'list', 'file'] as const
export type Rank = (typeof RANKS)[number]

/** Whether requests of the first rank go before waiting ones of the second. */
export const goesBefore = (first: Rank, second: Rank) => RANKS.indexOf(first) < RANKS.indexOf(second)

/**
 * Longest time until the answer of a request that has to wait, in milliseconds. A page that comes later is opened again
 * by its reader, which costs the site more than to refuse it; a form is better late than refused, and a file is not
 * watched.
 */
const PATIENCE_MS: Record<Rank, number> = { step: 4_500, object: 1_200, list: 1_200, file: 4_500 }

export const patienceOf = (rank: Rank): number => PATIENCE_MS[rank]

export interface LineOptions {
  /**
   * Requests in progress at a time. The process has eight connections to its database: any more would only wait for
   * each other, and a step would wait with them.
   */
  places?: number
  /** Longest time until the answer of a request that has to wait, in milliseconds; missing: depends on its rank. */
  waitMs?: number
  /**
   * How often to check whether a request waits for something other than the process; after five checks it gives way.
   */
  slowMs?: number
  /** A monotonic clock, in milliseconds. */
  clock?: () => number
  /** The delay of the event loop, in milliseconds. */
  loopDelay?: () => number
}

interface Asking {
  /** Called when its turn has come. */
  go: () => void
  /** Called when it would wait too long. @param seconds when to try again */
  refuse: (seconds: number) => void
  /** Whether it waits for something other than the process: a slow connection, an export's turn. */
  elsewhere?: () => boolean
  /** How long it has waited elsewhere before, in milliseconds. */
  waitedMs?: number
}

export interface WaitingLine {
  /**
   * Lets a request go immediately, when its turn comes, or never.
   * @returns call it when the request is answered, or its sender has left
   */
  enter(rank: Rank, asking: Asking): () => void
  /** How many requests have a place, and how many are waiting. */
  state(): { taken: number; waiting: Record<Rank, number> }
}

/** Weight of the newest interval in the mean of recent intervals between two requests. */
const WEIGHT = 0.1
/** Checks before a request gives way: one that takes this long waits for a lock. */
const MAX_LOOKS = 5
const RETRY_SECONDS = { least: 2, most: 30 }

/**
 * The queue of requests waiting for the process. It measures how fast it moves while it is full, and refuses those that
 * would be answered later than allowed: how many may wait depends on what they currently cost on this machine.
 */
export function waitingLine(options: LineOptions = {}): WaitingLine {
  const { places = 8, waitMs, slowMs = 1_000 } = options
  const { clock = () => performance.now(), loopDelay = () => 0 } = options
  const lines = RANKS.map((): (() => void)[] => [])
  let taken = 0
  /** Milliseconds per request that leaves the full queue. */
  let each = 0
  /** When it last moved, or became full. */
  let movedAt = 0

  /** Milliseconds until the answer of a request: its turn comes after those ahead, then all places share the process. */
  const answeredIn = (ahead: number) => (ahead + 1 + places) * each + loopDelay()

  function retryAfter(ahead: number, patience: number): number {
    const seconds = Math.ceil((answeredIn(ahead) - patience) / 1_000)
    return Math.min(RETRY_SECONDS.most, Math.max(RETRY_SECONDS.least, seconds))
  }

  /** Takes a place; the returned function releases it, once. */
  function take(elsewhere: () => boolean): () => void {
    taken += 1
    if (taken === places) movedAt = clock()
    let held = true
    let looks = 0
    let slow = setTimeout(look, slowMs).unref()
    return leave

    function look() {
      looks += 1
      if (looks === MAX_LOOKS || elsewhere()) leave()
      else slow = setTimeout(look, slowMs).unref()
    }

    function leave() {
      if (!held) return
      held = false
      clearTimeout(slow)
      if (taken === places) {
        const now = clock()
        each = each === 0 ? now - movedAt : each + WEIGHT * (now - movedAt - each)
      }
      taken -= 1
      lines.find((line) => line.length > 0)?.shift()?.()
    }
  }

  function enter(rank: Rank, { go, refuse, elsewhere = () => false, waitedMs = 0 }: Asking): () => void {
    if (taken < places) {
      const leave = take(elsewhere)
      go()
      return leave
    }
    const patience = (waitMs ?? patienceOf(rank)) - waitedMs
    const at = RANKS.indexOf(rank)
    const line = lines[at] ?? []
    const ahead = () => lines.slice(0, at + 1).reduce((sum, { length }) => sum + length, 0)
    if (answeredIn(ahead()) > patience) {
      refuse(retryAfter(ahead(), patience))
      return () => {}
    }
    let leave = () => {
      clearTimeout(late)
      const place = line.indexOf(turn)
      if (place >= 0) line.splice(place, 1)
    }
    const turn = () => {
      clearTimeout(late)
      leave = take(elsewhere)
      go()
    }
    const late = setTimeout(() => {
      leave()
      refuse(retryAfter(ahead(), patience))
    }, patience)
    line.push(turn)
    return () => leave()
  }

  return {
    enter,
    state: () => ({
      taken,
      waiting: Object.fromEntries(RANKS.map((rank, at) => [rank, lines[at]?.length ?? 0])) as Record<
        Rank,
        number
      >,
    }),
  }
}

/** Pages and calls of one object have its number in their address. */
const OBJECT = /\/\d+(?:\.data$|\/|$)/
/** Logging in takes several of these; progress is queried while a step is running. */
const WITH_STEPS = /^\/(?:login|logout|account|upload-steps)(?:[/.]|$)/
const EXPORT = /\/export(?:\/|$)|\.(?:csv|xlsx|pdf)$/

/** A file that is written or sent: these wait for turns of their own. */
export const isFile = (req: Request) =>
  EXPORT.test(req.path) || essenceOf(req.get('content-type')) === 'multipart/form-data'

export function rankOf({ method, path }: Pick<Request, 'method' | 'path'>): Rank {
  if (method !== 'GET' && method !== 'HEAD') return 'step'
  if (WITH_STEPS.test(path)) return 'step'
  if (EXPORT.test(path)) return 'file'
  return OBJECT.test(path) ? 'object' : 'list'
}

/** Tells scripts of our pages that a request reached no route: nothing was saved, and it may be sent again. */
export const BUSY_HEADER = 'X-Busy'

const BUSY: Refusal = {
  status: 503,
  title: 'Too many requests at once',
  message: 'Fundesk is busy. Try again in a few seconds.',
  code: 'unavailable',
}

function busy({ method, path }: Request): Refusal {
  if (method === 'GET' || method === 'HEAD') return { ...BUSY, again: true }
  const how = isCall(path)
    ? 'Send it again in a few seconds.'
    : 'Reload this page in a few seconds and let the browser send the form again.'
  return { ...BUSY, message: `Fundesk is busy, and nothing was saved. ${how}` }
}

/** Answers 503 to a request that waited too long, or would. @param seconds when to try again */
export function refuseBusy(req: Request, res: Response, seconds: number): void {
  res.locals.busy = true
  res.setHeader('Retry-After', String(seconds))
  res.setHeader(BUSY_HEADER, '1')
  refuse(req, res, busy(req))
}

const waited = new WeakMap<Response, number>()

/** Notes how long a request waited for others of its sender. */
export const noteWait = (res: Response, ms: number) => waited.set(res, ms)

const waitedMs = (res: Response) => waited.get(res) ?? 0

/** Makes requests wait for their turn, and refuses those that would wait too long with 503. */
export function waitForTurn(line: WaitingLine): RequestHandler {
  return (req, res, next) => {
    const left = line.enter(rankOf(req), {
      go: next,
      // A sender or reader with a slow connection, or a file that waits for its turn.
      elsewhere: () => !req.complete || res.writableEnded || isFile(req),
      waitedMs: waitedMs(res),
      refuse: (seconds) => refuseBusy(req, res, seconds),
    })
    res.once('close', left)
  }
}

const RESOLUTION_MS = 20
const RECENT_MS = 1_000

/** The mean delay of the event loop in the last measured second, in milliseconds. */
export function recentLoopDelay(): () => number {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let since = performance.now()
  let recent = 0
  return () => {
    if (performance.now() - since < RECENT_MS) return recent
    since = performance.now()
    recent = delays.count > 0 ? Math.max(0, delays.mean / 1e6 - RESOLUTION_MS) : recent
    delays.reset()
    return recent
  }
}
