import { z } from 'zod'
import { DOCUMENT_ROW_COLUMNS, documentsFor } from '~/areas/documents/documents-for.server'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import { objectFor } from '../object-kind'
import { aDocument } from './document-shape'

/** GET documents/object/{id}: the documents of an object, newest first. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: 'The documents of an object, the newest first.',
    list: kindsOf(DOCUMENT_ROW_COLUMNS),
    answers: { 200: z.array(aDocument) },
    async answer({ actor, read }, args) {
      const instance = await objectFor(read, actor, idOf(args.params.objectId, 'object'))
      return rowsAnswer(args, await documentsFor(read, actor, instance), DOCUMENT_ROW_COLUMNS)
    },
  },
})
export const action = loader
