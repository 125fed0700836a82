import { processesOn } from 'tests/support/areas/processes/processes-on'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { tasksOf } from '~/areas/processes/list.server'

const site = await opened(httpSite())
const { datesOf, generate, newEntity, newEvent, newFund, newProcess, newRun, newTask, step } = processesOn(
  site,
  '2026-11-02',
)

async function call(user: string | null, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await site.ask(user, `/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

const first = () => dates[0]?.id ?? 0

const manco = await newEntity({ name: 'Ardenne Management SA', kind: 'COMPANY' })
const entity = await newEntity({ name: 'Ardenne SICAV', managementCompanyId: manco, calendar: 'LU' })
await newFund(entity, 'ARD02')
await newFund(entity, 'ARD01')
const event = await newEvent({ name: 'Month end', rolls: 'before' })
const process = await newProcess(
  event,
  [
    {
      name: 'Prepare',
      group: 'Data',
      descriptionHtml: '<p>Take <b>both</b>.</p><script>alert(1)</script>',
      dueOffset: -1,
    },
    { name: 'Send', group: 'Delivery', team: 'MANAGER', needsReview: true, dueOffset: 2 },
  ],
  { name: 'CSSF report', category: 'Regulatory', recipient: 'CSSF', dueOffset: 3 },
)
const run = await newRun(process, entity)
await generate()
const dates = await datesOf(run)
const users = await site.ownerSql`select id, user_name from app_user`
const userIds = Object.fromEntries(users.map(({ id, user_name }) => [String(user_name), Number(id)]))

test('GET dashboard/processes returns the rows of the specification, earliest due first; filtered, sorted and paged', async () => {
  const all = await call('operations1', 'dashboard/processes')
  expect(all.status).toBe(200)
  expect(all.headers.get('X-Total-Count')).toBe('12')
  expect(all.body).toHaveLength(12)
  expect(all.body[0]).toEqual({
    entity_process_date_id: first(),
    user_id: null,
    user_name: '',
    manco: 'Ardenne Management SA',
    category_name: 'Regulatory',
    entity: 'Ardenne SICAV',
    entity_group_components: 'ARD01, ARD02',
    entity_event: 'Month end',
    event_date: '2026-11-30',
    process: 'CSSF report',
    recipient: 'CSSF',
    process_due_date: '2026-12-03',
    remaining_days: 23,
    completed_tasks: '0/2',
    team_status: 'TO DO',
    team_status_style: 'new',
    process_status: 'TO DO',
    process_status_style: 'new',
  })
  const page = await call('operations1', 'dashboard/processes?sort=-event_date&size=5&page=2')
  expect(page.body.map((row: { event_date: string }) => row.event_date)).toEqual([
    '2027-05-31',
    '2027-04-30',
    '2027-03-31',
    '2027-02-26',
    '2027-01-29',
  ])
  const found = await call(
    'operations1',
    'dashboard/processes?filter.event_date.from=2027-10-01&search=ardenne',
  )
  expect(found.body).toHaveLength(1)
  expect((await call('manager1', 'dashboard/processes')).body[0].team_status).toBe('TO DO')
  expect((await call('auditor1', 'dashboard/processes')).body[0]).toMatchObject({
    team_status: '',
    team_status_style: '',
  })
})

test('POST dashboard/processes/{id} assigns it to a user, and returns its row', async () => {
  const path = `dashboard/processes/${first()}`
  const given = await call('operations1', path, { userId: userIds.operations2 })
  expect(given).toMatchObject({
    status: 200,
    body: { user_id: userIds.operations2, user_name: 'Oscar Meyers' },
  })
  expect((await call('teamleader1', path, { userId: String(userIds.operations1) })).body.user_name).toBe(
    'Nadia Petrov',
  )
  expect((await call('operations1', path, { userId: null })).body.user_id).toBeNull()
  expect((await call('operations1', path, { userId: '' })).status).toBe(200)
})

test.each<[string, unknown, number]>([
  ['an unknown user', { userId: 999_999 }, 422],
  ['a text that is no number', { userId: 'operations1' }, 422],
  ['a number that no id has', { userId: 1.5 }, 422],
  ['a number that no database has', { userId: 99_999_999_999 }, 422],
  ['an object', { userId: { id: 1 } }, 422],
  ['a list', { userId: [1] }, 422],
  ['true', { userId: true }, 422],
  ['nothing', {}, 422],
  ['a body that is no object', '[1]', 422],
  ['a broken body', '{"userId":', 400],
])('an assignment to %s is refused with a message', async (_, body, status) => {
  const refused = await call('operations1', `dashboard/processes/${first()}`, body)
  expect(refused).toMatchObject({
    status,
    body: { title: 'Settings error', errorMessage: expect.stringMatching(/\w\.$/) },
  })
  expect((await call('operations1', 'dashboard/processes')).body[0].user_id).toBeNull()
})

test('users without Processes cannot be assigned; assigning needs the permission and an existing process', async () => {
  const path = `dashboard/processes/${first()}`
  const refused = await call('operations1', path, { userId: userIds.finance1 })
  expect(refused).toMatchObject({
    status: 422,
    body: {
      title: 'Settings error',
      errorMessage: expect.stringContaining('Choose a user who may open Processes'),
    },
  })
  expect((await call('manager1', path, { userId: userIds.manager1 })).status).toBe(403)
  expect((await call('finance1', path, { userId: null })).status).toBe(403)
  expect((await call('operations1', 'dashboard/processes/999999', { userId: null })).status).toBe(404)
  expect((await call('operations1', 'dashboard/processes/abc', { userId: null })).status).toBe(404)
})

test('GET dashboard/tasks/{id} returns the tasks in order, GET tasks/{id} one task with its info sanitised', async () => {
  const { status, body } = await call('operations1', `dashboard/tasks/${first()}`)
  expect(status).toBe(200)
  expect(body).toEqual([
    {
      task_id: expect.any(Number),
      entity_process_date_id: first(),
      task_rank: 1,
      task_group: 'Data',
      task_name: 'Prepare',
      task_due_date: '2026-11-27',
      task_team: 'OPERATIONS',
      workflow_name: 'Task',
      last_event_date: expect.stringMatching(/^2026-11-02T/),
      who: 'SYSTEM',
      last_event_status: 'TO DO',
      last_event_queue: 'OPERATIONS',
      last_event_class: 'new',
    },
    expect.objectContaining({ task_name: 'Send', task_team: 'MANAGER', workflow_name: 'Task with review' }),
  ])
  const sorted = await call(
    'operations1',
    `dashboard/tasks/${first()}?sort=-task_rank&filter.task_team=manager`,
  )
  expect(sorted.body).toHaveLength(1)
  const task = await call('operations1', `tasks/${body[0].task_id}`)
  expect(task.body).toMatchObject({
    task_id: body[0].task_id,
    object_id: body[0].task_id,
    task_name: 'Prepare',
    is_completion_step: false,
    descriptionHtml: '<p>Take <b>both</b>.</p>',
  })
  for (const path of ['dashboard/tasks/999999', 'tasks/999999', `tasks/${first()}`])
    expect((await call('operations1', path)).status).toBe(404)
})

test('the history and the steps of a task use the workflow calls', async () => {
  const [task] = await tasksOf(site.read, first())
  const objectId = task?.task_id ?? 0
  const shown = await call('operations1', `workflows/instances/${objectId}`)
  expect(shown.body).toMatchObject({
    currentWorkflowStep: { eventStatus: 'TO DO', eventQueue: 'OPERATIONS' },
    nextWorkflowStep: [{ display: 'Start' }, { display: 'Not applicable' }],
  })
  const [start, notApplicable] = shown.body.nextWorkflowStep
  const refused = await call('operations1', 'task/instance/create', {
    ...notApplicable,
    objectId,
    eventLog: '',
  })
  expect(refused).toMatchObject({ status: 422, body: { title: 'Workflow cannot move to next step.' } })
  expect((await call('finance1', 'task/instance/create', { ...start, objectId })).status).toBe(403)
  expect((await call('teamleader1', 'task/instance/create', { ...start, objectId })).status).toBe(403)
  const taken = await call('operations1', 'task/instance/create', { ...start, objectId, eventLog: 'Begun' })
  expect(taken.body).toMatchObject({
    workflowHistory: [
      { event_status: 'IN PROGRESS', event_log: 'Begun', first_name: 'Nadia' },
      { event_status: 'TO DO' },
    ],
    nextWorkflowStep: [{ display: 'Done' }, { display: 'Not applicable' }],
  })
  expect((await call('operations1', 'task/instance/create', { ...start, objectId })).status).toBe(409)
  expect((await call('finance1', `workflows/instances/${objectId}`)).status).toBe(403)
  await step('operations1', objectId, 'done')
  expect((await call('operations1', 'dashboard/processes')).body[0]).toMatchObject({
    completed_tasks: '1/2',
    team_status: 'DONE',
    team_status_style: 'success',
    process_status: 'TO DO',
  })
})

test('lists names that are not retired: tasks with their process, processes, entity events, entities', async () => {
  await newTask(process, { name: 'Old', isRetired: true })
  await newProcess(await newEvent({ name: 'Never', isRetired: true }), [], { name: 'Gone', isRetired: true })
  const names = async (path: string) =>
    (await call('operations1', path)).body.map((row: { id: number; name: string }) => {
      expect(Object.keys(row).sort()).toEqual(['id', 'name'])
      return row.name
    })
  // Every site has the process of NAV errors.
  expect(await names('taskfullnames/ntr')).toEqual([
    'CSSF report: Prepare',
    'CSSF report: Send',
    'NAV error deadlines: Notify the regulator',
    'NAV error deadlines: Report that all was paid',
  ])
  expect(await names('processes/ntr')).toEqual(['CSSF report', 'NAV error deadlines'])
  expect(await names('entity/events/ntr')).toEqual(['Month end', 'NAV error discovered'])
  expect(await names('entities/ntr')).toEqual(['Ardenne Management SA', 'Ardenne SICAV'])
  expect((await call('finance1', 'processes/ntr')).status).toBe(403)
})

test('the lookup calls return the parts of processes as documented', async () => {
  for (const table of ['processes', 'process-tasks', 'entity-events', 'entity-processes', 'legal-entities']) {
    const { status, body } = await call('admin', `lookups/${table}`)
    expect([table, status, body.length > 0]).toEqual([table, 200, true])
  }
})

test('the address of a task alone redirects to its page below its process', async () => {
  const [task] = await tasksOf(site.read, first())
  const answer = await site.ask('operations1', `/tasks/${task?.task_id}`)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('Location')).toBe(`/processes/${first()}/tasks/${task?.task_id}`)
})
