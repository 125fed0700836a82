import { documentsOf } from '~/areas/documents/documents-of.server'
import { mayOnKind } from '~/areas/documents/may-on-kind'
import { documentAsPdf } from '~/areas/documents/routes/document-preview'
import { aStoredFile } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { FILE_TYPES } from '~/platform/files/file-types'
import { KINDS } from '~/platform/files/kinds'
import { DomainError } from '~/platform/values/domain-error'
import { objectFor } from '../object-kind'

/** GET documents/invoice/{id}: the supplier's PDF of an invoice or a draft; of an e-invoice in XML, the PDF made of it. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells:
      "The supplier's PDF of an invoice or a draft. Of one that came as XML alone, the PDF made of it; documents/{id} has the XML.",
    answers: { 200: aStoredFile(KINDS.pdf.mediaType) },
    async answer(guarded, { request, params }) {
      const { actor, read } = guarded
      const object = await objectFor(read, actor, idOf(params.objectId, 'invoice'))
      const { kind: objectKind, objectId } = object
      const [pdf] = await documentsOf(read, { objectKind, objectId, fileTypes: [FILE_TYPES.invoice] })
      if (!pdf) throw new DomainError('not-found', `There is no supplier's PDF of ${objectKind} ${objectId}.`)
      return documentAsPdf(guarded, request, pdf.id, (document) => mayOnKind(actor, document.objectKind))
    },
  },
})
export const action = loader
