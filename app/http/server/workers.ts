import cluster, { type Worker } from 'node:cluster'
import { availableParallelism, totalmem } from 'node:os'
import type { OpenDatabase } from 'db/open'
import { AggregatorRegistry } from 'prom-client'
import { type DemoProgress, FIRST_PROGRESS } from '~/areas/access/demo-progress'
import { type DemoState, demoState } from './demo-load'
import type { Place } from './listen'
import type { Log } from './log'
import { StartError } from './settings'

/** With more, the connections of all of them would be more than PostgreSQL accepts by default: eight each. */
const MAX_BY_DEFAULT = 12

/** How many processes serve the site. @param wanted WORKERS; missing: one for each core that we may use */
export const workerCount = (wanted?: number) => wanted ?? Math.min(MAX_BY_DEFAULT, availableParallelism())

/** What a worker gets from its parent. */
export interface Handover {
  database: Pick<OpenDatabase, 'url' | 'ownerUrl' | 'embedded' | 'firstStart'>
  place: Place
  count: number
  /** How far the demo data is at this moment; its parent loads it. */
  demo: DemoProgress | null
}

/** What a worker asks its parent: for its handover, or for the metrics of all workers. */
type WorkerMessage = { asks: 'handover' } | { asks: 'metrics'; id: number }
interface Answered {
  metrics: { id: number; text: string | null }
}

const MB = 2 ** 20
const HEAP_MB = { least: 256, most: 2_048 }

/** The heap of each worker in MB: together half of the memory that we may use; the database and threads have the rest. */
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
/** A worker that lived so long was not ended by how it started. */
const CALM_MS = 60_000

/** The pause before a worker is started again, by how long the one before it lived. */
export const pauseAfter = (before: number, livedMs: number) =>
  livedMs >= CALM_MS ? PAUSE_MS.first : Math.min(PAUSE_MS.most, 2 * before)

/** After this time a worker that does not end is killed, in milliseconds: it cuts its own requests before. */
const KILL_MS = 27_000

interface Workers {
  /** Tells all of them, and those that are started later, how far the demo data is. */
  tellDemo(now: DemoProgress | null): void
  /** Lets all of them finish their requests, and waits for their end. */
  stop(): Promise<void>
}

/**
 * Starts the workers, which share one listener, and replaces each that ends; each is told to begin by its handover.
 * @throws StartError when the first ones do not start; their reason is on the terminal
 */
export async function startWorkers(given: Handover, log: Log): Promise<Workers> {
  let handover = given
  const metrics = new AggregatorRegistry()
  // They accept connections themselves: one that this process passed on would hang where its worker is just killed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ execArgv: [...process.execArgv, ...heapOptions(handover.count)] })
  let stopping = false

  function start(pause: number, onEndEarly: () => void): Worker {
    const worker = cluster.fork()
    const begun = performance.now()
    let listens = false
    worker.once('listening', () => {
      listens = true
    })
    worker.on('message', (asked: WorkerMessage) => {
      if (asked.asks === 'handover') worker.send(handover)
      if (asked.asks === 'metrics') void tell(worker, asked.id)
    })
    // A message to one that is just ending.
    worker.on('error', (err) => log.warn({ err, worker: worker.process.pid }, 'a worker cannot be reached'))
    worker.once('exit', (code, signal) => {
      if (stopping) return
      if (!listens) onEndEarly()
      const next = pauseAfter(pause, performance.now() - begun)
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

  async function tell(worker: Worker, id: number): Promise<void> {
    const text = await metrics.clusterMetrics().catch((err: unknown) => {
      log.warn({ err }, 'not all workers tell their metrics')
      return null
    })
    if (worker.isConnected()) worker.send({ metrics: { id, text } } satisfies Answered)
  }

  const living = () => Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])

  function tellDemo(demo: DemoProgress | null): void {
    handover = { ...handover, demo }
    for (const worker of living()) if (worker.isConnected()) worker.send({ demo } satisfies DemoTold)
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

interface DemoTold {
  demo: DemoProgress | null
}

/** In a worker: how far the demo data is that its parent loads. To be called before the handover is asked for. */
export function demoOfParent(): DemoState {
  const { set, ...state } = demoState(FIRST_PROGRESS)
  process.on('message', ({ demo }: Partial<DemoTold>) => {
    if (demo !== undefined) set(demo)
  })
  return state
}

/** In a worker: what its parent gives it to begin with. */
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

/** In a worker: the metrics of all workers together; null when they do not come. */
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
