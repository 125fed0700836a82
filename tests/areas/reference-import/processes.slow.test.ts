import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { beforeEach, expect, test } from 'vitest'
import { HAS_DATES, ITS_DATES } from '~/areas/processes/definitions/event-rules'
import { faultsOf, importsInto } from '../../support/areas/reference-import/imports-into'
import { processBook } from '../../support/areas/reference-import/process-book'
import type { Book, Rows } from '../../support/areas/reference-import/reference-book'

let book: Book
// Today is 20 November 2026.
const site = await opened(testDatabase())
const imports = await importsInto(site)
beforeEach(() => {
  book = processBook()
})

const rowsOf = (sheet: string): Rows => book[sheet] ?? []
/** Sets a cell of the book by row, from 2, and column header. */
function cell(sheet: string, row: number, header: string, value: string | number | null) {
  const rows = rowsOf(sheet)
  const at = rows[0]?.indexOf(header) ?? -1
  if (at < 0) throw new Error(`no column ${header}`)
  rows[row - 1] = (rows[row - 1] ?? []).with(at, value)
}

test('a dry run lists every change and stores nothing', async () => {
  const report = await imports.run(book, null, true)
  expect(report.sheets.map(({ sheet, inserted }) => [sheet, inserted])).toEqual([
    ['Legal entities', 2],
    ['Funds', 1],
    ['NAV calendar', 2],
    ['Entity events', 5],
    ['Entity event days', 2],
    ['Processes', 3],
    ['Process tasks', 4],
    ['Entity processes', 3],
    ['Calendar holidays', 2],
  ])
  const [stored] =
    await site.ownerSql`select count(*)::int as n from entity_event where recurrence <> 'NAV error'`
  expect(stored?.n).toBe(0)
})

test('process definitions are stored, and their dates made with the holidays of the same workbook', async () => {
  const report = await imports.run(book)
  // 12 month ends, one board meeting within its validity, two NAV dates; the report has two tasks.
  expect(report.notes).toEqual(['15 process dates and 27 tasks were created.'])
  const dates = await site.ownerSql`
    select p.name, d.nominal_date::text as nominal, d.event_date::text as event, d.due_date::text as due
    from entity_process_date d join entity_process e on e.id = d.entity_process_id join process p on p.id = e.process_id
    where d.nominal_date < '2027-01-15' order by p.name, 2`
  expect([...dates].map(({ name, nominal, event, due }) => [name, nominal, event, due])).toEqual([
    ['Board pack', '2026-12-10', '2026-12-10', '2026-12-10'],
    ['Monthly report', '2026-11-30', '2026-11-30', '2026-12-14'],
    ['Monthly report', '2026-12-31', '2026-12-30', '2027-01-14'],
    ['Publication', '2026-11-30', '2026-11-30', '2026-12-01'],
    ['Publication', '2026-12-31', '2026-12-31', '2027-01-01'],
  ])
  const [entity] = await site.ownerSql`
    select f.name as fund, m.name as manager, f.calendar, fund.code from legal_entity f
    join legal_entity m on m.id = f.management_company_id join fund on fund.legal_entity_id = f.id`
  expect(entity).toEqual({
    fund: 'Alder Fund SICAV',
    manager: 'Alder Management SA',
    calendar: 'LU',
    code: 'AL1',
  })
})

test('the same workbook again changes nothing, even with unclean Task Info', async () => {
  expect((await imports.run(book)).changes).toEqual([])
  cell('Process tasks', 2, 'Task Info', '<p onclick="x()">From the <b>NAVs</b>.</p><script>y()</script>')
  const again = await imports.run(book)
  expect(again.changes).toEqual([])
  expect(again.notes).toEqual(['Sheet "Process tasks", row 2: Left out of Task Info: onclick, script.'])
})

test('sheets without the new columns leave those values unchanged', async () => {
  book = {
    'Legal entities': [
      ['Name', 'Kind'],
      ['Alder Fund SICAV', 'FUND'],
    ],
    Funds: rowsOf('Funds').map((row) => row.slice(0, 7)),
  }
  expect((await imports.run(book)).changes).toEqual([])
})

test('a task added later is added to future dates; changing texts makes none', async () => {
  rowsOf('Process tasks').push([
    'Board pack',
    2,
    null,
    'Minutes',
    'OPERATIONS',
    5,
    'yes',
    'In <i>English</i>.',
  ])
  const report = await imports.run(book)
  expect(report.notes).toEqual(['1 task was created.'])
  cell('Process tasks', 3, 'Task Info', 'Two\nlines')
  const changed = await imports.run(book)
  expect([changed.changes.length, changed.notes]).toEqual([1, []])
})

test('a user of the dates that is pending is left out with a note; an existing one is assigned', async () => {
  await imports.user('second')
  book = {
    Users: [
      ['User name', 'First name', 'Last name', 'Role'],
      ['lea', 'Léa', 'Hansen', 'OPERATIONS'],
    ],
    'Entity processes': rowsOf('Entity processes').slice(0, 2),
  }
  cell('Entity processes', 2, 'User', 'lea')
  const first = await imports.run(book)
  expect(first.changes.map(({ sheet, waits }) => [sheet, waits])).toEqual([['Users', true]])
  expect(first.notes).toEqual([
    'Sheet "Entity processes", row 2: lea is pending second approval; import the row again afterwards to assign it.',
  ])
  expect((await imports.run(book)).changes).toEqual([])
  await site.ownerSql`insert into authorisation (user_id, function_id, may_add, may_update, may_delete)
    select id, 'processdashboard', false, true, false from app_user where user_name = 'second'`
  cell('Entity processes', 2, 'User', 'second')
  const [change] = (await imports.run(book)).changes
  expect(change?.fields).toEqual([{ field: 'User', before: '', after: 'second' }])
})

test('an event with dates cannot change its recurrence', async () => {
  cell('Entity events', 2, 'Recurs', 'quarterly')
  cell('Processes', 4, 'Event', 'Month end')
  expect(await faultsOf(imports.run(book))).toEqual([
    `Entity events!B2: ${HAS_DATES.replace(/\.$/, '')}`,
    `Processes!D4: ${ITS_DATES.replace(/\.$/, '')}`,
  ])
})

test('every error is reported with its cell, and nothing is stored', async () => {
  cell('Legal entities', 2, 'Management company', 'Nobody SA')
  cell('Legal entities', 3, 'Calendar', 'MARS')
  cell('Funds', 2, 'Legal entity', 'Nobody SICAV')
  cell('Entity events', 3, 'Weekday', null)
  cell('Entity events', 4, 'Year end', 'Smarch')
  cell('Entity events', 5, 'Days after', 5)
  cell('Entity event days', 2, 'Event', 'Month end')
  cell('Entity event days', 3, 'Event', 'Never')
  cell('Processes', 2, 'Event', 'Doomsday')
  cell('Process tasks', 2, 'Team', 'NOBODY')
  cell('Process tasks', 3, 'Due', 1.5)
  cell('Process tasks', 4, 'Process', 'Unheard of')
  cell('Entity processes', 2, 'User', 'nobody')
  cell('Entity processes', 3, 'Valid to', '31/12/2025')
  cell('Entity processes', 4, 'Legal entity', 'Nobody SICAV')
  const faults = await faultsOf(imports.run(book))
  expect(faults.map((fault) => fault.slice(0, fault.indexOf(':')))).toEqual([
    'Legal entities!C2',
    'Legal entities!D3',
    'Funds!H2',
    'Entity events!C3',
    'Entity events!D4',
    'Entity events!E5',
    'Entity event days!A2',
    'Entity event days!A3',
    'Processes!D2',
    'Process tasks!E2',
    'Process tasks!F3',
    'Process tasks!A4',
    'Entity processes!C2',
    'Entity processes!E3',
    'Entity processes!A4',
  ])
})

test('tasks may be due in weeks; the deadlines of NAV errors keep theirs', async () => {
  const head = ['Process', 'Order', 'Task', 'Team', 'Due', 'Due unit', 'Review']
  const task = (name: string, due: number, unit: string | null, review = 'no') => [
    'NAV error deadlines',
    name === 'Tell the board' ? 3 : 1,
    name,
    'MANAGER',
    due,
    unit,
    review,
  ]
  book = { 'Process tasks': [head, task('Tell the board', 6, 'Weeks')] }
  await imports.run(book)
  const [stored] = await site.ownerSql`
    select due_offset, due_unit, ends_with from process_task where name = 'Tell the board'`
  expect(stored).toEqual({ due_offset: 6, due_unit: 'weeks', ends_with: null })
  book = { 'Process tasks': [head, task('Notify the regulator', 4, 'weeks')] }
  expect((await imports.run(book)).changes).toEqual([])
  book = { 'Process tasks': [head, task('Notify the regulator', 5, null, 'yes')] }
  const faults = await faultsOf(imports.run(book))
  expect(faults.map((fault) => fault.slice(0, fault.indexOf(':')))).toEqual([
    'Process tasks!E2',
    'Process tasks!F2',
    'Process tasks!G2',
  ])
})
