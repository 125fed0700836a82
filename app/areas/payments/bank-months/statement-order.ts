import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'

/** A statement of an account, as far as its place among the others needs it. */
export interface BalancedStatement {
  id: number
  /** Of its closing balance; without one, of its last entry. */
  day: Day
  opening: Decimal | null
  closing: Decimal | null
}

const isSame = (one: Decimal | null, other: Decimal | null) =>
  one !== null && other !== null && new Big(one).eq(other)

/**
 * Statements of one account in the order in which each opens with what the one before it closed with. Banks send
 * statements again, or one of a part of a day and then the whole: of those of a day with the same opening balance the
 * last one counts.
 */
export function statementsInOrder<One extends BalancedStatement>(statements: readonly One[]): One[] {
  const sorted = [...statements].sort((a, b) => (a.day === b.day ? a.id - b.id : a.day < b.day ? -1 : 1))
  const ordered: One[] = []
  for (const ofDay of groupedBy(sorted, ({ day }) => day).values()) {
    const left = ofDay.filter((one, at) => !ofDay.slice(at + 1).some((later) => replaces(later, one)))
    while (left.length > 0) {
      const following = left.findIndex(({ opening }) => isSame(opening, ordered.at(-1)?.closing ?? null))
      ordered.push(...left.splice(Math.max(following, 0), 1))
    }
  }
  return ordered
}

/** A statement without a change of the balance may come before another one of the same opening balance. */
const replaces = (later: BalancedStatement, one: BalancedStatement) =>
  isSame(later.opening, one.opening) &&
  (isSame(later.closing, one.closing) || !isSame(one.closing, one.opening))
