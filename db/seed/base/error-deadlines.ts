import { entityEvent, process, processTask } from 'db/schema/processes'
import { eq } from 'drizzle-orm'
import { DEFAULT_POLICY } from '~/areas/nav-errors/policy'
import type { Transaction } from '../../database'

const RECURRENCE = 'NAV error'
const NAME = 'NAV error deadlines'

/**
 * The process that is made with each NAV error: its deadlines are its tasks. A site may change it, add tasks to it and
 * retire it; it is not stored again.
 */
export async function seedErrorDeadlines(tx: Transaction): Promise<void> {
  if ((await tx.$count(entityEvent, eq(entityEvent.recurrence, RECURRENCE))) > 0) return
  const [event] = await tx
    .insert(entityEvent)
    .values({ name: 'NAV error discovered', recurrence: RECURRENCE, rolls: 'stays' })
    .returning({ id: entityEvent.id })
  const [type] = await tx
    .insert(process)
    .values({
      name: NAME,
      category: 'Regulatory',
      recipient: 'Regulator',
      entityEventId: event?.id ?? 0,
      dueOffset: 5 * DEFAULT_POLICY.reportWeeks,
    })
    .returning({ id: process.id })
  const deadline = { processId: type?.id ?? 0, team: 'MANAGER', dueUnit: 'weeks' }
  await tx.insert(processTask).values([
    {
      ...deadline,
      rank: 1,
      name: 'Notify the regulator',
      dueOffset: DEFAULT_POLICY.notifyWeeks,
      endsWith: 'notify',
      descriptionHtml: '<p>The step <strong>Notified</strong> of the NAV error ends this task.</p>',
    },
    {
      ...deadline,
      rank: 2,
      name: 'Report that all was paid',
      dueOffset: DEFAULT_POLICY.reportWeeks,
      endsWith: 'compensate',
      descriptionHtml: '<p>The step <strong>Compensated</strong> of the NAV error ends this task.</p>',
    },
  ])
}
