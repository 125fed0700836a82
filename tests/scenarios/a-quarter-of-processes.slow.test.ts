import { type Person, processesOn, ZONE } from 'tests/support/areas/processes/processes-on'
import { chapter } from 'tests/support/chapter'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { lookupTableNamed } from '~/areas/lookups/lookup-tables.server'
import { expectNavs } from '~/areas/navs/nav-calendar.server'
import { processList, tasksOf } from '~/areas/processes/list.server'
import { WHOLE } from '~/platform/lists/list'
import { createRow, deleteRow } from '~/platform/tables/change-rows.server'
import { doneLine } from '~/platform/tables/editable-table.server'
import type { Day } from '~/platform/values/day'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const site = await opened(testSite())
const { generate, newEntity, newEvent, newFund, newProcess, newRun, newTask, person, step } = processesOn(
  site,
  '2026-10-01',
)

let today: Day = '2026-10-01'
/** Starts another day, with the daily work of the site. */
async function day(date: Day) {
  today = date
  site.setClock(`${date}T07:00:00Z`)
  return generate()
}

/** The process dates of the quarter as this user sees them, earliest due first. */
async function rows(who: Person) {
  const reader = { today, actor: person(who) }
  const sort = ['process_due_date', 'process'].map((column) => ({ column, descending: false }))
  const filters = [
    { column: 'event_date', operator: 'between' as const, values: ['2026-10-01', '2026-12-31'] },
  ]
  return (await processList(site.read, reader).page({ ...WHOLE, sort, filters })).rows
}

/** "Report 2026-11-30 due 2026-12-03: 0/4 TO DO, ours TO DO, 19 days" */
async function board(who: Person, only = ''): Promise<string[]> {
  const found = (await rows(who)).filter((row) => `${row.process} ${row.event_date}`.startsWith(only))
  return found.map((row) => {
    const left = row.remaining_days === null ? '' : `, ${row.remaining_days} days`
    const ours = row.team_status === '' ? '' : `, ours ${row.team_status}`
    return `${row.process} ${row.event_date} due ${row.process_due_date}: ${row.completed_tasks} ${row.process_status}${ours}${left}`
  })
}

async function tasks(of: string) {
  const row = (await rows('operations1')).find((each) => `${each.process} ${each.event_date}`.startsWith(of))
  return tasksOf(site.read, row?.entity_process_date_id ?? 0)
}

/** "Announce 2026-11-26" for each task. */
const dues = async (of: string) =>
  (await tasks(of)).map(({ task_name, task_due_date }) => `${task_name} ${task_due_date}`)

/** A user takes steps on a task. */
async function take(who: Person, of: string, name: string, ...steps: string[]) {
  const task = (await tasks(of)).find(({ task_name }) => task_name === name)
  for (const each of steps)
    await step(
      who,
      task?.task_id ?? 0,
      each,
      each === 'not applicable' ? { comment: 'Nothing to announce' } : {},
    )
}

const holidays = lookupTableNamed('holidays')
const by = (key: string) => ({ actor: person('admin'), now: site.clock(), timeZone: ZONE, key })
const addHoliday = async (date: Day) =>
  doneLine(
    holidays,
    await site.transaction((tx) =>
      createRow(contextOf({ tx, ...by(`add ${date}`) }), holidays, { calendar: 'LU', date, name: '' }),
    ),
  )

test('a quarter of a fund: generated ahead, worked through, late, reviewed, moved by a holiday, done', async () => {
  await site.ownerSql`insert into calendar_holiday (calendar, date) values ('LU', '2026-12-25'), ('LU', '2027-01-01')`
  const entity = await newEntity({ name: 'Ardenne SICAV', calendar: 'LU' })
  const fund = await newFund(entity, 'ARD01')
  const navDates = ['2026-10-30', '2026-11-30', '2026-12-31']
  await site.transaction((tx) =>
    expectNavs(
      contextOf({ tx, now: site.clock(), timeZone: site.services.settings.timeZone }),
      navDates.map((navDate) => ({ fundId: fund, navDate, maxPrebalanceDate: null, maxSendingDate: null })),
    ),
  )
  const { report, archive, statistics } = await chapter('Three processes are defined', async () => {
    const report = await newProcess(
      await newEvent({ name: 'Month end', rolls: 'before' }),
      [
        { name: 'Announce', dueOffset: -2 },
        { name: 'Collect', dueOffset: 1 },
        { name: 'Reconcile', dueOffset: 2, needsReview: true },
        { name: 'Send', dueOffset: 3, team: 'TEAM LEADER' },
      ],
      { name: 'Report', dueOffset: 3 },
    )
    const archive = await newProcess(
      await newEvent({ name: 'NAV date', recurrence: 'NAV date' }),
      [{ name: 'Archive', dueOffset: 1 }],
      { name: 'Archive', dueOffset: 1 },
    )
    const statistics = await newProcess(
      await newEvent({ name: 'Quarter end', recurrence: 'quarterly', rolls: 'before' }),
      [{ name: 'Fill in', dueOffset: 10 }],
      { name: 'Statistics', dueOffset: 15 },
    )
    return { report, archive, statistics }
  })
  for (const process of [report, archive, statistics]) await newRun(process, entity)

  await chapter('1 October: a year of dates is generated', async () => {
    expect(await day('2026-10-01')).toEqual({ dates: 19, tasks: 12 * 4 + 3 + 4, takenOff: 0 })
    expect(await board('operations1')).toEqual([
      'Archive 2026-10-30 due 2026-11-02: 0/1 TO DO, ours TO DO, 22 days',
      'Report 2026-10-30 due 2026-11-04: 0/4 TO DO, ours TO DO, 24 days',
      'Archive 2026-11-30 due 2026-12-01: 0/1 TO DO, ours TO DO, 43 days',
      'Report 2026-11-30 due 2026-12-03: 0/4 TO DO, ours TO DO, 45 days',
      'Archive 2026-12-31 due 2027-01-04: 0/1 TO DO, ours TO DO, 65 days',
      'Report 2026-12-31 due 2027-01-06: 0/4 TO DO, ours TO DO, 67 days',
      'Statistics 2026-12-31 due 2027-01-22: 0/1 TO DO, ours TO DO, 79 days',
    ])
  })

  await chapter('The month end of October, a Saturday, is on Friday 30, and gets done', async () => {
    await day('2026-10-28')
    await take('operations1', 'Report 2026-10', 'Announce', 'not applicable')
    await day('2026-11-02')
    await take('operations1', 'Archive 2026-10', 'Archive', 'start', 'done')
    await take('operations2', 'Report 2026-10', 'Collect', 'start', 'done')
    await day('2026-11-03')
    await take('operations1', 'Report 2026-10', 'Reconcile', 'start', 'done')
    await expect(take('operations1', 'Report 2026-10', 'Reconcile', 'review')).rejects.toMatchObject({
      code: 'forbidden',
    })
    await day('2026-11-04')
    await take('teamleader1', 'Report 2026-10', 'Send', 'start')
    expect(await board('operations1', 'Report 2026-10')).toEqual([
      'Report 2026-10-30 due 2026-11-04: 2/4 LATE, ours LATE, 0 days',
    ])
    expect(await board('teamleader1', 'Report 2026-10')).toEqual([
      'Report 2026-10-30 due 2026-11-04: 2/4 LATE, ours IN PROGRESS, 0 days',
    ])
    await day('2026-11-05')
    await take('operations2', 'Report 2026-10', 'Reconcile', 'review')
    expect(await board('operations1', 'Report 2026-10')).toEqual([
      'Report 2026-10-30 due 2026-11-04: 3/4 LATE, ours DONE, -1 days',
    ])
    await take('teamleader1', 'Report 2026-10', 'Send', 'done')
    expect((await board('auditor1')).slice(0, 2)).toEqual([
      'Archive 2026-10-30 due 2026-11-02: 1/1 DONE',
      'Report 2026-10-30 due 2026-11-04: 4/4 DONE',
    ])
  })

  await chapter('12 November: two days become holidays, and the month end of November moves', async () => {
    await day('2026-11-12')
    const october = await board('operations1', 'Report 2026-10')
    expect(await dues('Report 2026-11')).toEqual([
      'Announce 2026-11-26',
      'Collect 2026-12-01',
      'Reconcile 2026-12-02',
      'Send 2026-12-03',
    ])
    expect(await addHoliday('2026-11-30')).toBe('Holiday LU 30/11/2026 added. 1 process date moved.')
    expect(await dues('Report 2026-11')).toEqual([
      'Announce 2026-11-25',
      'Collect 2026-12-01',
      'Reconcile 2026-12-02',
      'Send 2026-12-03',
    ])
    expect(await addHoliday('2026-12-02')).toBe('Holiday LU 02/12/2026 added. 1 process date moved.')
    expect(await dues('Report 2026-11')).toEqual([
      'Announce 2026-11-25',
      'Collect 2026-12-01',
      'Reconcile 2026-12-03',
      'Send 2026-12-04',
    ])
    expect(await board('operations1', 'Report 2026-11')).toEqual([
      'Report 2026-11-27 due 2026-12-04: 0/4 TO DO, ours TO DO, 14 days',
    ])
    // A NAV date never moves; its due date does not change.
    expect(await board('operations1', 'Archive 2026-11')).toEqual([
      'Archive 2026-11-30 due 2026-12-01: 0/1 TO DO, ours TO DO, 12 days',
    ])
    expect(await board('operations1', 'Report 2026-10')).toEqual(october)
  })
  await chapter('The second holiday is deleted again', async () => {
    await day('2026-11-20')
    const given = await site.transaction((tx) =>
      deleteRow(contextOf({ tx, ...by('drop') }), holidays, { key: 'LU~2026-12-02', seen: null }),
    )
    expect(doneLine(holidays, given)).toBe('Holiday LU 02/12/2026 deleted. 1 process date moved.')
    expect(await dues('Report 2026-11')).toEqual([
      'Announce 2026-11-25',
      'Collect 2026-12-01',
      'Reconcile 2026-12-02',
      'Send 2026-12-03',
    ])
    const [moved] = (await rows('operations1')).filter(({ event_date }) => event_date === '2026-11-27')
    expect(
      (await historyOf(site.read, moved?.entity_process_date_id ?? 0)).map(({ log }) => log.split('.')[0]),
    ).toEqual([
      'Calendar LU: holiday 02/12/2026 removed',
      'Calendar LU: holiday 02/12/2026 added',
      'Calendar LU: holiday 30/11/2026 added',
    ])
  })

  await chapter('From November on the report is also published; earlier reports do not change', async () => {
    await newTask(report, { name: 'Publish', rank: 5, dueOffset: 3 })
    await day('2026-11-23')
    expect(await board('operations1', 'Report 2026-1')).toEqual([
      'Report 2026-10-30 due 2026-11-04: 4/4 DONE, ours DONE',
      'Report 2026-11-27 due 2026-12-03: 0/5 TO DO, ours TO DO, 7 days',
      'Report 2026-12-31 due 2027-01-06: 0/5 TO DO, ours TO DO, 29 days',
    ])
  })

  await chapter('November and December are done', async () => {
    for (const [date, month] of [
      ['2026-11-24', '2026-11'],
      ['2026-12-29', '2026-12'],
    ] as const) {
      await day(date)
      await take('operations1', `Report ${month}`, 'Announce', 'start', 'done')
      for (const name of ['Collect', 'Reconcile', 'Publish'])
        await take('operations1', `Report ${month}`, name, 'start', 'done')
      await take('operations2', `Report ${month}`, 'Reconcile', 'review')
      await take('teamleader2', `Report ${month}`, 'Send', 'start', 'done')
      await take('operations2', `Archive ${month}`, 'Archive', 'start', 'done')
    }
  })
  await chapter('The report was wrong: December is reopened after New Year, and late', async () => {
    await day('2027-01-07')
    await take('teamleader1', 'Report 2026-12', 'Send', 'reopen')
    expect(await board('operations1')).toEqual([
      'Archive 2026-10-30 due 2026-11-02: 1/1 DONE, ours DONE',
      'Report 2026-10-30 due 2026-11-04: 4/4 DONE, ours DONE',
      'Archive 2026-11-30 due 2026-12-01: 1/1 DONE, ours DONE',
      'Report 2026-11-27 due 2026-12-03: 5/5 DONE, ours DONE',
      'Archive 2026-12-31 due 2027-01-04: 1/1 DONE, ours DONE',
      'Report 2026-12-31 due 2027-01-06: 4/5 LATE, ours DONE, -1 days',
      'Statistics 2026-12-31 due 2027-01-22: 0/1 TO DO, ours TO DO, 11 days',
    ])
    await take('teamleader1', 'Report 2026-12', 'Send', 'start', 'done')
    await take('operations1', 'Statistics 2026-12', 'Fill in', 'start', 'done')
    expect((await rows('auditor1')).map(({ process_status }) => process_status)).toEqual(
      Array(7).fill('DONE'),
    )
  })

  await chapter('Each month of the quarter added one more at the far end, each date once', async () => {
    expect(await day('2027-01-07')).toEqual({ dates: 0, tasks: 0, takenOff: 0 })
    const [counted] = await site.ownerSql`
      select count(*)::int as dates, max(nominal_date) as last from entity_process_date d
      join entity_process e on e.id = d.entity_process_id where e.process_id = ${report}`
    expect({ ...counted }).toEqual({ dates: 15, last: '2027-12-31' })
    expect((await verifyAudit(site.read, 'key')).broken).toBeNull()
  })
})
