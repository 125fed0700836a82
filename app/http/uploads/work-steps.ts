import type { Services } from '../server/services'
import { servicesOfProcess } from '../services-of-request'

/** The current step of a piece of work. */
export interface WorkStep {
  /** In words: "Reading 2 of 3…". */
  step: string
  /** How much of it is done, where that is known. */
  percent?: number
}

/** Most pieces of work whose step is remembered; the oldest is forgotten first. */
const MOST = 200
/** Longest key that is remembered. */
const KEY_LENGTH = 100

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
  return (words, percent) => {
    if (key.length > KEY_LENGTH) return
    all.delete(name)
    all.set(name, { step: words, percent })
    const [oldest] = all.keys()
    if (all.size > MOST && oldest !== undefined) all.delete(oldest)
  }
}

/** The current step of a piece of work; null when it is unknown. */
export function stepOf(services: Services, userId: number, key: string): WorkStep | null {
  return stepsOf(services).get(`${userId} ${key}`) ?? null
}
