import type { Read } from 'db/doors'
import type { Actor } from '~/domain/access/actor'
import { documentsFor } from '~/domain/documents/documents-for.server'
import { instanceById } from '~/domain/workflow/instance.server'

/** What an upload made, as the list of its object tells it. */
export async function documentShape(read: Read, actor: Actor, objectId: number, id: number) {
  const listed = await documentsFor(read, actor, await instanceById(read, objectId))
  const made = listed.find((each) => each.id === id)
  // Between the two somebody may have deleted it again.
  return made ? { ...made, objectId } : { id, objectId }
}
