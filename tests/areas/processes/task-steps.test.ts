import { randomUUID } from 'node:crypto'
import { contextOf, userWork } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { addDocuments } from '~/areas/documents/add-documents.server'
import { tasksOf } from '~/areas/processes/list.server'
import { taskView } from '~/areas/processes/tasks/tasks.server'
import { FILE_TYPES } from '~/platform/files/file-types'
import { type Person, processesOn } from '../../support/areas/processes/processes-on'

const site = await opened(testSite())
const { datesOf, generate, newEntity, newEvent, newProcess, newRun, person, step } = processesOn(
  site,
  '2026-11-02',
)
const TODAY = '2026-11-02'

const event = await newEvent({ recurrence: 'given days' }, ['2026-11-30'])

/** Tasks of a new process date: one without review, one reviewed by another person. */
async function newTasks(html = '') {
  const process = await newProcess(event, [
    { name: 'Prepare', dueOffset: -2, descriptionHtml: html },
    { name: 'Send', needsReview: true },
  ])
  const run = await newRun(process, await newEntity())
  await generate()
  const [date] = await datesOf(run)
  const [plain, reviewed] = await tasksOf(site.read, date?.id ?? 0)
  return { dateId: date?.id ?? 0, plain: plain?.task_id ?? 0, reviewed: reviewed?.task_id ?? 0 }
}

const view = (who: Person, taskId: number) =>
  taskView(contextOf({ read: site.read, actor: person(who), today: TODAY }), taskId)
const offered = async (who: Person, taskId: number) =>
  (await view(who, taskId)).steps.routing.map(({ display }) => display)

test('a task is started, done and reopened by its team; others are offered nothing', async () => {
  const { plain } = await newTasks()
  expect(await offered('operations1', plain)).toEqual(['Start', 'Not applicable'])
  expect(await offered('manager1', plain)).toEqual([])
  await expect(step('teamleader1', plain, 'start')).rejects.toMatchObject({
    code: 'forbidden',
    message: '“Start” is for members of the queue OPERATIONS.',
  })
  expect(await step('operations1', plain, 'start')).toBe('Prepare: IN PROGRESS (OPERATIONS)')
  expect(await step('operations2', plain, 'done')).toBe('Prepare: DONE (OPERATIONS)')
  expect((await view('operations1', plain)).task.is_completion_step).toBe(true)
  expect(await offered('operations1', plain)).toEqual(['Reopen'])
  await step('operations1', plain, 'reopen')
  const { task, history, instance } = await view('operations1', plain)
  expect(task).toMatchObject({
    task_name: 'Prepare',
    object_id: plain,
    is_completion_step: false,
    workflow_name: 'Task',
  })
  expect(instance).toMatchObject({ round: 2, status: 'TO DO', class: 'new' })
  expect(history.map(({ status, whoName }) => `${status} ${whoName}`)).toEqual([
    'TO DO Nadia Petrov',
    'DONE Oscar Meyers',
    'IN PROGRESS Nadia Petrov',
    'TO DO SYSTEM',
  ])
})

test('not applicable needs a comment', async () => {
  const { plain } = await newTasks()
  await expect(step('operations1', plain, 'not applicable')).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { eventLog: 'Enter a message for “Not applicable”' } },
  })
  await step('operations1', plain, 'not applicable', { comment: 'The fund is dormant' })
  expect((await view('operations1', plain)).task.is_completion_step).toBe(true)
})

test('the reviewer is not the person who started or did the task, unless in a new round', async () => {
  const { reviewed } = await newTasks()
  await step('operations1', reviewed, 'start')
  await step('operations2', reviewed, 'done')
  for (const who of ['operations1', 'operations2'] as const) {
    await expect(step(who, reviewed, 'review')).rejects.toMatchObject({ code: 'forbidden' })
    const { routing, withheld } = (await view(who, reviewed)).steps
    expect(routing.map(({ name }) => name)).toEqual(['reopen'])
    expect(withheld).toHaveLength(1)
  }
  expect((await view('operations1', reviewed)).process.process_status).toBe('IN PROGRESS')
  await step('operations1', reviewed, 'reopen')
  await step('operations2', reviewed, 'start')
  await step('operations2', reviewed, 'done')
  expect(await step('operations1', reviewed, 'review')).toBe('Send: REVIEWED (OPERATIONS)')
  expect((await view('operations1', reviewed)).task).toMatchObject({
    is_completion_step: true,
    workflow_name: 'Task with review',
  })
})

test('of two people on one task the second is refused; a form sent twice counts once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { plain } = await newTasks()
    const { instance, steps } = await view('operations1', plain)
    const seen = (shown: string) => ({
      seenEventId: instance.lastEventId,
      stepId: steps.routing.find(({ display }) => display === shown)?.id,
    })
    const taken = await Promise.allSettled([
      step('operations1', plain, 'start', seen('Start')),
      step('operations2', plain, 'not applicable', { ...seen('Not applicable'), comment: 'No' }),
    ])
    const refused = taken.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toMatchObject([
      { code: 'conflict', options: { title: 'Workflow cannot move to next step.' } },
    ])
    expect((await view('operations1', plain)).history).toHaveLength(2)
  }
  const { plain } = await newTasks()
  const key = randomUUID()
  const at = await view('operations1', plain)
  const stepId = at.steps.routing[0]?.id ?? 0
  const twice = await Promise.all([
    step('operations1', plain, 'start', { key, stepId }),
    step('operations1', plain, 'start', { key, stepId }),
  ])
  expect(new Set(twice).size).toBe(1)
  expect((await view('operations1', plain)).history).toHaveLength(2)
})

test('"Task Info" is also sanitised when read', async () => {
  const { plain } = await newTasks('<h3>How</h3><script>alert(1)</script><p onclick="x()">Send it.</p>')
  expect((await view('operations1', plain)).task.descriptionHtml).toBe('<h3>How</h3><p>Send it.</p>')
})

test('documents are added to an open task; a complete one accepts no additions or deletions', async () => {
  const { reviewed } = await newTasks()
  const upload = (who: Person) =>
    addDocuments(userWork(site, person(who)), {
      objectId: reviewed,
      fileType: FILE_TYPES.other,
      files: [{ fileName: 'note.txt', bytes: new TextEncoder().encode('done') }],
    })
  expect(await upload('operations1')).toHaveLength(1)
  await expect(upload('finance1')).rejects.toMatchObject({ code: 'forbidden' })
  await step('operations1', reviewed, 'start')
  await step('operations1', reviewed, 'done')
  // It awaits its review: the reviewer may want the proof.
  expect(await upload('operations1')).toHaveLength(1)
  await step('operations2', reviewed, 'review')
  await expect(upload('operations1')).rejects.toMatchObject({ code: 'refused' })
  expect(
    (await view('operations1', reviewed)).history.filter(({ name }) => name === 'add document'),
  ).toHaveLength(2)
})

test('an object that is not a task is not found', async () => {
  const { dateId } = await newTasks()
  for (const id of [dateId, 999_999]) {
    await expect(view('operations1', id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(step('operations1', id, 'start')).rejects.toMatchObject({ code: 'not-found' })
  }
})
