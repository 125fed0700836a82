import { demoIsDue, seedDemo } from 'db/seed/demo/seed-demo'
import type { RequestHandler } from 'express'
import { type DemoProgress, FIRST_PROGRESS, showProgress } from '~/areas/access/demo-progress'
import { isCall, type Refusal, refuse } from './refuse'
import type { Services } from './services'

/** The demo data, for code that waits for it. */
export interface DemoState {
  /** Null once everything is loaded, or if there is no demo data. */
  progress(): DemoProgress | null
  /** Resolves when it is loaded. */
  loaded: Promise<void>
}

/** A state, and its setter: null means that everything is loaded. */
export function demoState(first: DemoProgress | null): DemoState & { set(now: DemoProgress | null): void } {
  let progress = first
  let markLoaded = () => {}
  const loaded = new Promise<void>((resolve) => {
    markLoaded = resolve
  })
  if (first === null) markLoaded()
  return {
    progress: () => progress,
    loaded,
    set(now) {
      progress = now
      if (now === null) markLoaded()
    },
  }
}

/** The demo data, in the process that loads it. */
export interface DemoLoad extends DemoState {
  /**
   * Loads what is missing: a restart continues where the last start was interrupted.
   * @param onChange called on each change
   */
  run(onChange: (now: DemoProgress | null) => void): Promise<void>
  /** Finishes the user action being played, and plays no other. */
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
    run(onChange) {
      const onProgress = (now: DemoProgress | null) => {
        set(now)
        onChange(now)
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

/** Seconds until a retry is worthwhile. */
const AGAIN = 5

/**
 * While the demo data is loading, its incomplete state can be neither read nor changed: every page redirects to the
 * login, which shows the progress and admits no one, and everything else is refused.
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
    // Expected, so not logged as an error.
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
