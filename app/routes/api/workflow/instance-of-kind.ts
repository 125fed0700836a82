import type { Read } from 'db/database'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'

/** Kinds of objects whose workflow has calls of its own. */
export type ObjectKind = 'draft' | 'invoice' | 'budget'

export const NAMED: Record<ObjectKind, string> = {
  draft: 'a draft',
  invoice: 'an invoice',
  budget: 'a budget',
}

/** Where an object is. @throws DomainError 'not-found', also for an object of another kind */
export async function instanceOfKind(read: Read, kind: ObjectKind, objectId: number): Promise<Instance> {
  const instance = await instanceById(read, objectId)
  if (instance.kind !== kind)
    throw new DomainError('not-found', `There is no ${kind} ${objectId}. Check the address.`)
  return instance
}
