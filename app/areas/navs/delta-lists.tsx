import { showAbsolutePercent, showAmount, showNavValue } from '~/platform/values/show'
import { Figure } from '~/ui/figure/figure'
import type { GridColumn } from '~/ui/grid/columns'
import type { BalanceDelta, DeltaName, InventoryDelta, NavDelta } from './delta-types'

const STATUSES = ['NEW', 'REMOVED', 'CHANGED', 'UNCHANGED'].map((value) => ({ value, label: value }))

/** A change as absolute percentage, its sign told by colour and arrow. */
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
/** Balance and inventory: grouped by status, so that what changed comes first and what did not last. */
const BY_STATUS = { ...OPTIONS, defaultGroups: ['status'], openGroups: 'all' as const }

/** Columns of the three lists, and what their grids' addresses are parsed with. */
export const DELTA_GRIDS = {
  nav: { columns: NAV_DELTA_GRID, options: OPTIONS },
  balance: { columns: BALANCE_DELTA_GRID, options: BY_STATUS },
  inventory: { columns: INVENTORY_DELTA_GRID, options: BY_STATUS },
}
