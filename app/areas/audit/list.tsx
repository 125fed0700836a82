import { Link } from '@remix-run/react'
import { showDay, showInstant, showLongInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import { gridHref } from '~/ui/grid/href'
import type { GridQuery } from '~/ui/grid/query'
import { Note } from '~/ui/message/message'
import { AUDIT_KINDS, type AuditEvent, kindLabel } from './audit-event'
import { valuesInOneLine } from './event-diff'

type Column = GridColumn<AuditEvent>

const TYPES = ['step', 'act', 'system'].map((value) => ({ value, label: value }))

const text = (
  id: 'who_name' | 'name' | 'queue' | 'log' | 'hash' | 'type',
  label: string,
  more: Partial<Column> = {},
): Column => ({
  // No index holds their values: a list of them would be read out of every event.
  ...{ id, label, kind: 'text', sortable: false, values: false, groupable: false, ...more },
  render: (event) => event[id],
})

const LONGEST = 240

/**
 * Columns of the audit search.
 * @param pages address of each object's page, by event id
 */
export function auditColumns(timeZone: string, pages: Readonly<Record<number, string>> = {}): Column[] {
  return [
    {
      id: 'at',
      label: 'When',
      kind: 'instant',
      width: 150,
      show: showDay,
      // A million events would be grouped by day.
      values: false,
      groupable: false,
      render: (event) => showLongInstant(event.at, timeZone),
    },
    text('who_name', 'By', {
      title: 'The name at the time; can also be found by the user name',
      values: true,
      cellTitle: (event) => event.user_name ?? undefined,
    }),
    {
      id: 'object_kind',
      label: 'Kind',
      kind: 'text',
      width: 110,
      sortable: false,
      filter: 'select',
      options: AUDIT_KINDS,
      show: kindLabel,
      exported: (event) => kindLabel(event.object_kind),
      render: (event) => kindLabel(event.object_kind),
    },
    {
      id: 'object_id',
      label: 'Object',
      kind: 'number',
      width: 100,
      sortable: false,
      values: false,
      render: (event) => {
        const page = pages[event.id]
        if (!page) return event.object_id
        return (
          <Link to={page} discover="none">
            <span className="hidden-text">{kindLabel(event.object_kind)} </span>
            {event.object_id}
          </Link>
        )
      },
    },
    text('name', 'What', { title: 'The step or act, as stored' }),
    {
      id: 'status',
      label: 'Status',
      kind: 'badge',
      sortable: false,
      filter: 'text',
      values: false,
      groupable: false,
      exported: (event) => `${event.status} (${event.queue})`,
      render: (event) => <Badge kind={event.class} status={event.status} queue={event.queue} />,
    },
    text('log', 'Comment', { slim: true, cellTitle: (event) => event.log }),
    {
      id: 'values',
      label: 'Values',
      kind: 'text',
      sortable: false,
      values: false,
      groupable: false,
      slim: true,
      cellTitle: (event) => shortened(valuesInOneLine(event.values)),
      title: 'What was entered or changed: before → after',
      exported: (event) => valuesInOneLine(event.values),
      render: (event) => shortened(valuesInOneLine(event.values)),
    },
    text('type', 'Type', { hiddenByDefault: true, filter: 'select', options: TYPES }),
    text('queue', 'Queue', { hiddenByDefault: true }),
    text('hash', 'Hash', { hiddenByDefault: true }),
    {
      id: 'id',
      label: 'Event',
      kind: 'number',
      hiddenByDefault: true,
      width: 90,
      values: false,
      render: (event) => event.id,
    },
  ]
}

/** The full text is below the row when it is expanded, and in exports. */
function shortened(line: string): string {
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).trimEnd()} …`
}

/** Settings by which the address of the audit search is parsed. */
export const AUDIT_GRID = {
  layout: 'auditboard',
  defaultSort: [{ column: 'at', descending: true }],
}

/** The parameter of the audit trail's address that names the event before which it searches. */
export const BEFORE = 'before'

/** Address of the same search among the events before this one; null for all events. */
export function earlierHref(
  pathname: string,
  query: GridQuery,
  columns: GridColumn<AuditEvent>[],
  eventId: number | null,
): string {
  const search = eventId === null ? '' : `?${BEFORE}=${eventId}`
  return gridHref({ pathname, search }, query, { page: 1 }, columns, AUDIT_GRID)
}

interface AuditReachNoteProps {
  /** The most events that are searched for a text. */
  most: number
  reach: { events: number; searched: number; back: { at: Date } | null } | null
  /** The event before which it searches; null when it searches from the newest on. */
  before: { at: Date } | null
  timeZone: string
  /** Addresses of the same search: in the events before those that were searched, and from the newest on. */
  earlier: string
  newest: string
}

/** How far back a search goes, always shown before a search, and its result afterwards. */
export function AuditReachNote({ most, reach, before, timeZone, earlier, newest }: AuditReachNoteProps) {
  const count = (events: number) => events.toLocaleString('en-GB')
  const since = before === null ? '' : ` before ${showInstant(before.at, timeZone)}`
  const anew = before !== null && <Link to={newest}>Search from the newest</Link>
  if (reach?.back)
    return (
      <Note kind="warning">
        Searched the newest {count(reach.searched)} of {count(reach.events)} events{since}, back to{' '}
        {showInstant(reach.back.at, timeZone)}. <Link to={earlier}>Search the events before</Link>, or filter
        by day, person, kind or object to search further. {anew}
      </Note>
    )
  if (before !== null)
    return (
      <Note>
        {reach === null ? 'Only' : 'Searched all'} events{since}
        {reach === null && ' are shown'}. {anew}
      </Note>
    )
  return (
    <p className="toolbar muted">
      Filters by day, person, kind and object search all events. Anything else is searched in the newest{' '}
      {count(most)} of the events found.
    </p>
  )
}
