import type { Transaction } from 'db/database'
import { appendEvent } from './append-event.server'
import { REFERENCE_OBJECT_ID, userObjectId } from './audit-subjects'
import type { EventClass, EventData } from './types'

/** Something that was done with a user, with reference data or with a setting of the site. */
export interface Act {
  /** "disable user" */
  name: string
  status: string
  class: EventClass
  log: string
  data?: EventData
}

/** Who does it, and when; nobody for the command line. */
export interface ActedBy {
  who: { id: number; fullName: string } | null
  now: Date
}

/**
 * Writes it to the user's chain, or to that of reference data, where the settings of the site are recorded, too.
 * @param about the id of the user
 */
export async function recordAct(
  tx: Transaction,
  about: number | 'reference',
  act: Act,
  { who, now }: ActedBy,
): Promise<void> {
  await appendEvent(tx, {
    ...act,
    ...(about === 'reference'
      ? { objectKind: 'reference', objectId: REFERENCE_OBJECT_ID }
      : { objectKind: 'user', objectId: userObjectId(about) }),
    round: 1,
    type: 'act',
    at: now,
    who,
    queue: 'ADMINISTRATION',
  })
}
