import { documentById } from '~/domain/documents/document-by-id.server'
import { controlReport } from '~/domain/navs/controls/control-report.server'
import { NAV_READERS } from '~/domain/navs/nav-base'
import { DomainError } from '~/domain/values/domain-error'
import { calls } from '~/http/calls/call'
import { aDocument } from '~/http/calls/document-types'
import { idOf } from '~/http/calls/values'
import { documentDownload } from '~/http/downloads/document-download'
import { madeFile } from '~/http/downloads/made-file'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** GET nav/controls/documents/{id}: a file of a control, or with a control's id its error report. */
export const loader = calls({
  GET: {
    may: [NAV_READERS],
    tells: 'A file of a NAV by its id; by the id of a control, its error report, made anew.',
    answers: { 200: aDocument },
    async answer(guarded, { request, params }) {
      const { read, services } = guarded
      const { workers } = services
      const id = idOf(params.id, 'document')
      const document = await documentById(read, id).catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'not-found') return null
        throw error
      })
      if (document) return documentDownload({ read }, request, id, ({ objectKind }) => objectKind === 'nav')
      return madeFile(guarded, async () => {
        return { ...(await controlReport({ read, workers }, id)), mediaType: XLSX }
      })
    },
  },
})
export const action = loader
