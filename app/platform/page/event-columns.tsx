import { Instant } from '~/platform/page/instant'
import { AS_OF } from '~/platform/values/as-of-address'
import { showDay } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { changed, type GridColumn } from '~/ui/grid/columns'
import { Link } from '~/ui/open-close/close-link'
import { actName, eventText } from '../workflow/event-text'
import type { HistoryEvent } from '../workflow/history.server'

/**
 * Columns of a workflow history: when, and status with log, "On" date and "By" name; its parts when the user selects
 * them.
 * @param past the page to show as of each event, if it has a past
 */
export function eventColumns(round: number, past?: string): GridColumn<HistoryEvent>[] {
  return [
    {
      id: 'at',
      header: 'Event Date',
      size: 145,
      meta: { kind: 'instant', show: showDay },
      cell: ({ row: { original: event } }) =>
        past ? (
          <Link to={`${past}?${AS_OF}=${new Date(event.at).toISOString()}`} title="As it stood then">
            <Instant at={event.at} />
          </Link>
        ) : (
          <Instant at={event.at} />
        ),
    },
    {
      id: 'words',
      header: 'Status and comments',
      accessorFn: (event) => `${eventText(event)} (By ${event.whoName})`,
      meta: { kind: 'text', wrap: true, values: false },
      cell: ({ row }) => (
        <>
          <p>
            <What event={row.original} round={round} /> {row.original.log}
          </p>
          <p className="muted">
            On <Instant at={row.original.at} /> By {row.original.whoName}
            {row.original.round < round && `, round ${row.original.round}`}
          </p>
        </>
      ),
    },
    part('status', 'Status'),
    part('queue', 'Queue'),
    changed(part('log', 'Comment'), { meta: { values: false, wrap: true } }),
    part('whoName', 'By'),
    changed(part('round', 'Round'), { enableGrouping: true, meta: { kind: 'number' } }),
  ]
}

export const EVENT_GRID = { prefix: 'events' }

function part(id: 'status' | 'queue' | 'log' | 'whoName' | 'round', label: string): GridColumn<HistoryEvent> {
  return {
    id,
    header: label,
    meta: { kind: 'text', hiddenByDefault: true },
    cell: ({ row }) => row.original[id],
  }
}

function What({ event, round }: { event: HistoryEvent; round: number }) {
  const act = actName(event)
  if (act !== null) return <strong>{act}</strong>
  // Events before a reopening no longer count.
  const kind = event.round < round ? 'invalidated' : event.class
  return <Badge kind={kind} status={event.status} queue={event.queue} />
}
