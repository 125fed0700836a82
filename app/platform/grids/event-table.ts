import { rowList } from '~/platform/lists/row-list.server'
import { EVENT_GRID, eventColumns } from '~/platform/page/event-columns'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import type { GridSource } from './grid-source'

/** Events for pages: the raw before and after values are only for calls. */
export const shownEvents = (history: readonly HistoryEvent[]): HistoryEvent[] =>
  history.map((event) => ({ ...event, data: {} }))

/**
 * The history of an object, for its grid and its file.
 * @param round the object's current round: events of earlier rounds no longer count
 */
export const eventTable = (
  history: readonly HistoryEvent[],
  timeZone: string,
  round: number,
): GridSource<HistoryEvent> => ({
  columns: eventColumns(round),
  options: EVENT_GRID,
  list: rowList(shownEvents(history), eventColumns(round), {
    timeZone,
    keyOf: ({ id }) => String(id),
  }),
})
