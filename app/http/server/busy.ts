import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Request, RequestHandler } from 'express'
import { essenceOf } from '../request-text'
import { isCall, type Refusal, refuse } from './refuse'

/** What is served first when not all can be: steps, decisions and logins; then objects; then lists and exports. */
const RANKS = ['step', 'object', 'list'] as const
export type Rank = (typeof RANKS)[number]

export interface LineOptions {
  /**
   * Requests at work at a time. The process has eight connections to its database: with more, they would only wait for
   * each other, and a step would wait with them.
   */
  places?: number
  /** A request that would wait longer is refused, in milliseconds: with its own time it is answered within five seconds. */
  waitMs?: number
  /** How often to look whether a request waits for something else than the process; after five times it gives way. */
  slowMs?: number
  /** Steady, in milliseconds. */
  clock?: () => number
  /** How late the process turns to what is ready, in milliseconds. */
  loopDelay?: () => number
}

interface Asking {
  /** It is its turn. */
  go: () => void
  /** It would wait too long. @param seconds when to try again */
  refuse: (seconds: number) => void
  /** Whether it waits for something else than the process: a slow line, an export's turn. */
  elsewhere?: () => boolean
}

export interface WaitingLine {
  /**
   * Lets a request go at once, when it is its turn, or never.
   * @returns to be called when it is answered, or its sender left
   */
  enter(rank: Rank, asking: Asking): () => void
  /** How many requests have a place, and how many wait for one. */
  state(): { taken: number; waiting: Record<Rank, number> }
}

/** Of the mean of the recent times between two requests, what the newest counts. */
const WEIGHT = 0.1
/** Looks at a request before it gives way: what takes so long waits for a lock. */
const MAX_LOOKS = 5
const RETRY_SECONDS = { least: 2, most: 30 }

/**
 * The line of the requests that wait for the process. It measures how fast it moves while it is full, and refuses those
 * that would wait longer than allowed: how many may wait follows from what they cost just now, on this machine.
 */
export function waitingLine(options: LineOptions = {}): WaitingLine {
  const { places = 8, waitMs = 4_500, slowMs = 1_000 } = options
  const { clock = () => performance.now(), loopDelay = () => 0 } = options
  const lines = RANKS.map((): (() => void)[] => [])
  let taken = 0
  /** Milliseconds in which the full line moves on by one. */
  let each = 0
  /** When it moved last, or became full. */
  let movedAt = 0

  const waits = (ahead: number) => ahead * each + loopDelay()

  function retryAfter(ahead: number): number {
    const seconds = Math.ceil((waits(ahead) - waitMs) / 1_000)
    return Math.min(RETRY_SECONDS.most, Math.max(RETRY_SECONDS.least, seconds))
  }

  /** Takes a place; the returned function gives it back, once. */
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

  function enter(rank: Rank, { go, refuse, elsewhere = () => false }: Asking): () => void {
    if (taken < places) {
      const leave = take(elsewhere)
      go()
      return leave
    }
    const at = RANKS.indexOf(rank)
    const line = lines[at] ?? []
    const ahead = () => lines.slice(0, at + 1).reduce((sum, { length }) => sum + length, 0)
    if (waits(ahead() + 1) > waitMs) {
      refuse(retryAfter(ahead() + 1))
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
      refuse(retryAfter(ahead()))
    }, waitMs)
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
/** Logging in takes some of these; progress is asked for while a step is under way. */
const WITH_STEPS = /^\/(?:login|logout|account|upload-steps)(?:[/.]|$)/
const EXPORT = /\/export(?:\/|$)|\.(?:csv|xlsx|pdf)$/

const isFile = (req: Request) =>
  EXPORT.test(req.path) || essenceOf(req.get('content-type')) === 'multipart/form-data'

export function rankOf({ method, path }: Pick<Request, 'method' | 'path'>): Rank {
  if (method !== 'GET' && method !== 'HEAD') return 'step'
  if (WITH_STEPS.test(path)) return 'step'
  return OBJECT.test(path) && !EXPORT.test(path) ? 'object' : 'list'
}

/** Tells scripts of our pages that a request reached no route: nothing was saved, and it may be sent again. */
const BUSY_HEADER = 'X-Busy'

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

/** Lets requests wait for their turn, and refuses those that would wait too long with 503. */
export function waitForTurn(line: WaitingLine): RequestHandler {
  return (req, res, next) => {
    const left = line.enter(rankOf(req), {
      go: next,
      // A sender or reader on a slow line, or a file that takes its turn among others.
      elsewhere: () => !req.complete || res.writableEnded || isFile(req),
      refuse(seconds) {
        res.locals.busy = true
        res.setHeader('Retry-After', String(seconds))
        res.setHeader(BUSY_HEADER, '1')
        refuse(req, res, busy(req))
      },
    })
    res.once('close', left)
  }
}

const RESOLUTION_MS = 20
const RECENT_MS = 1_000

/** The mean delay of the event loop in the last second that was measured, in milliseconds. */
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
