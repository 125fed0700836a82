/**
 * Reference data and users have no workflow, but their changes are events of the same hash chains. Each chain needs
 * an object id that the sequence `object_id` (from 1001 upwards) never gives.
 */

/** The chain of all imports of reference data. */
export const REFERENCE_OBJECT_ID = 1

/** Far above any number that the sequence reaches: at 10,000 objects a day it takes 27 years. */
const USERS_FROM = 100_000_000

/** The chain of one user: their rights and their password. */
export function userObjectId(userId: number): number {
  return USERS_FROM + userId
}

/** Whose chain an object id names; null for an object id that the sequence gives. */
export function userIdOf(objectId: number): number | null {
  return objectId > USERS_FROM ? objectId - USERS_FROM : null
}
