import type { Read, Transaction } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import { type Day, dayIn } from '~/platform/values/day'

/** What a piece of work is done with: where it reads, at which instant, and where its days begin. */
export interface Context {
  read: Read
  now: Date
  /** The site's: "Europe/Luxembourg" */
  timeZone: string
  /** The day of `now` in the site's time zone. */
  today: Day
}

/** The same in a transaction, where it may write: all of it is stored, or nothing. */
export interface WriteContext extends Context {
  tx: Transaction
}

/** The work of a user. */
export interface UserContext extends Context {
  actor: Actor
}

/** The work of a user in a transaction. */
export interface UserWriteContext extends WriteContext, UserContext {}

/** A statement to read, and the instant for which it is. */
export type ReadAt = Pick<Context, 'read' | 'now'>

/** A transaction, and the instant at which it stores. */
export type TransactionAt = Pick<WriteContext, 'tx' | 'now'>

/** What can begin transactions of a user: a request. */
export interface UserWork extends UserContext {
  transaction<T>(work: (context: UserWriteContext) => Promise<T>): Promise<T>
}

interface Instant {
  now: Date
  timeZone: string
}

/** A context for work that no request asks for: of jobs, commands and the seed. With an `actor`, the work of that user. */
export function contextOf(given: Instant & { tx: Transaction; actor: Actor }): UserWriteContext
export function contextOf(given: Instant & { tx: Transaction }): WriteContext
export function contextOf(given: Instant & { read: Read; actor: Actor }): UserContext
export function contextOf(given: Instant & { read: Read }): Context
export function contextOf(given: Instant & { read?: Read; tx?: Transaction; actor?: Actor }) {
  return { ...given, read: given.tx ?? given.read, today: dayIn(given.now, given.timeZone) }
}
