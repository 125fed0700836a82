import { DRAFT_GRID, draftColumns } from '~/components/drafts/draft-columns'
import { draftList } from '~/domain/drafts/draft-list.server'
import { listFile } from '~/http/list-file'

/** drafts.xlsx, .csv or .pdf: all drafts that the list's address asks for. */
export const loader = listFile('draftsdashboard', 'drafts', 'Drafted Expenses', ({ read, services }) => {
  const { timeZone } = services.settings
  return { columns: draftColumns(timeZone), options: DRAFT_GRID, list: draftList(read, timeZone) }
})
