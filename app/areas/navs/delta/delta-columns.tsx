import { fieldColumns } from '~/platform/page/shown-columns'
import { showAbsolutePercent, showAmount, showNavValue } from '~/platform/values/show'
import { Figure } from '~/ui/description/description'
import type { GridColumn } from '~/ui/grid/columns'
import type { BalanceDelta, DeltaName, DeltaRows, DeltaStatus, InventoryDelta, NavDelta } from './delta'

const balanceDelta = fieldColumns<BalanceDelta>()
const inventoryDelta = fieldColumns<InventoryDelta>()
const navDelta = fieldColumns<NavDelta>()

const STATUSES = ['NEW', 'REMOVED', 'CHANGED', 'UNCHANGED'].map((value) => ({ value, label: value }))

/**
 * The figures of which more is better; for assets, liabilities and shares a change is neither good nor bad.
 */
const BETTER_UP = ['NAV PER SHARE', 'DISTRIBUTION PER SHARE']

/** A change as absolute percentage, its sign shown by colour and arrow. */
function Change({ type, fraction }: { type?: string; fraction: string | null }) {
  if (fraction === null) return null
  const sign = fraction.startsWith('-') ? 'negative' : /[1-9]/.test(fraction) ? 'positive' : 'zero'
  return (
    <Figure sign={sign} neutral={type === undefined || !BETTER_UP.includes(type)}>
      {showAbsolutePercent(fraction)}
    </Figure>
  )
}

const NAV_DELTA_GRID: GridColumn<NavDelta>[] = [
  navDelta.text('type', 'Type'),
  navDelta.text('name', 'Code'),
  navDelta.text('iso3currency', 'Currency', { size: 80 }),
  {
    id: 'new_value',
    header: 'Current Value',
    size: 170,
    meta: { kind: 'number', decimals: 5, show: showNavValue },
    cell: ({ row }) => showNavValue(row.original.new_value),
  },
  {
    id: 'old_value',
    header: 'Previous Value',
    size: 170,
    meta: { kind: 'number', decimals: 5, show: showNavValue },
    cell: ({ row }) => showNavValue(row.original.old_value),
  },
  {
    id: 'delta',
    header: 'Change as %',
    meta: { kind: 'number', decimals: 4, percent: true },
    cell: ({ row }) => <Change type={row.original.type} fraction={row.original.delta} />,
  },
]

const status = fieldColumns<{ status: DeltaStatus }>().text('status', 'Status', {
  meta: { filter: 'select', options: STATUSES },
})

const amount = <Row,>(id: keyof Row & string, header: string): GridColumn<Row> => ({
  id,
  header,
  size: 150,
  // Amounts are in fund currency, whatever the currency of account or instrument: they add up without units.
  meta: { kind: 'number', sum: true, decimals: 2, show: showAmount },
  cell: ({ row }) => showAmount(row.original[id] as string | null),
})

const BALANCE_DELTA_GRID: GridColumn<BalanceDelta>[] = [
  status,
  balanceDelta.text('account_number', 'Account'),
  balanceDelta.text('account_name', 'Account name'),
  balanceDelta.text('accounting_currency', 'Ccy'),
  amount('balance_debtor', 'Debtor'),
  amount('balance_creditor', 'Creditor'),
  amount('old_balance_debtor', 'Previous debtor'),
  amount('old_balance_creditor', 'Previous creditor'),
  amount('var_balance_debtor', 'Change of debtor'),
  amount('var_balance_creditor', 'Change of creditor'),
]

const INVENTORY_DELTA_GRID: GridColumn<InventoryDelta>[] = [
  status,
  inventoryDelta.text('instrument_code', 'Instrument'),
  inventoryDelta.text('instrument_name', 'Instrument name'),
  inventoryDelta.text('type', 'Type'),
  inventoryDelta.text('subtype', 'Subtype'),
  inventoryDelta.text('quotation_currency', 'Ccy'),
  inventoryDelta.text('changed', 'What changed', { size: 260 }),
  amount('market_value', 'Market value'),
  amount('prev_market_value', 'Previous market value'),
  amount('var_market_value', 'Change'),
  {
    id: 'var_market_value_percent_nav',
    header: 'Change in % of NAV',
    meta: { kind: 'number', decimals: 4, percent: true },
    cell: ({ row }) => <Change fraction={row.original.var_market_value_percent_nav} />,
  },
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

/** The fields that name a row of each list. */
export const DELTA_KEYS: { readonly [Name in DeltaName]: (row: DeltaRows[Name]) => string } = {
  nav: ({ type, name }) => `${type} ${name}`,
  balance: ({ account_number: number }) => number,
  inventory: ({ instrument_code: code }) => code,
}
