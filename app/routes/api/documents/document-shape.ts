import type { Read } from 'db/database'
import { z } from 'zod'
import type { Actor } from '~/areas/access/actor'
import { documentsFor } from '~/areas/documents/documents-for.server'
import { aBoolean, anId, anInstant, aText } from '~/http/calls/answers'
import { instanceById } from '~/platform/workflow/instance.server'

/** Document of the specification, section 3, as lists tell it. */
export const aDocument = z
  .object({
    id: anId,
    fileName: aText,
    creationDate: anInstant,
    createdBy: aText.describe('Full name, or SYSTEM.'),
    file_type: aText,
    scannedBy: aText
      .nullable()
      .describe('The virus scanner that found nothing in it when it was uploaded; null when nobody looked.'),
    canDelete: aBoolean.describe('Whether the caller may delete it now.'),
  })
  .meta({ id: 'Document' })

/** What an upload made. Sent again after it was deleted, only its ids are told. */
export const anAddedDocument = z
  .object({ ...aDocument.partial().shape, id: anId, objectId: anId })
  .meta({ id: 'AddedDocument' })

/** What an upload made, as the list of its object tells it. */
export async function documentShape(read: Read, actor: Actor, objectId: number, id: number) {
  const listed = await documentsFor(read, actor, await instanceById(read, objectId))
  const made = listed.find((each) => each.id === id)
  // Between the two somebody may have deleted it again.
  return made ? { ...made, objectId } : { id, objectId }
}
