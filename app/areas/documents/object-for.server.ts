import type { Read } from 'db/database'
import type { Actor, Permission } from '~/areas/access/actor'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'
import { mayOnKind } from './may-on-kind'

/** The object with a workflow that an id names, for those whom its kind is open to. */
export async function objectFor(
  read: Read,
  actor: Actor,
  objectId: number,
  permission: Permission = 'open',
): Promise<Instance> {
  const instance = await instanceById(read, objectId)
  if (!mayOnKind(actor, instance.kind, permission))
    throw new DomainError(
      'forbidden',
      'You are not authorised for the page of this object. Ask an administrator for access.',
    )
  return instance
}
