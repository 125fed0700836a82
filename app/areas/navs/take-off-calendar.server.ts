import type { Transaction } from 'db/database'
import { fundNav } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'

/**
 * Takes an expected NAV that nobody worked on off the calendar: it leaves the lists, its chain stays and says who did.
 * Whatever refers to it is refused by the database.
 */
export async function takeOffCalendar(
  tx: Transaction,
  fundNavId: number,
  { actor, now }: { actor: { id: number; fullName: string }; now: Date },
): Promise<void> {
  const instance = await lockInstance(tx, fundNavId)
  await moveInstance(tx, instance, {
    type: 'system',
    name: 'delete date',
    to: { queue: 'SYSTEM', status: 'CANCELLED', class: 'failed' },
    who: { id: actor.id, fullName: actor.fullName },
    log: 'Taken off the NAV calendar.',
    now,
  })
  await tx.delete(fundNav).where(eq(fundNav.id, fundNavId))
}
