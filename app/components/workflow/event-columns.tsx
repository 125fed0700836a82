import { showInstant } from '~/domain/values/show'
import type { HistoryEvent } from '~/domain/workflow/history.server'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'

/** Columns of a workflow history: when, and status with log, "On" date and "By" name. */
export function eventColumns(timeZone: string, round: number): GridColumn<HistoryEvent>[] {
  return [
    {
      id: 'eventDate',
      label: 'Event Date',
      kind: 'instant',
      width: 130,
      render: (event) => showInstant(event.at, timeZone),
    },
    {
      id: 'status',
      label: 'Status and comments',
      kind: 'text',
      wrap: true,
      render: (event) => (
        <>
          <p>
            {event.type === 'act' ? (
              <strong>{ACTS[event.name] ?? event.name}</strong>
            ) : (
              <Badge
                // A round that was reopened no longer counts.
                kind={event.round < round ? 'invalidated' : event.class}
                status={event.status}
                queue={event.queue}
              />
            )}{' '}
            {event.log}
          </p>
          <p className="muted">
            On {showInstant(event.at, timeZone)} By {event.whoName}
            {event.round < round && `, round ${event.round}`}
          </p>
        </>
      ),
    },
  ]
}

/** What people did without moving the object, in words. */
const ACTS: Record<string, string> = {
  matching: 'Matching',
  'override rule': 'Rule result changed',
  'comment rule': 'Rule comment changed',
  'change reason': 'Reason changed',
  'tick check': 'Check ticked',
  'kpi comment': 'KPI comment',
}
