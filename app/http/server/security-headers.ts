import { randomBytes } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { refuse } from './refuse'

const YEAR = 365 * 24 * 60 * 60

/**
 * HSTS on every response of an https site, whichever a browser requests first; on a site without TLS it would lock
 * users out.
 */
export function tlsOnly(https: boolean): RequestHandler {
  return https
    ? helmet.strictTransportSecurity({ maxAge: YEAR, includeSubDomains: true })
    : (_req, _res, next) => next()
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses every request that may change something if the browser says that another site sent it: a page or form
 * elsewhere must not act with our user's cookie. As for browsers, another scheme or port is another site. Programs send
 * neither header and pass.
 * @param site origin that browsers use; null if not configured
 */
export function refuseCrossSite(site: string | null): RequestHandler {
  return (req, res, next) => {
    if (SAFE.has(req.method)) return next()
    if (isOwn(req, site)) {
      // Remix would check it again, against Host alone, and fail behind a proxy that forwards another host.
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

/** As browsers write it, without the default port. */
function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

/** Headers that occur only once in a response: a route's own value replaces the default. */
const SINGLE = new Set([
  'cache-control',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
])

interface Options {
  /** Upgrading requests to https would lock users out of a site without TLS. */
  https: boolean
  /** Vite puts styles into the page and keeps a web socket open. */
  development?: boolean
}

const nonceOf = (_: unknown, res: unknown) => `'nonce-${String((res as Response).locals.nonce)}'`

/** Headers for obsolete browsers and Flash: never sent. */
const OF_THE_PAST = { xDownloadOptions: false, xPermittedCrossDomainPolicies: false, xXssProtection: false }

/**
 * Dynamic responses are never cached. Pages get the whole set with a nonce; responses to scripts (.data), which are
 * many and small, get only the headers that matter there.
 */
export function securityHeaders({ https, development = false }: Options): RequestHandler {
  const pages = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", nonceOf],
        styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'", nonceOf],
        // Only the style attribute: widths and positions that React writes.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        ...(development ? { connectSrc: ["'self'", 'ws:'] } : {}),
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // With no-referrer browsers send "Origin: null" with a form, which the cross-site check refuses.
    referrerPolicy: { policy: 'same-origin' },
    // Every response already has it.
    strictTransportSecurity: false,
    ...OF_THE_PAST,
  })
  const data = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xFrameOptions: false,
    ...OF_THE_PAST,
  })
  return (req, res, next) => {
    res.locals.nonce = randomBytes(16).toString('base64')
    res.setHeader('Cache-Control', 'no-store')
    replaceSingleHeaders(res)
    return (req.path.endsWith('.data') ? data : pages)(req, res, next)
  }
}

/** Remix's adapter appends every header of a route's response, so a route could only ever tighten a policy. */
function replaceSingleHeaders(res: Response): void {
  const append = res.append.bind(res)
  const replace: typeof append = (name, value) => {
    if (!SINGLE.has(name.toLowerCase())) return append(name, value)
    // Remix names no encoding for its data, which is always UTF-8.
    res.setHeader(name, value === 'text/x-script' ? 'text/x-script; charset=utf-8' : (value ?? ''))
    return res
  }
  res.append = replace
}
