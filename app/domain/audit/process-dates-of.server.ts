import type { Read } from 'db/doors'
import { task } from 'db/schema/processes'
import { inArray } from 'drizzle-orm'

/** The process date of each of these tasks, by the task's id. */
export async function processDatesOf(
  read: Read,
  taskIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (taskIds.length === 0) return new Map()
  const rows = await read
    .select({ id: task.id, processDateId: task.entityProcessDateId })
    .from(task)
    .where(inArray(task.id, [...taskIds]))
  return new Map(rows.map(({ id, processDateId }) => [id, processDateId]))
}
