import { uxFunction } from 'db/schema/access'
import { sql } from 'drizzle-orm'
import type { ChangeKind } from '~/platform/approvals/change-kind.server'
import type { ChangeFields } from '~/platform/approvals/change-words'
import { rightSentence } from './held-rights'
import { type FunctionRights, readAuthorisationTarget } from './import-users'
import { readAuthorisations, readUsers, writeAuthorisation, writeUser } from './import-users.server'
import { DECIDED_BY_ADMINISTRATORS } from './user-change-kinds.server'

/** All that a new user is to have: approved or refused as a whole. */
export interface NewUserRights {
  /** In alphabetical order, each once. */
  queues: string[]
  /** By function id. */
  authorisations: Record<string, FunctionRights>
}

/** A new user begins without. */
export const NO_RIGHTS: NewUserRights = { queues: [], authorisations: {} }

const rightsIn = (fields: ChangeFields): NewUserRights => ({ ...NO_RIGHTS, ...fields })

/** Queues and authorisations of a user who was just made, as one change. */
export const newUserKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  title: sql`'New user ' || change.target`,
  words(_, after, pages) {
    const { queues, authorisations } = rightsIn(after)
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
  async apply(tx, target, after, { now }) {
    const { queues, authorisations } = rightsIn(after as ChangeFields)
    const user = (await readUsers(tx, [target])).get(target)
    if (!user) throw new Error(`User ${target} fits and yet is not there`)
    await writeUser(tx, target, { ...user, queues }, now)
    for (const [functionId, rights] of Object.entries(authorisations))
      await writeAuthorisation(tx, { userName: target, functionId }, rights, now)
  },
}
