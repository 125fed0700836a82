import type { Actor } from '~/areas/access/actor'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import { workOf } from '~/areas/access/user-work.server'
import { contextOf } from '~/platform/values/context.server'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import type { Database, Transaction } from '../../database'
import { DEMO_ZONE } from './calendar'

/** What a person of the demo works with; each key takes effect once, as a load may be interrupted and run again. */

/** The work of a person at an instant. */
export const demoWork = (
  database: Pick<Database, 'read' | 'transaction'>,
  actor: Actor,
  now: Date,
  key: string,
): UserWork => {
  const site = { database, clock: () => now, settings: { timeZone: DEMO_ZONE } }
  return workOf(site, actor, { sentKey: () => ({ key }) })
}

/** The context of a person at an instant, in a transaction. */
export const demoContext = (
  tx: Transaction,
  actor: Actor,
  now: Date,
  key: string | null = null,
): UserWriteContext =>
  contextOf({ tx, actor, now, timeZone: DEMO_ZONE, sentKey: key === null ? null : { key } })

/** Plays a part of the demo in a transaction. */
export const playOnce = (
  { transaction }: Pick<Database, 'transaction'>,
  { key, userId, now }: { key: string; userId: number; now: Date },
  play: (tx: Transaction) => Promise<void>,
): Promise<void> =>
  transaction((tx) =>
    withIdempotencyKey({ tx, actor: { id: userId }, now, sentKey: { key } }, 'demo', () => play(tx)),
  )
