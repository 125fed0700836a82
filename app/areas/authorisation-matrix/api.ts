import { EXPENSE_READERS } from '~/areas/access/actor'
import { aDay, aFile } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { pastQuery } from '~/http/calls/list'
import { idOf, idValue } from '~/http/calls/values'
import { generatedFile } from '~/http/downloads/download'
import { authorisationMatrixPdf, matrixFileName } from './matrix-pdf.server'

export const authorisationMatrixCalls: EndpointTable = {
  about: 'signatures',
  calls: {
    /**
     * GET authmatrix/{entity}/{date as yyyy-MM-dd}: the authorisation matrix of a legal entity in force that day, a
     * PDF.
     */
    'authmatrix/:entity/:date': {
      GET: {
        may: [EXPENSE_READERS],
        query: pastQuery,
        summary: 'The authorisation matrix of a legal entity that is valid on a day, as a PDF.',
        path: { entity: idValue, date: aDay },
        answers: { 200: aFile('application/pdf') },
        answer(guarded, { params }) {
          const [entityId, day] = [idOf(params.entity, 'legal entity'), params.date ?? '']
          return generatedFile(guarded, async () => {
            const bytes = await authorisationMatrixPdf(guarded.read, entityId, day)
            return { bytes, fileName: matrixFileName(entityId, day), mediaType: 'application/pdf' }
          })
        },
      },
    },
  },
}
