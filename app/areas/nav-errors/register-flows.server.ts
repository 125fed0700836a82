import type { Read } from 'db/database'
import { sourceDay, sourceFile } from 'db/schema/sources'
import { and, eq } from 'drizzle-orm'
import { registersOf } from '~/areas/navs/sources/nav-sources.server'
import type { Day } from '~/platform/values/day'
import type { Deal } from './deals'
import type { NavErrorCase } from './nav-error'
import { nextNavs } from './published.server'

/** What others state of the deals of dates: a class that they do not name had none. */
export interface StatedDeals {
  dates: ReadonlySet<Day>
  deals: readonly Pick<Deal, 'date' | 'classCode' | 'side' | 'shares'>[]
}

/**
 * What the register of the transfer agent, as a second source of the NAV after each date, states as issued and redeemed.
 * Dates are left out where no sender has both columns, or an expected one is missing.
 */
export async function registerFlows(
  read: Read,
  { fundId, fundCode, firstDate }: Pick<NavErrorCase, 'fundId' | 'fundCode' | 'firstDate'>,
  wanted: readonly { date: Day }[],
): Promise<StatedDeals> {
  const dates = new Set<Day>()
  const deals: StatedDeals['deals'][number][] = []
  if (wanted.length === 0 || !(await hasRegister(read, fundCode))) return { dates, deals }
  const days = [...new Set(wanted.map(({ date }) => date))]
  const next = await nextNavs(read, { fundId, firstDate }, days)
  const registers = await registersOf(
    read,
    { fundId, fundCode },
    next.map(({ after }) => after.date),
  )
  for (const { date, after } of next) {
    const { tables = [], missing = [] } = registers.get(after.date) ?? {}
    if (tables.length === 0 || missing.length > 0 || !tables.every(({ hasFlows }) => hasFlows)) continue
    dates.add(date)
    for (const { classCode, issued, redeemed } of tables.flatMap(({ rows }) => rows))
      deals.push(
        { date, classCode, side: 'S', shares: issued ?? '0' },
        { date, classCode, side: 'R', shares: redeemed ?? '0' },
      )
  }
  return { dates, deals }
}

async function hasRegister(read: Read, fundCode: string): Promise<boolean> {
  const [day] = await read
    .select({ fileId: sourceDay.fileId })
    .from(sourceDay)
    .innerJoin(sourceFile, eq(sourceFile.id, sourceDay.fileId))
    .where(and(eq(sourceDay.fundCode, fundCode), eq(sourceFile.kind, 'REGISTER')))
    .limit(1)
  return day !== undefined
}
