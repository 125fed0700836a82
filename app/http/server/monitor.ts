import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import type { Settings } from './settings'

type MonitorSettings = Pick<Settings, 'metricsToken' | 'metricsPort'>

/**
 * Whether a request comes from who watches the site: it has the token, or came to the port for monitors, which listens
 * on this machine alone. Where a request comes from proves nothing: proxies of this machine forward those of strangers.
 */
export function isMonitor(req: Request, { metricsToken, metricsPort }: MonitorSettings): boolean {
  if (metricsPort !== undefined && req.socket.localPort === metricsPort) return true
  return metricsToken !== undefined && hasToken(req, metricsToken)
}

/** Compared by hash, so that the duration reveals nothing about the token. */
function hasToken(req: Request, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(req.get('authorization') ?? ''), hash(`Bearer ${token}`))
}

/** What watches a site asks for: these never wait. */
export const FOR_MONITORS = new Set(['/healthz', '/readyz', '/metrics'])

/** The port for monitors shows nothing else. */
export function onlyForMonitors({ metricsPort }: MonitorSettings): RequestHandler {
  return (req, res, next) => {
    if (metricsPort === undefined || req.socket.localPort !== metricsPort || FOR_MONITORS.has(req.path))
      return next()
    res.status(404).type('text').send('This port is for /metrics, /readyz and /healthz.\n')
  }
}
