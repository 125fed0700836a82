import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { statusOf } from './delta-status'
import type { InventoryDelta } from './delta-types'
import type { InventoryLine, Table } from './workbooks/control-data'

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
export function inventoryDelta(
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

function isSameFigure(a: Big | Decimal | null, b: Big | Decimal | null): boolean {
  return a === null || b === null ? a === b : new Big(a).eq(b)
}
