import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { showExact } from '~/platform/values/show'
import { type Account, accountsOf, indexUpload } from '../rules/upload-index'
import type { ControlData, InstrumentType, InventoryLine, NavLine, Table } from '../workbooks/control-data'

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
  /** Of a CHANGED row, which of quantity, price and market value differ: "price 101.2 → 101.9"; '' for others. */
  changed: string
  market_value: Decimal | null
  prev_market_value: Decimal | null
  var_market_value: Decimal
  /** var / FUND TNA of the new upload, a fraction; null when FUND TNA is not above 0. */
  var_market_value_percent_nav: Decimal | null
}

export interface Delta {
  nav: NavDelta[]
  balance: BalanceDelta[]
  /** Empty when an upload has no inventory; `inventoryMissing` then names which upload. */
  inventory: InventoryDelta[]
  inventoryMissing: 'none' | 'new' | 'old' | 'both'
}

/** The three lists of a difference, and the types of their rows. */
export interface DeltaRows {
  nav: NavDelta
  balance: BalanceDelta
  inventory: InventoryDelta
}
export type DeltaName = keyof DeltaRows

/** The status of an item that either date may lack. */
function statusOf(now: unknown, before: unknown, equal: boolean): DeltaStatus {
  if (before === undefined) return 'NEW'
  if (now === undefined) return 'REMOVED'
  return equal ? 'UNCHANGED' : 'CHANGED'
}

/** The lines of one instrument code: quantities and market values summed, the rest of the first line. */
interface Holding {
  first: InventoryLine
  quantity: Big | null
  price: Decimal | null
  marketValue: Big
}

/**
 * By instrument code; a holding is CHANGED when quantity, price or market value differs. `quotient` gives the share of
 * `tna`.
 */
function inventoryDelta(
  now: Table<InventoryLine>,
  before: Table<InventoryLine>,
  tna: Big,
  quotient: (part: Big, whole: Big) => Decimal | null,
): InventoryDelta[] {
  const current = holdingsOf(now)
  const earlier = holdingsOf(before)
  return [...new Set([...current.keys(), ...earlier.keys()])].flatMap((code): InventoryDelta[] => {
    const holding = current.get(code)
    const old = earlier.get(code)
    const line = (holding ?? old)?.first
    if (!line) return []
    const difference = (holding?.marketValue ?? new Big(0)).minus(old?.marketValue ?? 0)
    return [
      {
        status: statusOf(holding, old, holding !== undefined && old !== undefined && isSame(holding, old)),
        instrument_code: code,
        instrument_name: line.instrumentName,
        type: line.type,
        subtype: line.subtype,
        quotation_currency: line.quotationCurrency,
        changed: holding && old ? changesOf(holding, old) : '',
        market_value: holding ? plain(holding.marketValue) : null,
        prev_market_value: old ? plain(old.marketValue) : null,
        var_market_value: plain(difference),
        var_market_value_percent_nav: quotient(difference, tna),
      },
    ]
  })
}

function holdingsOf(inventory: Table<InventoryLine>): Map<string, Holding> {
  const holdings = new Map<string, Holding>()
  for (const line of inventory.lines) {
    const holding = holdings.get(line.instrumentCode)
    if (holding) {
      if (line.quantity !== null) holding.quantity = (holding.quantity ?? new Big(0)).plus(line.quantity)
      holding.price ??= line.price
      holding.marketValue = holding.marketValue.plus(line.marketValue)
    } else {
      holdings.set(line.instrumentCode, {
        first: line,
        quantity: line.quantity === null ? null : new Big(line.quantity),
        price: line.price,
        marketValue: new Big(line.marketValue),
      })
    }
  }
  return holdings
}

function isSame(a: Holding, b: Holding): boolean {
  return (
    a.marketValue.eq(b.marketValue) && isSameFigure(a.quantity, b.quantity) && isSameFigure(a.price, b.price)
  )
}

function changesOf(now: Holding, before: Holding): string {
  const figures: [name: string, now: Big | Decimal | null, before: Big | Decimal | null][] = [
    ['quantity', now.quantity, before.quantity],
    ['price', now.price, before.price],
    ['market value', now.marketValue, before.marketValue],
  ]
  const shown = (figure: Big | Decimal | null) =>
    figure === null ? 'none' : showExact(plain(new Big(figure)))
  return figures
    .filter(([, is, was]) => !isSameFigure(is, was))
    .map(([name, is, was]) => `${name} ${shown(was)} → ${shown(is)}`)
    .join(', ')
}

function isSameFigure(a: Big | Decimal | null, b: Big | Decimal | null): boolean {
  return a === null || b === null ? a === b : new Big(a).eq(b)
}

// Quotients have 15 decimals, far more than the four of a percentage that are shown; forty would only cost time.
const Quotient = Big()
Quotient.DP = 15

const STATUS_ORDER: Record<DeltaStatus, number> = { NEW: 0, REMOVED: 1, CHANGED: 2, UNCHANGED: 3 }

/**
 * What changed from one upload to another of the same fund (nav controls, section 3). NAV elements keep the table's
 * order; accounts and instruments are grouped by status.
 */
export function delta(now: ControlData, before: ControlData): Delta {
  const missing = now.inventory ? (before.inventory ? 'none' : 'old') : before.inventory ? 'new' : 'both'
  return {
    nav: navDelta(now, before),
    balance: byStatus(balanceDelta(now, before)),
    inventory:
      now.inventory && before.inventory
        ? byStatus(inventoryDelta(now.inventory, before.inventory, fundTna(now), quotient))
        : [],
    inventoryMissing: missing,
  }
}

/** One row for each (Type, Code) of either upload; of two equals the first counts. */
function navDelta(now: ControlData, before: ControlData): NavDelta[] {
  const elements = new Map<string, { now?: NavLine; before?: NavLine }>()
  for (const [upload, lines] of [['now', now.nav.lines] as const, ['before', before.nav.lines] as const]) {
    for (const line of lines) {
      const key = `${line.type}\n${line.code}`
      const pair = elements.get(key) ?? {}
      pair[upload] ??= line
      elements.set(key, pair)
    }
  }
  return [...elements.values()].flatMap((pair): NavDelta[] => {
    const line = pair.now ?? pair.before
    if (!line) return []
    const newValue = pair.now?.value ?? null
    const oldValue = pair.before?.value ?? null
    return [
      {
        type: line.type,
        name: line.code,
        iso3currency: line.currency,
        new_value: newValue,
        old_value: oldValue,
        delta:
          newValue === null || oldValue === null
            ? null
            : quotient(new Big(newValue).minus(oldValue), new Big(oldValue).abs()),
      },
    ]
  })
}

/** By account number, rows of one account summed. */
function balanceDelta(now: ControlData, before: ControlData): BalanceDelta[] {
  const current = accountsOf(now.balance)
  const earlier = accountsOf(before.balance)
  return [...new Set([...current.keys(), ...earlier.keys()])].map((number): BalanceDelta => {
    const account = current.get(number)
    const old = earlier.get(number)
    const sides = account && sidesOf(account)
    const oldSides = old && sidesOf(old)
    const difference = (side: 'debtor' | 'creditor') =>
      (sides?.[side] ?? new Big(0)).minus(oldSides?.[side] ?? new Big(0))
    const debtor = difference('debtor')
    const creditor = difference('creditor')
    return {
      status: statusOf(account, old, debtor.eq(0) && creditor.eq(0)),
      account_number: number,
      account_name: (account ?? old)?.name ?? '',
      accounting_currency: (account ?? old)?.rows[0]?.currency ?? '',
      balance_creditor: decimal(sides?.creditor),
      balance_debtor: decimal(sides?.debtor),
      old_balance_creditor: decimal(oldSides?.creditor),
      old_balance_debtor: decimal(oldSides?.debtor),
      var_balance_creditor: plain(creditor),
      var_balance_debtor: plain(debtor),
    }
  })
}

function sidesOf({ rows }: Account): { debtor: Big; creditor: Big } {
  return rows.reduce(
    (sides, row) => ({ debtor: sides.debtor.plus(row.debtor), creditor: sides.creditor.plus(row.creditor) }),
    { debtor: new Big(0), creditor: new Big(0) },
  )
}

function decimal(value: Big | undefined): Decimal | null {
  return value === undefined ? null : plain(value)
}

function byStatus<Row extends { status: DeltaStatus }>(rows: Row[]): Row[] {
  return rows.sort((a, b) => STATUS_ORDER[a.status] - STATUS_ORDER[b.status])
}

function fundTna(data: ControlData): Big {
  return new Big(indexUpload(data, 'current').element('FUND TNA', data.fundCode)?.value ?? '0')
}

/** Null when the divisor is not positive. */
function quotient(part: Big, whole: Big): Decimal | null {
  return whole.lte(0) ? null : plain(new Quotient(part).div(whole))
}
