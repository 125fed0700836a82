import type { Database, Read, Transaction } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import type { UserContext, UserWork, UserWriteContext } from '~/areas/access/user-context'
import { workOf } from '~/areas/access/user-work.server'
import { type Context, contextOf as contextAt, type WriteContext } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'

interface Given {
  now?: Date
  /** The idempotency key of a request. */
  key?: string | null
  timeZone?: string
  today?: Day
}

/** A context for direct calls in tests; anything not given does not matter to the test. */
export function contextOf(given: Given & { tx: Transaction; actor: Actor }): UserWriteContext
export function contextOf(given: Given & { tx: Transaction }): WriteContext
export function contextOf(given: Given & { read: Read; actor: Actor }): UserContext
export function contextOf(given: Given & { read: Read }): Context
export function contextOf(given: Given & ({ read: Read } | { tx: Transaction })) {
  const { now = new Date(), timeZone = 'UTC', key = null } = given
  const sentKey = key === null ? null : { key }
  const context =
    'tx' in given ? contextAt({ ...given, now, timeZone, sentKey }) : contextAt({ ...given, now, timeZone })
  return given.today === undefined ? context : { ...context, today: given.today }
}

/** A user working on a site, as in a request. */
export function userWork(
  { read, transaction, clock }: Pick<Database, 'read' | 'transaction'> & { clock: () => Date },
  actor: Actor,
  key: string | null = null,
): UserWork {
  const site = { database: { read, transaction }, clock, settings: { timeZone: 'UTC' } }
  return workOf(site, actor, { sentKey: () => (key === null ? null : { key }) })
}
