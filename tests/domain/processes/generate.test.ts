import { expect, test } from 'vitest'
import {
  changeHolidays,
  datesOf,
  generate,
  newEntity,
  newEvent,
  newFund,
  newProcess,
  newRun,
  newTask,
  site,
  tasksIn,
  withSite,
} from './process-site'

withSite('2026-11-02')

test('a monthly process has a date a month for a year, with its tasks in the queue of their team', async () => {
  const event = await newEvent({ rolls: 'before' })
  const process = await newProcess(event, [
    { name: 'Prepare', dueOffset: -2 },
    { name: 'Send', dueOffset: 0, needsReview: true, team: 'MANAGER' },
  ])
  const run = await newRun(process, await newEntity())
  expect(await generate()).toEqual({ dates: 12, tasks: 24 })
  const dates = await datesOf(run)
  expect(dates[0]).toMatchObject({ nominal: '2026-11-30', event: '2026-11-30', due: '2026-12-07' })
  // 31 January 2027 is a Sunday.
  expect(dates[2]).toMatchObject({ nominal: '2027-01-31', event: '2027-01-29', due: '2027-02-05' })
  expect(dates.at(-1)?.nominal).toBe('2027-10-31')
  expect(await tasksIn(dates[0]?.id ?? 0)).toEqual(['Prepare 2026-11-26 TO DO', 'Send 2026-11-30 TO DO'])
  const states = await site.ownerSql`
    select i.kind, i.queue, i.status, i.class, e.log from workflow_instance i
    join workflow_event e on e.object_id = i.object_id
    join task t on t.id = i.object_id where t.entity_process_date_id = ${dates[0]?.id ?? 0} order by t.rank`
  expect(states.map((row) => ({ ...row }))).toEqual([
    {
      kind: 'task',
      queue: 'OPERATIONS',
      status: 'TO DO',
      class: 'new',
      log: 'Created from the tasks of its process',
    },
    {
      kind: 'reviewed task',
      queue: 'MANAGER',
      status: 'TO DO',
      class: 'new',
      log: 'Created from the tasks of its process',
    },
  ])
})

test('run again it makes nothing; two at once make nothing twice', async () => {
  const process = await newProcess(await newEvent({ recurrence: 'weekly', weekday: 5 }), [{}, {}, {}])
  for (let at = 0; at < 5; at += 1) await newRun(process, await newEntity())
  const [first, second] = await Promise.all([generate(), generate()])
  expect([first, second].map(({ dates }) => dates).sort()).toEqual([0, 260].sort())
  expect(first.tasks + second.tasks).toBe(780)
  expect(await generate()).toEqual({ dates: 0, tasks: 0 })
})
