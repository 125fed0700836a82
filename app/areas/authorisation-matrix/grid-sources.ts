import { waitingFile } from '~/platform/approvals/routes/waiting-changes'
import type { ExportTable } from '~/platform/grids/export-file'
import { MATRIX_KINDS } from './matrix-entry'

export const authorisationMatrixExports: ExportTable = {
  /** The changes of the authorisation matrix that wait for a team leader, as a file. */
  'authorisation-matrix/export/:file': waitingFile(
    'draftsdashboard',
    'Pending changes of the authorisation matrix',
    MATRIX_KINDS,
  ),
}
