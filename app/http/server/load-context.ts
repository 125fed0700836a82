import type { ServerBuild } from '@remix-run/node'
import type { Request, Response } from 'express'
import type { SentForm } from '~/areas/access/kept-forms.server'
import { bothOutcomes, type Outcome } from '../outcome'
import type { Log } from './log'
import type { Services } from './services'

declare module '@remix-run/node' {
  interface AppLoadContext {
    services: Services
    /** All routes: the documentation of calls is generated from them. */
    build: () => Promise<ServerBuild>
    /** Names this request in the log and to the user. */
    requestId: string
    /** The nonce of this response's content security policy; scripts carry it. */
    nonce: string
    /** Lines written with it carry the request's id. */
    log: Log
    /**
     * Aborts when the visitor leaves before the response is whole. Remix's `request.signal` does so only until the
     * Request is garbage collected (nodejs/node#55428).
     */
    signal: AbortSignal
    /** Address of the visitor, through trusted proxies. */
    clientAddress: string
    /** It was asked with GET or HEAD: also the loaders of a page that follow an action know the difference. */
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
    /** Notes the fields of the form in this request, by field name. */
    sends(typed: Readonly<Record<string, string>>): void
    /** The form that this request brought; null without one. */
    sentForm(): Readonly<Record<string, string>> | null
    /** Notes that something of this request was stored, or may have been; or that an earlier request had stored it. */
    noteOutcome(outcome: Outcome, savedBefore?: boolean): void
    /** The outcome of this request's work, as far as it is known. */
    outcome(): Outcome
  }
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
    sends(typed: Readonly<Record<string, string>>) {
      res.locals.sent = typed
    },
    sentForm: () => (res.locals.sent as Record<string, string> | undefined) ?? null,
    noteOutcome(outcome: Outcome, savedBefore = false) {
      if (savedBefore) res.setHeader('X-Saved-Before', '1')
      res.locals.outcome = bothOutcomes(outcomeOf(res), outcome)
    },
    outcome: () => outcomeOf(res),
  }
}

/** Aborts when the connection of this response closes before it was sent whole. */
export function leavingSignal(res: Response): AbortSignal {
  const leaving = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort()
  })
  return leaving.signal
}

/** The outcome of the work of this response's request, as far as it is known. */
export function outcomeOf({ locals }: Response): Outcome {
  return (locals.outcome as Outcome | undefined) ?? 'nothing'
}

/** IPv4 addresses without the prefix that a dual-stack socket gives them. */
export function clientAddress(req: Request): string {
  return (req.ip ?? '').replace(/^::ffff:/, '')
}
