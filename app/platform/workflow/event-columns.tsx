import type { RowColumns } from '~/platform/lists/row-match'
import { showDay, showInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import { actName, eventWords } from './event-words'
import type { HistoryEvent } from './history.server'

/**
 * Columns of a workflow history: when, and status with log, "On" date and "By" name; its parts when the user selects
 * them.
 */
export function eventColumns(timeZone: string, round: number): GridColumn<HistoryEvent>[] {
  return [
    {
      id: 'at',
      label: 'Event Date',
      kind: 'instant',
      width: 130,
      show: showDay,
      render: (event) => showInstant(event.at, timeZone),
    },
    {
      id: 'words',
      label: 'Status and comments',
      kind: 'text',
      wrap: true,
      values: false,
      exported: (event) => `${eventWords(event)} (By ${event.whoName})`,
      render: (event) => (
        <>
          <p>
            <What event={event} round={round} /> {event.log}
          </p>
          <p className="muted">
            On {showInstant(event.at, timeZone)} By {event.whoName}
            {event.round < round && `, round ${event.round}`}
          </p>
        </>
      ),
    },
    part('status', 'Status'),
    part('queue', 'Queue'),
    { ...part('log', 'Comment'), values: false, wrap: true },
    part('whoName', 'By'),
    { ...part('round', 'Round'), kind: 'number', groupable: true },
  ]
}

/** How a history filters and sorts. */
export const EVENT_ROW_COLUMNS: RowColumns<HistoryEvent> = {
  at: { kind: 'instant', value: (event) => event.at.toISOString() },
  words: { kind: 'text', value: (event) => `${eventWords(event)} (By ${event.whoName})` },
  status: { kind: 'text', value: (event) => event.status },
  queue: { kind: 'text', value: (event) => event.queue },
  log: { kind: 'text', value: (event) => event.log },
  whoName: { kind: 'text', value: (event) => event.whoName },
  round: { kind: 'number', value: (event) => String(event.round) },
}

export const EVENT_GRID = { prefix: 'events' }

function part(id: 'status' | 'queue' | 'log' | 'whoName' | 'round', label: string): GridColumn<HistoryEvent> {
  return { id, label, kind: 'text', hiddenByDefault: true, render: (event) => event[id] }
}

function What({ event, round }: { event: HistoryEvent; round: number }) {
  const act = actName(event)
  if (act !== null) return <strong>{act}</strong>
  // A round that was reopened no longer counts.
  const kind = event.round < round ? 'invalidated' : event.class
  return <Badge kind={kind} status={event.status} queue={event.queue} />
}
