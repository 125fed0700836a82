import type { Decimal } from '~/platform/values/decimal'
import type { InstrumentType } from './workbooks/control-data'

/** Field names are those of the specification, section 3, letter by letter. */
export interface NavDelta {
  type: string
  /** The code: fund, share class or currency. */
  name: string
  iso3currency: string
  new_value: Decimal | null
  old_value: Decimal | null
  /** (new - old) / |old|, a fraction; null when either is absent or old is 0. */
  delta: Decimal | null
}

export type DeltaStatus = 'NEW' | 'REMOVED' | 'CHANGED' | 'UNCHANGED'

/** Amounts in fund currency; a side is null on a date that does not have the account, var_* counts it as 0. */
export interface BalanceDelta {
  status: DeltaStatus
  account_number: string
  account_name: string
  accounting_currency: string
  balance_creditor: Decimal | null
  balance_debtor: Decimal | null
  old_balance_creditor: Decimal | null
  old_balance_debtor: Decimal | null
  var_balance_creditor: Decimal
  var_balance_debtor: Decimal
}

/** Market values in fund currency. */
export interface InventoryDelta {
  status: DeltaStatus
  instrument_code: string
  instrument_name: string
  type: InstrumentType
  subtype: string | null
  quotation_currency: string
  market_value: Decimal | null
  prev_market_value: Decimal | null
  var_market_value: Decimal
  /** var / FUND TNA of the new upload, a fraction; null when FUND TNA is not above 0. */
  var_market_value_percent_nav: Decimal | null
}

export interface Delta {
  nav: NavDelta[]
  balance: BalanceDelta[]
  /** Empty when an upload has no inventory; `inventoryMissing` then says which. */
  inventory: InventoryDelta[]
  inventoryMissing: 'none' | 'new' | 'old' | 'both'
}

/** The three lists of a difference, and what their rows are. */
export interface DeltaRows {
  nav: NavDelta
  balance: BalanceDelta
  inventory: InventoryDelta
}
export type DeltaName = keyof DeltaRows
