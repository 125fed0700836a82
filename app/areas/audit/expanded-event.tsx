import { Link } from '@remix-run/react'
import { useTimeZone } from '~/platform/page/use-site'
import { AS_OF } from '~/platform/values/as-of-address'
import { isPastPage } from '~/platform/values/past-pages'
import { showLongInstant } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { type EventValue, kindLabel } from './audit-event'
import type { AuditEvent } from './fields.server'

const VALUES: GridColumn<EventValue & { key: string }>[] = [
  {
    id: 'label',
    header: 'Field',
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.label,
  },
  {
    id: 'was',
    header: 'Before',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.was ?? '',
  },
  {
    id: 'is',
    header: 'After',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.is ?? '',
  },
]

interface ExpandedEventProps {
  event: AuditEvent
  /** Whether its content still matches its hash. */
  agrees: boolean | null
}

/** All data of one event: where it led, what it changed, and its place in the chain. */
export function ExpandedEvent({ event, agrees }: ExpandedEventProps) {
  const { page } = event
  const timeZone = useTimeZone()
  const object = `${kindLabel(event.object_kind)} ${event.object_id}`
  const from = event.from_status === null ? '' : `${event.from_status} (${event.from_queue})`
  const rows = event.values.map((value, at) => ({ ...value, key: String(at) }))
  return (
    <>
      <Description
        items={[
          { term: 'Object', value: page ? <Link to={page}>{object}</Link> : object },
          ...(page && isPastPage(page)
            ? [
                {
                  term: 'As it stood then',
                  value: <Link to={`${page}?${AS_OF}=${new Date(event.at).toISOString()}`}>{object}</Link>,
                },
              ]
            : []),
          { term: 'When', value: `${showLongInstant(event.at, timeZone)} (${timeZone})` },
          {
            term: 'By',
            value: event.user_name === null ? event.who_name : `${event.who_name} (${event.user_name})`,
          },
          { term: 'What', value: `${event.name} (${event.type})` },
          { term: 'From', value: from },
          { term: 'To', value: `${event.status} (${event.queue})` },
          { term: 'Place in the chain', value: `${event.seq} of round ${event.round}, event ${event.id}` },
        ]}
      />
      {event.log !== '' && <p>{event.log}</p>}
      {rows.length > 0 && (
        <Grid
          title={`Values of event ${event.id}`}
          columns={VALUES}
          rows={rows}
          total={rows.length}
          rowKey={({ key }) => key}
        />
      )}
      <Description
        stacked
        items={[
          { term: 'Hash', value: <code className="hash">{event.hash}</code> },
          { term: 'Hash of the event before it', value: <code className="hash">{event.previous_hash}</code> },
          {
            term: 'Check',
            value: agrees
              ? 'The hash matches the content and follows the event before it.'
              : 'The hash does not match the content, or does not follow the event before it. Run npm run audit:verify on the server.',
          },
        ]}
      />
    </>
  )
}
