import { listFile } from '~/platform/grids/export-file'
import { processTable } from './process-source'

/** processes.xlsx, .csv or .pdf: all process dates that the list's address asks for. */
export const loader = listFile('processdashboard', 'processes', 'Processes', processTable)
