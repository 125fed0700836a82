import { authorisationMatrixPdf, matrixFileName } from '~/domain/signatures/matrix-pdf.server'
import { aDay, aFile } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { idOf, idValue } from '~/http/calls/values'
import { bytesAnswer } from '~/http/download'
import { EXPENSE_READERS } from '~/http/expense-readers'

/** GET authmatrix/{entity}/{date as yyyy-MM-dd}: the authorisation matrix of a legal entity in force that day, a PDF. */
export const loader = calls({
  GET: {
    may: [EXPENSE_READERS],
    tells: 'The authorisation matrix of a legal entity that is in force on a day, as a PDF.',
    path: { entity: idValue, date: aDay },
    answers: { 200: aFile('application/pdf') },
    async answer({ read }, { params }) {
      const [entityId, day] = [idOf(params.entity, 'legal entity'), params.date ?? '']
      const bytes = await authorisationMatrixPdf(read, entityId, day)
      return bytesAnswer(bytes, matrixFileName(entityId, day), 'application/pdf')
    },
  },
})
export const action = loader
