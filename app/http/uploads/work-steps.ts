import { storedWorkStep, storeWorkStep, type WorkStep } from '~/platform/cluster/cluster.server'
import type { Services } from '../server/services'
import { servicesOfProcess } from '../services-of-request'

/** Most pieces of work whose step is remembered; the oldest is dropped first. */
const MAX_STEPS = 200
/** Longest key that is remembered. */
const KEY_LENGTH = 100
/** Interval at which a step is stored for other processes; it is polled twice a second. */
const STORE_MS = 500

const steps = new WeakMap<Services, Map<string, WorkStep>>()

function stepsOf(given: Services): Map<string, WorkStep> {
  const services = servicesOfProcess(given)
  const existing = steps.get(services)
  if (existing) return existing
  const fresh = new Map<string, WorkStep>()
  steps.set(services, fresh)
  return fresh
}

/** Remembers the current step of an upload or export, which its sender queries by the request's key. */
export function recordSteps(
  services: Services,
  userId: number,
  key: string,
): (words: string, percent?: number) => void {
  const all = stepsOf(services)
  const name = `${userId} ${key}`
  const store = storing(services, userId, key)
  return (words, percent) => {
    if (key.length > KEY_LENGTH) return
    const step = { step: words, percent }
    all.delete(name)
    all.set(name, step)
    const [oldest] = all.keys()
    if (all.size > MAX_STEPS && oldest !== undefined) all.delete(oldest)
    store(step)
  }
}

/** Stores the newest step, one at a time. The work neither waits for this nor fails with it. */
function storing(services: Services, userId: number, key: string): (step: WorkStep) => void {
  // A request's own database would record it as something stored by the request.
  const { database } = servicesOfProcess(services)
  let newest: WorkStep | null = null
  let busy = false
  const store = async () => {
    const step = newest
    newest = null
    busy = step !== null
    if (!step) return
    await database.transaction((tx) => storeWorkStep(tx, userId, key, step)).catch(() => {})
    setTimeout(store, STORE_MS).unref()
  }
  return (step) => {
    newest = step
    if (!busy) void store()
  }
}

/** The current step of a piece of work in this process; null if unknown. */
export function stepOf(services: Services, userId: number, key: string): WorkStep | null {
  return stepsOf(services).get(`${userId} ${key}`) ?? null
}

/** The current step of a piece of work in any process of the site; null if unknown. */
export async function stepOfSite(services: Services, userId: number, key: string): Promise<WorkStep | null> {
  // A replica would show it later.
  const { read } = servicesOfProcess(services).database
  return (await storedWorkStep(read, userId, key)) ?? stepOf(services, userId, key)
}
