import { z } from 'zod'
import { DOCUMENT_ROW_COLUMNS, documentsFor } from '~/areas/documents/documents-for.server'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import { FILE_TYPES } from '~/platform/files/file-types'
import { aDocument } from '../documents/document-shape'
import { objectFor } from '../object-kind'

/** GET documents/authorisation/{id}: the client's authorisations (proofs) of an invoice or a draft, newest first. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: "The client's authorisations of an invoice or a draft, the newest first.",
    list: kindsOf(DOCUMENT_ROW_COLUMNS),
    answers: { 200: z.array(aDocument) },
    async answer({ actor, read }, args) {
      const object = await objectFor(read, actor, idOf(args.params.objectId, 'invoice'))
      return rowsAnswer(
        args,
        await documentsFor(read, actor, object, [FILE_TYPES.proof]),
        DOCUMENT_ROW_COLUMNS,
      )
    },
  },
})
export const action = loader
