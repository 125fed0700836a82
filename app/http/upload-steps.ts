import type { Services } from './server/services'

/** Most uploads whose step is remembered; the oldest is forgotten first. */
const MOST = 200

const steps = new WeakMap<Services, Map<string, string>>()

function stepsOf(services: Services): Map<string, string> {
  const known = steps.get(services)
  if (known) return known
  const fresh = new Map<string, string>()
  steps.set(services, fresh)
  return fresh
}

/** Remembers the step that an upload is at, for its sender, who names it by the form's key. */
export function tellSteps(services: Services, userId: number, key: string): (words: string) => void {
  const all = stepsOf(services)
  const name = `${userId} ${key}`
  return (words) => {
    all.delete(name)
    all.set(name, words)
    const [oldest] = all.keys()
    if (all.size > MOST && oldest !== undefined) all.delete(oldest)
  }
}

/** The step that an upload is at; null when nothing is known of it. */
export function stepOf(services: Services, userId: number, key: string): string | null {
  return stepsOf(services).get(`${userId} ${key}`) ?? null
}
