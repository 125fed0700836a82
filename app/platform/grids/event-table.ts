import { rowList } from '~/platform/lists/row-list.server'
import { EVENT_GRID, eventColumns } from '~/platform/page/event-columns'
import type { Context } from '~/platform/values/context.server'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import type { GridSource } from './grid-source'

/** Events for pages: the raw before and after values are only for calls. */
export const shownEvents = (history: readonly HistoryEvent[]): HistoryEvent[] =>
  history.map((event) => ({ ...event, data: {} }))

/**
 * The history of an object, for its grid and its file.
 * @param round the object's current round: events of earlier rounds no longer count
 */
export const eventTable = (
  { timeZone }: Pick<Context, 'timeZone'>,
  history: readonly HistoryEvent[],
  round: number,
): GridSource<HistoryEvent> => ({
  columns: eventColumns(round),
  options: EVENT_GRID,
  list: rowList(shownEvents(history), eventColumns(round), {
    timeZone,
    keyOf: ({ id }) => String(id),
  }),
})

/** The same for a file, which reads the history itself. */
export async function readEventTable(
  context: Pick<Context, 'read' | 'timeZone'>,
  objectId: number,
): Promise<GridSource<HistoryEvent>> {
  const { read } = context
  const [{ round }, history] = await Promise.all([instanceById(read, objectId), historyOf(read, objectId)])
  return eventTable(context, history, round)
}
