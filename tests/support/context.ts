import type { Database, Read, Transaction } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import type { UserContext, UserWork, UserWriteContext } from '~/areas/access/user-context'
import type { Context, WriteContext } from '~/platform/values/context.server'
import { type Day, dayIn } from '~/platform/values/day'

interface Given {
  now?: Date
  timeZone?: string
  today?: Day
}

/** A context for direct calls in tests; anything not given does not matter to the test. */
export function contextOf(given: Given & { tx: Transaction; actor: Actor }): UserWriteContext
export function contextOf(given: Given & { tx: Transaction }): WriteContext
export function contextOf(given: Given & { read: Read; actor: Actor }): UserContext
export function contextOf(given: Given & { read: Read }): Context
export function contextOf(given: Given & { read?: Read; tx?: Transaction; actor?: Actor }) {
  const { now = new Date(), timeZone = 'UTC', today = dayIn(now, timeZone) } = given
  return { ...given, read: given.tx ?? given.read, now, timeZone, today }
}

/** A user working on a site, as in a request. */
export function userWork(
  { read, transaction, clock }: Pick<Database, 'read' | 'transaction'> & { clock: () => Date },
  actor: Actor,
): UserWork {
  return {
    ...contextOf({ read, actor, now: clock() }),
    transaction: (work) => transaction((tx) => work(contextOf({ tx, actor, now: clock() }))),
  }
}
