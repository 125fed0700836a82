import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { eventTable } from '~/platform/grids/event-table'
import { type ExportTable, exportLoader, fileInPath, gridFile, listFile } from '~/platform/grids/export-file'
import { rightsTable, userTable } from './routes/user-tables'
import { userView } from './user-view.server'

export const userExports: ExportTable = {
  /** users.xlsx, .csv or .pdf: all users that the list's address selects. */
  'admin/users/export/:file': listFile('administration', 'users', 'Users', userTable),
  /** user_events.xlsx, .csv or .pdf: the history of a user. */
  'admin/users/:userId/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'administration')
    const { actor, read, services } = guarded
    const file = fileInPath(args.params.file, ['user_events'])
    const { user, history } = await userView(read, actor, idInPath(args.params.userId), services.clock())
    const table = eventTable(history, services.settings.timeZone, 1)
    return gridFile(guarded, args.request, file, { title: `Events of ${user.user_name}`, ...table })
  }),
  /** authorisations.xlsx, .csv or .pdf: who may do what. */
  'admin/authorisations/export/:file': listFile(
    'administration',
    'authorisations',
    'Authorisations',
    rightsTable,
  ),
}
