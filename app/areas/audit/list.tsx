import { Instant } from '~/platform/page/instant'
import { fieldColumns } from '~/platform/page/shown-columns'
import { AS_OF } from '~/platform/values/as-of-address'
import { isPastPage } from '~/platform/values/past-pages'
import { showDay, showInstant, showLongInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { type ColumnChange, columnsOf, type GridColumn } from '~/ui/grid/columns'
import { gridHref } from '~/ui/grid/href'
import type { GridQuery } from '~/ui/grid/query'
import { Note } from '~/ui/message/message'
import { Link } from '~/ui/open-close/close-link'
import { AUDIT_KINDS, type AuditEvent, kindLabel, valuesInOneLine } from './audit-event'

const TYPES = ['step', 'act', 'system'].map((value) => ({ value, label: value }))

const usual = fieldColumns<AuditEvent>()

const text = <const Id extends 'who_name' | 'name' | 'queue' | 'log' | 'hash' | 'type'>(
  id: Id,
  header: string,
  more: ColumnChange<AuditEvent> = {},
) =>
  usual.text(id, header, {
    enableSorting: false,
    enableGrouping: false,
    ...more,
    // No index holds their values: a list of them would be read out of every event.
    meta: { values: false, ...more.meta },
  })

const MAX_LENGTH = 240

/**
 * Columns of the audit search.
 * @param pages address of each object's page, by event id
 */
export function auditColumns(timeZone: string, pages: Readonly<Record<number, string>> = {}) {
  return columnsOf<AuditEvent>()([
    {
      id: 'at',
      header: 'When',
      size: 150,
      enableGrouping: false,
      meta: {
        kind: 'instant',
        show: showDay,
        phone: 'due',
        // A million events would be grouped by day.
        values: false,
      },
      cell: ({ row }) => {
        const { id, at } = row.original
        const [page, when] = [pages[id], showLongInstant(at, timeZone)]
        if (!page || !isPastPage(page)) return when
        return (
          <Link to={`${page}?${AS_OF}=${new Date(at).toISOString()}`} title="As it stood then">
            {when}
          </Link>
        )
      },
    },
    text('who_name', 'By', {
      meta: {
        phone: 'object',
        title: 'The name at the time; can also be found by the user name',
        values: true,
        cellTitle: (event) => event.user_name ?? undefined,
      },
    }),
    {
      id: 'object_kind',
      header: 'Kind',
      size: 110,
      enableSorting: false,
      meta: {
        kind: 'text',
        filter: 'select',
        options: AUDIT_KINDS,
        show: kindLabel,
        exported: (event) => kindLabel(event.object_kind),
      },
      cell: ({ row }) => kindLabel(row.original.object_kind),
    },
    {
      id: 'object_id',
      header: 'Object',
      size: 100,
      enableSorting: false,
      meta: { kind: 'number', values: false },
      cell: ({ row }) => {
        const page = pages[row.original.id]
        if (!page) return row.original.object_id
        return (
          <Link to={page}>
            <span className="hidden-text">{kindLabel(row.original.object_kind)} </span>
            {row.original.object_id}
          </Link>
        )
      },
    },
    text('name', 'What', { meta: { title: 'The step or act, as stored', phone: 'name' } }),
    {
      id: 'status',
      header: 'Status',
      enableSorting: false,
      enableGrouping: false,
      meta: {
        kind: 'badge',
        phone: 'status',
        filter: 'text',
        values: false,
        exported: (event) => `${event.status} (${event.queue})`,
      },
      cell: ({ row }) => (
        <Badge kind={row.original.class} status={row.original.status} queue={row.original.queue} />
      ),
    },
    text('log', 'Comment', { meta: { slim: true, cellTitle: (event) => event.log } }),
    {
      id: 'values',
      header: 'Values',
      enableSorting: false,
      enableGrouping: false,
      meta: {
        kind: 'text',
        values: false,
        slim: true,
        cellTitle: (event) => shortened(valuesInOneLine(event.values)),
        title: 'What was entered or changed: before → after',
        exported: (event) => valuesInOneLine(event.values),
      },
      cell: ({ row }) => shortened(valuesInOneLine(row.original.values)),
    },
    text('type', 'Type', { meta: { hiddenByDefault: true, filter: 'select', options: TYPES } }),
    text('queue', 'Queue', { meta: { hiddenByDefault: true } }),
    text('hash', 'Hash', { meta: { hiddenByDefault: true } }),
    {
      id: 'id',
      header: 'Event',
      size: 90,
      meta: { kind: 'number', hiddenByDefault: true, values: false },
      cell: ({ row }) => row.original.id,
    },
  ])
}

/** The full text is below the row when it is expanded, and in exports. */
function shortened(line: string): string {
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH).trimEnd()} …`
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
  const fromNewest = before !== null && <Link to={newest}>Search from the newest</Link>
  if (reach?.back)
    return (
      <Note kind="warning">
        Searched the newest {count(reach.searched)} of {count(reach.events)} events{since}, back to{' '}
        <Instant at={reach.back.at} />. <Link to={earlier}>Search the events before</Link>, or filter by day,
        person, kind or object to search further. {fromNewest}
      </Note>
    )
  if (before !== null)
    return (
      <Note>
        {reach === null ? 'Only' : 'Searched all'} events{since}
        {reach === null && ' are shown'}. {fromNewest}
      </Note>
    )
  return (
    <p className="toolbar muted">
      Filters by day, person, kind and object search all events. Anything else is searched in the newest{' '}
      {count(most)} of the events found.
    </p>
  )
}
