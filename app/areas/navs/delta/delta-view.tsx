import { useLocation } from '@remix-run/react'
import { useTimeZone } from '~/platform/page/use-site'
import { showInstant, showNavDate } from '~/platform/values/show'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Link } from '~/ui/open-close/close-link'
import { Tabs } from '~/ui/tabs/tabs'
import { useNavBase } from '../use-nav-base'
import type { BalanceDelta, DeltaName, InventoryDelta, NavDelta } from './delta'
import type { DeltaBase } from './delta.server'
import { DELTA_GRIDS, DELTA_KEYS } from './delta-columns'

/** The other side of a comparison: "the upload of 02/11/2026 09:00". */
export function baseLabel(
  { against, submittedAt, navDate }: Pick<DeltaBase, 'against' | 'submittedAt' | 'navDate'>,
  timeZone: string,
): string {
  return against === 'upload'
    ? `the upload of ${showInstant(submittedAt, timeZone)}`
    : `the NAV of ${showNavDate(navDate)}`
}

export const DELTA_TABS: readonly { list: DeltaName; label: string }[] = [
  { list: 'nav', label: 'Nav Calculation Delta' },
  { list: 'balance', label: 'Balance Changes' },
  { list: 'inventory', label: 'Inventory Changes' },
]

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
  const exportTo = `${path}/${tab}/export/${tab}_delta`
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
          {...DELTA_GRIDS.nav}
          {...shown.grid}
          exportTo={exportTo}
          rowKey={DELTA_KEYS.nav}
        />
      )}
      {shown.list === 'balance' && (
        <Grid
          title="Balance Changes"
          {...DELTA_GRIDS.balance}
          {...shown.grid}
          exportTo={exportTo}
          rowKey={DELTA_KEYS.balance}
        />
      )}
      {shown.list === 'inventory' && (
        <Grid
          title="Inventory Changes"
          {...DELTA_GRIDS.inventory}
          {...shown.grid}
          exportTo={exportTo}
          rowKey={DELTA_KEYS.inventory}
          empty={shown.missing === 'none' ? undefined : `${MISSING[shown.missing]} no inventory to compare.`}
        />
      )}
    </>
  )
}

/** The control that it is compared with, and a link to the other one. */
function BaseChoice({ bases, chosen }: { bases: DeltaBase[]; chosen: DeltaBase }) {
  const timeZone = useTimeZone()
  const { pathname, search, state } = useLocation()
  const link = (base: DeltaBase) => {
    const params = new URLSearchParams(search)
    params.set('against', base.against)
    return `${pathname}?${params}`
  }
  return (
    <p>
      Compared with {baseLabel(chosen, timeZone)}.{' '}
      {bases
        .filter((base) => base !== chosen)
        .map((base) => (
          <Link key={base.against} to={link(base)} state={state} replace preventScrollReset>
            Compare with {baseLabel(base, timeZone)}
          </Link>
        ))}
    </p>
  )
}
