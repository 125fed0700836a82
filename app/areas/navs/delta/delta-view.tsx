import { Link, useLocation } from '@remix-run/react'
import { useTimeZone } from '~/platform/page/use-site'
import {
  showAbsolutePercent,
  showAmount,
  showInstant,
  showNavDate,
  showNavValue,
} from '~/platform/values/show'
import { Figure } from '~/ui/figure/figure'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Tabs } from '~/ui/tabs/tabs'
import { useNavBase } from '../use-nav-base'
import type { BalanceDelta, DeltaName, InventoryDelta, NavDelta } from './delta'
import type { DeltaBase } from './delta.server'
import { DELTA_KEYS } from './delta-columns'

/** The other side of a comparison: "the upload of 02/11/2026 09:00". */
export function baseWords(
  { against, submittedAt, navDate }: Pick<DeltaBase, 'against' | 'submittedAt' | 'navDate'>,
  timeZone: string,
): string {
  return against === 'upload'
    ? `the upload of ${showInstant(submittedAt, timeZone)}`
    : `the NAV of ${showNavDate(navDate)}`
}

const STATUSES = ['NEW', 'REMOVED', 'CHANGED', 'UNCHANGED'].map((value) => ({ value, label: value }))

/** A change as absolute percentage, its sign shown by colour and arrow. */
function Change({ fraction }: { fraction: string | null }) {
  if (fraction === null) return null
  const sign = fraction.startsWith('-') ? 'negative' : /[1-9]/.test(fraction) ? 'positive' : 'zero'
  return <Figure sign={sign}>{showAbsolutePercent(fraction)}</Figure>
}

const NAV_DELTA_GRID: GridColumn<NavDelta>[] = [
  { id: 'type', label: 'Type', kind: 'text', render: (row) => row.type },
  { id: 'name', label: 'Code', kind: 'text', render: (row) => row.name },
  { id: 'iso3currency', label: 'Currency', kind: 'text', width: 80, render: (row) => row.iso3currency },
  {
    id: 'new_value',
    label: 'Current Value',
    kind: 'number',
    decimals: 5,
    show: showNavValue,
    render: (row) => showNavValue(row.new_value),
  },
  {
    id: 'old_value',
    label: 'Previous Value',
    kind: 'number',
    decimals: 5,
    show: showNavValue,
    render: (row) => showNavValue(row.old_value),
  },
  {
    id: 'delta',
    label: 'Change as %',
    kind: 'number',
    decimals: 4,
    percent: true,
    render: (row) => <Change fraction={row.delta} />,
  },
]

const status = { id: 'status', label: 'Status', kind: 'text', filter: 'select', options: STATUSES } as const

const amount = <Row,>(id: keyof Row & string, label: string): GridColumn<Row> => ({
  id,
  label,
  kind: 'number',
  decimals: 2,
  show: showAmount,
  render: (row) => {
    const value = row[id] as string | null
    return id.startsWith('var_') ? <Figure coloured>{showAmount(value)}</Figure> : showAmount(value)
  },
})

const BALANCE_DELTA_GRID: GridColumn<BalanceDelta>[] = [
  { ...status, render: (row) => row.status },
  { id: 'account_number', label: 'Account', kind: 'text', render: (row) => row.account_number },
  { id: 'account_name', label: 'Account name', kind: 'text', render: (row) => row.account_name },
  { id: 'accounting_currency', label: 'Ccy', kind: 'text', render: (row) => row.accounting_currency },
  amount('balance_debtor', 'Debtor'),
  amount('balance_creditor', 'Creditor'),
  amount('old_balance_debtor', 'Previous debtor'),
  amount('old_balance_creditor', 'Previous creditor'),
  amount('var_balance_debtor', 'Change of debtor'),
  amount('var_balance_creditor', 'Change of creditor'),
]

const INVENTORY_DELTA_GRID: GridColumn<InventoryDelta>[] = [
  { ...status, render: (row) => row.status },
  { id: 'instrument_code', label: 'Instrument', kind: 'text', render: (row) => row.instrument_code },
  { id: 'instrument_name', label: 'Instrument name', kind: 'text', render: (row) => row.instrument_name },
  { id: 'type', label: 'Type', kind: 'text', render: (row) => row.type },
  { id: 'subtype', label: 'Subtype', kind: 'text', render: (row) => row.subtype ?? '' },
  { id: 'quotation_currency', label: 'Ccy', kind: 'text', render: (row) => row.quotation_currency },
  amount('market_value', 'Market value'),
  amount('prev_market_value', 'Previous market value'),
  amount('var_market_value', 'Change'),
  {
    id: 'var_market_value_percent_nav',
    label: 'Change in % of NAV',
    kind: 'number',
    decimals: 4,
    percent: true,
    render: (row) => <Change fraction={row.var_market_value_percent_nav} />,
  },
]

export const DELTA_TABS: readonly { list: DeltaName; label: string }[] = [
  { list: 'nav', label: 'Nav Calculation Delta' },
  { list: 'balance', label: 'Balance Changes' },
  { list: 'inventory', label: 'Inventory Changes' },
]

const OPTIONS = { prefix: 'delta' }
/** Balance and inventory: grouped by status, changed rows first and unchanged ones last. */
const BY_STATUS = { ...OPTIONS, defaultGroups: ['status'], openGroups: 'all' as const }

/** Columns of the three lists, and the settings by which their grids' addresses are parsed. */
export const DELTA_GRIDS = {
  nav: { columns: NAV_DELTA_GRID, options: OPTIONS },
  balance: { columns: BALANCE_DELTA_GRID, options: BY_STATUS },
  inventory: { columns: INVENTORY_DELTA_GRID, options: BY_STATUS },
}

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
      Compared with {baseWords(chosen, timeZone)}.{' '}
      {bases
        .filter((base) => base !== chosen)
        .map((base) => (
          <Link key={base.against} to={link(base)} state={state} replace preventScrollReset>
            Compare with {baseWords(base, timeZone)}
          </Link>
        ))}
    </p>
  )
}
