import type { Read } from 'db/database'
import { entityEvent, process, processTask } from 'db/schema/processes'
import { and, asc, eq, not } from 'drizzle-orm'

export interface LivingName {
  id: number
  name: string
}

/** Entity events that are not retired, by name. */
export function livingEvents(read: Read): Promise<LivingName[]> {
  const { id, name, isRetired } = entityEvent
  return read.select({ id, name }).from(entityEvent).where(not(isRetired)).orderBy(asc(name))
}

/** Processes that are not retired, by name. */
export function livingProcesses(read: Read): Promise<LivingName[]> {
  const { id, name, isRetired } = process
  return read.select({ id, name }).from(process).where(not(isRetired)).orderBy(asc(name))
}

/** Tasks of processes, neither of them retired, with their full names: "Annual report: Send to the CSSF". */
export async function livingTasks(read: Read): Promise<LivingName[]> {
  const rows = await read
    .select({ id: processTask.id, process: process.name, task: processTask.name })
    .from(processTask)
    .innerJoin(process, eq(process.id, processTask.processId))
    .where(and(not(process.isRetired), not(processTask.isRetired)))
    .orderBy(asc(process.name), asc(processTask.rank), asc(processTask.id))
  return rows.map((row) => ({ id: row.id, name: `${row.process}: ${row.task}` }))
}
