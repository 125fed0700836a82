import type { Read, Transaction } from 'db/database'
import type { SQL } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import type { Day } from '~/platform/values/day'
import type { ChangeFields } from './change-words'

/** What may wait for a second person, and how it takes effect. Before and after are plain data. */
export interface ChangeKind {
  /**
   * What is changed in a few words, "Authorisation of marie for NAV Controls", of a row called "change" with its target, before
   * and after (`change-title.server.ts`).
   */
  title: SQL
  /**
   * What the change does, field by field: "Bic: BGLLLULL → BILLLULL"; of several things a line each.
   * @param pages names of the pages by function id
   */
  words(before: ChangeFields | null, after: ChangeFields, pages?: ReadonlyMap<string, string>): string
  /** What it is also found by, of such a row: texts that its words show otherwise than they are stored. */
  found?: SQL
  mayDecide(actor: Actor): boolean
  /** Who decides, in a sentence. */
  decidedBy: string
  /** It says who is paid: closed to those who work, or whose access was reset, without a second administrator. */
  isMoney?: true
  /** In whose name its events are recorded. */
  queue: string
  /** Name of the user whose rights it changes; null for what is no user's. */
  userName(target: string): string | null
  current(read: Read, target: string): Promise<object | null>
  /** The change with what it leaves alone as it is stored now: only what it changes can be in conflict. */
  rebase?(change: BeforeAndAfter, current: object | null): BeforeAndAfter
  /** Does it still fit to what is stored now? @throws DomainError refused */
  check?(read: Read, target: string, after: object): Promise<void>
  apply(tx: Transaction, target: string, after: object, by: AppliedBy): Promise<void>
  /** Keeps out, until the transaction ends, what must not happen while such changes are requested. */
  lock?(tx: Transaction, targets: readonly string[]): Promise<void>
}

/** A change as it was asked for; before it nothing for what is new. */
export interface BeforeAndAfter {
  before: unknown
  after: unknown
}

export interface AppliedBy {
  /** Who asked for it; null for the command line. */
  requestedBy: number | null
  /** Who approved it; the same person where nobody else could, null where nobody was asked. */
  approvedBy: number | null
  /** What takes effect with it and stands in no chain: the hash of a one-time password. */
  secret: string | null
  now: Date
  /** The day of the approval in the site's zone; null where it takes effect as it is requested. */
  approvedOn: Day | null
}
