import { bookFile } from 'tests/support/areas/reference-import/reference-book'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { workOf } from '~/areas/access/user-work.server'
import { lookupTableNamed } from '~/areas/lookups/lookup-tables.server'
import { moveForEntity } from '~/areas/processes/move-dates.server'
import { runImport } from '~/areas/reference-import/run-import.server'
import { createRow, deleteRow, updateRow } from '~/platform/tables/change-rows.server'
import { doneLine, type RowDone } from '~/platform/tables/editable-table.server'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { processesOn, ZONE } from '../../support/areas/processes/processes-on'

const site = await opened(testSite())
const { changeHolidays, datesOf, generate, newEntity, newEvent, newProcess, newRun, person, step, tasksIn } =
  processesOn(site, '2026-12-21')
const TABLE = 'holidays'

/** One date of an entity with a calendar, its event on a day that rolls back. */
async function oneDate(calendar: string | null, day: string) {
  const process = await newProcess(
    await newEvent({ recurrence: 'given days', rolls: 'before' }, [day]),
    [
      { name: 'Prepare', dueOffset: -1 },
      { name: 'Send', dueOffset: 2 },
    ],
    { dueOffset: 3 },
  )
  const run = await newRun(process, await newEntity({ calendar }))
  await generate()
  const [made] = await datesOf(run)
  const id = made?.id ?? 0
  return {
    id,
    at: async () => {
      const [date] = await datesOf(run)
      return [date?.event, date?.due, ...(await tasksIn(id))]
    },
    told: async () => (await historyOf(site.read, id)).map(({ log, whoName }) => `${whoName}: ${log}`),
  }
}

const by = () => ({ actor: person('admin'), now: site.clock(), timeZone: ZONE })
const line = (done: RowDone) => doneLine(lookupTableNamed(TABLE), done)
const add = (calendar: string, date: string, name = '') =>
  site.transaction((tx) =>
    createRow(contextOf({ tx, ...by() }), lookupTableNamed(TABLE), { calendar, date, name }),
  )
const drop = (calendar: string, date: string) =>
  site.transaction((tx) =>
    deleteRow(contextOf({ tx, ...by() }), lookupTableNamed(TABLE), {
      key: `${calendar}~${date}`,
      seen: null,
    }),
  )

await changeHolidays('LU', { added: ['2026-12-25'] })

test('a new holiday moves future event and due dates and says how many; deleting it moves them back', async () => {
  // 31 December 2026 is a Thursday.
  const here = await oneDate('LU', '2026-12-31')
  const elsewhere = await oneDate('FR', '2026-12-31')
  const without = await oneDate(null, '2026-12-31')
  const before = ['2026-12-31', '2027-01-05', 'Prepare 2026-12-30 TO DO', 'Send 2027-01-04 TO DO']
  for (const date of [here, elsewhere, without]) expect(await date.at()).toEqual(before)

  expect(line(await add('LU', '2026-12-31'))).toBe('Holiday LU 31/12/2026 added. 1 process date moved.')
  expect(await here.at()).toEqual([
    '2026-12-30',
    '2027-01-05',
    'Prepare 2026-12-29 TO DO',
    'Send 2027-01-04 TO DO',
  ])
  for (const date of [elsewhere, without]) expect(await date.at()).toEqual(before)
  expect(await here.told()).toEqual([
    'SYSTEM: Calendar LU: holiday 31/12/2026 added. Event 31/12/2026 → 30/12/2026; Prepare: due 30/12/2026 → 29/12/2026',
  ])
  expect(await elsewhere.told()).toEqual([])

  expect(line(await drop('LU', '2026-12-31'))).toBe('Holiday LU 31/12/2026 deleted. 1 process date moved.')
  expect(await here.at()).toEqual(before)
  expect(await here.told()).toHaveLength(2)
  const [event] = await historyOf(site.read, here.id)
  expect(event).toMatchObject({ type: 'act', name: 'move process', userId: null, status: 'MOVED' })
  expect(JSON.parse(String(event?.data.was))).toMatchObject({
    eventDate: '2026-12-30',
    tasks: [{ dueDate: '2026-12-29' }],
  })
  expect(JSON.parse(String(event?.data.is))).toMatchObject({
    eventDate: '2026-12-31',
    tasks: [{ dueDate: '2026-12-30' }],
  })
})

test('a holiday far from every date moves none; nor does renaming one', async () => {
  const date = await oneDate('LU', '2027-02-26')
  expect(line(await add('LU', '2027-05-03'))).toBe('Holiday LU 03/05/2027 added')
  const renamed = await site.transaction((tx) =>
    updateRow(contextOf({ tx, ...by() }), lookupTableNamed(TABLE), {
      key: 'LU~2027-05-03',
      posted: { name: 'Bank holiday' },
      seen: null,
    }),
  )
  expect(line(renamed)).toBe('Holiday LU 03/05/2027 changed')
  expect(await date.told()).toEqual([])
})

test('a holiday on a past date is accepted: nothing before today moves, but dependent future dates do', async () => {
  const date = await oneDate('LU', '2026-12-22')
  site.setClock('2026-12-23T08:00:00Z')
  expect(await date.at()).toEqual([
    '2026-12-22',
    '2026-12-28',
    'Prepare 2026-12-21 TO DO',
    'Send 2026-12-24 TO DO',
  ])
  expect(line(await add('LU', '2026-12-22'))).toBe(
    'Holiday LU 22/12/2026 added. It is in the past: dates before today do not move.',
  )
  expect(await date.at()).toEqual([
    '2026-12-22',
    '2026-12-28',
    'Prepare 2026-12-21 TO DO',
    'Send 2026-12-24 TO DO',
  ])
  await drop('LU', '2026-12-22')
  site.setClock('2026-12-21T08:00:00Z')
})

test('a complete task keeps its due date, an open one moves with the event', async () => {
  const date = await oneDate('LU', '2027-03-19')
  const [prepare] =
    await site.ownerSql`select id::int from task where entity_process_date_id = ${date.id} order by rank`
  await step('operations1', Number(prepare?.id), 'not applicable', { comment: 'Nothing to prepare' })
  expect(await changeHolidays('LU', { added: ['2027-03-18', '2027-03-19', '2027-03-22'] })).toBe(1)
  expect(await date.at()).toEqual([
    '2027-03-17',
    '2027-03-25',
    'Prepare 2027-03-18 NOT APPLICABLE',
    'Send 2027-03-24 TO DO',
  ])
})

test('a year of holidays at once is one event per date, and the chains are intact', async () => {
  const process = await newProcess(await newEvent({ recurrence: 'weekly', weekday: 1 }), [{ dueOffset: 0 }])
  const run = await newRun(process, await newEntity({ calendar: 'LONG' }))
  await generate()
  const mondays = (await datesOf(run)).map(({ event }) => event)
  expect(await changeHolidays('LONG', { added: mondays })).toBe(mondays.length)
  expect((await datesOf(run)).map(({ event }) => event)).toEqual(mondays)
  const [first] = await datesOf(run)
  expect((await tasksIn(first?.id ?? 0))[0]).toContain('2026-12-22')
  const [event] = await historyOf(site.read, first?.id ?? 0)
  expect(event?.log).toMatch(/^Calendar LONG: 5\d holidays added\. Due /)
  expect(await changeHolidays('LONG', { removed: mondays.slice(0, 2) })).toBeGreaterThan(0)
  expect((await verifyAudit(site.read, 'key')).broken).toBeNull()
})

test('a workbook with holidays moves future dates, and its report says so; a dry run moves nothing', async () => {
  const date = await oneDate('BE', '2027-04-30')
  const before = await date.at()
  const book = {
    'Calendar holidays': [
      ['Calendar', 'Date'],
      ['BE', '2027-04-30'],
      ['NL', '2027-04-27'],
    ],
  }
  const run = async (dryRun: boolean) =>
    runImport(workOf(site.services, null), site.services, await bookFile(book), { dryRun })
  await run(true)
  expect(await date.at()).toEqual(before)
  expect((await run(false)).notes).toEqual(['1 process date moved.'])
  expect(await date.at()).toEqual([
    '2027-04-29',
    '2027-05-05',
    'Prepare 2027-04-28 TO DO',
    'Send 2027-05-04 TO DO',
  ])
  expect((await run(false)).notes).toEqual([])
})

test('an entity that changes its calendar has its dates moved, and back', async () => {
  const date = await oneDate('IE', '2027-05-31')
  const before = await date.at()
  await changeHolidays('DE', { added: ['2027-05-31'] })
  const keep = (from: string | null, to: string | null) =>
    site.transaction(async (tx) => {
      const calendars = { before: from, after: to }
      const [row] = await site.ownerSql`
        select e.legal_entity_id as id from entity_process e
        join entity_process_date d on d.entity_process_id = e.id where d.id = ${date.id}`
      return (
        await moveForEntity(contextOf({ tx, now: site.clock(), timeZone: ZONE }), Number(row?.id), calendars)
      ).moved
    })
  expect(await keep('IE', 'DE')).toBe(1)
  expect((await date.at())[0]).toBe('2027-05-28')
  expect((await date.told())[0]).toMatch(
    /^SYSTEM: Calendar of the entity: IE → DE\. Event 31\/05\/2027 → 28\/05\/2027/,
  )
  expect(await keep('DE', null)).toBe(1)
  expect(await date.at()).toEqual(before)
})
