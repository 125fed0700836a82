import type { Read, Transaction } from 'db/database'
import { type Day, dayIn } from './day'

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

/** Where to read, and the instant for which. */
export type ReadAt = Pick<Context, 'read' | 'now'>

/** A transaction, and the instant at which it stores. */
export type TransactionAt = Pick<WriteContext, 'tx' | 'now'>

interface Instant {
  now: Date
  timeZone: string
}

/** A context of an instant, with what else is given: the `actor` whose work it is. */
export function contextOf<More>(given: More & Instant & { tx: Transaction }): More & WriteContext
export function contextOf<More>(given: More & Instant & { read: Read }): More & Context
export function contextOf(given: Instant & { read?: Read; tx?: Transaction }) {
  return { ...given, read: given.tx ?? given.read, today: dayIn(given.now, given.timeZone) }
}
