import { Link, useLocation } from '@remix-run/react'
import { useTimeZone } from '~/components/site/site'
import type { DeltaBase } from '~/domain/navs/delta/delta-of-control.server'
import type { DeltaPage } from '~/domain/navs/worker/rule-jobs'
import { showInstant, showNavDate } from '~/domain/values/show'
import { Grid } from '~/ui/grid/grid'
import type { ParsedGridQuery } from '~/ui/grid/query'
import { Tabs } from '~/ui/tabs/tabs'
import {
  BALANCE_DELTA_GRID,
  DELTA_GRID,
  DELTA_TABS,
  type DeltaList,
  INVENTORY_DELTA_GRID,
  NAV_DELTA_GRID,
  STATUS_SORT,
} from './delta-columns'

interface DeltaViewProps {
  fundNavId: number
  controlId: number
  tab: DeltaList
  bases: DeltaBase[]
  base: DeltaBase | null
  page: DeltaPage | null
  parsed: ParsedGridQuery
}

const MISSING = { new: 'This control has', old: 'The other control has', both: 'Neither control has' }

/** The three lists of differences, against the upload before or the previous NAV. */
export function DeltaView({ fundNavId, controlId, tab, bases, base, page, parsed }: DeltaViewProps) {
  const path = `/nav-controls/${fundNavId}/controls/${controlId}/delta`
  if (!base || !page)
    return <p>There is nothing to compare with: no upload before this one and no previous NAV.</p>
  return (
    <>
      <BaseChoice bases={bases} chosen={base} />
      <Tabs
        label="Differences"
        current={tab}
        tabs={DELTA_TABS.map(({ list, label }) => ({ id: list, label, href: `${path}/${list}` }))}
      />
      {page.list === 'nav' && (
        <Grid
          title="Nav Calculation Delta"
          columns={NAV_DELTA_GRID}
          rows={page.rows}
          total={page.total}
          parsed={parsed}
          options={DELTA_GRID}
          rowKey={(row) => `${row.type} ${row.name}`}
        />
      )}
      {page.list === 'balance' && (
        <Grid
          title="Balance Changes"
          columns={BALANCE_DELTA_GRID}
          rows={page.rows}
          total={page.total}
          parsed={parsed}
          options={STATUS_SORT}
          rowKey={(row) => row.account_number}
        />
      )}
      {page.list === 'inventory' && (
        <Grid
          title="Inventory Changes"
          columns={INVENTORY_DELTA_GRID}
          rows={page.rows}
          total={page.total}
          parsed={parsed}
          options={STATUS_SORT}
          rowKey={(row) => row.instrument_code}
          empty={
            page.inventoryMissing === 'none'
              ? undefined
              : `${MISSING[page.inventoryMissing]} no inventory to compare.`
          }
        />
      )}
    </>
  )
}

/** Which control it is compared with; the other one a click away. */
function BaseChoice({ bases, chosen }: { bases: DeltaBase[]; chosen: DeltaBase }) {
  const timeZone = useTimeZone()
  const { pathname, search, state } = useLocation()
  const name = (base: DeltaBase) =>
    base.against === 'upload'
      ? `the upload of ${showInstant(base.submittedAt, timeZone)}`
      : `the NAV of ${showNavDate(base.navDate)}`
  const link = (base: DeltaBase) => {
    const params = new URLSearchParams(search)
    params.set('against', base.against)
    return `${pathname}?${params}`
  }
  return (
    <p>
      Compared with {name(chosen)}.{' '}
      {bases
        .filter((base) => base !== chosen)
        .map((base) => (
          <Link key={base.against} to={link(base)} state={state} replace preventScrollReset>
            Compare with {name(base)}
          </Link>
        ))}
    </p>
  )
}
