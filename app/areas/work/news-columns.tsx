import { Instant } from '~/platform/page/instant'
import { Badge } from '~/ui/badge/badge'
import { columnsOf } from '~/ui/grid/columns'
import type { NewsItem } from './news'

/** Columns of what others did with the work of a user. */
export const NEWS_COLUMNS = columnsOf<NewsItem>()([
  {
    id: 'title',
    header: 'Object',
    meta: { kind: 'text', phone: 'object' },
    cell: ({ row }) => row.original.title,
  },
  {
    id: 'new',
    header: 'New',
    size: 60,
    meta: { kind: 'text' },
    cell: ({ row }) => (row.original.isNew ? 'New' : ''),
  },
  {
    id: 'status',
    header: 'What',
    size: 240,
    meta: { kind: 'badge', phone: 'status' },
    cell: ({ row: { original } }) =>
      original.mentioned ? (
        'Mentioned you'
      ) : (
        <Badge kind={original.class} status={original.status} queue={original.queue} />
      ),
  },
  {
    id: 'by',
    header: 'By',
    size: 160,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.by,
  },
  {
    id: 'said',
    header: 'Message',
    meta: { kind: 'text', wrap: true, phone: 'next' },
    cell: ({ row }) => row.original.said,
  },
  {
    id: 'at',
    header: 'When',
    size: 145,
    meta: { kind: 'instant', phone: 'due' },
    cell: ({ row }) => <Instant at={row.original.at} />,
  },
])
