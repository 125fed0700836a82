import type { Read } from 'db/doors'
import { userQueue } from 'db/schema/access'
import { entityEvent, process } from 'db/schema/processes'
import { workflowStep } from 'db/schema/workflow'
import { asc, eq } from 'drizzle-orm'
import type { ColumnOption } from '~/domain/lookups/tables/table-column'
import { OWN_QUEUE, SYSTEM } from '~/domain/workflow/types'
import { enabledProcessUsers } from '../process-users.server'

/** Places of the workflows in which nobody acts. */
const NOBODY = [SYSTEM, OWN_QUEUE, 'COMPLETED']
/** Queues of the product that may have no member and no workflow yet. */
const OUR_QUEUES = [
  'ACCOUNTANT',
  'ACCOUNTING',
  'CLIENT',
  'MANAGER',
  'OPERATIONS',
  'PAYMENT',
  'SENDING',
  'TEAM LEADER',
]

/** The queues that a task may be given to: the product's, those of the site's workflows, and those of its people. */
export async function teams(read: Read): Promise<string[]> {
  const [acting, members] = await Promise.all([
    read.selectDistinct({ queue: workflowStep.actingQueue }).from(workflowStep),
    read.selectDistinct({ queue: userQueue.queue }).from(userQueue),
  ])
  const names = new Set([...OUR_QUEUES, ...[...acting, ...members].map(({ queue }) => queue)])
  return [...names].filter((name) => !NOBODY.includes(name)).sort()
}

export const teamOptions = async (read: Read): Promise<ColumnOption[]> =>
  (await teams(read)).map((value) => ({ value, label: value }))

/** Whom the dates of an entity's process may be given to. */
export const userOptions = async (read: Read): Promise<ColumnOption[]> =>
  (await enabledProcessUsers(read)).map(({ id, name, userName }) => ({
    value: String(id),
    label: `${name} (${userName})`,
  }))

/** The events, by name; of one recurrence where that is told. */
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
