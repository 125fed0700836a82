import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { assignProcess } from '~/areas/processes/assign-process.server'
import { generatedLine } from '~/areas/processes/generate-processes.server'
import { tasksOf } from '~/areas/processes/list.server'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { processesOn } from '../../support/areas/processes/processes-on'

const site = await opened(testSite())
const { datesOf, generate, newEntity, newEvent, newProcess, newRun, person, step } = processesOn(
  site,
  '2026-11-02',
)

const nominals = async (run: number) => (await datesOf(run)).map(({ nominal }) => nominal)
const taskOf = async (dateId: number) => (await tasksOf(site.read, dateId))[0]?.task_id ?? 0
async function monthly() {
  const process = await newProcess(await newEvent(), [{ name: 'Collect' }, { name: 'Send' }])
  const run = await newRun(process, await newEntity())
  await generate()
  return { process, run, made: await datesOf(run) }
}
const endOn = (run: number, day: string | null) =>
  site.ownerSql`update entity_process set valid_to = ${day} where id = ${run}`

test('untouched dates after a shortened validity leave the list; their chains stay', async () => {
  const { run, made } = await monthly()
  const [, december, january, february, march] = made
  if (!december || !january || !february || !march) throw new Error('too few dates')
  const started = await taskOf(january.id)
  await step('operations1', started, 'start')
  await site.transaction((tx) =>
    assignProcess(contextOf({ tx, actor: person('admin'), now: site.clock() }), {
      entityProcessDateId: february.id,
      userId: person('operations1').id,
    }),
  )
  const gone = await taskOf(march.id)

  await endOn(run, '2026-12-31')
  const done = await generate()
  expect(done).toEqual({ dates: 0, tasks: 0, takenOff: 8 })
  expect(generatedLine(done)).toBe('8 untouched future process dates were removed.')
  expect(await nominals(run)).toEqual(['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28'])
  expect((await historyOf(site.read, march.id))[0]).toMatchObject({
    name: 'take off process',
    whoName: 'SYSTEM',
  })
  expect((await historyOf(site.read, gone))[0]).toMatchObject({ name: 'take off', queue: 'SYSTEM' })
  expect(await site.stateOf(gone)).toBe('CANCELLED (SYSTEM)')
  expect(await generate()).toEqual({ dates: 0, tasks: 0, takenOff: 0 })
  expect(await verifyAudit(site.read, 'unused')).toMatchObject({ broken: null })

  // Valid again: they are made again.
  await endOn(run, null)
  expect(await generate()).toEqual({ dates: 8, tasks: 16, takenOff: 0 })
})

test('dates due before today stay, even if no longer valid', async () => {
  const { run } = await monthly()
  site.setClock('2026-12-15T08:00:00Z')
  await endOn(run, '2026-11-01')
  await generate()
  expect(await nominals(run)).toEqual(['2026-11-30'])
  site.setClock('2026-11-02T08:00:00Z')
})

test.each([
  [
    'retired process',
    (process: number) => site.ownerSql`update process set is_retired = true where id = ${process}`,
  ],
  [
    'retired event',
    (process: number) => site.ownerSql`update entity_event set is_retired = true
      where id = (select entity_event_id from process where id = ${process})`,
  ],
  [
    'dead entity',
    (process: number) => site.ownerSql`update legal_entity set dead_date = '2026-11-15'
      where id = (select legal_entity_id from entity_process where process_id = ${process})`,
  ],
])('a %s removes untouched dates', async (_, end) => {
  const { process, run } = await monthly()
  await end(process)
  expect((await generate()).takenOff).toBe(12)
  expect(await nominals(run)).toEqual([])
})

test('starting a task while its date is being removed keeps it', async () => {
  const { run, made } = await monthly()
  const last = made.at(-1)
  if (!last) throw new Error('no date')
  const taskId = await taskOf(last.id)
  await endOn(run, '2026-12-31')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const starting = site.transaction(async (tx) => {
    await tx.execute(`select 1 from workflow_instance where object_id = ${taskId} for update`)
    await held
    await tx.execute(`insert into workflow_event
      (object_kind, object_id, seq, round, type, name, at, user_id, who_name, queue, status, class, log, data, previous_hash, hash)
      select object_kind, object_id, 2, 1, 'act', 'start', at, ${person('operations1').id}, 'Olga', queue, status, class, '', '{}', hash, 'x'
      from workflow_event where object_id = ${taskId}`)
  })
  const taking = generate()
  await waiting('workflow_instance')
  release()
  await starting
  await taking
  expect((await datesOf(run)).map(({ id }) => id)).toContain(last.id)
})

/** Waits until someone waits for a lock in a statement on a table. */
async function waiting(table: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const rows = await site.admin`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${table}%`}`
        return rows.length
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)
}
