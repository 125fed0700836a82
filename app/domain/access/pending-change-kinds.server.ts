import type { Read } from 'db/doors'
import { accountChangeKind } from '~/domain/bank-accounts/account-change-kind.server'
import { toleranceChangeKind } from '~/domain/navs/tolerances/tolerance-change-kind.server'
import { matrixChangeKind } from '~/domain/signatures/matrix-change-kinds.server'
import { definitionChangeKind } from '~/domain/workflow-versions/definition-change-kind.server'
import type { ChangeKind, DescribedChange } from './change-kind.server'
import { userIdOf } from './import-users.server'
import { authorisationKind, userKind } from './user-change-kinds.server'

const KINDS = {
  user: userKind,
  authorisation: authorisationKind,
  'authorisation rule': matrixChangeKind('authorisation rule'),
  signatory: matrixChangeKind('signatory'),
  'bank account': accountChangeKind,
  'rule tolerance': toleranceChangeKind,
  'workflow definition': definitionChangeKind,
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
