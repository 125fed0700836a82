import type { Database } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { entityEvent, entityProcess, processTask, process as processType, task } from 'db/schema/processes'
import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import { type Generated, generateProcesses } from '~/areas/processes/generate-processes.server'
import { addDays, dayIn } from '~/platform/values/day'

const ZONE = 'Europe/Luxembourg'
const YEAR_MS = 365 * 86_400_000
const TASKS = ['Collect', 'Check', 'Send']
/** Of five processes one recurs monthly, two quarterly, two yearly. */
const ROUNDS = ['monthly', 'quarterly', 'yearly', 'quarterly', 'yearly']

export interface Wanted {
  entities: number
  processes: number
  /** Years of dates; the last one is the year ahead. */
  years: number
}

/** Entities that each run every process, with three tasks each. */
export function definitions(
  { transaction }: Database,
  { entities, processes, years }: Wanted,
): Promise<void> {
  return transaction(async (tx) => {
    const rounds = [...new Set(ROUNDS)]
    const events = await tx
      .insert(entityEvent)
      .values(
        rounds.map((recurrence) => ({
          name: `Bench ${recurrence}`,
          recurrence,
          rolls: 'before',
          yearEndMonth: recurrence === 'monthly' ? null : 12,
        })),
      )
      .returning({ id: entityEvent.id })
    const eventOf = (at: number) => events[rounds.indexOf(ROUNDS[at % ROUNDS.length] ?? '')]?.id ?? 0
    const types = await tx
      .insert(processType)
      .values(
        Array.from({ length: processes }, (_, at) => ({
          name: `Bench process ${at + 1}`,
          category: `Category ${at % 4}`,
          recipient: 'CSSF',
          entityEventId: eventOf(at),
          dueOffset: 10,
        })),
      )
      .returning({ id: processType.id })
    await tx.insert(processTask).values(
      types.flatMap(({ id: processId }) =>
        TASKS.map((name, at) => ({
          processId,
          rank: at + 1,
          name,
          dueOffset: 2 + 4 * at,
          needsReview: at === 1,
          team: at === 2 ? 'TEAM LEADER' : 'OPERATIONS',
        })),
      ),
    )
    const made = await tx
      .insert(legalEntity)
      .values(
        Array.from({ length: entities }, (_, at) => ({ name: `Bench entity ${at + 1}`, kind: 'COMPANY' })),
      )
      .returning({ id: legalEntity.id })
    const validFrom = addDays(dayIn(new Date(), ZONE), -365 * years)
    for (const { id: processId } of types)
      await tx
        .insert(entityProcess)
        .values(made.map(({ id: legalEntityId }) => ({ processId, legalEntityId, validFrom })))
  })
}

/** Runs the generation once for each of these years; the last result is today’s. */
export async function years(
  { transaction }: Database,
  count: number,
): Promise<{ made: Generated; ms: number }[]> {
  const done: { made: Generated; ms: number }[] = []
  for (let back = count - 1; back >= 0; back--) done.push(await generation({ transaction }, back))
  return done
}

/** One run of the generation, this many years ago. */
export async function generation({ transaction }: Pick<Database, 'transaction'>, yearsBack = 0) {
  const start = performance.now()
  const now = new Date(Date.now() - yearsBack * YEAR_MS)
  const made = await transaction((tx) => generateProcesses(contextOf({ tx, now, timeZone: ZONE })))
  return { made, ms: performance.now() - start }
}

/** Everything due over two weeks ago is done, except every fiftieth, as after years of work. */
export async function workDone({ transaction }: Database): Promise<void> {
  const before = addDays(dayIn(new Date(), ZONE), -14)
  await transaction(async (tx) => {
    for (let part = 0; part < PARTS; part++)
      await tx.execute(sql`
        update ${workflowInstance} i set class = 'success',
          status = case when i.kind = 'task' then 'DONE' else 'REVIEWED' end
        from ${task} t where t.id = i.object_id and t.due_date < ${before}::date and t.id % 50 <> 0
          and t.entity_process_date_id % ${PARTS}::int = ${part}::int`)
  })
}

const PARTS = 10
