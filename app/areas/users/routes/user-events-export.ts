import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { eventTable } from '~/platform/grids/event-table'
import { exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import { userView } from '../user-view.server'

/** user_events.xlsx, .csv or .pdf: what was done with a user. */
export const loader = exportLoader(async (args) => {
  const guarded = await guard(args, 'administration')
  const { actor, read, services } = guarded
  const file = fileInPath(args.params.file, ['user_events'])
  const { user, history } = await userView(read, actor, idInPath(args.params.userId), services.clock())
  const table = eventTable(history, services.settings.timeZone, 1)
  return gridFile(guarded, args.request, file, { title: `Events of ${user.user_name}`, ...table })
})
