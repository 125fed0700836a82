import type { Read, Transaction } from 'db/database'
import { uxFunction } from 'db/schema/access'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import type { Day } from '~/platform/values/day'

/** What waits in place of an object that is to be deleted. */
export const DELETED = { deleted: true } as const

export function isDeletion(after: object): boolean {
  return 'deleted' in after
}

/** The fields of a change's object, before or after it. */
export type ChangeFields = Readonly<Record<string, unknown>>

/**
 * What a change does, field by field: "Bic: BGLLLULL → BILLLULL", in the order of the labels. Fields without a label
 * are left out; fields that name the changed object are always shown with it.
 * @param shown a value as users read it, where that differs from the stored form
 */
export function fieldWords(
  labels: Readonly<Record<string, string>>,
  before: ChangeFields | null,
  after: ChangeFields,
  shown: (field: string, text: string) => string = (_, text) => text,
): string {
  if (isDeletion(after)) return `Deleted; ${fieldWords(labels, null, before ?? {}, shown)}`
  return Object.entries(labels)
    .filter(([field]) => field in after)
    .filter(([field]) => before === null || textOf(before[field]) !== textOf(after[field]))
    .map(([field, label]) => {
      const was = before === null ? '' : `${shown(field, textOf(before[field]))} → `
      return `${label}: ${was}${shown(field, textOf(after[field]))}`
    })
    .join('; ')
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const words = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return words === '' ? '(blank)' : words
}

/**
 * Parts of the titles of changes, written in SQL over a row called "change", so that a list of thousands can be
 * searched and sorted by the displayed text.
 */

/** The object that is changed: as it is before, or as it will be when it is new. */
const CHANGED = sql`coalesce(nullif(change.before, 'null'::jsonb), change.after)`

/** A field of it as text. */
export const changedField = (field: string): SQL => sql`(${CHANGED} ->> ${field}::text)`

/** dd/MM/yyyy of a day as text; empty for none. */
export const titleDay = (day: SQL): SQL =>
  sql`coalesce(regexp_replace(${day}, '^(\\d+)-(\\d\\d)-(\\d\\d)$', '\\3/\\2/\\1'), '')`

/** #,##0.00 of a decimal as text; empty for none. */
export const titleAmount = (amount: SQL): SQL =>
  sql`coalesce(to_char((${amount})::numeric, 'FM999,999,999,999,999,990.00'), '')`

/** An account number in groups of four. */
export const titleIban = (iban: SQL): SQL => sql`regexp_replace(${iban}, '(.{4})(?=.)', '\\1 ', 'g')`

/** The words for a text that is one of these keys; the text itself for any other. */
export function titleWords(key: SQL, words: readonly (readonly [key: string, words: string])[]): SQL {
  const cases = words.map(([each, told]) => sql`when ${each}::text then ${told}::text`)
  return sql`(case ${key} ${sql.join(cases, sql` `)} else ${key} end)`
}

/** The user whose authorisation or access it is: the part of the target after the function or the reset. */
export const AUTHORISED = sql`substr(change.target, strpos(change.target, ' ') + 1)`

/** The name of the page of a function id; the id itself where there is no such page. */
const pageNamed = (functionId: SQL): SQL =>
  sql`coalesce((select f.name from ${uxFunction} f where f.id = ${functionId}), ${functionId})`

/** The page that an authorisation is for: the first word of its target is its function. */
export const AUTHORISED_PAGE = pageNamed(sql`split_part(change.target, ' ', 1)`)

/** Name of the user whose rights or access a row called "change" is about; null when it is not about a user. */
const SUBJECT: SQL = sql`(case when change.kind in ('user', 'new user') then change.target
  when change.kind in ('authorisation', 'reset') then ${AUTHORISED} end)`

/** The changes of this user's rights and access, of rows called "change". */
export const concernsUser = (userName: string | SQL | AnyColumn): SQL => sql`(${SUBJECT} = ${userName})`

/** The page that has the grounds of a change, and its name: "Replay 12". */
export interface ProposedFrom {
  words: string
  href: string
}

/** A kind of change that may wait for a second person, and how it takes effect. Before and after are plain data. */
export interface ChangeKind {
  /**
   * The title of the change in a few words, "Authorisation of marie for NAV Controls", of a row called "change" with
   * its target, before and after.
   */
  title: SQL
  /**
   * What the change does, field by field: "Bic: BGLLLULL → BILLLULL"; one line for each of several things.
   * @param pages names of the pages by function id
   */
  words(before: ChangeFields | null, after: ChangeFields, pages?: ReadonlyMap<string, string>): string
  /** The title in an e-mail, where something in it must stay on the site. */
  mailTitle?: SQL
  /** What such a row is also found by: stored texts that its words show in another form. */
  found?: SQL
  /** What these changes were proposed from, by their id: shown beside the reason to those who decide. */
  proposedFrom?(read: Read, ids: readonly number[]): Promise<ReadonlyMap<number, ProposedFrom>>
  mayDecide(actor: Actor): boolean
  /** Users who decide, in a sentence. */
  decidedBy: string
  /** It decides who is paid: closed to users who work, or whose access was reset, without a second administrator. */
  isMoney?: true
  /** The queue in whose name its events are recorded. */
  queue: string
  /** Name of the user whose rights it changes; null when it is not about a user. */
  userName(target: string): string | null
  current(read: Read, target: string): Promise<object | null>
  /**
   * The change, with the fields that it does not touch as they are stored now: only what it changes can be in conflict.
   */
  rebase?(change: BeforeAndAfter, current: object | null): BeforeAndAfter
  /** Checks that it still fits the stored state. @throws DomainError refused */
  check?(read: Read, target: string, after: object): Promise<void>
  apply(tx: Transaction, target: string, after: object, by: AppliedBy): Promise<void>
  /** Prevents, until the transaction ends, work that must not happen while such changes are requested. */
  lock?(tx: Transaction, targets: readonly string[]): Promise<void>
}

/** A change as it was requested; `before` is null for something new. */
interface BeforeAndAfter {
  before: unknown
  after: unknown
}

export interface AppliedBy {
  /** The user who requested it; null for the command line. */
  requestedBy: number | null
  /** The user who approved it; the requester where there was no other user, null where no approval was needed. */
  approvedBy: number | null
  /** Data that takes effect with it and is in no event chain: the hash of a one-time password. */
  secret: string | null
  now: Date
  /** The day of the approval in the site's zone; null where it takes effect as it is requested. */
  approvedOn: Day | null
}
