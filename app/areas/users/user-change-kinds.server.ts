import { uxFunction } from 'db/schema/access'
import { sql } from 'drizzle-orm'
import { HOMEPAGES } from '~/areas/access/actor'
import {
  AUTHORISED,
  AUTHORISED_PAGE,
  type ChangeFields,
  type ChangeKind,
  DECIDED_BY_ADMINISTRATORS,
  fieldChangesText,
  isDeletion,
} from '~/platform/approvals/change-kind.server'
import { administrators, requireAdministrator } from './administrators.server'
import { foundClosed, foundSentence } from './fields.server'
import {
  deleteAuthorisation,
  readAuthorisations,
  readUsers,
  writeAuthorisation,
  writeUser,
} from './import-users.server'
import { type FunctionRights, readAuthorisationTarget, type UserRights } from './user'
import { rightSentence, USER_LABELS } from './user-fields'

/** The name, role, homepage and queues of a user that a change affects. */
export const userKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  title: sql`'User ' || change.target`,
  describe: (before, after) =>
    fieldChangesText({ ...USER_LABELS, queues: 'Queues' }, before, after, shownField),
  userName: (target) => target,
  current: async (read, target) => (await readUsers(read, [target])).get(target) ?? null,
  rebase({ before, after }, current) {
    if (before === null || current === null) return { before, after }
    const [was, requested] = [before as UserRights, after as UserRights]
    const names = (Object.keys(requested) as (keyof UserRights)[]).filter(
      (name) => String(was[name]) === String(requested[name]),
    )
    const unchanged = Object.fromEntries(names.map((name) => [name, (current as UserRights)[name]]))
    return { before: { ...was, ...unchanged }, after: { ...requested, ...unchanged } }
  },
  apply: (context, target, after) => writeUser(context, target, after as UserRights),
}

const shownField = (field: string, text: string) =>
  (field === 'homepage' && HOMEPAGES.find(({ value }) => value === text)?.label) || text

const rightsIn = (fields: ChangeFields): FunctionRights => ({
  add: fields.add === true,
  update: fields.update === true,
  delete: fields.delete === true,
})

/** What a user may do with one function; its deletion closes the function to them. */
export const authorisationKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  title: sql`'Authorisation of ' || ${AUTHORISED} || ' for ' || ${AUTHORISED_PAGE}`,
  describe: (before, after) => {
    const wanted = rightSentence(isDeletion(after) ? null : rightsIn(after))
    return before === null ? wanted : `${rightSentence(rightsIn(before))} → ${wanted}`
  },
  found: sql`case when change.after ? 'deleted' then ${foundClosed} else ${foundSentence({
    add: sql`change.after @> '{"add": true}'`,
    update: sql`change.after @> '{"update": true}'`,
    delete: sql`change.after @> '{"delete": true}'`,
  })} end`,
  userName: (target) => readAuthorisationTarget(target).userName,
  async current(read, target) {
    return (await readAuthorisations(read, [readAuthorisationTarget(target).userName])).get(target) ?? null
  },
  async apply(context, target, after) {
    const { tx: read, now } = context
    const before = await administrators({ read, now })
    const named = readAuthorisationTarget(target)
    if (isDeletion(after)) await deleteAuthorisation(context, named)
    else await writeAuthorisation(context, named, after as FunctionRights)
    await requireAdministrator({ read, now }, before)
  },
}

/** All rights that a new user is to have: approved or refused as a whole. */
export interface NewUserRights {
  /** In alphabetical order, each once. */
  queues: string[]
  /** By function id. */
  authorisations: Record<string, FunctionRights>
}

/** A new user begins without any. */
export const NO_RIGHTS: NewUserRights = { queues: [], authorisations: {} }

const newUserRights = (fields: ChangeFields): NewUserRights => ({ ...NO_RIGHTS, ...fields })

/** Queues and authorisations of a newly created user, as one change. */
export const newUserKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  title: sql`'New user ' || change.target`,
  describe(_, after, pages) {
    const { queues, authorisations } = newUserRights(after)
    const rights = Object.entries(authorisations).map(([functionId, held]): [page: string, may: string] => [
      pages?.get(functionId) ?? functionId,
      rightSentence(held),
    ])
    rights.sort(([one], [other]) => one.localeCompare(other, 'en'))
    return [
      ...(queues.length > 0 ? [`Queues: ${queues.join(', ')}`] : []),
      ...rights.map(([page, may]) => `${page}: ${may}`),
    ].join('\n')
  },
  found: sql`(select string_agg(f.name, ' ') from ${uxFunction} f where change.after -> 'authorisations' ? f.id)`,
  userName: (target) => target,
  async current(read, target) {
    const [user, held] = await Promise.all([readUsers(read, [target]), readAuthorisations(read, [target])])
    const queues = user.get(target)?.queues
    if (!queues) return null
    const authorisations = Object.fromEntries(
      [...held].map(([each, rights]) => [readAuthorisationTarget(each).functionId, rights]),
    )
    return { queues, authorisations } satisfies NewUserRights
  },
  async apply(context, target, after) {
    const { queues, authorisations } = newUserRights(after as ChangeFields)
    const user = (await readUsers(context.tx, [target])).get(target)
    if (!user) throw new Error(`User ${target} fits and yet is missing`)
    await writeUser(context, target, { ...user, queues })
    for (const [functionId, rights] of Object.entries(authorisations))
      await writeAuthorisation(context, { userName: target, functionId }, rights)
  },
}
