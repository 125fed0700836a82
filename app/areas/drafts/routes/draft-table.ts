import type { Guarded } from '~/http/guard'
import type { GridSource } from '~/platform/grids/grid-source'
import { statusesOf } from '~/platform/workflow/statuses-of.server'
import type { DraftRow } from '../draft'
import { draftList } from '../draft-list.server'
import { DRAFT_GRID, draftColumns } from '../list'

/** All drafts: what the list shows and its files hold. */
export function draftTable({ read, services }: Pick<Guarded, 'read' | 'services'>): GridSource<DraftRow> {
  const { timeZone } = services.settings
  return {
    columns: draftColumns(timeZone),
    options: DRAFT_GRID,
    list: draftList(read, timeZone),
    choices: async () => ({ event_status: await statusesOf(read, ['draft']) }),
  }
}
