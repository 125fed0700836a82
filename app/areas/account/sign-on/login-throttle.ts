import { RateLimiterMemory } from 'rate-limiter-flexible'
import { Throttled } from '~/http/refusal'
import { networkOf } from '~/http/throttle'
import { DomainError } from '~/platform/values/domain-error'

const WINDOW_SECONDS = 15 * 60
const NOT_LOGGED_IN = 'Not logged in'

// Wrong passwords that are let pass in 15 minutes: few for one account from one network, more for a network that an
// office shares, and a ceiling for one account from everywhere. A device that its user logged in from before is counted
// alone, so that failed attempts from elsewhere cannot lock people out of their own accounts.
const pair = new RateLimiterMemory({ keyPrefix: 'pair', points: 5, duration: WINDOW_SECONDS })
const account = new RateLimiterMemory({ keyPrefix: 'account', points: 30, duration: WINDOW_SECONDS })
const address = new RateLimiterMemory({ keyPrefix: 'address', points: 100, duration: WINDOW_SECONDS })
const device = new RateLimiterMemory({ keyPrefix: 'device', points: 5, duration: WINDOW_SECONDS })

/** Attempts that may wait for those before them; a password check takes a tenth of a second. */
const MOST_WAITING = 200

interface Attempted {
  userName: string
  /** Address of the visitor. */
  from: string
  /** Id of a device that this user logged in from before; null for any other. */
  knownDevice: string | null
}

type Gate = readonly [limiter: RateLimiterMemory, key: string]

function gatesOf({ userName, from, knownDevice }: Attempted): Gate[] {
  if (knownDevice !== null) return [[device, knownDevice]]
  const [name, network] = [userName.toLowerCase(), networkOf(from)]
  return [
    [pair, `${name} ${network}`],
    [account, name],
    [address, network],
  ]
}

/** Attempts whose password is being checked, by limiter and key. */
const underWay = new Map<string, number>()
const idOf = ([limiter, key]: Gate) => `${limiter.keyPrefix} ${key}`

/** Changes of the counts run one after the other: a count that was read stays valid until it is acted upon. */
let turn: Promise<unknown> = Promise.resolve()
function inTurn<Done>(work: () => Promise<Done>): Promise<Done> {
  const done = turn.then(work)
  turn = done.catch(() => undefined)
  return done
}

/** Called when an attempt has ended. */
let waiting: (() => void)[] = []

/**
 * Checks a password, unless too many were wrong; existing and unknown names get the same refusal. Simultaneous attempts
 * wait for each other where they could be too many: only failures count, and no more than allowed can fail.
 * @param look throws a DomainError for a wrong password; any other error proves nothing about it
 */
export async function attempt<Found>(attempted: Attempted, look: () => Promise<Found>): Promise<Found> {
  const gates = gatesOf(attempted)
  await admit(gates)
  try {
    const found = await look()
    await inTurn(() => forget(attempted))
    return found
  } catch (error) {
    if (error instanceof DomainError)
      await inTurn(async () => {
        for (const [limiter, key] of gates) await limiter.penalty(key)
      })
    throw error
  } finally {
    for (const gate of gates) count(gate, -1)
    const told = waiting
    waiting = []
    for (const tell of told) tell()
  }
}

async function admit(gates: readonly Gate[]): Promise<void> {
  for (;;) {
    const { ended } = await inTurn(() => enter(gates))
    if (ended === null) return
    await ended
  }
}

/**
 * Takes a place at every gate; if those under way could still be too many, returns what to wait for instead.
 * @throws Throttled after too many failures, or while too many wait
 */
async function enter(gates: readonly Gate[]): Promise<{ ended: Promise<void> | null }> {
  const failed: number[] = []
  for (const [limiter, key] of gates) {
    const state = await limiter.get(key)
    if (state && state.consumedPoints >= limiter.points) throw tooMany(state.msBeforeNext)
    failed.push(state?.consumedPoints ?? 0)
  }
  const isFree = gates.every(
    (gate, at) => (failed[at] ?? 0) + (underWay.get(idOf(gate)) ?? 0) < gate[0].points,
  )
  if (!isFree) {
    if (waiting.length >= MOST_WAITING)
      throw new Throttled('Too many logins at the moment. Wait a minute and try again.', 60, NOT_LOGGED_IN)
    return { ended: new Promise((resolve) => waiting.push(resolve)) }
  }
  for (const gate of gates) count(gate, 1)
  return { ended: null }
}

function count(gate: Gate, change: 1 | -1): void {
  const id = idOf(gate)
  const now = (underWay.get(id) ?? 0) + change
  if (now > 0) underWay.set(id, now)
  else underWay.delete(id)
}

/** After the right password: the failures counted against this name from here are cleared. */
async function forget(attempted: Attempted): Promise<void> {
  const [limiter, key] = gatesOf(attempted)[0] as Gate
  await limiter.delete(key)
}

function tooMany(milliseconds: number): Throttled {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000))
  const minutes = Math.ceil(seconds / 60)
  return new Throttled(
    `Too many failed logins. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again, or ask an administrator.`,
    seconds,
    NOT_LOGGED_IN,
  )
}
