import { guard } from '~/http/guard'
import { type ExportTable, exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import { gridQueryOf } from '~/platform/grids/grid-source'
import { showInstant } from '~/platform/values/show'
import { auditReach } from './audit-scope.server'
import { auditTable } from './routes/audit-table'

export const auditExports: ExportTable = {
  /**
   * audit.xlsx, .csv or .pdf: all events that the search's address finds; the title shows how far back a text was
   * searched.
   */
  'admin/audit/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'administration')
    const file = fileInPath(args.params.file, ['audit'])
    const { source, before } = await auditTable(guarded, args.request)
    const { timeZone } = guarded.services.settings
    const { parsed } = await gridQueryOf(guarded, args.request, source)
    const reach = await auditReach(guarded.read, parsed.query, timeZone, { before })
    const since = before ? ` before ${showInstant(before.at, timeZone)}` : ''
    const title = reach?.back
      ? `Audit trail, searched in the newest ${reach.searched} of ${reach.events} events${since}, back to ${showInstant(reach.back.at, timeZone)}`
      : `Audit trail${since && `, events${since}`}`
    return gridFile(guarded, args.request, file, { title, ...source })
  }),
}
