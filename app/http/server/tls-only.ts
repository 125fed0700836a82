import type { RequestHandler } from 'express'
import helmet from 'helmet'

const YEAR = 365 * 24 * 60 * 60

/**
 * HSTS on every answer of a site whose address is https, whichever a browser asks for first; on a site without TLS it
 * would lock people out.
 */
export function tlsOnly(https: boolean): RequestHandler {
  return https
    ? helmet.strictTransportSecurity({ maxAge: YEAR, includeSubDomains: true })
    : (_req, _res, next) => next()
}
