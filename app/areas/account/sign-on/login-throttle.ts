import { createHmac } from 'node:crypto'
import type { Cookie } from '@remix-run/node'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { Throttled } from '~/http/refusal'
import type { Services } from '~/http/server/services'
import { siteCookie } from '~/http/session'
import { networkOf } from '~/http/throttle'
import { DomainError } from '~/platform/values/domain-error'

/** How long a browser is known after its last login. */
const KNOWN_SECONDS = 180 * 24 * 3600
/** The most users of one browser that are remembered. */
const MOST_USERS = 10

const Devices = z.array(z.object({ user: z.string(), id: z.string(), until: z.number() }))

/**
 * What a browser gets at a login, so that its user is let in from there while another person fails elsewhere under
 * their name (OWASP, device cookies). It opens nothing and names no user: it is a hash that only this site can make.
 */
function cookieOf({ settings }: Services): Cookie {
  return siteCookie('device', settings, {
    // A different secret from that of sessions: neither cookie is valid in the other's place.
    secrets: [`device ${settings.sessionSecret}`],
    maxAge: KNOWN_SECONDS,
  })
}

const hashOf = (userName: string, { settings }: Services) =>
  createHmac('sha256', `device ${settings.sessionSecret}`).update(userName.toLowerCase()).digest('base64url')

async function devicesIn(request: Request, services: Services) {
  const read = Devices.safeParse(await cookieOf(services).parse(request.headers.get('Cookie')))
  return read.success ? read.data.filter(({ until }) => until > services.clock().getTime()) : []
}

/** The id of this browser, where this user logged in from it before; null in any other. */
export async function knownDevice(request: Request, services: Services, userName: string) {
  const user = hashOf(userName, services)
  return (await devicesIn(request, services)).find((device) => device.user === user)?.id ?? null
}

/** The Set-Cookie that identifies this browser from now on for this user, and for those before them. */
export async function knowDevice(request: Request, services: Services, userName: string): Promise<string> {
  const user = hashOf(userName, services)
  const others = (await devicesIn(request, services)).filter((device) => device.user !== user)
  const until = services.clock().getTime() + KNOWN_SECONDS * 1_000
  const devices = [{ user, id: services.ids.token(16), until }, ...others].slice(0, MOST_USERS)
  return cookieOf(services).serialize(devices)
}

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
