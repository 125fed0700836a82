import type { ExportTable } from '~/platform/grids/export-file'
import { waitingFile } from './routes/waiting-changes'

export const approvalExports: ExportTable = {
  /** The changes that wait for a second person, as a file. */
  'admin/changes/export/:file': waitingFile('administration', 'Pending second approval'),
}
