import { listFile } from '~/platform/grids/export-file'
import { userTable } from './user-tables'

/** users.xlsx, .csv or .pdf: all users that the list's address asks for. */
export const loader = listFile('administration', 'users', 'Users', userTable)
