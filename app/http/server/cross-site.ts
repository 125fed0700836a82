import type { Request, RequestHandler } from 'express'
import helmet from 'helmet'
import { refuse } from './refuse'

const YEAR = 365 * 24 * 60 * 60

/**
 * HSTS on every response of a site whose address is https, whichever a browser requests first; on a site without TLS it
 * would lock users out.
 */
export function tlsOnly(https: boolean): RequestHandler {
  return https
    ? helmet.strictTransportSecurity({ maxAge: YEAR, includeSubDomains: true })
    : (_req, _res, next) => next()
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses every request that may change something when the browser says that another site sent it: a page or a form
 * elsewhere must not act with our user's cookie. Another scheme or port is another site, as for browsers. Programs send
 * neither header and pass.
 * @param site origin that browsers use; null when it is not configured
 */
export function refuseCrossSite(site: string | null): RequestHandler {
  return (req, res, next) => {
    if (SAFE.has(req.method)) return next()
    if (isOwn(req, site)) {
      // Remix checks it again against Host alone, and fails where a proxy passes on another host.
      delete req.headers.origin
      return next()
    }
    req.log.warn(
      { origin: req.get('origin'), fetchSite: req.get('sec-fetch-site') },
      'cross-site request refused',
    )
    refuse(req, res, {
      status: 403,
      title: 'Request from another site',
      message:
        'This was sent from another site, so nothing was changed. Open Fundesk itself and do it there.',
      code: 'cross-site',
    })
  }
}

function isOwn(req: Request, site: string | null): boolean {
  const fetchSite = req.get('sec-fetch-site')
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false
  const origin = req.get('origin')
  if (origin === undefined) return true
  // A proxy can say which scheme and host the browser used; only a trusted one may: see app.ts.
  const hosts = [req.get('host'), req.get('x-forwarded-host')?.split(',')[0]?.trim()]
  return origin === site || hosts.some((host) => host && origin === originOf(`${req.protocol}://${host}`))
}

/** As browsers write it, without the usual port. */
function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}
