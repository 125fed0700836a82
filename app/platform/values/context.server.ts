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
  /** The same object for all loaders of a page: identifies what `onceShared` finds once for them. */
  shared: object
}

/** The same in a transaction, which may write: everything is stored, or nothing. */
export interface WriteContext extends Context {
  tx: Transaction
}

/** A connection, and the instant for which to read. */
export type ReadAt = Pick<Context, 'read' | 'now'>

/** A connection, and what the loaders of a page share. */
export type SharedRead = Pick<Context, 'read' | 'shared'>

/** A transaction, and the instant that it stores. */
export type TransactionAt = Pick<WriteContext, 'tx' | 'now'>

interface Instant {
  now: Date
  timeZone: string
  /** By default the context shares nothing. */
  shared?: object
}

/** A context at an instant, with further properties such as the `actor`. */
export function contextOf<More>(given: More & Instant & { tx: Transaction }): More & WriteContext
export function contextOf<More>(given: More & Instant & { read: Read }): More & Context
export function contextOf(given: Instant & { read?: Read; tx?: Transaction }) {
  const { now, timeZone, shared = {} } = given
  return { ...given, read: given.tx ?? given.read, today: dayIn(now, timeZone), shared }
}

/**
 * Finds something once within what is shared, or once for each id: the loaders of a page run in parallel, and several
 * need the same. Not for what the same work changes.
 */
export function onceShared<Asking extends Pick<Context, 'shared'>, Found>(
  find: (context: Asking, id: number) => Promise<Found>,
): (context: Asking, id?: number) => Promise<Found> {
  const found = new WeakMap<object, Map<number, Promise<Found>>>()
  return (context, id = 0) => {
    const ofShared = found.get(context.shared) ?? new Map<number, Promise<Found>>()
    found.set(context.shared, ofShared)
    const known = ofShared.get(id)
    if (known !== undefined) return known
    // A query of Drizzle is sent again each time that it is awaited, a promise is not.
    const finding = Promise.resolve(find(context, id))
    ofShared.set(id, finding)
    return finding
  }
}
