import { useLocation } from '@remix-run/react'
import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { showDeadline, showNavDate, showNavValue } from '~/platform/values/show'
import { Badge, badgeKind } from '~/ui/badge/badge'
import { Menu } from '~/ui/menu/menu'
import { Link } from '~/ui/open-close/close-link'
import type { NavElementRow, NavRow } from './fields.server'
import { CONTROL_SETS, type ControlSet, SET_IN_PATH } from './nav'

/** The columns of NAV Controls (specification: NAV dashboard row). */
export const navColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<NavRow>(declared, {
    navdate: { meta: { show: showNavDate }, cell: ({ row }) => showNavDate(row.original.navdate) },
    maxsendingdate: {
      cell: ({ row }) => showDeadline(row.original.maxsendingdate, row.original.maxsendingtime),
    },
    currentstatus: {
      meta: { exported: (row) => row.currentdisplay },
      cell: ({ row }) => (
        <Badge kind={badgeKind(row.original.currentdashboard)} status={row.original.currentdisplay} />
      ),
    },
  })

/** Settings by which the grid's address is parsed; newest NAV dates first. */
export const NAV_GRID = {
  layout: 'navdashboard',
  defaultSort: [
    { column: 'navdate', descending: true },
    { column: 'fundcode', descending: false },
  ],
}

/** Columns of the NAV elements (specification: NAV element). */
export const elementColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<NavElementRow>(declared, {
    point_value: {
      meta: { show: showNavValue },
      cell: ({ row }) => showNavValue(row.original.point_value),
    },
  })

export const ELEMENT_GRID = { prefix: 'elements' }

/**
 * The buttons of NAV Controls that start an upload, one for each set of files; a menu has them instead where they do
 * not fit: in a narrow window, and beside an open NAV.
 */
export function NewControlButtons({ base, besideNav }: { base: string; besideNav: boolean }) {
  const links = (className?: string) =>
    (Object.keys(CONTROL_SETS) as ControlSet[]).map((set) => (
      <NewControlLink key={set} base={base} set={set} className={className} />
    ))
  return (
    <>
      {!besideNav && <span className="new-controls__buttons">{links('button')}</span>}
      <span className={besideNav ? undefined : 'new-controls__menu'}>
        <Menu label="New control" end>
          {links()}
        </Menu>
      </span>
    </>
  )
}

function NewControlLink({ base, set, className }: { base: string; set: ControlSet; className?: string }) {
  const { search } = useLocation()
  return (
    <Link className={className} to={`${base}/new/${SET_IN_PATH[set]}${search}`} preventScrollReset>
      {CONTROL_SETS[set].heading}
    </Link>
  )
}
