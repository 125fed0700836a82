import type { Read, Transaction } from 'db/doors'
import { DomainError } from '~/domain/values/domain-error'
import { type Actor, isAllowed } from './actor'
import { type FunctionRights, readAuthorisationTarget, type UserRights } from './import-users'
import {
  countAdministrators,
  readAuthorisations,
  readUsers,
  userIdOf,
  writeAuthorisation,
  writeUser,
} from './import-users.server'

/** What may wait for a second person, and how it takes effect. Before and after are plain data. */
export interface ChangeKind {
  describe(target: string): string
  mayDecide(actor: Actor): boolean
  /** Name of the user whose rights it changes. */
  userName(target: string): string
  current(read: Read, target: string): Promise<object | null>
  apply(tx: Transaction, target: string, after: object, now: Date): Promise<void>
}

const administrator = (actor: Actor) => isAllowed(actor, 'administration', 'update')

const user: ChangeKind = {
  describe: (target) => `User ${target}`,
  mayDecide: administrator,
  userName: (target) => target,
  current: async (read, target) => (await readUsers(read, [target])).get(target) ?? null,
  apply: (tx, target, after, now) => writeUser(tx, target, after as UserRights, now),
}

const authorisation: ChangeKind = {
  describe(target) {
    const { userName, functionId } = readAuthorisationTarget(target)
    return `Authorisation of ${userName} for ${functionId}`
  },
  mayDecide: administrator,
  userName: (target) => readAuthorisationTarget(target).userName,
  async current(read, target) {
    return (await readAuthorisations(read, [readAuthorisationTarget(target).userName])).get(target) ?? null
  },
  async apply(tx, target, after) {
    const before = await countAdministrators(tx)
    await writeAuthorisation(tx, readAuthorisationTarget(target), after as FunctionRights)
    if (before > 0 && (await countAdministrators(tx)) === 0)
      throw new DomainError(
        'refused',
        'Nobody would be left who may update Administration. Give another user that permission first.',
      )
  },
}

const KINDS = { user, authorisation }
export type ChangeKindName = keyof typeof KINDS

export function changeKind(name: string): ChangeKind {
  const kind = KINDS[name as ChangeKindName]
  if (!kind) throw new Error(`Nothing is known of changes of kind ${name}`)
  return kind
}

/** The id of the user whose rights a change concerns; null while there is no such user. */
export function subjectOf(read: Read, change: { kind: string; target: string }): Promise<number | null> {
  return userIdOf(read, changeKind(change.kind).userName(change.target))
}
