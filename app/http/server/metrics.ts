import cluster from 'node:cluster'
import type { Request, RequestHandler, Response } from 'express'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  Registry,
} from 'prom-client'
import { lastVerification } from '~/areas/access/verification.server'
import { jobCounts, noticeCounts } from '~/areas/system/site-figures.server'
import { newestBackup } from '~/areas/system/site-health.server'
import { disksOf } from '~/platform/files/disks.server'
import { uncoveredSince } from '~/platform/workflow/checkpoint.server'
import { openSigning } from '~/platform/workflow/signing.server'
import { isMonitor } from './monitor'
import type { Services } from './services'
import type { WaitingLine } from './waiting-line'
import { metricsOfAll } from './workers'

/**
 * Counts and times every request, and shows the figures under /metrics to monitors; for all others there is no such page.
 * One worker responds for all.
 */
export function metrics(
  services: Pick<Services, 'settings' | 'database' | 'clock' | 'realTime' | 'folders'>,
  line: Pick<WaitingLine, 'state'>,
): {
  measure: RequestHandler
  /** Counts a request that was refused before it was measured. */
  noteRefusal: (req: Request, res: Response) => void
  show: RequestHandler
} {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registry)
    // Handles requests from the workers' parent.
    new AggregatorRegistry()
  }
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'kind', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const failedLogins = new Counter({
    name: 'fundesk_failed_logins_total',
    help: 'Logins with a password that were refused: wrong ones, and those after too many wrong ones',
    labelNames: ['reason'] as const,
    registers: [registry],
  })
  measureState(registry, services, line)
  return {
    measure(req, res, next) {
      const measured = durations.startTimer({ method: methodOf(req), kind: kindOf(req.path) })
      const isLogin = req.method === 'POST' && LOGIN.test(req.path)
      res.once('close', () => {
        measured({ status: res.statusCode })
        if (isLogin && REFUSED_LOGINS.has(res.statusCode))
          failedLogins.inc({ reason: res.statusCode === 429 ? 'throttled' : 'wrong' })
      })
      next()
    },
    noteRefusal(req, res) {
      durations.observe({ method: methodOf(req), kind: kindOf(req.path), status: res.statusCode }, 0)
    },
    async show(req, res, next) {
      if (!isMonitor(req, services.settings)) return next()
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

/** Of several workers, shows the worst, or the sum. */
function measureState(
  registry: Registry,
  services: Pick<Services, 'settings' | 'database' | 'clock' | 'realTime' | 'folders'>,
  line: Pick<WaitingLine, 'state'>,
): void {
  const registers = [registry]
  const { database, clock, realTime = clock, settings } = services
  const { all: keys } = openSigning(settings.signingKey, settings.signingKeysBefore)
  const secondsSince = (at: Date, now = clock()) => Math.max(0, now.getTime() - at.getTime()) / 1_000
  const gauge = <Label extends string>(given: Omit<GaugeConfiguration<Label>, 'registers'>) =>
    new Gauge<Label>({ ...given, registers })
  gauge({
    name: 'fundesk_processes',
    help: 'Processes that serve the site on this instance',
    aggregator: 'sum',
    collect() {
      this.set(1)
    },
  })
  gauge({
    name: 'fundesk_requests_at_work',
    help: 'Requests that have a place at the moment',
    aggregator: 'sum',
    collect() {
      this.set(line.state().taken)
    },
  })
  gauge({
    name: 'fundesk_requests_waiting',
    help: 'Requests that wait for a place, by lane',
    labelNames: ['lane'],
    aggregator: 'sum',
    collect() {
      for (const [lane, count] of Object.entries(line.state().waiting)) this.set({ lane }, count)
    },
  })
  gauge({
    name: 'fundesk_checkpoint_lag_seconds',
    help: 'How long the oldest event waits for a checkpoint of the audit trail; one is written each minute',
    aggregator: 'max',
    async collect() {
      this.reset()
      const since = await uncoveredSince(database.read).catch(() => undefined)
      if (since !== undefined) this.set(since ? Math.max(0, clock().getTime() - since.getTime()) / 1_000 : 0)
    },
  })
  gauge({
    name: 'fundesk_disk_free_bytes',
    help: 'Room on the disks that Fundesk writes to',
    labelNames: ['disk'],
    aggregator: 'min',
    async collect() {
      this.reset()
      for (const { what, free } of await disksOf(services.folders ?? {})) this.set({ disk: what }, free)
    },
  })
  gauge({
    name: 'fundesk_notice_users',
    help: 'Users who get notices by e-mail: all, and those whose last one the mail server did not take',
    labelNames: ['state'],
    aggregator: 'max',
    async collect() {
      this.reset()
      const counts = await noticeCounts(database.read).catch(() => null)
      if (counts === null) return
      this.set({ state: 'all' }, counts.users)
      this.set({ state: 'refused' }, counts.refused)
    },
  })
  gauge({
    name: 'fundesk_jobs',
    help: 'Jobs that are stored, by kind and status',
    labelNames: ['kind', 'status'],
    aggregator: 'max',
    async collect() {
      this.reset()
      for (const { kind, status, jobs } of await jobCounts(database.read).catch(() => []))
        this.set({ kind, status: status.toLowerCase() }, jobs)
    },
  })
  gauge({
    name: 'fundesk_verification_age_seconds',
    help: 'How long ago the audit trail was last verified; missing before the first time',
    labelNames: ['result'],
    aggregator: 'min',
    async collect() {
      this.reset()
      const last = await lastVerification(database.read, keys).catch(() => null)
      if (last) this.set({ result: last.isIntact ? 'intact' : 'broken' }, secondsSince(last.at))
    },
  })
  const { backupFolder } = settings
  if (backupFolder !== undefined)
    gauge({
      name: 'fundesk_backup_age_seconds',
      help: 'How old the newest backup in BACKUP_FOLDER is; missing where there is none',
      aggregator: 'min',
      collect() {
        this.reset()
        const newest = newestBackup(backupFolder)
        if (newest) this.set(secondsSince(newest, realTime()))
      },
    })
  const { replica } = database
  if (!replica) return
  gauge({
    name: 'fundesk_replica_used',
    help: 'Whether pages are read from the replica',
    aggregator: 'min',
    collect() {
      this.set(replica.state().trouble === null ? 1 : 0)
    },
  })
  gauge({
    name: 'fundesk_replica_lag_seconds',
    help: 'How far the replica is behind, to half a second; -1 where it does not answer',
    aggregator: 'max',
    collect() {
      const { lagMs } = replica.state()
      this.set(lagMs === null ? -1 : lagMs / 1_000)
    },
  })
}

/** The login page, with scripts and without. */
const LOGIN = /^\/login(?:\.data)?$/
const REFUSED_LOGINS = new Set([401, 422, 429])

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** A closed list: labels chosen by visitors would grow without limit. */
function methodOf(req: Request): string {
  return METHODS.has(req.method) ? req.method : 'other'
}

function kindOf(path: string): string {
  if (path.startsWith('/api/')) return 'call'
  return path.endsWith('.data') ? 'data' : 'page'
}
