import { sql } from 'drizzle-orm'
import { type Actor, isAllowed } from '~/areas/access/actor'
import { administrators, requireAdministrator } from '~/areas/access/administrators.server'
import { HOMEPAGES } from '~/areas/access/home'
import type { ChangeKind } from '~/platform/approvals/change-kind.server'
import { AUTHORISED, AUTHORISED_PAGE } from '~/platform/approvals/change-title.server'
import { type ChangeFields, fieldWords } from '~/platform/approvals/change-words'
import { isDeletion } from '~/platform/approvals/deletion'
import { rightSentence } from './held-rights'
import { foundClosed, foundSentence } from './held-rights.server'
import { type FunctionRights, readAuthorisationTarget, type UserRights } from './import-users'
import {
  deleteAuthorisation,
  readAuthorisations,
  readUsers,
  writeAuthorisation,
  writeUser,
} from './import-users.server'
import { USER_LABELS } from './user-fields'

/** In whose name the changes are recorded that administrators decide. */
export const ADMINISTRATION = 'ADMINISTRATION'

/** What changes have in common that administrators decide. */
export const DECIDED_BY_ADMINISTRATORS = {
  mayDecide: (actor: Actor) => isAllowed(actor, 'administration', 'update'),
  decidedBy: 'You are not authorised to decide this change. Ask an administrator.',
  queue: ADMINISTRATION,
}

/** Names, role, homepage and queues of a user, those that a change is about. */
export const userKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  title: sql`'User ' || change.target`,
  words: (before, after) => fieldWords({ ...USER_LABELS, queues: 'Queues' }, before, after, shownField),
  userName: (target) => target,
  current: async (read, target) => (await readUsers(read, [target])).get(target) ?? null,
  rebase({ before, after }, current) {
    if (before === null || current === null) return { before, after }
    const [was, wished] = [before as UserRights, after as UserRights]
    const names = (Object.keys(wished) as (keyof UserRights)[]).filter(
      (name) => String(was[name]) === String(wished[name]),
    )
    const kept = Object.fromEntries(names.map((name) => [name, (current as UserRights)[name]]))
    return { before: { ...was, ...kept }, after: { ...wished, ...kept } }
  },
  apply: (tx, target, after, { now }) => writeUser(tx, target, after as UserRights, now),
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
  words: (before, after) => {
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
  async apply(tx, target, after, { now }) {
    const before = await administrators(tx, now)
    const named = readAuthorisationTarget(target)
    if (isDeletion(after)) await deleteAuthorisation(tx, named, now)
    else await writeAuthorisation(tx, named, after as FunctionRights, now)
    await requireAdministrator(tx, before, now)
  },
}
