import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { PROCESS_DECLARED, type ProcessRow } from '~/areas/processes/fields.server'
import { processColumns } from '~/areas/processes/list'
import { processById, processList, tasksOf } from '~/areas/processes/list.server'
import { PROCESS_STATUSES, type ProcessStatus, TASK_KINDS, type TaskKind } from '~/areas/processes/process'
import { type ListOperator, type ListQuery, WHOLE } from '~/platform/lists/list'
import { rowList } from '~/platform/lists/row-list.server'
import { addDays } from '~/platform/values/day'
import { processesOn } from '../../support/areas/processes/processes-on'

const site = await opened(testSite())
const { generate, newEntity, newEvent, newFund, newProcess, newRun, person } = processesOn(site, '2026-11-02')
const TODAY = '2026-11-02'

/** The process status for each state of a task: until its due date, and after it. */
const STANDS: Record<TaskKind, Record<string, readonly [ProcessStatus, ProcessStatus]>> = {
  task: {
    'TO DO': ['TO DO', 'LATE'],
    'IN PROGRESS': ['IN PROGRESS', 'LATE'],
    DONE: ['DONE', 'DONE'],
    'NOT APPLICABLE': ['DONE', 'DONE'],
  },
  'reviewed task': {
    'TO DO': ['TO DO', 'LATE'],
    'IN PROGRESS': ['IN PROGRESS', 'LATE'],
    // Awaits its review.
    DONE: ['IN PROGRESS', 'LATE'],
    REVIEWED: ['DONE', 'DONE'],
    'NOT APPLICABLE': ['DONE', 'DONE'],
  },
  deadline: {
    'TO DO': ['TO DO', 'LATE'],
    DONE: ['DONE', 'DONE'],
    'NOT APPLICABLE': ['DONE', 'DONE'],
  },
}

/** One task of a process date. */
interface Given {
  kind: TaskKind
  status: string
  team: 'OPERATIONS' | 'MANAGER'
  due: string
}

const given = (['OPERATIONS', 'MANAGER'] as const).flatMap((team) =>
  (Object.keys(TASK_KINDS) as TaskKind[]).flatMap((kind) =>
    Object.keys(STANDS[kind]).flatMap((status) =>
      [-1, 0].map((days): Given => ({ kind, status, team, due: addDays(TODAY, days) })),
    ),
  ),
)

const standingOf = ({ kind, status, due }: Given) => STANDS[kind][status]?.[due < TODAY ? 1 : 0]
const worstOf = (tasks: Given[]) => PROCESS_STATUSES.find((each) => tasks.map(standingOf).includes(each))

/** Every pair of tasks, and each alone. */
const cases: Given[][] = [
  ...given.map((one) => [one]),
  ...given.flatMap((a, at) => given.slice(at).map((b) => [a, b])),
]

test('a process has the status of its worst task, for a team that of its own tasks: every pair of tasks', async () => {
  const process = await newProcess(await newEvent({ recurrence: 'given days' }, ['2026-11-30']), [
    { name: 'One' },
    { name: 'Two' },
  ])
  for (const _ of cases) await newRun(process, await newEntity())
  await generate()
  const dates = await site.ownerSql<{ id: string }[]>`select id from entity_process_date order by id`
  expect(dates).toHaveLength(cases.length)
  const rows = cases.flatMap((tasks, at) =>
    ['One', 'Two'].map((name, place) => ({ date: dates[at]?.id ?? '', name, ...(tasks[place] ?? null) })),
  )
  // Set directly, without years of steps.
  await site.admin`create temporary table wanted as
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as w(date bigint, name text, kind text, status text, team text, due date)`
  await site.admin`delete from workflow_instance i using task t, wanted w
    where i.object_id = t.id and t.entity_process_date_id = w.date and t.name = w.name and w.kind is null`
  await site.admin`delete from task t using wanted w
    where t.entity_process_date_id = w.date and t.name = w.name and w.kind is null`
  await site.admin`update workflow_instance i set kind = w.kind, status = w.status from task t, wanted w
    where i.object_id = t.id and t.entity_process_date_id = w.date and t.name = w.name`
  await site.admin`update task t set team = w.team, due_date = w.due from wanted w
    where t.entity_process_date_id = w.date and t.name = w.name`

  const reader = { today: TODAY, actor: { queues: ['OPERATIONS', 'ACCOUNTANT'] } }
  const { rows: shown, total } = await processList(site.read, reader).page(WHOLE)
  expect(total).toBe(cases.length)
  const byId = new Map(shown.map((row) => [row.entity_process_date_id, row]))
  const wrong = cases.flatMap((tasks, at) => {
    const row = byId.get(Number(dates[at]?.id))
    const mine = tasks.filter(({ team }) => team === 'OPERATIONS')
    const complete = tasks.filter((each) => standingOf(each) === 'DONE').length
    const expected = {
      process_status: worstOf(tasks),
      team_status: mine.length === 0 ? '' : worstOf(mine),
      completed_tasks: `${complete}/${tasks.length}`,
      isLeft: complete < tasks.length,
    }
    const actual = {
      process_status: row?.process_status,
      team_status: row?.team_status,
      completed_tasks: row?.completed_tasks,
      isLeft: row?.remaining_days !== null,
    }
    return JSON.stringify(expected) === JSON.stringify(actual) ? [] : [{ tasks, expected, actual }]
  })
  expect(wrong).toEqual([])

  // Filtering by displayed values finds these rows.
  const idsOf = (rows: ProcessRow[]) => rows.map(({ entity_process_date_id: id }) => id).sort((a, b) => a - b)
  const filtered = async (more: Partial<ListQuery>) =>
    idsOf((await processList(site.read, reader).page({ ...WHOLE, ...more })).rows)
  const some = [['LATE'], ['IN PROGRESS'], ['TO DO'], ['DONE'], ['LATE', 'DONE'], ['TO DO', '']]
  for (const column of ['process_status', 'team_status'] as const)
    for (const values of some)
      expect(
        await filtered({ filters: [{ column, operator: 'in', values }] }),
        `${column} ${values}`,
      ).toEqual(idsOf(shown.filter((row) => values.includes(row[column]))))
  const named = shown[7] ?? shown[0]
  for (const search of [
    named?.entity,
    named?.process,
    named?.entity_event,
    'reporTING',
    'TITY 1',
    'xyz',
    '%',
  ])
    expect(await filtered({ search }), search).toEqual(
      idsOf(
        shown.filter((row) =>
          [row.entity, row.process, row.entity_event, row.category_name, row.recipient].some((text) =>
            text.toLowerCase().includes((search ?? '').toLowerCase()),
          ),
        ),
      ),
    )
  // The longest overdue first, done ones last; pages are consistent.
  const sort = [{ column: 'remaining_days', descending: false }]
  const whole = await processList(site.read, reader).page({ ...WHOLE, sort })
  const paged: ProcessRow[] = []
  for (let page = 1; paged.length < whole.rows.length; page++)
    paged.push(...(await processList(site.read, reader).page({ ...WHOLE, sort, page, size: 97 })).rows)
  expect(paged).toEqual(whole.rows)
  expect(whole.rows.at(-1)?.remaining_days).toBeNull()

  // Without a queue there are no tasks; sorting goes from best to worst.
  const anyone = { today: TODAY, actor: { queues: [] } }
  const [first] = dates
  expect((await processById(site.read, Number(first?.id), anyone)).team_status).toBe('')
  const sorted = await processList(site.read, reader).page({
    ...WHOLE,
    sort: [{ column: 'process_status', descending: true }],
  })
  const order = sorted.rows.map(({ process_status }) => PROCESS_STATUSES.indexOf(process_status))
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect((await tasksOf(site.read, Number(first?.id))).map(({ workflow_name }) => workflow_name)).toEqual([
    'Task',
  ])
})

test('a page among thousands, late, open or without remaining days, has the same rows as the whole list', async () => {
  const run = await newRun(await newProcess(await newEvent(), [{ name: 'Count' }]), await newEntity())
  await generate()
  // Dates without tasks have no remaining days, like those with only done tasks; every hundredth is late.
  await site.ownerSql`
    insert into entity_process_date (entity_process_id, nominal_date, event_date, due_date, open_due)
    select ${run}, day, day, day + n % 5, case when n % 100 = 0 then day end from (
      select date '1990-01-01' + n as day, n from generate_series(1, 10500) n) as days`
  const reader = { today: TODAY, actor: { queues: ['OPERATIONS'] } }
  const list = processList(site.read, reader)
  const idOf = ({ entity_process_date_id: id }: ProcessRow) => id
  const sorted = (late: boolean, due: boolean) => ({
    sort: [
      { column: 'remaining_days', descending: late },
      { column: 'process_due_date', descending: due },
    ],
  })
  const filtered = (column: string, operator: ListOperator, values: string[]) => ({
    ...sorted(false, true),
    filters: [{ column, operator, values }],
  })
  const queries: Partial<ListQuery>[] = [
    sorted(false, true),
    sorted(true, false),
    sorted(false, false),
    { ...sorted(false, true), search: 'entity' },
    filtered('completed_tasks', 'contains', ['0/']),
    filtered('remaining_days', 'less', ['5']),
    filtered('process_status', 'in', ['DONE', 'TO DO']),
  ]
  for (const more of queries) {
    const query = { ...WHOLE, ...more }
    const whole: number[] = []
    for await (const rows of list.rows(query)) whole.push(...rows.map(idOf))
    const last = Math.ceil(whole.length / 97)
    // From the start, across the parts, and far on, where it is read from the end.
    for (const page of [1, 2, 3, 109, last].filter((each) => each <= last))
      expect(
        (await list.page({ ...query, page, size: 97 })).rows.map(idOf),
        `${JSON.stringify(query)}, page ${page}`,
      ).toEqual(whole.slice((page - 1) * 97, page * 97))
  }
  // None of them has an open task.
  await site.ownerSql`update entity_process_date set open_due = null where tasks = 0`
})

test('filters by user, manager or fund names, which may be absent, find the rows that show them', async () => {
  const manco = await newEntity({ name: 'Olga Management' })
  const managed = await newEntity({ managementCompanyId: manco })
  await newFund(managed, 'OLG1')
  const process = await newProcess(await newEvent(), [{ name: 'Ask' }], { name: 'Asked' })
  const run = await newRun(process, managed)
  await newRun(process, await newEntity())
  await generate()
  await site.ownerSql`update entity_process_date set user_id = ${person('operations1').id}
    where id in (select id from entity_process_date where entity_process_id = ${run} order by id limit 2)`
  const reader = { today: TODAY, actor: { queues: ['OPERATIONS'] } }
  const inSql = processList(site.read, reader)
  const own = { column: 'process', operator: 'equals' as const, values: ['Asked'] }
  const { rows } = await inSql.page({ ...WHOLE, filters: [own] })
  const atHand = rowList(rows, processColumns(PROCESS_DECLARED), {
    timeZone: 'UTC',
    keyOf: (row) => String(row.entity_process_date_id),
  })
  const name = rows.find(({ user_name }) => user_name !== '')?.user_name ?? ''
  const operators: ListOperator[] = ['contains', 'equals', 'differs', 'in', 'empty', 'filled', 'less']
  const values = [[name], ['Olga Management'], ['OLG1'], ['ol'], ['xyz'], [''], ['OLG1', '', name]]
  const found = new Set<number>()
  for (const column of ['user_name', 'manco', 'entity_group_components'])
    for (const operator of operators)
      for (const given of values) {
        const query = { ...WHOLE, filters: [own, { column, operator, values: given }] }
        const [actual, expected] = [await inSql.page(query), await atHand.page(query)]
        const ids = (page: typeof actual) =>
          page.rows.map((row) => row.entity_process_date_id).sort((a, b) => a - b)
        expect(ids(actual), `${column} ${operator} ${given}`).toEqual(ids(expected))
        expect(actual.total).toBe(expected.total)
        found.add(actual.total)
      }
  expect([...found].sort((a, b) => a - b).slice(0, 2)).toEqual([0, 2])
})
