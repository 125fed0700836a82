import type { Read, Transaction } from 'db/database'
import { type Day, dayIn } from './day'

/** The context of a piece of work: its connection, instant and time zone. */
export interface Context {
  read: Read
  now: Date
  /** The site's: "Europe/Luxembourg" */
  timeZone: string
  /** The day of `now` in the site's time zone. */
  today: Day
}

/** The same in a transaction, which may write: everything is stored, or nothing. */
export interface WriteContext extends Context {
  tx: Transaction
}

/** A connection, and the instant for which to read. */
export type ReadAt = Pick<Context, 'read' | 'now'>

/** A transaction, and the instant that it stores. */
export type TransactionAt = Pick<WriteContext, 'tx' | 'now'>

interface Instant {
  now: Date
  timeZone: string
}

/** A context at an instant, with further properties such as the `actor`. */
export function contextOf<More>(given: More & Instant & { tx: Transaction }): More & WriteContext
export function contextOf<More>(given: More & Instant & { read: Read }): More & Context
export function contextOf(given: Instant & { read?: Read; tx?: Transaction }) {
  return { ...given, read: given.tx ?? given.read, today: dayIn(given.now, given.timeZone) }
}
