import { fund, legalEntity } from 'db/schema/lookups'
import { entityEvent, entityEventDay, entityProcess, process, processTask } from 'db/schema/processes'
import { workflowStep } from 'db/schema/workflow'
import { and, eq } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import type { TestSite, UserName } from 'tests/support/site'
import { afterAll } from 'vitest'
import type { Actor } from '~/areas/access/actor'
import { generateProcesses } from '~/areas/processes/generate-processes.server'
import { tasksOf } from '~/areas/processes/list.server'
import { moveForCalendar } from '~/areas/processes/move-dates.server'
import { taskWorkflow } from '~/areas/processes/workflow.server'
import { type StepInput, takeStep } from '~/platform/objects/take-step.server'
import type { Day } from '~/platform/values/day'
import { instanceById } from '~/platform/workflow/instance.server'
import { expectTaskSums } from './task-sums'

export const ZONE = 'Europe/Luxembourg'

export type Person = UserName | 'operations1' | 'operations2'

type Given<Table extends { $inferInsert: unknown }> = Partial<Table['$inferInsert']>

export type TaskGiven = Given<typeof processTask>

export interface MadeDate {
  id: number
  nominal: Day
  event: Day
  due: Day
}

/** Helpers for the processes of a site, from a day on; in the end the sums of its dates are checked. */
export function processesOn(site: TestSite, day: Day) {
  site.setClock(`${day}T08:00:00Z`)
  afterAll(() => expectTaskSums(site))

  const person = (name: Person): Actor => site.actor(name as UserName)

  let made = 0
  const unique = (what: string) => `${what} ${++made}`

  async function newEntity(given: Given<typeof legalEntity> = {}): Promise<number> {
    const values = { name: unique('Entity'), kind: 'FUND', calendar: null, ...given }
    return idOf(await site.transaction((tx) => tx.insert(legalEntity).values(values).returning()))
  }

  async function newFund(legalEntityId: number, code = unique('F').replace(' ', '')): Promise<number> {
    const fields = { name: code, currency: 'EUR', type: 'EQUITY', regime: 'UCITS', provider: 'FIA' }
    const values = { code, ...fields, clientValidation: false, legalEntityId }
    return idOf(await site.transaction((tx) => tx.insert(fund).values(values).returning()))
  }

  async function newEvent(given: Given<typeof entityEvent> = {}, days: readonly Day[] = []): Promise<number> {
    const values = { name: unique('Event'), recurrence: 'monthly', rolls: 'stays', ...given }
    return site.transaction(async (tx) => {
      const id = idOf(await tx.insert(entityEvent).values(values).returning())
      if (days.length > 0)
        await tx.insert(entityEventDay).values(days.map((date) => ({ entityEventId: id, date })))
      return id
    })
  }

  /** A process type with tasks, ranked by position unless given. */
  async function newProcess(
    entityEventId: number,
    tasks: readonly TaskGiven[],
    given: Given<typeof process> = {},
  ): Promise<number> {
    const values = { name: unique('Process'), category: 'Reporting', entityEventId, dueOffset: 5, ...given }
    const id = idOf(await site.transaction((tx) => tx.insert(process).values(values).returning()))
    for (const [at, each] of tasks.entries()) await newTask(id, { rank: at + 1, ...each })
    return id
  }

  async function newTask(processId: number, given: TaskGiven = {}): Promise<number> {
    const values = { processId, rank: 1, name: unique('Task'), team: 'OPERATIONS', dueOffset: 1, ...given }
    return idOf(await site.transaction((tx) => tx.insert(processTask).values(values).returning()))
  }

  /** Assigns a process to an entity from a day on; generation makes its dates. */
  async function newRun(
    processId: number,
    legalEntityId: number,
    given: Given<typeof entityProcess> = {},
  ): Promise<number> {
    const values = { processId, legalEntityId, validFrom: '2026-01-01', ...given }
    return idOf(await site.transaction((tx) => tx.insert(entityProcess).values(values).returning()))
  }

  const generate = () =>
    site.transaction((tx) => generateProcesses(contextOf({ tx, now: site.clock(), timeZone: ZONE })))

  /** Adds or deletes holidays, which moves future dates. */
  async function changeHolidays(
    calendar: string,
    { added = [], removed = [] }: { added?: Day[]; removed?: Day[] },
  ): Promise<number> {
    const change = await site.transaction(async (tx) => {
      for (const date of added)
        await tx.execute(`insert into calendar_holiday (calendar, date) values ('${calendar}', '${date}')`)
      for (const date of removed)
        await tx.execute(`delete from calendar_holiday where calendar = '${calendar}' and date = '${date}'`)
      return moveForCalendar(contextOf({ tx, now: site.clock(), timeZone: ZONE }), calendar, {
        added,
        removed,
      })
    })
    return change.moved
  }

  /** The dates of an entity’s process in order. */
  async function datesOf(entityProcessId: number): Promise<MadeDate[]> {
    const rows = await site.ownerSql<MadeDate[]>`
      select id::int, nominal_date as nominal, event_date as event, due_date as due
      from entity_process_date where entity_process_id = ${entityProcessId} order by nominal_date`
    return rows.map((row) => ({ ...row }))
  }

  /** "Prepare 2026-10-05 TO DO" for each task of a date. */
  async function tasksIn(dateId: number): Promise<string[]> {
    const rows = await tasksOf(site.read, dateId)
    return rows.map((row) => `${row.task_name} ${row.task_due_date} ${row.last_event_status}`)
  }

  /** Takes the step with this name from the task’s current status. */
  async function step(
    who: Person,
    taskId: number,
    name: string,
    { key, stepId, ...given }: Partial<StepInput> & { stepId?: number; key?: string } = {},
  ) {
    const at = await instanceById(site.read, taskId)
    const [found] = await site.read
      .select({ id: workflowStep.id })
      .from(workflowStep)
      .where(
        and(
          eq(workflowStep.definitionId, at.definitionId),
          eq(workflowStep.name, name),
          eq(workflowStep.fromStatus, at.status),
        ),
      )
    const input = {
      seenEventId: null,
      comment: '',
      ...given,
    }
    return site.transaction((tx) =>
      takeStep(
        contextOf({ tx, actor: person(who), now: site.clock(), key }),
        taskWorkflow,
        taskId,
        stepId ?? found?.id ?? 0,
        input,
      ),
    )
  }

  return {
    person,
    newEntity,
    newFund,
    newEvent,
    newProcess,
    newTask,
    newRun,
    generate,
    changeHolidays,
    datesOf,
    tasksIn,
    step,
  }
}

function idOf(rows: readonly { id: number }[]): number {
  const [row] = rows
  if (!row) throw new Error('The row was not stored')
  return row.id
}
