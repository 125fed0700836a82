import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Actor } from '~/areas/access/actor'
import { Throttled } from './refusal'
import type { Services } from './server/services'
import { servicesOfProcess } from './services-of-request'

/**
 * The part of an address that one visitor controls: all of an IPv4 address; the first 64 bits of an IPv6 address, as
 * every connection gets at least that many addresses.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [plain = ''] = address.toLowerCase().split('%', 1)
  const [head = '', tail] = plain.split('::', 2)
  const left = groupsOf(head)
  // Two groups for an IPv4 address at the end.
  const right = groupsOf(tail ?? '').flatMap((group) => (group.includes('.') ? [group, ''] : [group]))
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  const first = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${first.join(':')}::/64`
}

const groupsOf = (text: string) => text.split(':').filter((group) => group !== '')

const MINUTE_SECONDS = 60
/** Low enough that tokens cannot be guessed, and more than a forgotten script with an expired token sends. */
const WRONG_TOKENS = 100

interface Acting {
  actor: Actor
  services: Services
}

/** Of one site and process, since tests run several in a process. */
interface Limiters {
  /** By user. */
  calls: RateLimiterMemory
  /** By user. */
  files: RateLimiterMemory
  /** By network. */
  wrongTokens: RateLimiterMemory
}

const limiters = new WeakMap<Services, Limiters>()

function limitersOf(given: Services): Limiters {
  const services = servicesOfProcess(given)
  const known = limiters.get(services)
  if (known) return known
  const { callsPerMinute, filesPerMinute } = services.settings
  const made = {
    calls: new RateLimiterMemory({ points: callsPerMinute, duration: MINUTE_SECONDS }),
    files: new RateLimiterMemory({ points: filesPerMinute, duration: MINUTE_SECONDS }),
    wrongTokens: new RateLimiterMemory({ points: WRONG_TOKENS, duration: MINUTE_SECONDS }),
  }
  limiters.set(services, made)
  return made
}

/** Counts a call of a user. @throws Throttled after too many in a minute */
export async function throttleCall({ actor, services }: Acting): Promise<void> {
  await count(limitersOf(services).calls, actor.id, 'calls', services.settings.callsPerMinute)
}

/** Counts an upload, an export or a report of a user, by page or call. @throws Throttled after too many in a minute */
export async function throttleFile({ actor, services }: Acting): Promise<void> {
  await count(limitersOf(services).files, actor.id, 'files', services.settings.filesPerMinute)
}

/**
 * Refuses calls with tokens from a network that sent too many wrong ones in the last minute; checked before any
 * look-up. Sessions from there go on. @throws Throttled
 */
export async function refuseWrongTokens(services: Services, from: string): Promise<void> {
  const state = await limitersOf(services).wrongTokens.get(networkOf(from))
  if (state && state.msBeforeNext > 0 && state.consumedPoints >= WRONG_TOKENS)
    throw tooMuch(
      `${WRONG_TOKENS} invalid or expired tokens came from your address in a minute. Check the token.`,
      state,
    )
}

/** Counts a token that was not valid, by network. */
export async function countWrongToken(services: Services, from: string): Promise<void> {
  await limitersOf(services).wrongTokens.penalty(networkOf(from))
}

async function count(limiter: RateLimiterMemory, userId: number, what: string, most: number): Promise<void> {
  await limiter.consume(userId).catch((state: RateLimiterRes) => {
    throw tooMuch(`More than ${most} ${what} in a minute.`, state)
  })
}

function tooMuch(what: string, { msBeforeNext }: RateLimiterRes): Throttled {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`
  return new Throttled(`${what} Try again in ${wait}.`, seconds, 'Too much at once')
}
