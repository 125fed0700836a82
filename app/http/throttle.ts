import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Actor } from '~/areas/access/actor'
import { countedKey, type Limit, sharedCounts } from '~/platform/cluster/cluster.server'
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
  // An IPv4 address at the end takes two groups.
  const right = groupsOf(tail ?? '').flatMap((group) => (group.includes('.') ? [group, ''] : [group]))
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  const first = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${first.join(':')}::/64`
}

const groupsOf = (text: string) => text.split(':').filter((group) => group !== '')

const MINUTE_SECONDS = 60
/** Low enough that tokens cannot be guessed, and more than a forgotten script with an expired token sends. */
const WRONG_TOKENS: Limit = { name: 'wrong-token', points: 100, seconds: MINUTE_SECONDS }
/**
 * A user's calls per minute are counted in this many portions, which an instance takes one at a time: not every call
 * writes, and the unused rest of an instance's last portion is negligible.
 */
const PORTIONS = 60

interface Acting {
  actor: Actor
  services: Services
}

interface Portion {
  left: number
  /** In milliseconds since 1970. */
  until: number
}

/** The state of one site in this process; tests run several sites in a process. */
interface ThrottleState {
  /** By limit and user: the calls that may still pass without counting. */
  portions: Map<string, Portion>
  /** Networks that sent too many wrong tokens. */
  refused: RateLimiterMemory
}

const states = new WeakMap<Services, ThrottleState>()

function stateOf(given: Services): ThrottleState {
  const services = servicesOfProcess(given)
  const existing = states.get(services)
  if (existing) return existing
  const state = {
    portions: new Map(),
    refused: new RateLimiterMemory({ points: 0, duration: MINUTE_SECONDS }),
  }
  states.set(services, state)
  return state
}

/** Counts a call of a user. @throws Throttled after too many in a minute */
export async function throttleCall({ actor, services }: Acting): Promise<void> {
  await count(services, 'calls', services.settings.callsPerMinute, actor.id)
}

/** Counts an upload, an export or a report of a user, by page or call. @throws Throttled after too many in a minute */
export async function throttleFile({ actor, services }: Acting): Promise<void> {
  await count(services, 'files', services.settings.filesPerMinute, actor.id)
}

async function count(services: Services, name: string, points: number, userId: number): Promise<void> {
  const { portions } = stateOf(services)
  const key = `${name} ${userId}`
  const current = () => {
    const portion = portions.get(key)
    return portion && portion.until > Date.now() ? portion : null
  }
  const now = current()
  if (now && now.left > 0) {
    now.left -= 1
    return
  }
  const portion = portionOf(points)
  const limit = { name, points, seconds: MINUTE_SECONDS }
  const { msBeforeNext } = await consume(services, limit, userId, portion)
  // Another call may have taken a portion in the meantime.
  portions.set(key, { left: (current()?.left ?? 0) + portion - 1, until: Date.now() + msBeforeNext })
}

/** The largest portion that divides the limit evenly. */
function portionOf(points: number): number {
  let portion = Math.max(1, Math.floor(points / PORTIONS))
  while (points % portion > 0) portion -= 1
  return portion
}

// The process's own database: that of a request would record the count as something stored by the request.
async function consume(services: Services, limit: Limit, userId: number, points: number) {
  const { database } = servicesOfProcess(services)
  try {
    return await database.transaction((tx) => sharedCounts(tx, limit).consume(userId, points))
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state
    throw tooMuch(`More than ${limit.points} ${limit.name} in a minute.`, state)
  }
}

/**
 * Refuses calls with tokens from a network that sent too many wrong ones in the last minute; checked before any
 * look-up. Sessions from there are not affected. @throws Throttled
 */
export async function refuseWrongTokens(services: Services, from: string): Promise<void> {
  const state = await stateOf(services).refused.get(networkOf(from))
  if (state && state.msBeforeNext > 0)
    throw tooMuch(
      `${WRONG_TOKENS.points} invalid or expired tokens came from your address in a minute. Check the token.`,
      state,
    )
}

/** Counts an invalid token, by network. */
export async function countWrongToken(services: Services, from: string): Promise<void> {
  const network = networkOf(from)
  const { consumedPoints, msBeforeNext } = await servicesOfProcess(services).database.transaction((tx) =>
    sharedCounts(tx, WRONG_TOKENS).penalty(countedKey(network)),
  )
  if (consumedPoints >= WRONG_TOKENS.points)
    await stateOf(services).refused.block(network, Math.max(1, Math.ceil(msBeforeNext / 1_000)))
}

function tooMuch(what: string, { msBeforeNext }: RateLimiterRes): Throttled {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`
  return new Throttled(`${what} Try again in ${wait}.`, seconds, 'Too much at once')
}
