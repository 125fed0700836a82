import type { Read } from 'db/database'
import { pendingChange } from 'db/schema/access'
import { legalEntity } from 'db/schema/lookups'
import { and, asc, eq, exists, isNull, sql } from 'drizzle-orm'
import { entityName } from '~/areas/reference-data/entity-name.server'
import { dayIn } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { BANK_ACCOUNT } from './account'
import { waitingChangesOf } from './changes-of-entity.server'

/**
 * Why nothing is paid to an entity now: a change of its bank accounts waits; who asked for it, since when, and who
 * decides. Null while none waits.
 * @param timeZone the site's, for the day since when it waits
 */
export async function heldPayments(read: Read, entityId: number, timeZone: string): Promise<string | null> {
  const [waiting, ...more] = await waitingChangesOf(read, entityId)
  if (!waiting) return null
  const { requester, requestedAt } = waiting
  const what = more.length === 0 ? 'A change' : `${more.length + 1} changes`
  const asked = `since ${showDay(dayIn(requestedAt, timeZone))}, requested by ${requester}`
  return `${what} of the bank details of ${await entityName(read, entityId)} ${more.length === 0 ? 'waits' : 'wait'} ${asked}. Nothing is paid to it until a member of TEAM LEADER who did not request it approves or refuses it on the page Bank Accounts.`
}

/** Names of the entities to which nothing is paid now, since a change of their bank accounts waits. */
export async function heldEntities(read: Read): Promise<string[]> {
  const { kind, target, decision } = pendingChange
  const waits = read
    .select({ one: sql`1` })
    .from(pendingChange)
    .where(
      and(
        isNull(decision),
        eq(kind, BANK_ACCOUNT),
        eq(sql`split_part(${target}, '/', 1)`, sql`${legalEntity.id}::text`),
      ),
    )
  const rows = await read
    .select({ name: legalEntity.name })
    .from(legalEntity)
    .where(exists(waits))
    .orderBy(asc(legalEntity.name))
  return rows.map(({ name }) => name)
}
