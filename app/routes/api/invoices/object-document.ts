import type { Read } from 'db/doors'
import { documentsOf } from '~/domain/documents/documents-of.server'
import type { FileType } from '~/domain/documents/file-types'
import { DomainError } from '~/domain/values/domain-error'

/**
 * The id of the newest document of a type that a draft or an invoice has.
 * @param missing said when there is none
 */
export async function objectDocument(
  read: Read,
  { kind: objectKind, objectId }: { kind: string; objectId: number },
  fileType: FileType,
  missing: string,
): Promise<number> {
  const [newest] = await documentsOf(read, { objectKind, objectId, fileTypes: [fileType] })
  if (!newest) throw new DomainError('not-found', missing)
  return newest.id
}
