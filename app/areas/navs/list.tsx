import { useLocation } from '@remix-run/react'
import { Instant } from '~/platform/page/instant'
import { lateColumn } from '~/platform/page/lateness'
import { showDay, showDeadline, showNavDate, showNavValue } from '~/platform/values/show'
import { Badge, badgeKind } from '~/ui/badge/badge'
import { columnsOf } from '~/ui/grid/columns'
import { Menu } from '~/ui/menu/menu'
import { Link } from '~/ui/open-close/close-link'
import { CONTROL_SETS, type ControlSet, type NavElementRow, type NavRow, SET_IN_PATH } from './nav'
import { LATE_NAV } from './nav-words'
import { NAV_TYPES } from './workbooks/control-data'

/** Columns of the NAV Controls grid (specification: NAV dashboard row). */
export const NAV_COLUMNS = columnsOf<NavRow>()([
  {
    id: 'fundcode',
    header: 'Fund',
    size: 92,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.fundcode,
  },
  {
    id: 'fundname',
    header: 'Fund name',
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.fundname,
  },
  {
    id: 'navdate',
    header: 'NAV date',
    size: 125,
    meta: { kind: 'day', show: showNavDate },
    cell: ({ row }) => showNavDate(row.original.navdate),
  },
  {
    id: 'maxsendingdate',
    header: 'Max sending date',
    size: 165,
    meta: { kind: 'day', show: showDay },
    cell: ({ row }) => showDeadline(row.original.maxsendingdate, row.original.maxsendingtime),
  },
  lateColumn(LATE_NAV),
  {
    id: 'currentstatus',
    header: 'Status',
    size: 240,
    meta: {
      kind: 'badge',
      filter: 'select',
      besideDrawer: 'end',
      exported: (row) => row.currentdisplay,
    },
    cell: ({ row }) => (
      <Badge kind={badgeKind(row.original.currentdashboard)} status={row.original.currentdisplay} />
    ),
  },
  {
    id: 'lastcontroldate',
    header: 'Last control',
    size: 145,
    meta: { kind: 'instant', show: showDay },
    cell: ({ row }) => <Instant at={row.original.lastcontroldate} />,
  },
  {
    id: 'rules',
    header: 'Rules',
    size: 330,
    enableGrouping: false,
    meta: { kind: 'text', title: 'Results of the current control' },
    cell: ({ row }) => row.original.rules ?? '',
  },
  {
    id: 'submittedby',
    header: 'Controlled by',
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.submittedby ?? '',
  },
  {
    id: 'first_accountant_validator',
    header: 'First submitted by',
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.first_accountant_validator ?? '',
  },
])

/** Settings by which the grid's address is parsed; newest NAV dates first. */
export const NAV_GRID = {
  layout: 'navdashboard',
  defaultSort: [
    { column: 'navdate', descending: true },
    { column: 'fundcode', descending: false },
  ],
}

/** Columns of the NAV elements grid (specification: NAV element). */
export const ELEMENT_COLUMNS = columnsOf<NavElementRow>()([
  {
    id: 'object_name',
    header: 'Fund Share',
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.object_name,
  },
  {
    id: 'style',
    header: 'Type',
    meta: { kind: 'text', filter: 'select', options: NAV_TYPES.map((value) => ({ value, label: value })) },
    cell: ({ row }) => row.original.style,
  },
  {
    id: 'iso3currency',
    header: 'Ccy',
    size: 70,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.iso3currency,
  },
  {
    id: 'point_value',
    header: 'Value',
    size: 170,
    meta: { kind: 'number', decimals: 5, show: showNavValue },
    cell: ({ row }) => showNavValue(row.original.point_value),
  },
])

export const ELEMENT_GRID = { prefix: 'elements' }

/** The menu of NAV Controls whose entries start an upload: one for each set of files. */
export function NewControlMenu({ base }: { base: string }) {
  const { search } = useLocation()
  return (
    <Menu label="New control" end>
      {(Object.keys(CONTROL_SETS) as ControlSet[]).map((set) => (
        <Link key={set} to={`${base}/new/${SET_IN_PATH[set]}${search}`} preventScrollReset>
          {CONTROL_SETS[set].heading}
        </Link>
      ))}
    </Menu>
  )
}
