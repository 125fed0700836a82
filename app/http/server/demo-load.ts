import { demoIsDue, seedDemo } from 'db/seed/demo/seed-demo'
import type { RequestHandler } from 'express'
import { type DemoProgress, FIRST_PROGRESS, showProgress } from '~/areas/access/demo-progress'
import { isCall, type Refusal, refuse } from './refuse'
import type { Services } from './services'

/** The demo data, as those see it who wait for it. */
export interface DemoState {
  /** Null once all of it is loaded, and where there is none. */
  progress(): DemoProgress | null
  /** Resolves when it is loaded. */
  loaded: Promise<void>
}

/** A state, and how it is changed: null says that all is loaded. */
export function demoState(first: DemoProgress | null): DemoState & { set(now: DemoProgress | null): void } {
  let progress = first
  let tell = () => {}
  const loaded = new Promise<void>((resolve) => {
    tell = resolve
  })
  if (first === null) tell()
  return {
    progress: () => progress,
    loaded,
    set(now) {
      progress = now
      if (now === null) tell()
    },
  }
}

/** The demo data, as the process sees it that loads it. */
export interface DemoLoad extends DemoState {
  /** Loads what is missing: a start goes on where the one before it was interrupted. @param told at each change */
  run(told: (now: DemoProgress | null) => void): Promise<void>
  /** Lets the user's act that is being played end, and plays no other. */
  stop(): Promise<void>
}

/** @param say shows a line to the user who starts the site */
export async function openDemoLoad(
  { database, workers, files }: Pick<Services, 'database' | 'workers' | 'files'>,
  say: (line: string) => void,
): Promise<DemoLoad> {
  const { set, ...state } = demoState((await demoIsDue(database.read)) ? FIRST_PROGRESS : null)
  const halt = new AbortController()
  let running = Promise.resolve()
  const haltable: typeof database = {
    ...database,
    transaction: async (work) => {
      halt.signal.throwIfAborted()
      return database.transaction(work)
    },
  }
  return {
    ...state,
    run(told) {
      const onProgress = (now: DemoProgress | null) => {
        set(now)
        told(now)
      }
      running = seedDemo(haltable, { workers, files, say, onProgress }).then(() => onProgress(null))
      return running
    },
    async stop() {
      halt.abort()
      await running.catch(() => {})
    },
  }
}

/** Seconds after which it is worth another look. */
const AGAIN = 5

/**
 * While the demo data is loaded, nobody reads or changes what is half there: every page leads to the login, which says
 * how far it is and lets nobody in, and all else is refused.
 */
export function whileDemoLoads(progress: DemoState['progress']): RequestHandler {
  return (req, res, next) => {
    const now = progress()
    if (now === null || /^\/login(\.data)?$/.test(req.path)) return next()
    res.setHeader('Retry-After', String(AGAIN))
    res.setHeader('Cache-Control', 'no-store')
    const reads = req.method === 'GET' || req.method === 'HEAD'
    if (reads && !isCall(req.path) && !req.path.endsWith('.data') && req.accepts('html'))
      return res.redirect(302, '/login')
    // Expected, and no error in the log.
    res.locals.busy = true
    refuse(req, res, notYet(now))
  }
}

function notYet(now: DemoProgress): Refusal {
  return {
    status: 503,
    title: 'The demo data is still being loaded',
    message: `Nothing was saved: the demo data is still being loaded, ${showProgress(now)}. Try again when the login page says no more about it.`,
    code: 'unavailable',
  }
}
