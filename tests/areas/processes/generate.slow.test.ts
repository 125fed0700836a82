import fc from 'fast-check'
import { opened } from 'tests/support/opened'
import { rounds } from 'tests/support/rounds'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { nominalDates } from '~/areas/processes/business-days'
import type { Recurrence } from '~/areas/processes/process'
import { addDays } from '~/platform/values/day'
import { processesOn } from '../../support/areas/processes/processes-on'

const site = await opened(testSite())
const { datesOf, generate, newEntity, newEvent, newFund, newProcess, newRun, newTask, tasksIn } = processesOn(
  site,
  '2026-11-02',
)

test('a monthly process has a date per month for a year, with tasks in the queue of their team', async () => {
  const event = await newEvent({ rolls: 'before' })
  const process = await newProcess(event, [
    { name: 'Prepare', dueOffset: -2 },
    { name: 'Send', dueOffset: 0, needsReview: true, team: 'MANAGER' },
  ])
  const run = await newRun(process, await newEntity())
  expect(await generate()).toEqual({ dates: 12, tasks: 24, takenOff: 0 })
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

test('a repeated run makes nothing; two parallel runs make nothing twice', async () => {
  const process = await newProcess(await newEvent({ recurrence: 'weekly', weekday: 5 }), [{}, {}, {}])
  for (let at = 0; at < 5; at += 1) await newRun(process, await newEntity())
  const [first, second] = await Promise.all([generate(), generate()])
  expect([first, second].map(({ dates }) => dates).sort()).toEqual([0, 260].sort())
  expect(first.tasks + second.tasks).toBe(780)
  expect(await generate()).toEqual({ dates: 0, tasks: 0, takenOff: 0 })
})

test('on NAV dates and on given days, from today to a year ahead', async () => {
  const tasks = [{ name: 'Reconcile', dueOffset: 1 }]
  const onNav = await newProcess(await newEvent({ recurrence: 'NAV date' }), tasks)
  const onDays = await newProcess(
    await newEvent({ recurrence: 'given days' }, ['2026-11-01', '2026-11-02', '2027-11-02', '2027-11-03']),
    tasks,
  )
  const [entity, other] = [await newEntity(), await newEntity()]
  const [first, second, elsewhere] = [await newFund(entity), await newFund(entity), await newFund(other)]
  const nav = (fundId: number, day: string) =>
    site.ownerSql`insert into fund_nav (fund_id, nav_date) values (${fundId}, ${day})`
  for (const day of ['2026-10-30', '2026-11-06', '2026-11-13']) await nav(first, day)
  for (const day of ['2026-11-06', '2026-11-10']) await nav(second, day)
  await nav(elsewhere, '2026-11-09')
  const [navRun, dayRun] = [await newRun(onNav, entity), await newRun(onDays, entity)]
  expect(await generate()).toEqual({ dates: 5, tasks: 5, takenOff: 0 })
  expect((await datesOf(navRun)).map(({ nominal }) => nominal)).toEqual([
    '2026-11-06',
    '2026-11-10',
    '2026-11-13',
  ])
  expect((await datesOf(dayRun)).map(({ nominal }) => nominal)).toEqual(['2026-11-02', '2027-11-02'])
  // A NAV date added to the calendar later brings its process.
  await nav(second, '2026-11-17')
  expect(await generate()).toEqual({ dates: 1, tasks: 1, takenOff: 0 })
})

test('retired, invalid, dead or empty definitions make nothing new', async () => {
  const event = await newEvent()
  const process = await newProcess(event, [{ name: 'Prepare' }])
  const runs = {
    later: await newRun(process, await newEntity(), { validFrom: '2027-08-31' }),
    ended: await newRun(process, await newEntity(), { validTo: '2026-12-31' }),
    over: await newRun(process, await newEntity(), { validTo: '2026-10-31' }),
    dead: await newRun(process, await newEntity({ deadDate: '2027-01-30' })),
    retired: await newRun(await newProcess(event, [{}], { isRetired: true }), await newEntity()),
    retiredEvent: await newRun(
      await newProcess(await newEvent({ isRetired: true }), [{}]),
      await newEntity(),
    ),
    without: await newRun(await newProcess(event, []), await newEntity()),
    withoutLive: await newRun(await newProcess(event, [{ isRetired: true }]), await newEntity()),
  }
  await generate()
  const counts: Record<string, number> = {}
  for (const [name, run] of Object.entries(runs)) counts[name] = (await datesOf(run)).length
  expect(counts).toEqual({
    later: 3,
    ended: 2,
    over: 0,
    dead: 2,
    retired: 0,
    retiredEvent: 0,
    without: 0,
    withoutLive: 0,
  })
})

test('a task added later is added to future dates; existing tasks do not change', async () => {
  const process = await newProcess(
    await newEvent({ recurrence: 'given days' }, ['2026-11-03', '2026-11-20']),
    [{ name: 'Prepare', dueOffset: 0 }],
  )
  const run = await newRun(process, await newEntity())
  await generate()
  await site.ownerSql`update process_task set name = 'Prepare well', due_offset = 7 where process_id = ${process}`
  await site.ownerSql`update process set due_offset = 9 where id = ${process}`
  site.setClock('2026-11-04T08:00:00Z')
  await newTask(process, { name: 'Check', rank: 2, dueOffset: 2 })
  await newTask(process, { name: 'Nothing', isRetired: true })
  await generate()
  const [past, ahead] = await datesOf(run)
  expect(await tasksIn(past?.id ?? 0)).toEqual(['Prepare 2026-11-03 TO DO'])
  expect(await tasksIn(ahead?.id ?? 0)).toEqual(['Prepare 2026-11-20 TO DO', 'Check 2026-11-24 TO DO'])
  expect(ahead?.due).toBe('2026-11-27')
})

test('a date is assigned to the user of its entity process, unless they lost access', async () => {
  const idOf = async (name: string) => {
    const [row] = await site.ownerSql`select id from app_user where user_name = ${name}`
    return Number(row?.id)
  }
  const process = await newProcess(await newEvent({ recurrence: 'given days' }, ['2026-12-01']), [{}])
  const may = await newRun(process, await newEntity(), { userId: await idOf('operations1') })
  const mayNot = await newRun(process, await newEntity(), { userId: await idOf('finance1') })
  await generate()
  const userOf = async (run: number) => {
    const [row] =
      await site.ownerSql`select user_id from entity_process_date where entity_process_id = ${run}`
    return row?.user_id
  }
  expect(await userOf(may)).toBe(await idOf('operations1'))
  expect(await userOf(mayNot)).toBeNull()
})

test('day after day, with any definitions, every date and task is made once, as if defined from the start', async () => {
  const recurrences = fc.record({
    recurrence: fc.constantFrom('weekly', 'monthly', 'quarterly', 'yearly', 'given days'),
    weekday: fc.integer({ min: 1, max: 7 }),
    yearEndMonth: fc.integer({ min: 1, max: 12 }),
    dayOffset: fc.integer({ min: 0, max: 60 }),
    rolls: fc.constantFrom('stays', 'before', 'after'),
  })
  const plan = fc.record({
    event: recurrences,
    offsets: fc.array(fc.integer({ min: -5, max: 10 }), { minLength: 1, maxLength: 3 }),
    days: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ event, offsets, days }) => {
      site.setClock('2026-11-10T08:00:00Z')
      const given = await newEvent(event, ['2026-12-24', '2027-06-30', '2027-12-20'])
      const process = await newProcess(
        given,
        offsets.map((dueOffset) => ({ dueOffset })),
      )
      const entity = await newEntity({ calendar: 'PROPERTY' })
      const stepwise = await newRun(process, entity)
      await generate()
      let today = '2026-11-10'
      for (const count of days) {
        today = addDays(today, count)
        site.setClock(`${today}T08:00:00Z`)
        await generate()
        expect(await generate()).toEqual({ dates: 0, tasks: 0, takenOff: 0 })
      }
      const made = await datesOf(stepwise)
      const until = addDays(today, 365)
      const expected = nominalDates(
        { ...event, recurrence: event.recurrence as Recurrence },
        ...(['2026-11-10', until] as const),
        ['2026-12-24', '2027-06-30', '2027-12-20'],
      )
      expect(made.map(({ nominal }) => nominal)).toEqual(expected)
      const [counted] = await site.ownerSql`
        select count(*)::int as tasks, count(distinct (t.entity_process_date_id, t.process_task_id))::int as once
        from task t join entity_process_date d on d.id = t.entity_process_date_id
        where d.entity_process_id = ${stepwise}`
      expect({ ...counted }).toEqual({
        tasks: expected.length * offsets.length,
        once: expected.length * offsets.length,
      })
      await site.ownerSql`update entity_process set valid_to = '2026-01-02' where id = ${stepwise}`
    }),
    { numRuns: rounds(6, 15) },
  )
})
