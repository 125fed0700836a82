import type { Read } from 'db/doors'
import { DomainError } from '~/domain/values/domain-error'
import { instanceById } from '~/domain/workflow/instance.server'
import type { Instance } from '~/domain/workflow/types'

/** Where a draft or an invoice is. @throws DomainError 'not-found', also for an object of another kind */
export async function instanceOfKind(
  read: Read,
  kind: 'draft' | 'invoice',
  objectId: number,
): Promise<Instance> {
  const instance = await instanceById(read, objectId)
  if (instance.kind !== kind)
    throw new DomainError('not-found', `There is no ${kind} ${objectId}. Check the address.`)
  return instance
}
