import { documentsOf, type ListedDocument } from '~/domain/documents/documents-of.server'
import type { RowColumns } from '~/domain/lists/row-match'
import { calls } from '~/http/call'
import { idOf } from '~/http/call-values'
import { rowsAnswer } from '../call-list'
import { objectFor } from '../object-kind'

const COLUMNS: RowColumns<ListedDocument> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  fileName: { kind: 'text', value: ({ fileName }) => fileName },
  creationDate: { kind: 'instant', value: ({ creationDate }) => creationDate.toISOString() },
  createdBy: { kind: 'text', value: ({ createdBy }) => createdBy },
  file_type: { kind: 'text', value: ({ file_type }) => file_type },
}

/** GET documents/object/{id}: the documents of an object, newest first. */
export const loader = calls({
  GET: {
    may: 'any user',
    async answer({ actor, read }, args) {
      const { kind, objectId } = await objectFor(read, actor, idOf(args.params.objectId, 'object'))
      return rowsAnswer(args, await documentsOf(read, { objectKind: kind, objectId }), COLUMNS)
    },
  },
})
export const action = loader
