import { DOCUMENT_ROW_COLUMNS, documentsFor } from '~/domain/documents/documents-for.server'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import { objectFor } from '../object-kind'

/** GET documents/object/{id}: the documents of an object, newest first. */
export const loader = calls({
  GET: {
    may: 'any user',
    async answer({ actor, read }, args) {
      const instance = await objectFor(read, actor, idOf(args.params.objectId, 'object'))
      return rowsAnswer(args, await documentsFor(read, actor, instance), DOCUMENT_ROW_COLUMNS)
    },
  },
})
export const action = loader
