import { Big, plain } from '~/platform/values/decimal'
import type { MatchingOutcome, MatchingRow, Position } from './matching-types'

const QUANTITY_TOLERANCE = new Big('0.0001')
/** Of the administrator's price. */
const PRICE_TOLERANCES = { equityAndFund: new Big('0.005'), other: new Big('0.001') }
const VALUE_TOLERANCE = { amount: new Big(100), ofTna: new Big('0.0001') }

/** The differences of one pair, and the first break that applies: quantity, price, value. */
export function compareSides(
  matchedBy: MatchingRow['matchedBy'],
  administrator: Position | null,
  manager: Position | null,
  fundTna: Big,
): MatchingRow {
  const difference = (field: 'quantity' | 'marketValue') =>
    new Big(manager?.[field] ?? '0').minus(administrator?.[field] ?? '0')
  const quantity = difference('quantity')
  const value = difference('marketValue')
  const price =
    administrator?.price && manager?.price ? new Big(manager.price).minus(administrator.price) : null
  return {
    outcome: outcomeOf(administrator, manager, { quantity, price, value }, fundTna),
    matchedBy,
    administrator,
    manager,
    quantityDifference: plain(quantity),
    priceDifference: price && plain(price),
    valueDifference: plain(value),
    basisPoints: fundTna.gt(0) ? plain(value.times(10_000).div(fundTna).round(2)) : null,
  }
}

function outcomeOf(
  administrator: Position | null,
  manager: Position | null,
  differences: { quantity: Big; price: Big | null; value: Big },
  fundTna: Big,
): MatchingOutcome {
  if (!administrator) return 'MISSING AT ADMINISTRATOR'
  if (!manager) return 'MISSING AT MANAGER'
  if (differences.quantity.abs().gt(QUANTITY_TOLERANCE)) return 'QUANTITY BREAK'
  if (differences.price?.abs().gt(priceTolerance(administrator))) return 'PRICE BREAK'
  const ofTna = VALUE_TOLERANCE.ofTna.times(fundTna)
  const valueTolerance = ofTna.gt(VALUE_TOLERANCE.amount) ? ofTna : VALUE_TOLERANCE.amount
  return differences.value.abs().gt(valueTolerance) ? 'VALUE BREAK' : 'MATCHED'
}

/** Equity and Fund 0.5 %, other 0.1 % of the administrator's price, whatever its sign. */
function priceTolerance({ type, price }: Position): Big {
  const share = type === 'Equity' || type === 'Fund' ? PRICE_TOLERANCES.equityAndFund : PRICE_TOLERANCES.other
  return share.times(price ?? '0').abs()
}
