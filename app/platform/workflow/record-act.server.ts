import type { Transaction } from 'db/database'
import { appendEvent } from './append-event.server'
import type { EventClass, EventData } from './types'

/**
 * Reference data and users have no workflow, but their changes are events in the same hash chains. Each chain needs an
 * object id that the sequence `object_id` (from 1001 upwards) never returns.
 */

/** The chain of all imports of reference data. */
export const REFERENCE_OBJECT_ID = 1

/** Far above the numbers of the sequence: at 10,000 objects a day they are reached in 27 years. */
const USERS_FROM = 100_000_000

/** The chain of one user: rights and password. */
export function userObjectId(userId: number): number {
  return USERS_FROM + userId
}

/** The user whose chain has this object id; null for an object id of the sequence. */
export function userIdOf(objectId: number): number | null {
  return objectId > USERS_FROM ? objectId - USERS_FROM : null
}

/** An action on a user, on reference data or on a setting of the site. */
export interface Act {
  /** "disable user" */
  name: string
  status: string
  class: EventClass
  log: string
  data?: EventData
}

/** The user who acts, and the time; no user for the command line. */
export interface ActedBy {
  who: { id: number; fullName: string } | null
  now: Date
}

/**
 * Records it in the user's chain, or in that of reference data, which also records the settings of the site.
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
