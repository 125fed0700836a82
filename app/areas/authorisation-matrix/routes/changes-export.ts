import { waitingFile } from '~/platform/approvals/routes/waiting-changes'
import { MATRIX_KINDS } from './matrix-kinds'

/** The changes of the authorisation matrix that wait for a team leader, as a file. */
export const loader = waitingFile(
  'draftsdashboard',
  'Changes of the authorisation matrix that wait',
  MATRIX_KINDS,
)
