import type { Read } from 'db/database'
import { entityEvent, entityProcess, entityProcessDate, process } from 'db/schema/processes'
import { asc, eq } from 'drizzle-orm'
import { queueChoices } from '~/areas/access/users.server'
import type { ColumnOption } from '~/platform/tables/table-column'
import { enabledProcessUsers } from '../assign-process.server'

/** The queues that a task may be given to. */
export const teamOptions = async (read: Read): Promise<ColumnOption[]> =>
  (await queueChoices(read)).map((value) => ({ value, label: value }))

/** Users to whom the dates of an entity's process may be given. */
export const userOptions = async (read: Read): Promise<ColumnOption[]> =>
  (await enabledProcessUsers(read)).map(({ id, name, userName }) => ({
    value: String(id),
    label: `${name} (${userName})`,
  }))

/** The events, by name; of one recurrence where it is given. */
export async function eventOptions(read: Read, recurrence?: string): Promise<ColumnOption[]> {
  const { id, name, isRetired } = entityEvent
  const rows = await read
    .select({ id, name, isRetired })
    .from(entityEvent)
    .where(recurrence === undefined ? undefined : eq(entityEvent.recurrence, recurrence))
    .orderBy(asc(name))
  return rows.map(optionOf)
}

/** The processes, by name. */
export async function processOptions(read: Read): Promise<ColumnOption[]> {
  const { id, name, isRetired } = process
  return (await read.select({ id, name, isRetired }).from(process).orderBy(asc(name))).map(optionOf)
}

const optionOf = (row: { id: number; name: string; isRetired: boolean }): ColumnOption => ({
  value: String(row.id),
  label: row.isRetired ? `${row.name} (retired)` : row.name,
})

/**
 * Were dates created for a process, or for any process of an event? Then what they were created from keeps its rule.
 */
export async function hasDates(
  read: Read,
  of: { processId: number } | { eventId: number },
): Promise<boolean> {
  const rows = await read
    .select({ id: entityProcessDate.id })
    .from(entityProcessDate)
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(process, eq(process.id, entityProcess.processId))
    .where('processId' in of ? eq(process.id, of.processId) : eq(process.entityEventId, of.eventId))
    .limit(1)
  return rows.length > 0
}
