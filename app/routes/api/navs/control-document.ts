import { documentById } from '~/areas/documents/document-by-id.server'
import { documentDownload } from '~/areas/documents/routes/document-download'
import { controlReport } from '~/areas/navs/controls/control-report.server'
import { NAV_READERS } from '~/areas/navs/nav-base'
import { calls } from '~/http/calls/call'
import { aDocument } from '~/http/calls/document-types'
import { idOf } from '~/http/calls/values'
import { madeFile } from '~/http/downloads/made-file'
import { DomainError } from '~/platform/values/domain-error'

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
