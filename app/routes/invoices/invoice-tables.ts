import { EVENT_GRID, EVENT_ROW_COLUMNS, eventColumns } from '~/components/workflow/event-columns'
import { rowList } from '~/domain/lists/row-list'
import type { HistoryEvent } from '~/domain/workflow/history.server'
import type { GridSource } from '~/http/grid-source'

/**
 * The events of an invoice, as its grid shows and its file holds them.
 * @param round of the invoice now: what is of an earlier one no longer counts
 */
export const eventTable = (
  rows: HistoryEvent[],
  timeZone: string,
  round: number,
): GridSource<HistoryEvent> => ({
  columns: eventColumns(timeZone, round),
  options: EVENT_GRID,
  list: rowList(rows, EVENT_ROW_COLUMNS, { timeZone, keyOf: ({ id }) => String(id) }),
})
