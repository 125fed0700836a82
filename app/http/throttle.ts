import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Guarded } from './guard'
import { Throttled } from './refusal'
import type { Services } from './server/services'

const MINUTE_SECONDS = 60

/** Per user and process. Of one site, since tests run several in a process. */
interface Limiters {
  calls: RateLimiterMemory
  heavy: RateLimiterMemory
}

const limiters = new WeakMap<Services, Limiters>()

function limitersOf(services: Services): Limiters {
  const known = limiters.get(services)
  if (known) return known
  const { callsPerMinute, filesPerMinute } = services.settings
  const made = {
    calls: new RateLimiterMemory({ points: callsPerMinute, duration: MINUTE_SECONDS }),
    heavy: new RateLimiterMemory({ points: filesPerMinute, duration: MINUTE_SECONDS }),
  }
  limiters.set(services, made)
  return made
}

/** Counts a call of a user. @throws Throttled after too many in a minute */
export async function throttleCall({ actor, services }: Guarded): Promise<void> {
  await count(limitersOf(services).calls, actor.id, 'calls', services.settings.callsPerMinute)
}

/** Counts an upload, an export or a report of a user, by page or call. @throws Throttled after too many in a minute */
export async function throttleFile({ actor, services }: Guarded): Promise<void> {
  await count(limitersOf(services).heavy, actor.id, 'files', services.settings.filesPerMinute)
}

async function count(limiter: RateLimiterMemory, userId: number, what: string, most: number): Promise<void> {
  await limiter.consume(userId).catch((state: RateLimiterRes) => {
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000))
    throw new Throttled(
      `These are more than ${most} ${what} in a minute. Go on in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
      seconds,
      'Too much at once',
    )
  })
}
