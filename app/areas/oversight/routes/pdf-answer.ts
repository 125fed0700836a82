import { documentDownload } from '~/areas/documents/routes/document-download'
import { generatedFile } from '~/http/downloads/download'
import type { Guarded } from '~/http/guard'
import { reportView } from '../report-page.server'
import { reportFileName, reportPdf } from '../report-pdf'

/** The kept PDF of a frozen report, otherwise a draft. @throws DomainError not-found */
export async function reportFile(guarded: Guarded, request: Request, id: number): Promise<Response> {
  const { stored, signatures } = await reportView(guarded, id)
  if (stored.documentId !== null) return documentDownload(guarded, request, stored.documentId, () => true)
  return generatedFile(guarded, async () => ({
    bytes: await reportPdf(stored, signatures),
    fileName: reportFileName(stored),
    mediaType: 'application/pdf',
  }))
}
