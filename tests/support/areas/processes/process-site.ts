import { fund, legalEntity } from 'db/schema/lookups'
import { entityEvent, entityEventDay, entityProcess, process, processTask } from 'db/schema/processes'
import { workflowStep } from 'db/schema/workflow'
import { and, eq } from 'drizzle-orm'
import { type TestSite, testSite, type UserName } from 'tests/support/site'
import { afterAll, beforeAll } from 'vitest'
import type { Actor } from '~/areas/access/actor'
import { generateProcesses } from '~/areas/processes/generate-processes.server'
import { tasksOf } from '~/areas/processes/list.server'
import { moveForCalendar } from '~/areas/processes/move-dates.server'
import { type TaskStepInput, takeTaskStep } from '~/areas/processes/workflow.server'
import type { Day } from '~/platform/values/day'
import { instanceById } from '~/platform/workflow/instance.server'
import { expectTaskSums } from './task-sums'

export const ZONE = 'Europe/Luxembourg'

/** A test site whose clock stands on a day; made before the tests of a file, and closed after them with its sums right. */
export let site: TestSite
export function withSite(day: Day, open: () => Promise<TestSite> = testSite): void {
  beforeAll(async () => {
    site = await open()
    site.setClock(`${day}T08:00:00Z`)
  })
  afterAll(async () => {
    await expectTaskSums(site)
    await site.close()
  })
}

export type Person = UserName | 'operations1' | 'operations2'
export const person = (name: Person): Actor => site.actor(name as UserName)

type Given<Table extends { $inferInsert: unknown }> = Partial<Table['$inferInsert']>
let made = 0
const unique = (what: string) => `${what} ${++made}`

export async function newEntity(given: Given<typeof legalEntity> = {}): Promise<number> {
  const values = { name: unique('Entity'), kind: 'FUND', calendar: null, ...given }
  return idOf(await site.transaction((tx) => tx.insert(legalEntity).values(values).returning()))
}

export async function newFund(legalEntityId: number, code = unique('F').replace(' ', '')): Promise<number> {
  const fields = { name: code, currency: 'EUR', type: 'EQUITY', regime: 'UCITS', provider: 'FIA' }
  const values = { code, ...fields, clientValidation: false, legalEntityId }
  return idOf(await site.transaction((tx) => tx.insert(fund).values(values).returning()))
}

export async function newEvent(
  given: Given<typeof entityEvent> = {},
  days: readonly Day[] = [],
): Promise<number> {
  const values = { name: unique('Event'), recurrence: 'monthly', rolls: 'stays', ...given }
  return site.transaction(async (tx) => {
    const id = idOf(await tx.insert(entityEvent).values(values).returning())
    if (days.length > 0)
      await tx.insert(entityEventDay).values(days.map((date) => ({ entityEventId: id, date })))
    return id
  })
}

export type TaskGiven = Given<typeof processTask>

/** A process type with tasks; their ranks are their places unless told. */
export async function newProcess(
  entityEventId: number,
  tasks: readonly TaskGiven[],
  given: Given<typeof process> = {},
): Promise<number> {
  const values = { name: unique('Process'), category: 'Reporting', entityEventId, dueOffset: 5, ...given }
  const id = idOf(await site.transaction((tx) => tx.insert(process).values(values).returning()))
  for (const [at, each] of tasks.entries()) await newTask(id, { rank: at + 1, ...each })
  return id
}

export async function newTask(processId: number, given: TaskGiven = {}): Promise<number> {
  const values = { processId, rank: 1, name: unique('Task'), team: 'OPERATIONS', dueOffset: 1, ...given }
  return idOf(await site.transaction((tx) => tx.insert(processTask).values(values).returning()))
}

/** An entity runs a process from a day on; generation makes its dates. */
export async function newRun(
  processId: number,
  legalEntityId: number,
  given: Given<typeof entityProcess> = {},
): Promise<number> {
  const values = { processId, legalEntityId, validFrom: '2026-01-01', ...given }
  return idOf(await site.transaction((tx) => tx.insert(entityProcess).values(values).returning()))
}

export const generate = () => site.transaction((tx) => generateProcesses(tx, site.clock(), ZONE))

/** Holidays come or go, and what is ahead moves. */
export async function changeHolidays(
  calendar: string,
  { added = [], removed = [] }: { added?: Day[]; removed?: Day[] },
): Promise<number> {
  const change = await site.transaction(async (tx) => {
    for (const date of added)
      await tx.execute(`insert into calendar_holiday (calendar, date) values ('${calendar}', '${date}')`)
    for (const date of removed)
      await tx.execute(`delete from calendar_holiday where calendar = '${calendar}' and date = '${date}'`)
    return moveForCalendar(tx, calendar, site.clock(), ZONE, { added, removed })
  })
  return change.moved
}

export interface MadeDate {
  id: number
  nominal: Day
  event: Day
  due: Day
}

/** The dates of an entity's process in their order. */
export async function datesOf(entityProcessId: number): Promise<MadeDate[]> {
  const rows = await site.ownerSql<MadeDate[]>`
    select id::int, nominal_date as nominal, event_date as event, due_date as due
    from entity_process_date where entity_process_id = ${entityProcessId} order by nominal_date`
  return rows.map((row) => ({ ...row }))
}

/** "Prepare 2026-10-05 TO DO" of each task of a date. */
export async function tasksIn(dateId: number): Promise<string[]> {
  const rows = await tasksOf(site.read, dateId)
  return rows.map((row) => `${row.task_name} ${row.task_due_date} ${row.last_event_status}`)
}

/** Takes the step of this name from where a task is. */
export async function step(who: Person, taskId: number, name: string, given: Partial<TaskStepInput> = {}) {
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
    taskId,
    stepId: found?.id ?? 0,
    seenEventId: null,
    comment: '',
    idempotencyKey: null,
    ...given,
  }
  return site.transaction((tx) => takeTaskStep(tx, person(who), input, site.clock()))
}

function idOf(rows: readonly { id: number }[]): number {
  const [row] = rows
  if (!row) throw new Error('The row was not stored')
  return row.id
}
