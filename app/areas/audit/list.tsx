import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { Instant } from '~/platform/page/instant'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { useTimeZone } from '~/platform/page/use-site'
import { AS_OF } from '~/platform/values/as-of-address'
import { isPastPage } from '~/platform/values/past-pages'
import { showLongInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import { gridHref } from '~/ui/grid/href'
import type { GridQuery } from '~/ui/grid/query'
import { Note } from '~/ui/message/message'
import { Link } from '~/ui/open-close/close-link'
import { kindLabel, valuesInOneLine } from './audit-event'
import type { AuditEvent } from './fields.server'

const MAX_LENGTH = 240

/** When it happened; where its object's page shows the past, a link to it. */
function When({ event: { at, page } }: { event: AuditEvent }) {
  const when = showLongInstant(at, useTimeZone())
  if (!page || !isPastPage(page)) return when
  return (
    <Link to={`${page}?${AS_OF}=${new Date(at).toISOString()}`} title="As it stood then">
      {when}
    </Link>
  )
}

/** The columns of the audit trail. */
export const auditColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<AuditEvent>(declared, {
    at: { cell: ({ row }) => <When event={row.original} /> },
    who_name: { meta: { cellTitle: (event) => event.user_name ?? undefined } },
    object_kind: {
      meta: { show: kindLabel, exported: (event) => kindLabel(event.object_kind) },
      cell: ({ row }) => kindLabel(row.original.object_kind),
    },
    object_id: { cell: ({ row }) => <EventObject event={row.original} /> },
    status: {
      meta: { exported: (event) => `${event.status} (${event.queue})` },
      cell: ({ row: { original } }) => (
        <Badge kind={original.class} status={original.status} queue={original.queue} />
      ),
    },
    values: {
      meta: {
        cellTitle: (event) => shortened(valuesInOneLine(event.values)),
        exported: (event) => valuesInOneLine(event.values),
      },
      cell: ({ row }) => shortened(valuesInOneLine(row.original.values)),
    },
  })

function EventObject({ event: { page, object_id, object_kind } }: { event: AuditEvent }) {
  if (!page) return object_id
  return (
    <Link to={page}>
      <span className="hidden-text">{kindLabel(object_kind)} </span>
      {object_id}
    </Link>
  )
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
  /** Addresses of the same search: in the events before those that were searched, and from the newest on. */
  earlier: string
  newest: string
}

/** How far back a search goes, always shown before a search, and its result afterwards. */
export function AuditReachNote({ most, reach, before, earlier, newest }: AuditReachNoteProps) {
  const count = (events: number) => events.toLocaleString('en-GB')
  const since = before && (
    <>
      {' '}
      before <Instant at={before.at} />
    </>
  )
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
