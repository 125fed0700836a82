import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Replica } from 'db/database'
import type { Request, RequestHandler } from 'express'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from './services'
import { metricsOfAll } from './workers'

const PATIENCE_MS = 1_500

/** /healthz: the process responds. It queries nothing, so that a database outage does not get the process killed. */
export const alive: RequestHandler = (_, res) => {
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.type('text').send('ok\n')
}

/** /readyz: requests can be handled now, which needs the database; 503 otherwise, and while the process ends. */
export function ready({ database, log }: Services, isStopping: () => boolean): RequestHandler {
  return async (_, res) => {
    const reason = isStopping() ? 'stopping' : await outage(database.ping(), log)
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res
      .status(reason ? 503 : 200)
      .type('text')
      .send(`${reason ?? 'ready'}\n`)
  }
}

async function outage(ping: Promise<unknown>, log: Services['log']): Promise<string | null> {
  const late = new AbortController()
  try {
    await Promise.race([
      ping,
      wait(PATIENCE_MS, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no answer within ${PATIENCE_MS} ms`)
      }),
    ])
    return null
  } catch (err) {
    log.warn({ err }, 'database not reachable')
    return 'database not reachable'
  } finally {
    late.abort()
  }
}

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

/**
 * Counts and times every request, and shows the numbers under /metrics to programs on this machine and to programs that
 * send the token. A request that a proxy on this machine passes on does not count as local: without the token it gets
 * 404. One worker answers for all.
 */
export function metrics({ settings, database }: Pick<Services, 'settings' | 'database'>): {
  measure: RequestHandler
  show: RequestHandler
} {
  const token = settings.metricsToken ?? null
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registry)
    // It answers what the parent of the workers asks.
    new AggregatorRegistry()
  }
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'kind', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  if (database.replica) measureReplica(registry, database.replica)
  return {
    measure(req, res, next) {
      const measured = durations.startTimer({ method: methodOf(req), kind: kindOf(req.path) })
      res.once('close', () => measured({ status: res.statusCode }))
      next()
    },
    async show(req, res, next) {
      if (!isLocal(req) && !knowsToken(req, token)) return next()
      try {
        const text = (cluster.isWorker ? await metricsOfAll() : null) ?? (await registry.metrics())
        res.setHeader('Cache-Control', 'no-store')
        res.setHeader('X-Content-Type-Options', 'nosniff')
        res.type(registry.contentType).send(text)
      } catch (error) {
        next(error)
      }
    },
  }
}

/** Of several workers the worst is shown. */
function measureReplica(registry: Registry, replica: Replica): void {
  new Gauge({
    name: 'fundesk_replica_used',
    help: 'Whether pages are read from the replica',
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.set(replica.state().trouble === null ? 1 : 0)
    },
  })
  new Gauge({
    name: 'fundesk_replica_lag_seconds',
    help: 'How far the replica is behind, to half a second; -1 where it does not answer',
    aggregator: 'max',
    registers: [registry],
    collect() {
      const { lagMs } = replica.state()
      this.set(lagMs === null ? -1 : lagMs / 1_000)
    },
  })
}

function isLocal({ headers, socket }: Request): boolean {
  const direct = !headers.forwarded && !headers['x-forwarded-for'] && !headers['x-forwarded-host']
  return direct && LOOPBACK.test(socket.remoteAddress ?? '')
}

/** Compared by their hashes, so that the time it takes reveals nothing of the token. */
function knowsToken(req: Request, token: string | null): boolean {
  if (token === null) return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(req.get('authorization') ?? ''), hash(`Bearer ${token}`))
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
