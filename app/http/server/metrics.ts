import type { Request, RequestHandler } from 'express'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

/**
 * Counts and times every request, and shows the numbers under /metrics to programs on this machine. What a proxy on
 * this machine passes on is no such program: the path does not exist for it.
 */
export function metrics(): { measure: RequestHandler; show: RequestHandler } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'kind', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    measure(req, res, next) {
      const measured = durations.startTimer({ method: methodOf(req), kind: kindOf(req.path) })
      res.once('close', () => measured({ status: res.statusCode }))
      next()
    },
    async show(req, res, next) {
      const direct =
        !req.headers.forwarded && !req.headers['x-forwarded-for'] && !req.headers['x-forwarded-host']
      if (!direct || !LOOPBACK.test(req.socket.remoteAddress ?? '')) return next()
      try {
        const text = await registry.metrics()
        res.setHeader('Cache-Control', 'no-store')
        res.type(registry.contentType).send(text)
      } catch (error) {
        next(error)
      }
    },
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** A closed list: a label that a visitor chooses would grow without end. */
function methodOf(req: Request): string {
  return METHODS.has(req.method) ? req.method : 'other'
}

function kindOf(path: string): string {
  if (path.startsWith('/api/')) return 'call'
  return path.endsWith('.data') ? 'data' : 'page'
}
