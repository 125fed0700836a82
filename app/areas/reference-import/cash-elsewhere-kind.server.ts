import { fund } from 'db/schema/lookups'
import { eq, sql } from 'drizzle-orm'
import {
  type ChangeKind,
  DECIDED_BY_ADMINISTRATORS,
  fieldChangesText,
} from '~/platform/approvals/change-kind.server'

/** The kind of change that waits for a second person. */
export const CASH_ELSEWHERE = 'cash elsewhere'

const LABELS = { cashElsewhere: 'Cash elsewhere' }

/**
 * How the cash of a fund that no second source shows is changed: rule S03 leaves it out, so that another administrator
 * must agree. The target is the fund code.
 */
export const cashElsewhereKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  title: sql`concat('Cash elsewhere of fund ', change.target)`,
  describe: (before, after) => fieldChangesText(LABELS, before, after),
  userName: () => null,
  async current(read, target) {
    const [found] = await read
      .select({ cashElsewhere: fund.cashElsewhere })
      .from(fund)
      .where(eq(fund.code, target))
    return found ?? null
  },
  async apply({ tx }, target, after) {
    const { cashElsewhere } = after as { cashElsewhere: string | null }
    await tx.update(fund).set({ cashElsewhere }).where(eq(fund.code, target))
  },
}
