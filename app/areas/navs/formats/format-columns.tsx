import { Link } from '@remix-run/react'
import { Instant } from '~/platform/page/instant'
import { fieldColumns } from '~/platform/page/shown-columns'
import { formatList, showDay, showNavDate } from '~/platform/values/show'
import { columnsOf, fieldsOf, type GridColumn } from '~/ui/grid/columns'
import type { PartRow, ValueRow } from './format-in-words'
import type { ControlUseRow, FormatRow, VersionRow, WaitingUploadRow } from './format-rows'
import { teachingAddress } from './teach/teaching-address'

const controlUseRow = fieldColumns<ControlUseRow>()
const versionRow = fieldColumns<VersionRow>()
const waitingRow = fieldColumns<WaitingUploadRow>()

export const pathOfFormat = (code: string) => `/admin/formats/${encodeURIComponent(code)}`

const { text, day, count } = fieldColumns<FormatRow>()

/** Columns of the list of formats; it is too short to group. */
export const FORMAT_COLUMNS = columnsOf<FormatRow>()([
  text('code', 'Code', {
    size: 150,
    enableGrouping: false,
    meta: { phone: 'object' },
    cell: ({ row }) => <Link to={pathOfFormat(row.original.code)}>{row.original.code}</Link>,
  }),
  text('name', 'Name', { enableGrouping: false, meta: { phone: 'name' } }),
  text('provider', 'Provider', { size: 100 }),
  count('version', 'Version', { enableGrouping: false }),
  day('from', 'Valid from', { size: 110, enableGrouping: false, meta: { phone: 'due' } }),
  day('to', 'Valid to', { size: 110, enableGrouping: false }),
  text('status', 'Status', { size: 110, meta: { phone: 'status' } }),
])

/** The fields of the lists of calls about one format. */
export const VERSION_FIELDS = fieldsOf({
  version: 'number',
  name: 'text',
  from: 'day',
  to: 'day',
  proposedBy: 'text',
  approvedBy: 'text',
  approvedAt: 'instant',
})
export const DIFFERENCE_FIELDS = fieldsOf({ pointer: 'text', before: 'text', after: 'text' })
export const CONTROL_USE_FIELDS = fieldsOf({
  controlId: 'number',
  fundNavId: 'number',
  fundCode: 'text',
  navDate: 'day',
  version: 'number',
  submissionDate: 'instant',
  user: 'text',
})

export const FORMAT_GRID = { defaultSort: [{ column: 'code', descending: false }] }

/** @param shown the version that the page shows: others are compared with it */
export const versionColumns = (path: string, shown: number): GridColumn<VersionRow>[] => [
  {
    id: 'version',
    header: 'Version',
    size: 80,
    meta: { kind: 'link' },
    cell: ({ row }) => <Link to={`${path}?version=${row.original.version}`}>{row.original.version}</Link>,
  },
  versionRow.text('name', 'Name'),
  {
    id: 'from',
    header: 'Valid from',
    size: 110,
    meta: { kind: 'day' },
    cell: ({ row }) => showDay(row.original.from),
  },
  {
    id: 'to',
    header: 'Valid to',
    size: 110,
    meta: { kind: 'day' },
    cell: ({ row }) => showDay(row.original.to),
  },
  versionRow.text('proposedBy', 'Proposed by'),
  versionRow.text('approvedBy', 'Approved by'),
  {
    id: 'approvedAt',
    header: 'Approved',
    size: 145,
    meta: { kind: 'instant' },
    cell: ({ row }) => <Instant at={row.original.approvedAt} />,
  },
  {
    id: 'compare',
    header: 'Differences',
    size: 150,
    meta: { kind: 'link' },
    cell: ({ row: { original } }) =>
      original.version === shown ? (
        <span className="muted">this version</span>
      ) : (
        <Link to={`${path}?version=${shown}&against=${original.version}`}>
          from version {original.version}
        </Link>
      ),
  },
]

export const CONTROL_USE_COLUMNS: GridColumn<ControlUseRow>[] = [
  {
    id: 'controlId',
    header: 'Control',
    size: 90,
    meta: { kind: 'link' },
    cell: ({ row }) => {
      const { controlId, fundNavId } = row.original
      return <Link to={`/nav-controls/${fundNavId}?control=${controlId}`}>{controlId}</Link>
    },
  },
  controlUseRow.text('fundCode', 'Fund', { size: 110 }),
  {
    id: 'navDate',
    header: 'NAV date',
    size: 110,
    meta: { kind: 'day' },
    cell: ({ row }) => showDay(row.original.navDate),
  },
  {
    id: 'version',
    header: 'Version',
    size: 80,
    meta: { kind: 'number' },
    cell: ({ row }) => row.original.version,
  },
  controlUseRow.text('user', 'User'),
]

/** Columns of the uploads that wait for a format. */
export const WAITING_UPLOAD_COLUMNS: GridColumn<WaitingUploadRow>[] = [
  waitingRow.text('fundCode', 'Fund', {
    size: 150,
    meta: { phone: 'object' },
    cell: ({ row: { original } }) => fundOfUpload(original),
  }),
  {
    id: 'fileNames',
    header: 'Files',
    meta: { kind: 'text', wrap: true, phone: 'name' },
    cell: ({ row }) => formatList(row.original.fileNames),
  },
  waitingRow.text('sender', 'Sent by', { size: 150, meta: { phone: 'status' } }),
  {
    id: 'since',
    header: 'Waiting since',
    size: 145,
    meta: { kind: 'instant' },
    cell: ({ row }) => <Instant at={row.original.since} />,
  },
  {
    id: 'until',
    header: 'Kept until',
    size: 145,
    meta: { kind: 'instant', phone: 'due' },
    cell: ({ row }) => <Instant at={row.original.until} />,
  },
  {
    id: 'teach',
    header: 'Teach',
    size: 130,
    meta: { kind: 'link', phone: 'next' },
    cell: ({ row: { original } }) => (
      <Link
        to={teachingAddress(original.setId)}
        aria-label={`Teach ${formatList(original.fileNames)}, ${fundOfUpload(original)}`}
      >
        {original.fileNames.length === 1 ? 'Teach this file' : 'Teach these files'}
      </Link>
    ),
  },
]

/** "LUX001 30.10.26"; where the upload was started from no NAV only its files tell. */
export const fundOfUpload = ({
  fundCode,
  navDate,
}: Pick<WaitingUploadRow, 'fundCode' | 'navDate'>): string =>
  fundCode === null ? 'not known' : `${fundCode} ${showNavDate(navDate)}`

const part = fieldColumns<PartRow>()
const value = fieldColumns<ValueRow>()

/** What the parts of a format are. */
export const PART_COLUMNS: GridColumn<PartRow>[] = [
  part.text('table', 'Table', { size: 120, meta: { phone: 'object' } }),
  part.text('sheets', 'Sheets', { size: 180, meta: { wrap: true, phone: 'name' } }),
  part.text('line', 'A row is', { size: 180, meta: { wrap: true, phone: 'status' } }),
  part.text('header', 'Header', { size: 180, meta: { wrap: true, phone: 'due' } }),
  part.text('leftOut', 'Rows left out', { meta: { wrap: true } }),
]

/** Where its values stand. */
export const VALUE_COLUMNS: GridColumn<ValueRow>[] = [
  value.text('value', 'Value', { size: 200, meta: { phone: 'object' } }),
  value.text('table', 'Table', { size: 120, meta: { phone: 'status' } }),
  value.text('sheets', 'Sheets', { size: 140, meta: { wrap: true } }),
  value.text('from', 'Stands in', { meta: { wrap: true, phone: 'name' } }),
  value.yesNo('required', 'Required'),
  value.text('conversion', 'Conversion', { meta: { wrap: true, phone: 'next' } }),
]
