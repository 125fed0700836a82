import type { Transaction } from 'db/doors'
import { fundNav } from 'db/schema/navs'
import { inArray } from 'drizzle-orm'
import type { Day } from '~/domain/values/day'
import { type CalendarDay, expectNavs } from './expect-navs.server'
import { upsert } from './upsert.server'

/** Days of the NAV calendar: a new one becomes an expected NAV with its workflow, a known one gets these limits. */
export async function writeCalendar(tx: Transaction, days: readonly CalendarDay[], now: Date): Promise<void> {
  const keyOf = ({ fundId, navDate }: { fundId: number; navDate: Day }) => `${fundId} ${navDate}`
  const stored = await tx
    .select({ fundId: fundNav.fundId, navDate: fundNav.navDate })
    .from(fundNav)
    .where(inArray(fundNav.fundId, [...new Set(days.map(({ fundId }) => fundId))]))
  const known = new Set(stored.map(keyOf))
  await upsert(
    tx,
    fundNav,
    [fundNav.fundId, fundNav.navDate],
    days.filter((day) => known.has(keyOf(day))),
  )
  await expectNavs(
    tx,
    days.filter((day) => !known.has(keyOf(day))),
    now,
  )
}
