import cluster, { type Worker } from 'node:cluster'
import { availableParallelism, totalmem } from 'node:os'
import type { OpenDatabase } from 'db/open'
import { AggregatorRegistry } from 'prom-client'
import { type DemoProgress, FIRST_PROGRESS } from '~/areas/access/demo-progress'
import { type DemoState, demoState } from './demo-load'
import type { ListenAddress } from './listen'
import type { Log } from './log'
import { StartError } from './settings'

/** With eight connections each, more workers would exceed PostgreSQL's default maximum. */
const MAX_BY_DEFAULT = 12

/** How many processes serve the site. @param wanted WORKERS; missing: one for each available core */
export const workerCount = (wanted?: number) => wanted ?? Math.min(MAX_BY_DEFAULT, availableParallelism())

/** What a worker receives from its parent. */
export interface Handover {
  database: Pick<OpenDatabase, 'url' | 'ownerUrl' | 'embedded' | 'firstStart'>
  place: ListenAddress
  count: number
  /** The current progress of the demo data, which its parent loads. */
  demo: DemoProgress | null
}

/** What a worker requests from its parent: its handover, or the metrics of all workers. */
type WorkerMessage = { asks: 'handover' } | { asks: 'metrics'; id: number }
interface Answered {
  metrics: { id: number; text: string | null }
}

const MB = 2 ** 20
const HEAP_MB = { least: 256, most: 2_048 }

/** The heap of each worker in MB: together half of the available memory; the database and threads have the rest. */
export function heapOf(count: number, memory: number): number {
  return Math.round(Math.min(HEAP_MB.most, Math.max(HEAP_MB.least, memory / 2 / MB / count)))
}

function heapOptions(count: number): string[] {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((each) =>
    each.includes('max-old-space-size'),
  )
  const memory = Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY)
  return given ? [] : [`--max-old-space-size=${heapOf(count, memory)}`]
}

const PAUSE_MS = { first: 100, most: 10_000 }
/** A worker that lived this long did not fail because of its start. */
const CALM_MS = 60_000

/** The pause before a worker is restarted, depending on how long the previous one lived. */
export const pauseAfter = (before: number, livedMs: number) =>
  livedMs >= CALM_MS ? PAUSE_MS.first : Math.min(PAUSE_MS.most, 2 * before)

/** After this time a worker that does not end is killed, in milliseconds: it cuts its own requests off earlier. */
const KILL_MS = 27_000

interface Workers {
  /** Reports the progress of the demo data to all workers, including those started later. */
  tellDemo(now: DemoProgress | null): void
  /** Lets all workers finish their requests, and waits for their end. */
  stop(): Promise<void>
}

/**
 * Starts the workers, which share one listener, and replaces each that ends; each starts with its handover.
 * @throws StartError when the first ones do not start; their reason is on the terminal
 */
export async function startWorkers(given: Handover, log: Log): Promise<Workers> {
  let handover = given
  const metrics = new AggregatorRegistry()
  // Workers accept connections themselves: a connection passed on by this process would hang if its worker was just
  // killed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ execArgv: [...process.execArgv, ...heapOptions(handover.count)] })
  let stopping = false

  function start(pause: number, onEndEarly: () => void): Worker {
    const worker = cluster.fork()
    const startedAt = performance.now()
    let listens = false
    worker.once('listening', () => {
      listens = true
    })
    worker.on('message', (message: WorkerMessage) => {
      if (message.asks === 'handover') worker.send(handover)
      if (message.asks === 'metrics') void sendMetrics(worker, message.id)
    })
    // A message to a worker that is ending.
    worker.on('error', (err) => log.warn({ err, worker: worker.process.pid }, 'a worker cannot be reached'))
    worker.once('exit', (code, signal) => {
      if (stopping) return
      if (!listens) onEndEarly()
      const next = pauseAfter(pause, performance.now() - startedAt)
      log.error(
        { worker: worker.process.pid, code, signal, againMs: pause },
        'a worker ended and is replaced',
      )
      setTimeout(() => {
        if (!stopping) start(next, () => {})
      }, pause)
    })
    return worker
  }

  async function sendMetrics(worker: Worker, id: number): Promise<void> {
    const text = await metrics.clusterMetrics().catch((err: unknown) => {
      log.warn({ err }, 'not all workers tell their metrics')
      return null
    })
    if (worker.isConnected()) worker.send({ metrics: { id, text } } satisfies Answered)
  }

  const living = () => Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])

  function tellDemo(demo: DemoProgress | null): void {
    handover = { ...handover, demo }
    for (const worker of living()) if (worker.isConnected()) worker.send({ demo } satisfies DemoMessage)
  }

  async function stop(): Promise<void> {
    stopping = true
    await Promise.all(
      living().map(async (worker) => {
        const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
        if (worker.isDead()) return
        const late = setTimeout(() => worker.process.kill('SIGKILL'), KILL_MS)
        worker.process.kill('SIGTERM')
        await ended
        clearTimeout(late)
      }),
    )
  }

  try {
    const first = Array.from({ length: handover.count }, () => {
      return new Promise<void>((resolve, reject) => {
        const worker = start(PAUSE_MS.first, () =>
          reject(new StartError('Fundesk did not start: one of its processes ended.')),
        )
        worker.once('listening', () => resolve())
      })
    })
    await Promise.all(first)
  } catch (error) {
    await stop()
    throw error
  }
  return { tellDemo, stop }
}

interface DemoMessage {
  demo: DemoProgress | null
}

/** In a worker: the progress of the demo data, which its parent loads. Call it before requesting the handover. */
export function demoOfParent(): DemoState {
  const { set, ...state } = demoState(FIRST_PROGRESS)
  process.on('message', ({ demo }: Partial<DemoMessage>) => {
    if (demo !== undefined) set(demo)
  })
  return state
}

/** In a worker: its handover from the parent. */
export function handedOver(): Promise<Handover> {
  return new Promise((resolve) => {
    process.on('message', function take(message: Handover) {
      if (!('place' in message)) return
      process.off('message', take)
      resolve(message)
    })
    process.send?.({ asks: 'handover' } satisfies WorkerMessage)
  })
}

let asks = 0

/** In a worker: the metrics of all workers together; null if they do not arrive. */
export function metricsOfAll(): Promise<string | null> {
  asks += 1
  const id = asks
  return new Promise((resolve) => {
    process.on('message', function take({ metrics }: Partial<Answered>) {
      if (metrics?.id !== id) return
      process.off('message', take)
      resolve(metrics.text)
    })
    process.send?.({ asks: 'metrics', id } satisfies WorkerMessage)
  })
}
