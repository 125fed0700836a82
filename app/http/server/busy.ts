import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Request, RequestHandler, Response } from 'express'
import { BODY_LIMIT, essenceOf } from '../request-text'
import type { Log } from './log'
import { FOR_MONITORS } from './monitor'
import { isCall, type Refusal, refusalPage } from './refuse'
import type { Rank, Refused, WaitingLine } from './waiting-line'

/** Logging in takes several of these; progress is queried while a step is running. */
const WITH_STEPS = /^\/(?:login|logout|account|upload-steps)(?:[/.]|$)/
const EXPORT = /\/export(?:\/|$)|\.(?:csv|xlsx|pdf)$/

/** A file that is written or sent: these wait for turns of their own. */
const isFile = (req: Request) =>
  EXPORT.test(req.path) || essenceOf(req.get('content-type')) === 'multipart/form-data'

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

export function rankOf({ method, path }: Pick<Request, 'method' | 'path'>): Rank {
  if (!isRead(method) || WITH_STEPS.test(path)) return 'step'
  return EXPORT.test(path) ? 'file' : 'page'
}

const SESSION = /(?:^|;\s*)(?:__Host-)?session=([^;]+)/

/** The session or the token of a request; null without one. */
const credentialOf = (req: Request): string | null =>
  req.get('authorization') ?? SESSION.exec(req.get('cookie') ?? '')?.[1] ?? null

/** How many sessions and tokens the user is remembered of: those of a large site in a day. */
const MAX_REMEMBERED = 20_000

interface SenderNames {
  /** Null for a request without a limit by sender. */
  of(req: Request): string | null
  /** Remembers whose the session or token of an answered request is. */
  remember(req: Request, res: Response): void
}

/**
 * Whose requests count together: those of one session or token, and of all of one user once a request showed whose they
 * are. Files have turns of their own.
 */
function senderNames(): SenderNames {
  /** The user of a session or token, the one used longest ago first. */
  const users = new Map<string, string>()
  return {
    of(req) {
      const credential = credentialOf(req)
      if (credential === null || isFile(req)) return null
      return users.get(credential) ?? credential
    },
    remember(req, { locals }) {
      const credential = credentialOf(req)
      if (credential === null || locals.userId === undefined) return
      users.delete(credential)
      users.set(credential, `user ${locals.userId}`)
      const [oldest] = users.keys()
      if (users.size > MAX_REMEMBERED && oldest !== undefined) users.delete(oldest)
    },
  }
}

/** A body that is too large is refused elsewhere, without being read to its end. */
const mayBeTooLarge = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_LIMIT

interface Turns {
  /** Refuses what the line would refuse now, before anything else is done for it. */
  refuseAtOnce: RequestHandler
  /** Makes requests wait for their turn, and refuses those that would wait too long. */
  waitForTurn: RequestHandler
}

/** @param onRefusal counts those that are refused at once: no other code sees them */
export function turnsOf(
  line: Pick<WaitingLine, 'refusal' | 'enter'>,
  onRefusal: (req: Request, res: Response) => void,
): Turns {
  const senders = senderNames()
  return {
    refuseAtOnce(req, res, next) {
      if (FOR_MONITORS.has(req.path) || mayBeTooLarge(req)) return next()
      const refused = line.refusal(rankOf(req), senders.of(req))
      if (!refused) return next()
      refuseBusy(req, res, refused)
      onRefusal(req, res)
    },
    waitForTurn(req, res, next) {
      const leave = line.enter({
        rank: rankOf(req),
        sender: senders.of(req),
        go: next,
        // A sender or reader with a slow connection, or a file that waits for its turn.
        elsewhere: () => !req.complete || res.writableEnded || isFile(req),
        refuse: (refused) => refuseBusy(req, res, refused),
      })
      res.once('close', () => {
        senders.remember(req, res)
        leave()
      })
    },
  }
}

/** Tells scripts of our pages that a request reached no route: nothing was saved, and it may be sent again. */
const BUSY_HEADER = 'X-Busy'

type Sent = 'read' | 'form' | 'call'

const sentAs = ({ method, path }: Request): Sent => {
  if (isRead(method)) return 'read'
  return isCall(path) ? 'call' : 'form'
}

type Form = 'html' | 'json' | 'text'

const TYPES: Record<Form, string> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
}

interface Prepared {
  status: number
  bodies: Record<Form, Buffer>
}

/** The bytes of a refusal, written once: a full process has no time for it. */
function prepared(refusal: Refusal): Prepared {
  const { status, title, message, code } = refusal
  return {
    status,
    bodies: {
      html: Buffer.from(refusalPage(refusal)),
      json: Buffer.from(JSON.stringify({ errorMessage: message, title, code, fields: {} })),
      text: Buffer.from(`${title}. ${message}\n`),
    },
  }
}

const TITLE = 'Too many requests at once'

const ofProcess = (message: string): Refusal => ({ status: 503, title: TITLE, message, code: 'unavailable' })
const ofSender = (message: string): Refusal => ({ status: 429, title: TITLE, message, code: 'busy' })

const REFUSALS: Record<Refused['because'], Record<Sent, Prepared>> = {
  process: {
    read: prepared({ ...ofProcess('Fundesk is busy. Try again in a few seconds.'), again: true }),
    form: prepared(
      ofProcess(
        'Fundesk is busy, and nothing was saved. Reload this page in a few seconds and let the browser send the form again.',
      ),
    ),
    call: prepared(ofProcess('Fundesk is busy, and nothing was saved. Send it again in a few seconds.')),
  },
  sender: {
    read: prepared({
      ...ofSender('Many requests of yours are not answered yet. Wait a few seconds, then try again.'),
      again: true,
    }),
    form: prepared(
      ofSender(
        'Nothing was saved. Many requests of yours are not answered yet. Wait a few seconds, then try again.',
      ),
    ),
    call: prepared(
      ofSender(
        'Nothing was saved. Many requests of yours are not answered yet. Wait a few seconds, then send it again.',
      ),
    ),
  },
}

function formOf({ path, headers }: Request): Form {
  if (isCall(path)) return 'json'
  return !path.endsWith('.data') && headers.accept?.includes('text/html') ? 'html' : 'text'
}

/** Answers a request that waited too long, or would. Nothing of it is read. */
function refuseBusy(req: Request, res: Response, { because, seconds }: Refused): void {
  const { status, bodies } = REFUSALS[because][sentAs(req)]
  const form = formOf(req)
  const body = bodies[form]
  res.locals.busy = true
  res.writeHead(status, {
    'Content-Type': TYPES[form],
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none';img-src 'self';style-src-attr 'unsafe-inline';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Retry-After': seconds,
    [BUSY_HEADER]: '1',
  })
  res.end(body)
}

const LOG_MS = 10_000

/** Logs how many requests were refused at once, every ten seconds: a line for each would cost more than the refusal. */
export function countRefusals(log: Log): () => void {
  let refused = 0
  return () => {
    if (refused === 0) setTimeout(write, LOG_MS).unref()
    refused += 1
  }

  function write() {
    log.warn({ refused, seconds: LOG_MS / 1_000 }, 'requests refused: more than can be answered')
    refused = 0
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
