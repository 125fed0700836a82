import { storedWorkStep, storeWorkStep, type WorkStep } from '~/platform/cluster/cluster.server'
import type { Services } from '../server/services'
import { servicesOfProcess } from '../services-of-request'

/** Most pieces of work whose step is remembered; the oldest is forgotten first. */
const MAX_STEPS = 200
/** Longest key that is remembered. */
const KEY_LENGTH = 100
/** A step is stored for other processes so often, as it is polled twice a second. */
const STORE_MS = 500

const steps = new WeakMap<Services, Map<string, WorkStep>>()

function stepsOf(given: Services): Map<string, WorkStep> {
  const services = servicesOfProcess(given)
  const known = steps.get(services)
  if (known) return known
  const fresh = new Map<string, WorkStep>()
  steps.set(services, fresh)
  return fresh
}

/** Remembers the current step of an upload or an export for its sender, who names it by the request's key. */
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

/** Stores the newest step, one at a time. The work does not wait for it, and goes on where it fails. */
function storing(services: Services, userId: number, key: string): (step: WorkStep) => void {
  // A request's own database would note it as something that the request stored.
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

/** The current step of a piece of work that this process does or did; null when it knows none. */
export function stepOf(services: Services, userId: number, key: string): WorkStep | null {
  return stepsOf(services).get(`${userId} ${key}`) ?? null
}

/** The current step of a piece of work, whichever process of the site does it; null when it is unknown. */
export async function stepOfSite(services: Services, userId: number, key: string): Promise<WorkStep | null> {
  // A replica would show it later.
  const { read } = servicesOfProcess(services).database
  return (await storedWorkStep(read, userId, key)) ?? stepOf(services, userId, key)
}
