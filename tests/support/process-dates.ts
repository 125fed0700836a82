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
import { contextOf } from 'tests/support/context'
import type { Day } from '~/platform/values/day'
import { startInstances } from '~/platform/workflow/start-instances.server'

interface WantedTask {
  name: string
  /** OPERATIONS by default. */
  team?: string
  /** The due date of the process by default. */
  dueDate?: Day
  needsReview?: boolean
  html?: string
}

interface WantedProcess {
  /** Of the process, its event and its entity. */
  name: string
  eventDate: Day
  dueDate: Day
  tasks: WantedTask[]
  now: Date
}

/** One date of a new process, for a new entity, with untouched tasks. */
export async function newProcessDate(tx: Transaction, { name, tasks, now, ...dates }: WantedProcess) {
  const one = (rows: { id: number }[]) => rows[0]?.id ?? 0
  const entityEventId = one(
    await tx
      .insert(entityEvent)
      .values({ name: `Event of ${name}`, recurrence: 'given days', rolls: 'stays' })
      .returning({ id: entityEvent.id }),
  )
  const processId = one(
    await tx
      .insert(process)
      .values({ name, category: 'Reporting', recipient: 'CSSF', entityEventId, dueOffset: 0 })
      .returning({ id: process.id }),
  )
  const legalEntityId = one(
    await tx
      .insert(legalEntity)
      .values({ name: `Entity of ${name}`, kind: 'FUND' })
      .returning({ id: legalEntity.id }),
  )
  const entityProcessId = one(
    await tx
      .insert(entityProcess)
      .values({ processId, legalEntityId, validFrom: dates.eventDate })
      .returning({ id: entityProcess.id }),
  )
  const processDateId = one(
    await tx
      .insert(entityProcessDate)
      .values({ entityProcessId, nominalDate: dates.eventDate, ...dates })
      .returning({ id: entityProcessDate.id }),
  )
  const taskIds: number[] = []
  for (const [at, plan] of tasks.entries()) {
    const { team = 'OPERATIONS', dueDate = dates.dueDate, needsReview = false, html = '' } = plan
    const shared = { rank: at + 1, group: 'Prepare', name: plan.name, team, dueOffset: 0, needsReview }
    const processTaskId = one(
      await tx
        .insert(processTask)
        .values({ ...shared, processId, descriptionHtml: html })
        .returning({ id: processTask.id }),
    )
    const id = one(
      await tx
        .insert(task)
        .values({ ...shared, entityProcessDateId: processDateId, processTaskId, dueDate })
        .returning({ id: task.id }),
    )
    await startInstances(contextOf({ tx, now }), {
      kind: needsReview ? 'reviewed task' : 'task',
      objectIds: [id],
      state: { queue: team, status: 'TO DO', class: 'new' },
      log: 'Created from the tasks of its process',
    })
    taskIds.push(id)
  }
  return { processDateId, taskIds }
}
