import type { Transaction } from 'db/doors'
import { fundNav } from 'db/schema/navs'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { type Day, dayIn } from '~/domain/values/day'
import { CHECKPOINT_LOCK } from '~/domain/workflow/append-event.server'
import { definitionInForce } from '~/domain/workflow/definition.server'
import { eventHash } from '~/domain/workflow/event-hash'
import { batches } from './upsert.server'

export interface CalendarDay {
  fundId: number
  navDate: Day
  maxPrebalanceDate: Day | null
  maxSendingDate: Day | null
}

const START = { queue: 'ACCOUNTANT', status: 'TO CONTROL', class: 'new' }

/**
 * What createFundNav does for one day, for thousands at once: one by one, 10,000 days took 24 seconds and a lock
 * each. The first event of a chain needs no lock of its own: nobody else knows an id that is not committed yet.
 */
export async function expectNavs(tx: Transaction, days: readonly CalendarDay[], now: Date): Promise<void> {
  if (days.length === 0) return
  const definitionId = await definitionInForce(tx, 'nav', dayIn(now, 'UTC'))
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${CHECKPOINT_LOCK})`)
  for (const batch of batches(days)) {
    const navs = await tx.insert(fundNav).values(batch).returning({ id: fundNav.id })
    const events = await tx
      .insert(workflowEvent)
      .values(navs.map(({ id }) => firstEvent(id, now)))
      .returning({ id: workflowEvent.id, objectId: workflowEvent.objectId })
    await tx.insert(workflowInstance).values(
      events.map(({ id, objectId }) => ({
        objectId,
        kind: 'nav',
        definitionId,
        round: 1,
        ...START,
        lastEventId: id,
        lastEventAt: now,
      })),
    )
  }
}

function firstEvent(objectId: number, now: Date) {
  const content = {
    objectKind: 'nav',
    objectId,
    seq: 1,
    round: 1,
    type: 'system',
    name: 'create',
    stepId: null,
    at: now,
    userId: null,
    whoName: 'SYSTEM',
    fromQueue: null,
    fromStatus: null,
    ...START,
    log: 'Created from the NAV calendar',
    data: {},
  }
  return { ...content, previousHash: '', hash: eventHash(content, '') }
}
