import type { Actor, FunctionId } from '~/areas/access/actor'
import type { Guarded } from '~/http/guard'
import type { ExportTable } from '~/platform/grids/export-file'
import { listFile } from '~/platform/grids/export-file'
import { type GridSource, sourcePage } from '~/platform/grids/grid-source'
import type { GridQueryOptions } from '~/ui/grid/query'
import { waitingList, whyNotDecide } from '../pending-changes.server'
import { pendingColumns, type WaitingChange } from '../pending-columns'

/** The changes that wait, all or those of some kinds, as `PendingChanges` shows them to this user. */
export async function waitingChanges(
  guarded: Guarded,
  request: Request,
  kinds?: readonly string[],
  options: GridQueryOptions = {},
) {
  const grid = await sourcePage(guarded, request, pendingTable(guarded, kinds, options))
  const own = grid.rows.flatMap(({ id, requestedBy }) => (requestedBy === guarded.actor.id ? [id] : []))
  return { grid, options, whyNot: undecidable(grid.rows, guarded.actor), own }
}

/** pending_changes.xlsx, .csv or .pdf: the same as a file, for users who may open the function. */
export function waitingFile(functionId: FunctionId, title: string, kinds?: readonly string[]) {
  return listFile(functionId, 'pending_changes', title, (guarded) => pendingTable(guarded, kinds))
}

/** Why this user cannot decide some of the changes, by id. */
function undecidable(changes: readonly WaitingChange[], actor: Actor): Record<number, string> {
  return Object.fromEntries(
    changes.flatMap((change) => {
      const why = whyNotDecide(change, actor)
      if (why === null) return []
      return [[change.id, change.requestedBy === actor.id ? 'Needs another person' : why]]
    }),
  )
}

/** The changes that wait, all or those of some kinds, for their grid and their file. */
export function pendingTable(
  { read, services }: Pick<Guarded, 'read' | 'services'>,
  kinds?: readonly string[],
  options: GridQueryOptions = {},
): GridSource<WaitingChange> {
  const { timeZone } = services.settings
  return { columns: pendingColumns(timeZone), options, list: waitingList(read, timeZone, kinds) }
}

export const approvalExports: ExportTable = {
  /** The changes that wait for a second person, as a file. */
  'admin/changes/export/:file': waitingFile('administration', 'Pending second approval'),
}
