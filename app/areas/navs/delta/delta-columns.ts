import type { ListKind } from '~/platform/lists/list'
import type { RowColumns } from '~/platform/lists/row-match'
import type { BalanceDelta, DeltaName, DeltaRows, InventoryDelta, NavDelta } from './delta'

/** The columns of the three delta lists, by the kind of their content. */

/** @param summed the columns that add up in groups and totals */
function columnsOf<Row>(
  kinds: { [Key in keyof Row & string]: ListKind },
  summed: readonly (keyof Row & string)[] = [],
): RowColumns<Row> {
  return Object.fromEntries(
    (Object.keys(kinds) as (keyof Row & string)[]).map((key) => [
      key,
      { kind: kinds[key], value: (row: Row) => row[key] as string | null, sum: summed.includes(key) },
    ]),
  )
}

export const NAV_DELTA_COLUMNS = columnsOf<NavDelta>({
  type: 'text',
  name: 'text',
  iso3currency: 'text',
  new_value: 'number',
  old_value: 'number',
  delta: 'number',
})

export const BALANCE_DELTA_COLUMNS = columnsOf<BalanceDelta>(
  {
    status: 'text',
    account_number: 'text',
    account_name: 'text',
    accounting_currency: 'text',
    balance_creditor: 'number',
    balance_debtor: 'number',
    old_balance_creditor: 'number',
    old_balance_debtor: 'number',
    var_balance_creditor: 'number',
    var_balance_debtor: 'number',
  },
  [
    'balance_creditor',
    'balance_debtor',
    'old_balance_creditor',
    'old_balance_debtor',
    'var_balance_creditor',
    'var_balance_debtor',
  ],
)

export const INVENTORY_DELTA_COLUMNS = columnsOf<InventoryDelta>(
  {
    status: 'text',
    instrument_code: 'text',
    instrument_name: 'text',
    type: 'text',
    subtype: 'text',
    quotation_currency: 'text',
    market_value: 'number',
    prev_market_value: 'number',
    var_market_value: 'number',
    var_market_value_percent_nav: 'number',
  },
  ['market_value', 'prev_market_value', 'var_market_value'],
)

/** The fields that name a row of each list. */
export const DELTA_KEYS: { readonly [Name in DeltaName]: (row: DeltaRows[Name]) => string } = {
  nav: ({ type, name }) => `${type} ${name}`,
  balance: ({ account_number: number }) => number,
  inventory: ({ instrument_code: code }) => code,
}
