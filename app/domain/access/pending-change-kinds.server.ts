import type { Read } from 'db/doors'
import { accountChangeKind } from '~/domain/bank-accounts/account-change-kind.server'
import { matrixChangeKind } from '~/domain/signatures/matrix-change-kinds.server'
import { DomainError } from '~/domain/values/domain-error'
import { type Actor, isAllowed } from './actor'
import type { ChangeKind, DescribedChange } from './change-kind.server'
import { type FunctionRights, readAuthorisationTarget, type UserRights } from './import-users'
import {
  countAdministrators,
  readAuthorisations,
  readUsers,
  userIdOf,
  writeAuthorisation,
  writeUser,
} from './import-users.server'

const ADMINISTRATOR = {
  mayDecide: (actor: Actor) => isAllowed(actor, 'administration', 'update'),
  decidedBy: 'You are not authorised to decide this change. Ask an administrator.',
  queue: 'ADMINISTRATION',
}

const user: ChangeKind = {
  ...ADMINISTRATOR,
  describe: async (_, changes) => changes.map(({ target }) => `User ${target}`),
  userName: (target) => target,
  current: async (read, target) => (await readUsers(read, [target])).get(target) ?? null,
  apply: (tx, target, after, { now }) => writeUser(tx, target, after as UserRights, now),
}

const authorisation: ChangeKind = {
  ...ADMINISTRATOR,
  async describe(_, changes) {
    return changes.map(({ target }) => {
      const { userName, functionId } = readAuthorisationTarget(target)
      return `Authorisation of ${userName} for ${functionId}`
    })
  },
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

const KINDS = {
  user,
  authorisation,
  'authorisation rule': matrixChangeKind('authorisation rule'),
  signatory: matrixChangeKind('signatory'),
  'bank account': accountChangeKind,
}
export type ChangeKindName = keyof typeof KINDS

export function changeKind(name: string): ChangeKind {
  const kind = KINDS[name as ChangeKindName]
  if (!kind) throw new Error(`Nothing is known of changes of kind ${name}`)
  return kind
}

/** One change in a few words. */
export async function describeChange(
  read: Read,
  change: DescribedChange & { kind: string },
): Promise<string> {
  const [words = ''] = await changeKind(change.kind).describe(read, [change])
  return words
}

/** The id of the user whose rights a change concerns; null while there is no such user. */
export async function subjectOf(
  read: Read,
  change: { kind: string; target: string },
): Promise<number | null> {
  const userName = changeKind(change.kind).userName(change.target)
  return userName === null ? null : userIdOf(read, userName)
}
