import { createHmac } from 'node:crypto'
import type { Cookie } from '@remix-run/node'
import type { Database, Transaction } from 'db/database'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { z } from 'zod'
import { Throttled } from '~/http/refusal'
import type { Services } from '~/http/server/services'
import { siteCookie } from '~/http/session'
import { networkOf } from '~/http/throttle'
import { countedKey, type Limit, sharedCounts } from '~/platform/cluster/cluster.server'
import { DomainError } from '~/platform/values/domain-error'

/** How long a browser is remembered after its last login. */
const KNOWN_SECONDS = 180 * 24 * 3600
/** The most users remembered for one browser. */
const MAX_USERS = 10

const Devices = z.array(z.object({ user: z.string(), id: z.string(), until: z.number() }))

/**
 * A cookie that a browser gets at login, so that its user can still log in from there while someone else fails
 * elsewhere under their name (OWASP, device cookies). It gives no access and names no user: it is a hash that only this
 * site can make.
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

/** The id of this browser if this user has logged in from it before, else null. */
export async function knownDevice(request: Request, services: Services, userName: string) {
  const user = hashOf(userName, services)
  return (await devicesIn(request, services)).find((device) => device.user === user)?.id ?? null
}

/** The Set-Cookie that identifies this browser from now on for this user, and for those before them. */
export async function rememberDevice(
  request: Request,
  services: Services,
  userName: string,
): Promise<string> {
  const user = hashOf(userName, services)
  const others = (await devicesIn(request, services)).filter((device) => device.user !== user)
  const until = services.clock().getTime() + KNOWN_SECONDS * 1_000
  const devices = [{ user, id: services.ids.token(16), until }, ...others].slice(0, MAX_USERS)
  return cookieOf(services).serialize(devices)
}

const SECONDS = 15 * 60
const NOT_LOGGED_IN = 'Not logged in'

// Wrong passwords allowed in 15 minutes: few for one account from one network, more for a network that an office
// shares, and a ceiling for one account from everywhere. A device that its user has logged in from before is counted
// separately, so that failed attempts from elsewhere cannot lock people out of their accounts.
const pair: Limit = { name: 'login-pair', points: 5, seconds: SECONDS }
const account: Limit = { name: 'login-account', points: 30, seconds: SECONDS }
const address: Limit = { name: 'login-address', points: 100, seconds: SECONDS }
const device: Limit = { name: 'login-device', points: 5, seconds: SECONDS }

/** Attempts that may wait for those before them; a password check takes a tenth of a second. */
const MAX_WAITING = 200

interface Attempted {
  userName: string
  /** Address of the visitor. */
  from: string
  /** Id of a device that this user logged in from before; null for any other. */
  knownDevice: string | null
}

type Gate = readonly [limit: Limit, key: string]

function gatesOf({ userName, from, knownDevice }: Attempted): Gate[] {
  if (knownDevice !== null) return [[device, countedKey(knownDevice)]]
  const [name, network] = [userName.toLowerCase(), networkOf(from)]
  return [
    [pair, countedKey(`${name} ${network}`)],
    [account, countedKey(name)],
    [address, countedKey(network)],
  ]
}

/** Attempts of this process whose password is being checked, by limit and key. */
const underWay = new Map<string, number>()
const idOf = ([{ name }, key]: Gate) => `${name} ${key}`

/**
 * Changes this process's counts one at a time: what is under way is known when a count is found full, and a flood of
 * logins takes one connection.
 */
let turn: Promise<unknown> = Promise.resolve()
function inTurn<Done>(work: () => Promise<Done>): Promise<Done> {
  const done = turn.then(work)
  turn = done.catch(() => undefined)
  return done
}

/** Called when an attempt has ended. */
let waiting: (() => void)[] = []

/**
 * Checks a password unless there were too many wrong ones; existing and unknown names get the same refusal. An attempt
 * counts as failed, for all instances of the site, before its password is checked, and no longer counts once it was
 * right: even simultaneous attempts cannot exceed the limit. Attempts that could be too many wait for those under way
 * here.
 * @param look throws a DomainError for a wrong password; any other error says nothing about the password
 * @throws Throttled after too many failures, or while too many wait
 */
export async function attempt<Found>(
  { database }: Pick<Services, 'database'>,
  attempted: Attempted,
  look: () => Promise<Found>,
): Promise<Found> {
  const gates = gatesOf(attempted)
  await admit(database, gates)
  let outcome: 'right' | 'wrong' | 'unknown' = 'unknown'
  try {
    const found = await look()
    outcome = 'right'
    return found
  } catch (error) {
    if (error instanceof DomainError) outcome = 'wrong'
    throw error
  } finally {
    await inTurn(async () => {
      for (const gate of gates) count(gate, -1)
      if (outcome !== 'wrong') await database.transaction((tx) => takeBack(tx, gates, outcome === 'right'))
    }).finally(() => {
      const ended = waiting
      waiting = []
      for (const goOn of ended) goOn()
    })
  }
}

async function admit(database: Database, gates: readonly Gate[]): Promise<void> {
  for (;;) {
    const { ended } = await inTurn(() => enter(database, gates))
    if (ended === null) return
    await ended
  }
}

/**
 * Counts an attempt at every gate; if those under way here could still be too many, returns what to wait for instead.
 * @throws Throttled after too many failures, or while too many wait
 */
async function enter(database: Database, gates: readonly Gate[]): Promise<{ ended: Promise<void> | null }> {
  let at: Gate | undefined
  try {
    await database.transaction(async (tx) => {
      for (const gate of gates) {
        at = gate
        await sharedCounts(tx, gate[0]).consume(gate[1])
      }
    })
  } catch (full) {
    if (!(full instanceof RateLimiterRes)) throw full
    if (!at || !underWay.has(idOf(at))) throw tooMany(full.msBeforeNext)
    if (waiting.length >= MAX_WAITING)
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

/** The right password also clears the failures against this name from here, but not what is under way. */
async function takeBack(tx: Transaction, gates: readonly Gate[], clears: boolean): Promise<void> {
  for (const gate of gates) {
    const [limit, key] = gate
    const counts = sharedCounts(tx, limit)
    if (clears && gate === gates[0]) await counts.set(key, underWay.get(idOf(gate)) ?? 0, limit.seconds)
    else await counts.reward(key)
  }
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
