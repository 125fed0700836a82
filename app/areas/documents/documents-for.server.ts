import type { Read } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import { scanWords } from '~/platform/files/virus-scan'
import type { RowColumns } from '~/platform/lists/row-match'
import type { Instance } from '~/platform/workflow/types'
import { whyKept } from './document-rights'
import { documentsOf, type ListedDocument } from './documents-of.server'

/** A document in a list, with what whoever looks at it may do. */
export interface DocumentRow extends ListedDocument {
  canDelete: boolean
}

/** The documents of an object as somebody sees them, newest first; only of some file types where they are named. */
export async function documentsFor(
  read: Read,
  actor: Pick<Actor, 'authorisations' | 'queues'>,
  at: Pick<Instance, 'objectId' | 'kind' | 'queue' | 'status'>,
  fileTypes?: string[],
): Promise<DocumentRow[]> {
  const listed = await documentsOf(read, { objectKind: at.kind, objectId: at.objectId, fileTypes })
  return listed.map((each) => ({ ...each, canDelete: whyKept(actor, at, each.file_type) === null }))
}

/** How a list of documents filters and sorts. */
export const DOCUMENT_ROW_COLUMNS: RowColumns<DocumentRow> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  fileName: { kind: 'text', value: ({ fileName }) => fileName },
  creationDate: { kind: 'instant', value: ({ creationDate }) => creationDate.toISOString() },
  createdBy: { kind: 'text', value: ({ createdBy }) => createdBy },
  file_type: { kind: 'text', value: ({ file_type }) => file_type },
  scannedBy: { kind: 'text', value: scanWords },
  canDelete: { kind: 'boolean', value: ({ canDelete }) => String(canDelete) },
}
