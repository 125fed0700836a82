import { batches, insertAll, upsert } from 'db/bulk'
import { fundNav } from 'db/schema/navs'
import { eq, inArray } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { WriteContext } from '~/platform/values/context.server'
import type { Day, TimeOfDay } from '~/platform/values/day'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { startInstances } from '~/platform/workflow/start-instances.server'

export interface CalendarDay {
  fundId: number
  navDate: Day
  maxPrebalanceDate: Day | null
  maxSendingDate: Day | null
  /** Cut-off times of these days in the site's zone; null for their end, undefined leaves what is stored. */
  maxPrebalanceTime?: TimeOfDay | null
  maxSendingTime?: TimeOfDay | null
}

/**
 * New days of the fund NAV calendar: each is an expected NAV that starts at ACCOUNTANT / TO CONTROL. Returns their ids.
 */
export async function expectNavs(context: WriteContext, days: readonly CalendarDay[]): Promise<number[]> {
  const objectIds: number[] = []
  for (const batch of batches(days)) {
    const navs = await insertAll<typeof fundNav, { id: string }>(context.tx, fundNav, batch, [fundNav.id])
    objectIds.push(...navs.map(({ id }) => Number(id)))
  }
  if (objectIds.length > 0)
    await startInstances(context, {
      kind: 'nav',
      objectIds,
      state: { queue: 'ACCOUNTANT', status: 'TO CONTROL', class: 'new' },
      log: 'Created from the NAV calendar',
    })
  return objectIds
}

/** Days of the NAV calendar, new and existing: a new one becomes an expected NAV, an existing one gets these limits. */
export async function putCalendar(context: WriteContext, days: readonly CalendarDay[]): Promise<void> {
  const { tx } = context
  const keyOf = ({ fundId, navDate }: { fundId: number; navDate: Day }) => `${fundId} ${navDate}`
  const stored = await tx
    .select({ fundId: fundNav.fundId, navDate: fundNav.navDate })
    .from(fundNav)
    .where(inArray(fundNav.fundId, [...new Set(days.map(({ fundId }) => fundId))]))
  const existing = new Set(stored.map(keyOf))
  await upsert(
    tx,
    fundNav,
    [fundNav.fundId, fundNav.navDate],
    days.filter((day) => existing.has(keyOf(day))),
  )
  await expectNavs(
    context,
    days.filter((day) => !existing.has(keyOf(day))),
  )
}

/**
 * Takes an expected NAV that has not been worked on off the calendar: it leaves the lists, its chain stays and records
 * who did it. The database refuses it where other rows refer to the NAV.
 */
export async function takeOffCalendar(
  { tx, actor, now }: UserWriteContext,
  fundNavId: number,
): Promise<void> {
  const instance = await lockInstance(tx, fundNavId)
  await moveInstance(tx, instance, {
    type: 'system',
    name: 'delete date',
    to: { queue: 'SYSTEM', status: 'CANCELLED', class: 'failed' },
    who: actor,
    log: 'Removed from the NAV calendar.',
    now,
  })
  await tx.delete(fundNav).where(eq(fundNav.id, fundNavId))
}
