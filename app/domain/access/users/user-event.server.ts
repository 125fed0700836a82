import type { Transaction } from 'db/doors'
import { userObjectId } from '~/domain/lookups/audit-subjects'
import { appendEvent } from '~/domain/workflow/append-event.server'
import type { EventClass, EventData } from '~/domain/workflow/types'

/** Something that was done with a user. */
export interface UserAct {
  /** "disable user" */
  name: string
  status: string
  class: EventClass
  log: string
  data?: EventData
}

/** Who does it, and when. */
export interface By {
  actor: { id: number; fullName: string }
  now: Date
}

/** Writes it to the user's chain. */
export async function recordUserAct(
  tx: Transaction,
  userId: number,
  act: UserAct,
  { actor, now }: By,
): Promise<void> {
  await appendEvent(tx, {
    ...act,
    objectKind: 'user',
    objectId: userObjectId(userId),
    round: 1,
    type: 'act',
    at: now,
    who: actor,
    queue: 'ADMINISTRATION',
  })
}
