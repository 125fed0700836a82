import { DRAFT_GRID, draftColumns } from '~/components/drafts/draft-columns'
import type { DraftRow } from '~/domain/drafts/draft'
import { draftList } from '~/domain/drafts/draft-list.server'
import { statusesOf } from '~/domain/workflow/statuses-of.server'
import type { GridSource } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'

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
