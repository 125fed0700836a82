import { batches, insertAll } from 'db/bulk'
import type { Transaction } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import {
  entityEvent,
  entityProcess,
  entityProcessDate,
  process,
  processTask,
  task,
} from 'db/schema/processes'
import { and, asc, eq, gte, lte, not, notExists, or, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { startInstances } from '~/platform/workflow/start-instances.server'
import { businessDaysAfter } from './business-days'
import { holidaysOf } from './holidays-of.server'
import type { TaskKind } from './process'
import { isLive, lastNominalDate } from './run-processes.server'
import { NOT_BEGUN } from './task-standing'

/**
 * Makes the tasks that dates have not: all those of new dates, and those that a process got later, where the event is
 * still ahead. Answers how many were made.
 */
export async function makeTasks(tx: Transaction, today: Day, now: Date): Promise<number> {
  const missing = await missingTasks(tx, today)
  const holidays = await holidaysOf(
    tx,
    missing.map(({ calendar }) => calendar),
  )
  const started = new Map<string, { kind: TaskKind; team: string; objectIds: number[] }>()
  for (const batch of batches(missing)) {
    const rows = batch.map(({ calendar, eventDate, ...row }) => ({
      ...row,
      dueDate: businessDaysAfter(eventDate, row.dueOffset, holidays(calendar)),
    }))
    const made = await insertAll<typeof task, { id: string; team: string; needs_review: boolean }>(
      tx,
      task,
      rows,
      [task.id, task.team, task.needsReview],
    )
    for (const { id, team, needs_review } of made) {
      const kind: TaskKind = needs_review ? 'reviewed task' : 'task'
      const key = `${kind} ${team}`
      const alike = started.get(key) ?? { kind, team, objectIds: [] }
      started.set(key, alike)
      alike.objectIds.push(Number(id))
    }
  }
  for (const { kind, team, objectIds } of started.values())
    await startInstances(tx, {
      kind,
      objectIds,
      state: { queue: team, status: NOT_BEGUN, class: 'new' },
      log: 'Created from the tasks of its process',
      now,
      today,
    })
  return missing.length
}

/** Each date that is today or later with each task of its process that it has not. */
function missingTasks(tx: Transaction, today: Day) {
  const made = tx
    .select({ one: sql`1` })
    .from(task)
    .where(and(eq(task.entityProcessDateId, entityProcessDate.id), eq(task.processTaskId, processTask.id)))
  return tx
    .select({
      entityProcessDateId: entityProcessDate.id,
      eventDate: entityProcessDate.eventDate,
      calendar: legalEntity.calendar,
      processTaskId: processTask.id,
      rank: processTask.rank,
      group: processTask.group,
      name: processTask.name,
      team: processTask.team,
      dueOffset: processTask.dueOffset,
      needsReview: processTask.needsReview,
    })
    .from(entityProcessDate)
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(legalEntity, eq(legalEntity.id, entityProcess.legalEntityId))
    .innerJoin(process, eq(process.id, entityProcess.processId))
    .innerJoin(entityEvent, eq(entityEvent.id, process.entityEventId))
    .innerJoin(processTask, eq(processTask.processId, process.id))
    .where(
      and(
        isLive,
        not(processTask.isRetired),
        // One that was made today for today may have rolled to a day before.
        or(gte(entityProcessDate.eventDate, today), gte(entityProcessDate.nominalDate, today)),
        gte(entityProcessDate.nominalDate, entityProcess.validFrom),
        lte(entityProcessDate.nominalDate, sql`coalesce(${lastNominalDate}, 'infinity')`),
        notExists(made),
      ),
    )
    .orderBy(asc(entityProcessDate.id), asc(processTask.rank), asc(processTask.id))
}
