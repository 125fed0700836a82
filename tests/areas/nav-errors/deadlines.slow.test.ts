import { navErrorSetting } from 'db/schema/nav-errors'
import { caseCalls } from 'tests/support/areas/nav-errors/case-calls'
import { sentNavs, wrongFund } from 'tests/support/areas/nav-errors/sent-navs'
import { expectTaskSums } from 'tests/support/areas/processes/task-sums'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'
import { generateProcesses } from '~/areas/processes/generate-processes.server'

// Discovered on Monday, 9 November: four weeks end on 7 December, eight on 4 January.
const site = await opened(httpSite())
const navs = sentNavs(site)
site.setClock('2026-11-10T09:00:00Z')
afterAll(async () => {
  expect(site.crashes()).toEqual([])
  await expectTaskSums(site)
})
const { call, post, open, take, correct } = caseCalls(site)

interface Task {
  taskId: number
  entityProcessDateId: number
  name: string
  due: string
  queue: string
  status: string
}

const tasksOf = async (id: number): Promise<Task[]> => (await call('auditor1', `nav-errors/${id}`)).body.tasks
const stands = async (id: number) => (await tasksOf(id)).map(({ name, status }) => `${name}: ${status}`)

async function quantified(code: string): Promise<{ id: number; classCode: string }> {
  const classCode = await wrongFund(navs, code)
  const id = await open(code)
  await correct(id, classCode, '100')
  await post('accountant1', `nav-errors/${id}/payers`, {
    payers: [{ name: 'Administrator SA', percent: '100' }],
  })
  await take('accountant1', id, 'quantify')
  return { id, classCode }
}

test('a case comes with a process that has a task for each deadline, for a fund without an entity, twice a day', async () => {
  await wrongFund(navs, 'DUE01')
  const [first, second] = [await open('DUE01'), await open('DUE01', { description: 'Another one' })]
  const [notify, report] = await tasksOf(first)
  expect([notify, report]).toMatchObject([
    { name: 'Notify the regulator', due: '2026-12-07', queue: 'MANAGER', status: 'TO DO' },
    { name: 'Report that all was paid', due: '2027-01-04', queue: 'MANAGER', status: 'TO DO' },
  ])
  const [other] = await tasksOf(second)
  expect(other?.entityProcessDateId).not.toBe(notify?.entityProcessDateId)
  const rows = (await call('manager1', 'dashboard/processes?filter.process=NAV+error')).body
  expect(rows.map(({ user_id: _, ...row }: Record<string, unknown>) => row)).toMatchObject(
    [first, second].map((id) => ({
      entity: 'Fund DUE01',
      entity_group_components: 'DUE01',
      entity_event: `NAV error ${id}`,
      event_date: '2026-11-09',
      process: 'NAV error deadlines',
      process_due_date: '2027-01-04',
      completed_tasks: '0/2',
      process_status: 'TO DO',
    })),
  )
  // Its tasks are neither made again nor taken off.
  const again = await site.transaction((tx) =>
    generateProcesses(contextOf({ tx, now: site.clock(), timeZone: 'Europe/Luxembourg' })),
  )
  expect(again).toEqual({ dates: 0, tasks: 0, takenOff: 0 })
  expect(await stands(first)).toEqual(['Notify the regulator: TO DO', 'Report that all was paid: TO DO'])
})

test('a deadline cannot be completed by hand: the step of the case that meets it completes it, in the name of its taker', async () => {
  const { id } = await quantified('DUE02')
  const [notify] = await tasksOf(id)
  const task = `/processes/${notify?.entityProcessDateId}/tasks/${notify?.taskId}`
  const { html } = await site.page('teamleader1', task)
  expect(html).toContain(`This is done with NAV error ${id}: a step of it ends this task.`)
  expect(html).toContain(`href="/nav-errors/${id}"`)
  const [met] = await site.ownerSql`select id from workflow_step where name = 'met'`
  const [at] = await site.ownerSql`
    select last_event_id from workflow_instance where object_id = ${notify?.taskId ?? 0}`
  const byHand = await site.send('teamleader1', task, {
    intent: 'step',
    stepId: String(met?.id),
    seenEventId: String(at?.last_event_id),
    eventLog: '',
    idempotencyKey: /name="idempotencyKey" value="([^"]+)"/.exec(html)?.[1] ?? '',
  })
  expect(byHand.status).toBe(403)
  expect(byHand.html).toContain('is taken by the system.')
  await take('teamleader1', id, 'approve')
  await take('manager1', id, 'notify', { date: '2026-11-09', reference: 'CSSF 1' })
  expect(await stands(id)).toEqual(['Notify the regulator: DONE', 'Report that all was paid: TO DO'])
  const [event] = await site.ownerSql`
    select who_name, log, type from workflow_event where object_id = ${notify?.taskId ?? 0} order by seq desc limit 1`
  expect(event).toMatchObject({
    who_name: 'Edith Kremer',
    log: `NAV error ${id}: Notified on 09/11/2026`,
    type: 'system',
  })
  await take('manager1', id, 'compensate', { date: '2026-11-10' })
  expect(await stands(id)).toEqual(['Notify the regulator: DONE', 'Report that all was paid: DONE'])
  const page = await site.page('auditor1', `/nav-errors/${id}`)
  expect(page.html).toContain(task)
})

test('figures that change after the payment make the report due again; the notification that was made stays', async () => {
  const { id, classCode } = await quantified('DUE03')
  await take('teamleader1', id, 'approve')
  await take('manager1', id, 'notify', { date: '2026-11-10', reference: '' })
  await take('manager1', id, 'compensate', { date: '2026-11-10' })
  const changed = await correct(id, classCode, '100.5')
  expect(changed.body.status).toBe('QUANTIFIED')
  const renewed = await tasksOf(id)
  expect(renewed.map(({ status, due }) => [status, due])).toEqual([
    ['DONE', '2026-12-07'],
    ['TO DO', '2027-01-04'],
  ])
  await take('teamleader1', id, 'approve')
  await take('manager1', id, 'notify', { date: '2026-11-10', reference: 'second' })
  await take('manager1', id, 'compensate', { date: '2026-11-10' })
  expect(await stands(id)).toEqual(['Notify the regulator: DONE', 'Report that all was paid: DONE'])
})

test('a case that ends without them needs its deadlines no more', async () => {
  const { id } = await quantified('DUE04')
  await take('teamleader1', id, 'cancel', { comment: 'Opened twice' })
  expect(await stands(id)).toEqual([
    'Notify the regulator: NOT APPLICABLE',
    'Report that all was paid: NOT APPLICABLE',
  ])
  const classCode = await wrongFund(navs, 'DUE05')
  const small = await open('DUE05')
  await correct(small, classCode, '102')
  await take('accountant1', small, 'quantify')
  await take('teamleader1', small, 'approve')
  await take('manager1', small, 'close without notification', { comment: 'Nothing was wrong' })
  expect(await stands(small)).toEqual([
    'Notify the regulator: NOT APPLICABLE',
    'Report that all was paid: NOT APPLICABLE',
  ])
})

test('a late deadline is in My work of its team, in whichever queue the case is', async () => {
  await wrongFund(navs, 'DUE06')
  const id = await open('DUE06', { discoveredOn: '2026-10-05', firstDate: '2026-10-01', lastDate: null })
  const mine = async (user: string) => (await site.page(user, '/work')).html
  // Due on 2 November; the case itself waits for an accountant.
  expect(await mine('manager1')).toContain(`Notify the regulator, NAV error ${id} of Fund DUE06`)
  expect(await mine('manager1')).not.toContain(`Report that all was paid, NAV error ${id}`)
  expect(await mine('accountant1')).not.toContain(`Notify the regulator, NAV error ${id}`)
})

test('the weeks of the settings count, not those of the task; what a site adds to the process comes with it', async () => {
  await wrongFund(navs, 'DUE07')
  await site.transaction((tx) =>
    tx.insert(navErrorSetting).values({
      setting: 'notifyWeeks',
      level: 'fund',
      subject: 'DUE07',
      value: '2',
      validFrom: null,
      validTo: null,
    }),
  )
  const [task] = (await call('admin', 'lookups/process-tasks?filter.name=Notify')).body
  expect(task).toMatchObject({ dueOffset: 4, dueUnit: 'weeks' })
  const added = await post('admin', 'lookups/process-tasks', {
    processId: task.processId,
    rank: 3,
    name: 'Tell the depositary',
    team: 'TEAM LEADER',
    dueOffset: 2,
  })
  expect(added.body).toMatchObject({ dueUnit: 'business days' })
  // Two weeks from the 9th, and two business days.
  const id = await open('DUE07')
  expect((await tasksOf(id)).map(({ name, due, queue }) => [name, due, queue])).toEqual([
    ['Notify the regulator', '2026-11-23', 'MANAGER'],
    ['Report that all was paid', '2027-01-04', 'MANAGER'],
    ['Tell the depositary', '2026-11-11', 'TEAM LEADER'],
  ])
  // People end what no step of the case does, and a cancelled case leaves it to them.
  await take('accountant1', id, 'cancel', { comment: 'Opened twice' })
  expect(await stands(id)).toEqual([
    'Notify the regulator: NOT APPLICABLE',
    'Report that all was paid: NOT APPLICABLE',
    'Tell the depositary: TO DO',
  ])
})
