import type { Transaction } from 'db/database'
import { appendEvent, appendEvents, lockChains } from './history.server'
import type { EventClass, EventSubject, NewEvent, State } from './types'

/**
 * Reference data and users have no workflow, but their changes are events in the same hash chains. Each chain needs an
 * object id that the sequence `object_id` (from 1001 upwards) never returns.
 */

/** The chain of reference data. */
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

/** The reference data, whose chain also has the settings of the site. */
export const REFERENCE_DATA: EventSubject = { kind: 'reference', objectId: REFERENCE_OBJECT_ID, round: 1 }

/** A user, as the subject of events. */
export function userSubject(userId: number): EventSubject {
  return { kind: 'user', objectId: userObjectId(userId), round: 1 }
}

/** What the history shows as the place of a user, of reference data or of a setting. */
export function inAdministration(status: string, style: EventClass): State {
  return { queue: 'ADMINISTRATION', status, class: style }
}

/** In the data of an event that was done for a user later, such as an upload that waited: the user's news tell of it. */
export const tellsUser = (userId: number) => ({ tells: String(userId) })

/** Something done with a subject that stays where it is. */
export type Act = Omit<NewEvent, 'type' | 'stepId' | 'opensRound'>

/** Records an act in the chain of its subject. An object does not move: forms opened earlier remain valid. */
export async function recordAct(tx: Transaction, subject: EventSubject, act: Act): Promise<void> {
  await appendEvent(tx, subject, { ...act, type: 'act' })
}

/** Records several acts with one subject, in order. */
export async function recordActs(
  tx: Transaction,
  subject: EventSubject,
  acts: readonly Act[],
): Promise<void> {
  await lockChains(tx, [subject.objectId])
  await appendEvents(
    tx,
    acts.map((act) => ({ subject, event: { ...act, type: 'act' } })),
  )
}
