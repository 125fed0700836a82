import { randomBytes } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'

/** Headers that a response has only once: a route's own value replaces the default. */
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

/**
 * Dynamic responses are never cached. Pages get the whole set with a nonce of their own; responses to scripts (.data),
 * which are many and small, get only the headers that matter there.
 */
export function securityHeaders({ https, development = false }: Options): RequestHandler {
  const pages = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", nonceOf],
        styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'", nonceOf],
        // The style attribute alone: widths and positions that React writes.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
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
    // Every response has it, these too.
    strictTransportSecurity: false,
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
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
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
  res.append = (name, value) => {
    if (!SINGLE.has(name.toLowerCase())) return append(name, value)
    // Remix names no encoding for its data, which is always UTF-8.
    res.setHeader(name, value === 'text/x-script' ? 'text/x-script; charset=utf-8' : (value ?? ''))
    return res
  }
}
