import { documentDownload } from '~/areas/documents/routes/document-download'
import { matchingDocument } from '~/areas/navs/matching-document.server'
import { NAV_READERS } from '~/areas/navs/nav-base'
import { aStoredFile } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { KINDS } from '~/platform/files/kinds'

/** GET nav/controls/documents/mgmt/{id}: matching.xlsx of a matching, or of a NAV's newest one. */
export const loader = calls({
  GET: {
    may: [NAV_READERS],
    tells: 'The workbook matching.xlsx of a matching by its id, or of the newest matching of a NAV.',
    answers: { 200: aStoredFile(KINDS.xlsx.mediaType) },
    async answer({ read }, { request, params }) {
      const documentId = await matchingDocument(read, idOf(params.id, 'matching'))
      return documentDownload({ read }, request, documentId, ({ objectKind }) => objectKind === 'nav')
    },
  },
})
export const action = loader
