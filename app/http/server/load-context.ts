import type { ServerBuild } from '@remix-run/node'
import type { Request, Response } from 'express'
import type { Log } from './log'
import type { Services } from './services'

declare module '@remix-run/node' {
  interface AppLoadContext {
    services: Services
    /** Every route there is: calls document themselves by it. */
    build: () => Promise<ServerBuild>
    /** Names this request in the log and to the user. */
    requestId: string
    /** Of this answer's content security policy; scripts carry it. */
    nonce: string
    /** Lines written with it carry the request's id. */
    log: Log
    /** Address of the visitor, through trusted proxies. */
    clientAddress: string
    /** Tells the request log who asks. */
    identify(userId: string | number): void
    /** Turns the answer into 503: the database is down. */
    reportOutage(): void
    /** Tells the visitor after how many seconds another try is worth it. */
    retryAfter(seconds: number): void
    /** Whether this request met a database that is down. */
    isOutage(): boolean
  }
}

/** What every loader and action gets as `context`. */
export function loadContext(
  services: Services,
  build: () => Promise<ServerBuild>,
  req: Request,
  res: Response,
) {
  return {
    services,
    build,
    requestId: String(req.id),
    nonce: String(res.locals.nonce),
    log: req.log as Log,
    clientAddress: clientAddress(req),
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
  }
}

/** IPv4 addresses without the prefix that a dual-stack socket gives them. */
export function clientAddress(req: Request): string {
  return (req.ip ?? '').replace(/^::ffff:/, '')
}
