import { type Actor, isAllowed, type Permission } from '~/areas/access/actor'
import { FILE_TYPES } from '~/platform/files/file-types'
import { objectKind } from '~/platform/objects/object-kinds.server'
import { DomainError } from '~/platform/values/domain-error'
import type { Instance } from '~/platform/workflow/types'

/** True when the actor may open a page that shows this kind of object with its documents, or may change it. */
export function mayOnKind(
  actor: Pick<Actor, 'authorisations'>,
  kind: string,
  permission: Permission = 'open',
): boolean {
  const functions = objectKind(kind)?.functions ?? []
  const relevant = permission === 'open' ? functions : functions.slice(0, 1)
  return relevant.some((functionId) => isAllowed(actor, functionId, permission))
}

type Who = Pick<Actor, 'authorisations' | 'queues'>
type Where = Pick<Instance, 'kind' | 'queue' | 'status'>

/** At these statuses the client's authorisation is still being sought, or is not requested yet. */
const BEFORE_VALIDATION: readonly string[] = ['IN ENTRY', 'RETURNED', 'TO CHECK', 'TO VALIDATE']
/** The queues that deal with clients: only their members add and delete what clients sign. */
const PROOF_QUEUES: readonly string[] = ['ACCOUNTING', 'CLIENT']

/** The file types that people may delete; the supplier's PDF, loaders and control files belong to the books. */
const DELETABLE: readonly string[] = [FILE_TYPES.other, FILE_TYPES.backup, FILE_TYPES.proof]

/** True at an object's completion step (specification, section 6). */
function isComplete({ kind, status }: Pick<Where, 'kind' | 'status'>): boolean {
  return objectKind(kind)?.completed.includes(status) ?? false
}

/** Why this person may not add a document of this type at the object's current status; null when they may. */
export function whyNotAdded(who: Who, at: Where, fileType: string = FILE_TYPES.other): DomainError | null {
  if (!mayOnKind(who, at.kind, 'add') && !mayOnKind(who, at.kind, 'update'))
    return new DomainError(
      'forbidden',
      'You are not authorised to add documents here. Ask an administrator for the permission.',
    )
  if (isComplete(at))
    return new DomainError('refused', `Documents can no longer be added: this ${at.kind} is ${at.status}.`)
  if (fileType === FILE_TYPES.other) return null
  if (at.kind !== 'draft' || (fileType !== FILE_TYPES.proof && fileType !== FILE_TYPES.backup))
    return new DomainError(
      'invalid',
      `Documents of the type "${fileType}" cannot be added here. Use the type ${FILE_TYPES.other}.`,
    )
  return fileType === FILE_TYPES.proof ? proofRefusal(who, at, 'added') : null
}

/** Why this person may not delete a document at the object's current status; null when they may. */
export function deletionRefusal(who: Who, at: Where, fileType: string): DomainError | null {
  if (!mayOnKind(who, at.kind, 'delete'))
    return new DomainError(
      'forbidden',
      'You are not authorised to delete documents here. Ask an administrator for the permission.',
    )
  if (isComplete(at))
    return new DomainError('refused', `Documents can no longer be deleted: this ${at.kind} is ${at.status}.`)
  if (!DELETABLE.includes(fileType))
    return new DomainError(
      'refused',
      `Documents of the type ${fileType} cannot be deleted: they are part of the books.`,
    )
  return fileType === FILE_TYPES.proof ? proofRefusal(who, at, 'deleted') : null
}

function proofRefusal(who: Who, at: Where, done: 'added' | 'deleted'): DomainError | null {
  if (at.kind !== 'draft' || !BEFORE_VALIDATION.includes(at.status))
    return new DomainError(
      'refused',
      `Client authorisations can be ${done} only until the client's validation is recorded; this ${at.kind} is ${at.status} (${at.queue}).`,
    )
  if (PROOF_QUEUES.some((queue) => who.queues.includes(queue))) return null
  return new DomainError(
    'forbidden',
    `Client authorisations can be ${done} only by members of the queues ${PROOF_QUEUES.join(' and ')}. Ask one of them.`,
  )
}
