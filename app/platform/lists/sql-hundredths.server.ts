import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { Big, type Decimal } from '~/platform/values/decimal'
import type { ListOperator } from './list-query'

type Comparing = Exclude<ListOperator, 'empty' | 'filled' | 'contains' | 'in'>

/** Compares amounts by their hundredths, as the index knows them; a bound between two of them means the nearer ones. */
export function hundredthsSql(value: SQLWrapper, operator: Comparing, first: Decimal, last: Decimal): SQL {
  const [floor, ceiling] = bounds(first)
  const exact = floor.eq(ceiling)
  switch (operator) {
    case 'equals':
      return exact ? sql`${value} = ${whole(floor)}` : sql`false`
    case 'differs':
      return exact ? sql`${value} is distinct from ${whole(floor)}` : sql`true`
    case 'greater':
      return sql`${value} > ${whole(floor)}`
    case 'at-least':
      return sql`${value} >= ${whole(ceiling)}`
    case 'less':
      return sql`${value} < ${whole(ceiling)}`
    case 'at-most':
      return sql`${value} <= ${whole(floor)}`
    case 'between':
      return sql`${value} between ${whole(ceiling)} and ${whole(bounds(last)[0])}`
  }
}

/** The rows with one of these amounts. */
export function anyHundredthsSql(value: SQLWrapper, amounts: readonly Decimal[]): SQL {
  const exact = amounts.map(bounds).flatMap(([floor, ceiling]) => (floor.eq(ceiling) ? [whole(floor)] : []))
  return exact.length === 0 ? sql`false` : sql`${value} in (${sql.join(exact, sql`, `)})`
}

/** The hundredths at or below an amount, and those at or above it. */
function bounds(amount: Decimal): [floor: Big, ceiling: Big] {
  const hundredths = new Big(amount).times(100)
  const cut = hundredths.round(0, Big.roundDown)
  return [cut.gt(hundredths) ? cut.minus(1) : cut, cut.lt(hundredths) ? cut.plus(1) : cut]
}

const MOST = new Big('9223372036854775807')

function whole(hundredths: Big): SQL {
  const within = hundredths.gt(MOST) ? MOST : hundredths.lt(MOST.times(-1)) ? MOST.times(-1) : hundredths
  return sql`${within.toFixed()}::bigint`
}
