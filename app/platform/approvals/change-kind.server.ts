import type { Read, Transaction } from 'db/database'
import { uxFunction } from 'db/schema/access'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { type Actor, type FunctionId, isAllowed } from '~/areas/access/actor'
import { ADMINISTRATION } from '~/areas/access/second-person.server'
import type { TransactionAt } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'

/** Stands for the new values when an object is to be deleted. */
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
export function fieldChangesText(
  labels: Readonly<Record<string, string>>,
  before: ChangeFields | null,
  after: ChangeFields,
  shown: (field: string, text: string) => string = (_, text) => text,
): string {
  if (isDeletion(after)) return `Deleted; ${fieldChangesText(labels, null, before ?? {}, shown)}`
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
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return text === '' ? '(blank)' : text
}

/**
 * Parts of the titles of changes, in SQL over a row called "change", so that a list of thousands can be searched and
 * sorted by the displayed text.
 */

/** The changed object: as it was before, or its new values when it is new. */
const CHANGED = sql`coalesce(nullif(change.before, 'null'::jsonb), change.after)`

/** One of its fields, as text. */
export const changedField = (field: string): SQL => sql`(${CHANGED} ->> ${field}::text)`

/** dd/MM/yyyy of a day as text; empty for none. */
export const titleDay = (day: SQL): SQL =>
  sql`coalesce(regexp_replace(${day}, '^(\\d+)-(\\d\\d)-(\\d\\d)$', '\\3/\\2/\\1'), '')`

/** #,##0.00 of a decimal as text; empty for none. */
export const titleAmount = (amount: SQL): SQL =>
  sql`coalesce(to_char((${amount})::numeric, 'FM999,999,999,999,999,990.00'), '')`

/** An account number in groups of four. */
export const titleIban = (iban: SQL): SQL => sql`regexp_replace(${iban}, '(.{4})(?=.)', '\\1 ', 'g')`

/** The label of a key; a text that is none of the keys is shown unchanged. */
export function keyLabel(key: SQL, labels: readonly (readonly [key: string, label: string])[]): SQL {
  const cases = labels.map(([value, label]) => sql`when ${value}::text then ${label}::text`)
  return sql`(case ${key} ${sql.join(cases, sql` `)} else ${key} end)`
}

/** The user whose authorisation or access is changed: the part of the target after the function or the reset. */
export const AUTHORISED = sql`substr(change.target, strpos(change.target, ' ') + 1)`

/** The name of the page of a function id; the id itself where there is no such page. */
const pageNamed = (functionId: SQL): SQL =>
  sql`coalesce((select f.name from ${uxFunction} f where f.id = ${functionId}), ${functionId})`

/** The page of an authorisation: its function is the first word of the target. */
export const AUTHORISED_PAGE = pageNamed(sql`split_part(change.target, ' ', 1)`)

/** Name of the user whose rights or access a row called "change" is about; null for other changes. */
const SUBJECT: SQL = sql`(case when change.kind in ('user', 'new user') then change.target
  when change.kind in ('authorisation', 'reset') then ${AUTHORISED}
  when change.kind = 'substitute' then change.after ->> 'substitute' end)`

/** Whether a row called "change" is about the rights or access of this user. */
export const concernsUser = (userName: string | SQL | AnyColumn): SQL => sql`(${SUBJECT} = ${userName})`

/** The page with the grounds for a change, and its name: "Replay 12". */
export interface ProposedFrom {
  label: string
  href: string
}

/** A kind of change that may need a second person, and how it takes effect. Before and after are plain data. */
export interface ChangeKind {
  /**
   * The title of a row called "change", in a few words, from its target, before and after: "Authorisation of marie for
   * NAV Controls".
   */
  title: SQL
  /**
   * What the change does, field by field: "Bic: BGLLLULL → BILLLULL"; one line for each of several objects.
   * @param pages names of the pages by function id
   */
  describe(before: ChangeFields | null, after: ChangeFields, pages?: ReadonlyMap<string, string>): string
  /** The title for e-mails, where part of it must not leave the site. */
  mailTitle?: SQL
  /** Further searchable text: stored values that the title shows in another form. */
  found?: SQL
  /** Where these changes were proposed, by their id: shown next to the reason to those who decide. */
  proposedFrom?(read: Read, ids: readonly number[]): Promise<ReadonlyMap<number, ProposedFrom>>
  mayDecide(actor: Actor): boolean
  /** The users who decide, as part of a sentence. */
  decidedBy: string
  /**
   * The functions with pages that show such changes: who requested or decided one sees it as long as they may open one of
   * them. Null: for ever, as it is about themselves.
   */
  shownIn: readonly FunctionId[] | null
  /** It affects who is paid: closed to users for whom `whyNoMoney` has a reason. */
  isMoney?: true
  /** The queue under which its events are recorded. */
  queue: string
  /** Name of the user whose rights it changes; null when it is not about a user. */
  userName(target: string): string | null
  current(read: Read, target: string): Promise<object | null>
  /**
   * The change, with the fields that it does not touch updated to their stored values: only changed fields can
   * conflict.
   */
  rebase?(change: BeforeAndAfter, current: object | null): BeforeAndAfter
  /** Checks that it still fits the stored state. @throws DomainError refused */
  check?(read: Read, target: string, after: object): Promise<void>
  apply(context: TransactionAt, target: string, after: object, by: AppliedBy): Promise<void>
  /** Blocks, until the transaction ends, work that must not happen while such changes are requested. */
  lock?(tx: Transaction, targets: readonly string[]): Promise<void>
}

/** The parts that all changes decided by administrators share. */
export const DECIDED_BY_ADMINISTRATORS = {
  mayDecide: (actor: Actor) => isAllowed(actor, 'administration', 'update'),
  decidedBy: 'You are not authorised to decide this change. Ask an administrator.',
  shownIn: ['administration'],
  queue: ADMINISTRATION,
} satisfies Partial<ChangeKind>

/** A requested change; `before` is null for something new. */
interface BeforeAndAfter {
  before: unknown
  after: unknown
}

interface AppliedBy {
  /** The user who requested it; null for the command line. */
  requestedBy: number | null
  /** The user who approved it; the requester where there was no other user, null where no approval was needed. */
  approvedBy: number | null
  /** Data that takes effect with it and is in no event chain: the hash of a one-time password. */
  secret: string | null
  /** The day of the approval in the site's zone; null where it takes effect as it is requested. */
  approvedOn: Day | null
}
