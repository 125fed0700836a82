import { showNavValue } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import type { NavElementRow } from './nav-elements.server'
import { NAV_TYPES } from './workbooks/control-data'

/** Columns of the NAV elements grid (specification: NAV element). */
export const ELEMENT_COLUMNS: GridColumn<NavElementRow>[] = [
  { id: 'object_name', label: 'Fund Share', kind: 'text', render: (row) => row.object_name },
  {
    id: 'style',
    label: 'Type',
    kind: 'text',
    filter: 'select',
    options: NAV_TYPES.map((value) => ({ value, label: value })),
    render: (row) => row.style,
  },
  { id: 'iso3currency', label: 'Ccy', kind: 'text', width: 70, render: (row) => row.iso3currency },
  {
    id: 'point_value',
    label: 'Value',
    kind: 'number',
    decimals: 5,
    show: showNavValue,
    render: (row) => showNavValue(row.point_value),
  },
]

export const ELEMENT_GRID = { prefix: 'elements' }
