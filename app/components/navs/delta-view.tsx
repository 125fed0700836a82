import { Link, useLocation } from '@remix-run/react'
import { useTimeZone } from '~/components/site/site'
import type { BalanceDelta, DeltaName, InventoryDelta, NavDelta } from '~/domain/navs/delta/contract'
import type { DeltaBase } from '~/domain/navs/delta/delta-of-control.server'
import { showInstant, showNavDate } from '~/domain/values/show'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/listed'
import { Tabs } from '~/ui/tabs/tabs'
import {
  BALANCE_DELTA_GRID,
  DELTA_GRID,
  DELTA_TABS,
  INVENTORY_DELTA_GRID,
  NAV_DELTA_GRID,
  STATUS_GRID,
} from './delta-columns'
import { useNavBase } from './use-nav-base'

interface DeltaViewProps {
  fundNavId: number
  controlId: number
  tab: DeltaName
  bases: DeltaBase[]
  base: DeltaBase | null
  shown: ShownDelta | null
}

/** The list of the open tab. */
export type ShownDelta =
  | { list: 'nav'; grid: Listed<NavDelta> }
  | { list: 'balance'; grid: Listed<BalanceDelta> }
  | { list: 'inventory'; grid: Listed<InventoryDelta>; missing: 'none' | 'new' | 'old' | 'both' }

const MISSING = { new: 'This control has', old: 'The other control has', both: 'Neither control has' }

/** The three lists of differences, against the upload before or the previous NAV. */
export function DeltaView({ fundNavId, controlId, tab, bases, base, shown }: DeltaViewProps) {
  const path = `${useNavBase().path}/${fundNavId}/controls/${controlId}/delta`
  if (!base || !shown)
    return <p>There is nothing to compare with: no upload before this one and no previous NAV.</p>
  return (
    <>
      <BaseChoice bases={bases} chosen={base} />
      <Tabs
        label="Differences"
        current={tab}
        tabs={DELTA_TABS.map(({ list, label }) => ({ id: list, label, href: `${path}/${list}` }))}
      />
      {shown.list === 'nav' && (
        <Grid
          title="Nav Calculation Delta"
          columns={NAV_DELTA_GRID}
          {...shown.grid}
          options={DELTA_GRID}
          rowKey={(row) => `${row.type} ${row.name}`}
        />
      )}
      {shown.list === 'balance' && (
        <Grid
          title="Balance Changes"
          columns={BALANCE_DELTA_GRID}
          {...shown.grid}
          options={STATUS_GRID}
          rowKey={(row) => row.account_number}
        />
      )}
      {shown.list === 'inventory' && (
        <Grid
          title="Inventory Changes"
          columns={INVENTORY_DELTA_GRID}
          {...shown.grid}
          options={STATUS_GRID}
          rowKey={(row) => row.instrument_code}
          empty={shown.missing === 'none' ? undefined : `${MISSING[shown.missing]} no inventory to compare.`}
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
