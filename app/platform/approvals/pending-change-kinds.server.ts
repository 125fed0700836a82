import type { Read } from 'db/database'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Actor, isAllowed } from '~/areas/access/actor'
import { userIdsOf } from '~/areas/access/users.server'
import type { ChangeKind } from './change-kind.server'

export type ChangeKindName =
  | 'user'
  | 'new user'
  | 'authorisation'
  | 'reset'
  | 'substitute'
  | 'authorisation rule'
  | 'signatory'
  | 'bank account'
  | 'invoice dispute'
  | 'returned payment'
  | 'rule tolerance'
  | 'NAV error setting'
  | 'recoverable VAT'
  | 'allocation key'
  | 'workflow definition'
  | 'file format'
  | 'cash elsewhere'

let kinds: Readonly<Record<ChangeKindName, ChangeKind>> | null = null

/** Registers every kind of change at start-up, each from its area. */
export function registerChangeKinds(all: Readonly<Record<ChangeKindName, ChangeKind>>): void {
  kinds = all
}

/** @throws Error when the areas are not registered */
function registered(): Readonly<Record<ChangeKindName, ChangeKind>> {
  if (!kinds) throw new Error('No kinds of changes are registered: call registerAreas() first')
  return kinds
}

export function changeKind(name: string): ChangeKind {
  const kind = registered()[name as ChangeKindName]
  if (!kind) throw new Error(`There is no kind of change called ${name}`)
  return kind
}

/** Names of the kinds of changes that this user may decide. */
export function kindsDecidedBy(actor: Actor): string[] {
  return Object.entries<ChangeKind>(registered()).flatMap(([name, kind]) =>
    kind.mayDecide(actor) ? [name] : [],
  )
}

/** Names of the kinds of changes that this user sees after requesting or deciding one. */
export function kindsShownTo(actor: Actor): string[] {
  return Object.entries<ChangeKind>(registered()).flatMap(([name, { shownIn }]) =>
    shownIn === null || shownIn.some((functionId) => isAllowed(actor, functionId)) ? [name] : [],
  )
}

/** The short titles of rows called "change", whatever their kind. */
export const CHANGE_TITLE: SQLWrapper = { getSQL: () => byKind((kind) => kind.title) }
/** The same titles for e-mails. */
export const MAIL_TITLE: SQLWrapper = { getSQL: () => byKind((kind) => kind.mailTitle ?? kind.title) }
/** Further searchable text; null where there is none. */
export const ALSO_FOUND: SQLWrapper = { getSQL: () => byKind((kind) => kind.found ?? sql`null`) }

function byKind(sqlOf: (kind: ChangeKind) => SQL): SQL {
  const cases = Object.entries<ChangeKind>(registered()).map(
    ([name, kind]) => sql`when ${name}::text then ${sqlOf(kind)}`,
  )
  return sql`(case change.kind ${sql.join(cases, sql` `)} end)`
}

interface TitledChange {
  kind: string
  target: string
  before: unknown
  after: unknown
}

/** Short descriptions of changes, stored or not. */
export async function describeChanges(read: Read, changes: readonly TitledChange[]): Promise<string[]> {
  const given = changes.map(({ kind, target, before, after }, at) => ({ at, kind, target, before, after }))
  const found: unknown = await read.execute(sql`
    select ${CHANGE_TITLE} as title
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as change(at int, kind text, target text, before jsonb, after jsonb)
    order by change.at`)
  return (found as { title: string }[]).map(({ title }) => title)
}

/** A short description of one change. */
export async function describeChange(read: Read, change: TitledChange): Promise<string> {
  const [description = ''] = await describeChanges(read, [change])
  return description
}

/** The ids of the users whose rights the changes concern; null where there is no such user. */
export async function subjectsOf(
  read: Read,
  changes: readonly { kind: string; target: string }[],
): Promise<(number | null)[]> {
  const named = changes.map(({ kind, target }) => changeKind(kind).userName(target))
  const ids = await userIdsOf(
    read,
    named.flatMap((name) => name ?? []),
  )
  return named.map((name) => (name === null ? null : (ids.get(name) ?? null)))
}

/** The id of the user whose rights a change concerns; null while there is no such user. */
export async function subjectOf(
  read: Read,
  change: { kind: string; target: string },
): Promise<number | null> {
  const [id = null] = await subjectsOf(read, [change])
  return id
}
