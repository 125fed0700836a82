import type { ServerBuild } from '@remix-run/node'
import type { Request, Response } from 'express'
import type { SentForm } from '~/areas/access/form-recovery.server'
import { bothOutcomes, type Outcome } from '../outcome'
import type { Log } from './log'
import type { Services } from './services'

declare module '@remix-run/node' {
  interface AppLoadContext {
    services: Services
    /** All routes: the documentation of calls is generated from them. */
    build: () => Promise<ServerBuild>
    /** Identifies this request in the log and to the user. */
    requestId: string
    /** The nonce of this response's content security policy, for its scripts. */
    nonce: string
    /** Lines written to it have the request's id. */
    log: Log
    /**
     * Aborts when the visitor leaves before the response is complete. Remix's `request.signal` does so only until the
     * Request is garbage collected (nodejs/node#55428).
     */
    signal: AbortSignal
    /** Address of the visitor, as seen through trusted proxies. */
    clientAddress: string
    /** The request is GET or HEAD: also for loaders that run after an action. */
    onlyReads: boolean
    /** The form that this page shows again: it was sent after its session had ended. */
    kept: SentForm | null
    /** Passes the user's id to the request log. */
    identify(userId: string | number): void
    /** Turns the response into 503: the database is down. */
    reportOutage(): void
    /** Sets after how many seconds the visitor should try again. */
    retryAfter(seconds: number): void
    /** Whether this request found the database down. */
    isOutage(): boolean
    /** Records what this request sent. */
    sends(sent: Sent): void
    /** What this request sent; null until it is read. */
    sent(): Sent | null
    /**
     * Records that something was stored by this request, or may have been; or that an earlier request had stored it.
     */
    noteOutcome(outcome: Outcome, savedBefore?: boolean): void
    /** The known outcome of this request's work. */
    outcome(): Outcome
  }
}

/** What a request sent: a form, or a call's body. */
interface Sent {
  /** Its fields as typed, by name. */
  form?: Readonly<Record<string, string>>
  /** A hash of it. */
  body?: string
}

/** The `context` of every loader and action. */
export function loadContext(
  services: Services,
  build: () => Promise<ServerBuild>,
  req: Request,
  res: Response,
  kept: SentForm | null,
) {
  return {
    services,
    build,
    requestId: String(req.id),
    nonce: String(res.locals.nonce),
    log: req.log as Log,
    signal: leavingSignal(res),
    clientAddress: clientAddress(req),
    onlyReads: req.method === 'GET' || req.method === 'HEAD',
    kept,
    identify(userId: string | number) {
      res.locals.userId = userId
    },
    reportOutage() {
      res.locals.outage = true
    },
    retryAfter(seconds: number) {
      res.setHeader('Retry-After', String(seconds))
    },
    isOutage: () => res.locals.outage === true,
    sends(sent: Sent) {
      res.locals.sent = sent
    },
    sent: () => (res.locals.sent as Sent | undefined) ?? null,
    noteOutcome(outcome: Outcome, savedBefore = false) {
      if (savedBefore) res.setHeader('X-Saved-Before', '1')
      res.locals.outcome = bothOutcomes(outcomeOf(res), outcome)
    },
    outcome: () => outcomeOf(res),
  }
}

/** Aborts when the connection of this response closes before it was sent completely. */
export function leavingSignal(res: Response): AbortSignal {
  const leaving = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort()
  })
  return leaving.signal
}

/** The known outcome of the work of this response's request. */
export function outcomeOf({ locals }: Response): Outcome {
  return (locals.outcome as Outcome | undefined) ?? 'nothing'
}

/** Strips the prefix that a dual-stack socket gives IPv4 addresses. */
export function clientAddress(req: Request): string {
  return (req.ip ?? '').replace(/^::ffff:/, '')
}
