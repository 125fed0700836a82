import { Link, useLocation } from '@remix-run/react'
import { showDay, showInstant, showNavDate } from '~/platform/values/show'
import { Badge, badgeKind } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import type { NavRow } from './list.server'
import { CONTROL_SETS, type ControlSet, SET_IN_PATH } from './nav'

/** Columns of the NAV Controls grid (specification: NAV dashboard row). */
export function navColumns(timeZone: string): GridColumn<NavRow>[] {
  return [
    { id: 'fundcode', label: 'Fund', kind: 'text', width: 80, render: (row) => row.fundcode },
    { id: 'fundname', label: 'Fund name', kind: 'text', render: (row) => row.fundname },
    {
      id: 'navdate',
      label: 'NAV date',
      kind: 'day',
      width: 110,
      show: showNavDate,
      render: (row) => showNavDate(row.navdate),
    },
    {
      id: 'maxsendingdate',
      label: 'Max sending date',
      kind: 'day',
      width: 130,
      show: showDay,
      render: (row) => showDay(row.maxsendingdate),
    },
    {
      id: 'currentstatus',
      label: 'Status',
      kind: 'badge',
      filter: 'select',
      exported: (row) => row.currentdisplay,
      render: (row) => <Badge kind={badgeKind(row.currentdashboard)} status={row.currentdisplay} />,
    },
    {
      id: 'lastcontroldate',
      label: 'Last control',
      kind: 'instant',
      width: 140,
      show: showDay,
      render: (row) => showInstant(row.lastcontroldate, timeZone),
    },
    { id: 'submittedby', label: 'Controlled by', kind: 'text', render: (row) => row.submittedby ?? '' },
    {
      id: 'first_accountant_validator',
      label: 'First submitted by',
      kind: 'text',
      render: (row) => row.first_accountant_validator ?? '',
    },
  ]
}

/** Settings by which the grid's address is parsed; newest NAV dates first. */
export const NAV_GRID = {
  layout: 'navdashboard',
  defaultSort: [
    { column: 'navdate', descending: true },
    { column: 'fundcode', descending: false },
  ],
}

/** The three buttons of NAV Controls that start an upload. */
export function NewControlLinks({ base }: { base: string }) {
  const { search } = useLocation()
  return (
    <>
      {(Object.keys(CONTROL_SETS) as ControlSet[]).map((set) => (
        <Link key={set} className="button" to={`${base}/new/${SET_IN_PATH[set]}${search}`} preventScrollReset>
          {CONTROL_SETS[set].heading}
        </Link>
      ))}
    </>
  )
}
