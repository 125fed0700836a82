import type { RequestHandler } from 'express'
import { refuse } from './refuse'
import type { Settings } from './settings'

const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
]

/**
 * Removes the headers that only a proxy may set when the request does not come from a trusted one, so that no later
 * code can believe them by accident. Behind a trusted proxy, a site whose address is https is not served over http.
 */
export function forwarded({ trustProxy, siteUrl }: Settings): RequestHandler {
  const https = siteUrl?.startsWith('https:') ? siteUrl : null
  return (req, res, next) => {
    const trusts = req.app.get('trust proxy fn') as (address: string, hop: number) => boolean
    if (trustProxy === false || !trusts(req.socket.remoteAddress ?? '', 0)) {
      for (const name of FORWARDED) delete req.headers[name]
      return next()
    }
    if (!https || req.protocol === 'https') return next()
    if (req.method === 'GET' || req.method === 'HEAD') return res.redirect(308, `${https}${req.originalUrl}`)
    refuse(req, res, {
      status: 403,
      title: 'Not encrypted',
      message: `Use ${https}: this site does not accept unencrypted connections.`,
      code: 'not-encrypted',
    })
  }
}
