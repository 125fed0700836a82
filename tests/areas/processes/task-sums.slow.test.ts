import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { rounds } from 'tests/support/rounds'
import { testSite } from 'tests/support/site'
import { afterEach, expect, test } from 'vitest'
import { assignProcess } from '~/areas/processes/assign-process.server'
import { taskWorkflow } from '~/areas/processes/workflow.server'
import { stepsFrom, takeStep } from '~/platform/objects/take-step.server'
import { addDays } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { type Person, processesOn } from '../../support/areas/processes/processes-on'
import { expectTaskSums } from '../../support/areas/processes/task-sums'
import '../../support/random-inputs'

const site = await opened(testSite())
const { changeHolidays, datesOf, generate, newEntity, newEvent, newProcess, newRun, newTask, person, step } =
  processesOn(site, '2026-11-02')
afterEach(() => expectTaskSums(site))

const TASKS = [
  { name: 'Collect', dueOffset: -3 },
  { name: 'Check', dueOffset: 1, needsReview: true },
  { name: 'Sign', dueOffset: 4, team: 'TEAM LEADER' },
]
const event = await newEvent({ recurrence: 'monthly', rolls: 'before' })

/** A process run by an entity, with a year of dates. */
async function running() {
  const process = await newProcess(event, TASKS)
  const run = await newRun(process, await newEntity({ calendar: 'SUMS' }))
  await generate()
  return { process, run }
}
const tasksOfRun = async (run: number) =>
  (
    await site.ownerSql<{ id: number }[]>`
      select t.id::int from task t join entity_process_date d on d.id = t.entity_process_date_id
      where d.entity_process_id = ${run} order by t.id`
  ).map(({ id }) => id)

/** Takes one of the available steps; users without the right are refused. */
async function anyStep(who: Person, taskId: number, choice: number): Promise<void> {
  const at = await instanceById(site.read, taskId)
  const steps = stepsFrom(await stepsOfInstance(site.read, at), at)
  const chosen = steps[choice % steps.length]
  if (!chosen) return
  const input = { seenEventId: null, comment: 'Because' }
  await site
    .transaction((tx) =>
      takeStep(
        contextOf({ tx, actor: person(who), now: site.clock() }),
        taskWorkflow,
        taskId,
        chosen.id,
        input,
      ),
    )
    .catch((error) => {
      if (!(error instanceof DomainError)) throw error
    })
}

test('after any actions the sums of each date match its tasks', async () => {
  const stepping = fc.record({
    act: fc.constant('step' as const),
    who: fc.constantFrom<Person>('operations1', 'operations2', 'teamleader1'),
    // The first dates of the year, so that tasks get completed.
    task: fc.integer({ min: 0, max: 7 }),
    choice: fc.integer({ min: 0, max: 3 }),
  })
  const act = fc.oneof(
    { weight: 12, arbitrary: stepping },
    fc.record({ act: fc.constant('day' as const), days: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ act: fc.constant('holiday' as const), days: fc.integer({ min: 0, max: 60 }) }),
    fc.record({
      act: fc.constant('task' as const),
      team: fc.constantFrom('OPERATIONS', 'TEAM LEADER', 'TREASURY'),
    }),
    fc.record({ act: fc.constant('end' as const), days: fc.integer({ min: 30, max: 200 }) }),
    fc.record({ act: fc.constantFrom('endless' as const, 'assign' as const, 'retire' as const) }),
  )
  const seen = { complete: 0, begun: 0, takenOff: 0, moved: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 15, maxLength: 40 }), async (acts) => {
      let today = '2026-11-02'
      site.setClock(`${today}T08:00:00Z`)
      await site.ownerSql`delete from calendar_holiday where calendar = 'SUMS'`
      const { process, run } = await running()
      for (const each of acts) {
        switch (each.act) {
          case 'step': {
            const tasks = await tasksOfRun(run)
            await anyStep(each.who, tasks[each.task % tasks.length] ?? 0, each.choice)
            break
          }
          case 'day':
            today = addDays(today, each.days)
            site.setClock(`${today}T08:00:00Z`)
            await generate()
            break
          case 'holiday': {
            const date = addDays(today, each.days)
            const [present] =
              await site.ownerSql`select 1 from calendar_holiday where calendar = 'SUMS' and date = ${date}`
            seen.moved += await changeHolidays('SUMS', present ? { removed: [date] } : { added: [date] })
            break
          }
          case 'task':
            await newTask(process, { team: each.team, rank: 9, dueOffset: 2 })
            await generate()
            break
          case 'retire':
            await site.ownerSql`update process_task set is_retired = true where process_id = ${process} and name = 'Sign'`
            await generate()
            break
          case 'end':
            await site.ownerSql`update entity_process set valid_to = ${addDays(today, each.days)} where id = ${run}`
            seen.takenOff += (await generate()).takenOff
            break
          case 'endless':
            await site.ownerSql`update entity_process set valid_to = null where id = ${run}`
            await generate()
            break
          case 'assign': {
            const [date] = await datesOf(run)
            const assignment = { entityProcessDateId: date?.id ?? 0, userId: person('operations1').id }
            await site.transaction((tx) =>
              assignProcess(contextOf({ tx, actor: person('admin'), now: site.clock() }), {
                ...assignment,
              }),
            )
          }
        }
        await expectTaskSums(site)
      }
      const [stored] = await site.ownerSql`
        select sum(complete_tasks)::int as complete, count(*) filter (where begun_teams <> '{}')::int as begun
        from entity_process_date where entity_process_id = ${run}`
      seen.complete += stored?.complete
      seen.begun += stored?.begun
      await site.ownerSql`update entity_process set valid_to = '2026-01-01' where id = ${run}`
    }),
    { numRuns: rounds(4, 8) },
  )
  // Each kind of change happened.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
}, 120_000)

test('parallel work on tasks of one date, with holiday changes, loses nothing and does not deadlock', async () => {
  site.setClock('2026-11-02T08:00:00Z')
  const { run } = await running()
  const [collect = 0, check = 0, sign = 0] = await tasksOfRun(run)
  const onward = async (who: Person, taskId: number, ...back: string[]) => {
    for (const name of ['start', 'done', ...back]) await step(who, taskId, name)
  }
  await Promise.all([
    onward('operations1', collect, 'reopen', 'start', 'done'),
    onward('operations2', check),
    onward('teamleader1', sign, 'reopen', 'start', 'done'),
    (async () => {
      for (let n = 0; n < 4; n++) {
        await changeHolidays('SUMS', { added: ['2026-12-02'] })
        await changeHolidays('SUMS', { removed: ['2026-12-02'] })
      }
    })(),
    (async () => {
      for (let n = 0; n < 4; n++) await generate()
    })(),
  ])
  const [date] = await site.ownerSql`
    select tasks, complete_tasks from entity_process_date where entity_process_id = ${run} order by nominal_date limit 1`
  // The reviewed task still waits for its review.
  expect({ ...date }).toEqual({ tasks: 3, complete_tasks: 2 })
})

test('the migration adds up what was stored before the sums existed', async () => {
  const { run } = await running()
  const [first = 0] = await tasksOfRun(run)
  await step('operations1', first, 'start')
  await step('operations1', first, 'done')
  await site.ownerSql`update entity_process_date set tasks = 0, complete_tasks = 0, open_due = null, teams = '{}',
    open_teams = '{}', open_team_dues = '{}', begun_teams = '{}'`
  const migration = readFileSync('db/migrations/0025_sums_of_tasks.sql', 'utf8')
  const fills = migration
    .split('--> statement-breakpoint')
    .filter((each) => /^\s*SELECT sum_tasks\(/.test(each))
  expect(fills).toHaveLength(1)
  await site.ownerSql.unsafe(fills[0] ?? '')
  await expectTaskSums(site)
})
