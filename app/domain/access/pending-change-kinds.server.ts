import type { Read, Transaction } from 'db/doors'
import { accountChangeKind } from '~/domain/bank-accounts/account-change-kind.server'
import { matrixChangeKind } from '~/domain/signatures/matrix-change-kinds.server'
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
  /** Each in a few words: "Authorisation of marie for navctrl". */
  describe(read: Read, changes: readonly DescribedChange[]): Promise<string[]>
  mayDecide(actor: Actor): boolean
  /** Who decides, in a sentence. */
  decidedBy: string
  /** In whose name its events are recorded. */
  queue: string
  /** Name of the user whose rights it changes; null for what is no user's. */
  userName(target: string): string | null
  current(read: Read, target: string): Promise<object | null>
  /** Does it still fit to what is stored now? @throws DomainError refused */
  check?(read: Read, target: string, after: object): Promise<void>
  apply(tx: Transaction, target: string, after: object, by: AppliedBy): Promise<void>
  /** Keeps out, until the transaction ends, what must not happen while such changes are requested. */
  lock?(tx: Transaction, targets: readonly string[]): Promise<void>
}

/** A change as far as it is told in words. */
export interface DescribedChange {
  target: string
  before: unknown
  after: unknown
}

export interface AppliedBy {
  /** Who asked for it; null for the command line. */
  requestedBy: number | null
  now: Date
}

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
