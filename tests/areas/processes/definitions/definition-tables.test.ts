import { opened } from 'tests/support/opened'
import { lookupTables, refusal } from 'tests/support/platform/tables/verbs'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { lookupTableNamed } from '~/areas/lookups/lookup-tables.server'
import { HAS_DATES, ITS_DATES } from '~/areas/processes/definitions/event-rules'
import { doneLine } from '~/platform/tables/editable-table.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const ids: Record<string, number> = {}
// The site's clock begins on Monday 2 November 2026.
const site = await opened(testSite())
const tables = await lookupTables(site)
for (const date of ['2026-12-25', '2026-12-31'])
  await tables.create('holidays', { calendar: 'LU', date, name: '' })
const entity = await tables.create('legal-entities', { name: 'Elm SICAV', kind: 'FUND', calendar: 'LU' })
ids.entity = Number(entity.row.id)

const fieldsOf = async (run: Promise<unknown>) => (await refusal(run)).options.fields
const dates = async (of: number) =>
  (await site.ownerSql`
    select d.nominal_date::text as nominal, d.event_date::text as event, d.due_date::text as due
    from entity_process_date d join entity_process e on e.id = d.entity_process_id
    where e.process_id = ${of} order by 1`) as unknown as { nominal: string; event: string; due: string }[]

test('creating an event, a process, tasks and an entity makes and reports a year of dates', async () => {
  const event = await tables.create('entity-events', {
    name: 'Month end',
    recurrence: 'monthly',
    rolls: 'before',
  })
  ids.event = Number(event.row.id)
  expect(event.row).toMatchObject({ weekday: null, yearEndMonth: null, dayOffset: 0, isRetired: false })
  const process = await tables.create('processes', {
    name: 'Monthly report',
    category: 'Reporting',
    recipient: 'Board',
    entityEventId: ids.event,
    dueOffset: 5,
  })
  ids.process = Number(process.row.id)
  const task = { processId: ids.process, team: 'OPERATIONS', rank: 1, name: 'Collect figures', dueOffset: -2 }
  expect((await tables.create('process-tasks', task)).also).toBeUndefined()
  await tables.create('process-tasks', {
    ...task,
    rank: 2,
    name: 'Send report',
    dueOffset: 5,
    needsReview: true,
  })
  const run = await tables.create('entity-processes', {
    legalEntityId: ids.entity,
    processId: ids.process,
    validFrom: '2026-11-01',
  })
  ids.run = Number(run.row.id)
  expect(doneLine(lookupTableNamed('entity-processes'), run)).toBe(
    'Entity process Monthly report of Elm SICAV, valid from 01/11/2026 added. 12 process dates and 24 tasks were created.',
  )
  expect((await dates(ids.process)).slice(0, 2)).toEqual([
    { nominal: '2026-11-30', event: '2026-11-30', due: '2026-12-07' },
    { nominal: '2026-12-31', event: '2026-12-30', due: '2027-01-07' },
  ])
})

test('a task added later is added to future dates; changing its texts makes no new dates', async () => {
  const { also, row } = await tables.create('process-tasks', {
    processId: ids.process,
    team: 'TEAM LEADER',
    rank: 3,
    name: 'Archive',
    dueOffset: 10,
  })
  expect(also).toBe('12 tasks were created.')
  expect((await tables.update('process-tasks', row.key, { group: 'Afterwards' })).also).toBeUndefined()
})

test('a past holiday moves nothing before today and says so; a future one says how many moved', async () => {
  const past = await tables.create('holidays', { calendar: 'LU', date: '2026-06-23', name: 'National Day' })
  expect(past.also).toMatch(/in the past/)
  const ahead = await tables.create('holidays', { calendar: 'LU', date: '2026-11-30', name: 'Flood' })
  expect(ahead.also).toMatch(/\b1 /)
  expect((await dates(ids.process ?? 0))[0]).toEqual({
    nominal: '2026-11-30',
    event: '2026-11-27',
    due: '2026-12-07',
  })
  await tables.delete('holidays', ahead.row.key)
  expect((await dates(ids.process ?? 0))[0]?.event).toBe('2026-11-30')
})

test('an entity that changes its calendar has its dates moved', async () => {
  const key = String(ids.entity)
  const { also } = await tables.update('legal-entities', key, { calendar: '' })
  expect(also).toMatch(/^\d+ process dates? moved\.$/)
  expect((await dates(ids.process ?? 0))[1]?.event).toBe('2026-12-31')
  await tables.update('legal-entities', key, { calendar: 'LU' })
  expect((await dates(ids.process ?? 0))[1]?.event).toBe('2026-12-30')
})

test('an event with dates cannot change its recurrence', async () => {
  const event = String(ids.event)
  expect(
    await fieldsOf(tables.update('entity-events', event, { recurrence: 'weekly', weekday: '1' })),
  ).toEqual({
    recurrence: HAS_DATES,
    weekday: HAS_DATES,
  })
  expect(await fieldsOf(tables.update('entity-events', event, { rolls: 'after' }))).toEqual({
    rolls: HAS_DATES,
  })
  expect((await tables.update('entity-events', event, { name: 'End of month' })).what).toBe('changed')
  const other = await tables.create('entity-events', {
    name: 'Year end',
    recurrence: 'yearly',
    rolls: 'stays',
  })
  const moved = tables.update('processes', String(ids.process), { entityEventId: Number(other.row.id) })
  expect(await fieldsOf(moved)).toEqual({ entityEventId: ITS_DATES })
  expect((await tables.update('entity-events', other.row.key, { rolls: 'after' })).what).toBe('changed')
})

test.each([
  [{ recurrence: 'weekly' }, 'weekday'],
  [{ recurrence: 'monthly', weekday: '2' }, 'weekday'],
  [{ recurrence: 'monthly', yearEndMonth: '6' }, 'yearEndMonth'],
  [{ recurrence: 'NAV date', dayOffset: '3' }, 'dayOffset'],
  [{ recurrence: 'quarterly', dayOffset: '-1' }, 'dayOffset'],
  [{ recurrence: 'now and then' }, 'recurrence'],
  [{ recurrence: 'monthly', rolls: 'sideways' }, 'rolls'],
  [{ recurrence: 'monthly', name: 'End of month' }, 'name'],
  [{ recurrence: 'weekly', weekday: '8' }, 'weekday'],
] as const)('an event of %j is refused with a message for its field', async (given, field) => {
  const event = { name: 'Odd', rolls: 'stays', ...given }
  expect(Object.keys((await fieldsOf(tables.create('entity-events', event))) ?? {})).toEqual([field])
})

test('tasks need a listed team, due days within a year, and a unique name in the process', async () => {
  const task = { processId: ids.process, team: 'OPERATIONS', rank: 9, name: 'Odd', dueOffset: 0 }
  for (const [given, field] of [
    [{ team: 'NOBODY' }, 'team'],
    [{ team: 'SYSTEM' }, 'team'],
    [{ dueOffset: 261 }, 'dueOffset'],
    [{ dueOffset: '1.5' }, 'dueOffset'],
    [{ rank: 0 }, 'rank'],
    [{ name: 'Archive' }, 'name'],
    [{ processId: 999_999 }, 'processId'],
    [{ descriptionHtml: 'x'.repeat(20_001) }, 'descriptionHtml'],
    [{ descriptionHtml: 'nul \u0000' }, 'descriptionHtml'],
  ] as const)
    expect(
      Object.keys((await fieldsOf(tables.create('process-tasks', { ...task, ...given }))) ?? {}),
    ).toEqual([field])
})

test('script in Task Info is removed and reported; clean text does not change', async () => {
  const task = { processId: ids.process, team: 'OPERATIONS', rank: 10, dueOffset: 0, name: 'Read' }
  const made = await tables.create('process-tasks', {
    ...task,
    descriptionHtml: '<p onclick="alert(1)">Ask <b>first</b>.</p>\r\n<script>alert(2)</script>',
  })
  expect(made.row.descriptionHtml).toBe('<p>Ask <b>first</b>.</p>\n')
  expect(made.also).toMatch(/^Left out of Task Info: onclick, script\. /)
  const again = await tables.update('process-tasks', made.row.key, {
    descriptionHtml: '<p>Ask <b>first</b>.</p>\r\n<iframe src="x"></iframe>',
  })
  expect([again.what, again.also]).toEqual(['unchanged', 'Left out of Task Info: iframe, src.'])
  const clean = await tables.update('process-tasks', made.row.key, {
    descriptionHtml: 'Two lines:\r\none\r\ntwo',
  })
  expect([clean.row.descriptionHtml, clean.also]).toEqual(['Two lines:\none\ntwo', undefined])
})

test('given days and NAV dates bring their own dates, but none in the past', async () => {
  const event = await tables.create('entity-events', {
    name: 'Board',
    recurrence: 'given days',
    rolls: 'after',
  })
  const shared = { category: 'Board', dueOffset: 0 }
  const board = await tables.create('processes', {
    ...shared,
    name: 'Minutes',
    entityEventId: Number(event.row.id),
  })
  const task = { team: 'OPERATIONS', rank: 1, name: 'Do', dueOffset: 0 }
  await tables.create('process-tasks', { ...task, processId: Number(board.row.id) })
  await tables.create('entity-processes', {
    legalEntityId: ids.entity,
    processId: Number(board.row.id),
    validFrom: '2026-01-01',
  })
  const day = { entityEventId: Number(event.row.id) }
  expect((await tables.create('entity-event-days', { ...day, date: '2026-10-30' })).also).toBeUndefined()
  expect((await tables.create('entity-event-days', { ...day, date: '2026-11-28' })).also).toBe(
    '1 process date and 1 task were created.',
  )
  expect((await dates(Number(board.row.id))).map(({ event: date }) => date)).toEqual(['2026-11-30'])
  const monthEnd = { entityEventId: ids.event, date: '2026-11-28' }
  expect(await fieldsOf(tables.create('entity-event-days', monthEnd))).toHaveProperty('entityEventId')

  const nav = await tables.create('entity-events', { name: 'NAV', recurrence: 'NAV date', rolls: 'stays' })
  const sent = await tables.create('processes', {
    ...shared,
    name: 'Publish',
    entityEventId: Number(nav.row.id),
  })
  await tables.create('process-tasks', { ...task, processId: Number(sent.row.id) })
  await tables.create('entity-processes', {
    legalEntityId: ids.entity,
    processId: Number(sent.row.id),
    validFrom: '2026-01-01',
  })
  const { model } = await site.addFund({ navDates: ['2026-10-30', '2026-11-13'] })
  const fund = (await tables.load('funds')).find(({ code }) => code === model.fundCode)
  const joined = await tables.update('funds', fund?.key ?? '', { legalEntityId: ids.entity })
  expect(joined.also).toBe('1 process date and 1 task were created.')
  const added = await tables.create('nav-calendar', { fundId: Number(fund?.id), navDate: '2026-11-30' })
  expect(added.also).toBe('1 process date and 1 task were created.')
})

test('definitions in use cannot be deleted, and the message says what to do', async () => {
  for (const [table, key, words] of [
    [
      'entity-events',
      ids.event,
      'Entity event End of month is used by 1 process and cannot be deleted. Mark it',
    ],
    [
      'processes',
      ids.process,
      'Process Monthly report is used by 4 tasks and 1 entity that runs it and cannot',
    ],
    [
      'entity-processes',
      ids.run,
      'Entity process Monthly report of Elm SICAV, valid from 01/11/2026 is used by 12 dates and cannot',
    ],
    ['legal-entities', ids.entity, 'is used by 1 fund and 3 processes that it runs and cannot'],
  ] as const)
    expect((await refusal(tables.delete(table, String(key)))).message).toContain(words)
})

test('the assigned user needs access to Processes; an end is after its start', async () => {
  const key = String(ids.run)
  const user = site.actor('clientdesk1').id
  expect(await fieldsOf(tables.update('entity-processes', key, { userId: user }))).toHaveProperty('userId')
  expect(await fieldsOf(tables.update('entity-processes', key, { validTo: '2026-10-31' }))).toEqual({
    validTo: '31/10/2026 is before valid from 01/11/2026.',
  })
  const { row } = await tables.update('entity-processes', key, { userId: site.actor('teamleader1').id })
  expect(row.userId).toBe(site.actor('teamleader1').id)
})

test('every change is in an intact chain', async () => {
  expect(await verifyAudit(site.read, 'unused')).toMatchObject({ broken: null })
})

test('a task that is due in weeks stays on the day on which they end, holiday or not', async () => {
  const process = await tables.create('processes', {
    name: 'Quarterly letter',
    category: 'Reporting',
    entityEventId: ids.event,
    dueOffset: 30,
  })
  const task = { processId: Number(process.row.id), team: 'OPERATIONS', rank: 1 }
  await tables.create('process-tasks', { ...task, name: 'Weeks', dueOffset: 4, dueUnit: 'weeks' })
  await tables.create('process-tasks', { ...task, name: 'Business days', dueOffset: 20 })
  await tables.create('entity-processes', {
    legalEntityId: ids.entity,
    processId: task.processId,
    validFrom: '2026-11-01',
    validTo: '2026-11-30',
  })
  const due = async () =>
    (
      await site.ownerSql`
      select name, due_date::text as due from task where name in ('Weeks', 'Business days') order by due_date, name`
    ).map(({ name, due }) => `${name} ${due}`)
  // From 30 November: Monday 28 December, and 20 business days without the 25th and the 31st.
  expect(await due()).toEqual(['Weeks 2026-12-28', 'Business days 2026-12-29'])
  const holiday = { calendar: 'LU', date: '2026-12-28', name: '' }
  await tables.create('holidays', holiday)
  expect(await due()).toEqual(['Weeks 2026-12-28', 'Business days 2026-12-30'])
})

test('deadlines of NAV errors are defined like other tasks, but the settings of NAV errors say when they are due', async () => {
  const rows = await tables.load('process-tasks')
  const notify = rows.find(({ name }) => name === 'Notify the regulator')
  expect(notify).toMatchObject({ dueOffset: 4, dueUnit: 'weeks', team: 'MANAGER', needsReview: false })
  const key = notify?.key ?? ''
  const bySettings = expect.stringContaining('The NAV error settings say when this is due')
  expect(
    await fieldsOf(
      tables.update('process-tasks', key, { dueOffset: 5, dueUnit: 'business days', needsReview: true }),
    ),
  ).toEqual({
    dueOffset: bySettings,
    dueUnit: bySettings,
    needsReview: expect.stringContaining('without a review'),
  })
  const renamed = await tables.update('process-tasks', key, { team: 'TEAM LEADER', group: 'Regulator' })
  expect(renamed.row).toMatchObject({ team: 'TEAM LEADER', group: 'Regulator' })
  const fields = { name: 'Found', recurrence: 'NAV error', rolls: 'after' }
  expect(await fieldsOf(tables.create('entity-events', fields))).toEqual({
    rolls: expect.stringContaining('Choose “stays”'),
  })
})
