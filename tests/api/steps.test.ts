import { randomUUID } from 'node:crypto'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { apiSite, type UserName } from '../support/api/site'
import { control } from '../support/api/uploads'

const site = await opened(apiSite())

const REFUSED = 'Workflow cannot move to next step.'

async function routingOf(user: UserName, display: string) {
  const { body } = await site.call(user, 'GET', `dashboard/nav/${site.navId('LUX001')}/nextrouting`)
  return body.find((each: { display: string }) => each.display === display)
}

function take(user: UserName, stepId: number, body: object, headers: Record<string, string> = {}) {
  const path = `dashboard/nav/${site.navId('LUX001')}/nextrouting/${stepId}`
  return site.call(user, 'POST', path, { body, headers })
}

test('readers get no steps; a NAV that does not exist is refused with the title of the specification', async () => {
  const path = `dashboard/nav/${site.navId('LUX001')}/nextrouting`
  const { status, body } = await site.call('auditor1', 'GET', path)
  expect([status, body]).toEqual([200, []])
  const unknown = await site.call('auditor1', 'GET', 'dashboard/nav/999999/nextrouting')
  expect([unknown.status, unknown.body.title]).toEqual([404, 'NAV Workflow Not Allowed'])
})

test('a NAV goes from control to sent, step by step, and each answer is the updated fund NAV', async () => {
  const made = await control(site, {})
  expect(made.status, made.text).toBe(201)
  const fundNav = `dashboard/nav/${site.navId('LUX001')}`

  const submit = await routingOf('accountant1', 'Submit')
  expect(submit).toEqual({
    id: expect.any(Number),
    display: 'Submit',
    style: 'pending',
    dateToDisplayId: 1,
    commentRequired: false,
  })
  const before = (await site.call('accountant1', 'GET', fundNav)).body
  // As in the specification: the whole fund data plus the input.
  const { workflowHistory, wasabiControlsList, fundNavCalendar, ...fundData } = before
  const body = {
    ...fundData,
    documentReceptionDate: '2026-11-01T23:30:00.000Z',
    validationDate: '2026-11-02',
    currentMessage: 'Please approve',
    reasonCode: 'FIRST',
    unknownField: { deep: [1] },
  }
  const submitted = await take('accountant1', submit.id, body)
  expect(submitted.status, submitted.text).toBe(200)
  expect(submitted.body).toMatchObject({
    currentDisplay: 'SUBMITTED (TEAM LEADER)',
    // An instant counts as its day in the site’s zone; a date the step does not use is ignored.
    documentReceptionDate: '2026-11-02',
    validationDate: null,
  })
  expect(submitted.body.workflowHistory[0]).toMatchObject({
    eventLog: 'Please approve',
    workflowId: submit.id,
  })

  const late = await take('accountant1', submit.id, body)
  expect([late.status, late.body.title, late.body.code]).toEqual([409, REFUSED, 'conflict'])
  expect(late.body.errorMessage).toContain('SUBMITTED (TEAM LEADER)')

  const approve = await routingOf('teamleader1', 'Approve')
  const wrongQueue = await take('manager1', approve.id, {})
  expect([wrongQueue.status, wrongQueue.body.title]).toEqual([403, REFUSED])
  const stale = await take('teamleader1', approve.id, { currentEventId: before.currentEventId })
  expect(stale.status).toBe(409)
  const giveBack = await routingOf('teamleader1', 'Return')
  const silent = await take('teamleader1', giveBack.id, { eventLog: ' ' })
  expect([silent.status, silent.body.fields.eventLog]).toEqual([422, 'Enter a message for “Return”'])
  const approved = await take('teamleader1', approve.id, { currentEventId: submitted.body.currentEventId })
  expect(approved.body.currentDisplay).toBe('REVIEWED (MANAGER)')

  const validated = await take('manager1', (await routingOf('manager1', 'Validate')).id, {})
  expect(validated.body.currentDisplay).toBe('VALIDATED (SENDING)')
  const sent = await take('manager1', (await routingOf('manager1', 'Mark as sent')).id, {})
  expect(sent.body).toMatchObject({ currentDisplay: 'SENT (COMPLETED)', readOnly: true })
})

test('a step with one Idempotency-Key is taken once, however often and fast it is sent', async () => {
  const reopen = await routingOf('teamleader1', 'Reopen')
  expect(reopen.dateToDisplayId).toBe(3)
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = { reasonCode: 'PRICE', eventLog: 'Wrong price' }
  const answers = await Promise.all([1, 2, 3].map(() => take('teamleader1', reopen.id, body, headers)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { workflowHistory, wasabiControlsList, round } = answers[0]?.body ?? {}
  expect(round).toBe(2)
  const reopened = workflowHistory.filter(({ eventStatus, name }: Record<string, string>) => {
    return eventStatus === 'REOPENED' && name === 'reopen'
  })
  expect(reopened).toHaveLength(1)
  expect(wasabiControlsList[0].reasonCode).toBe('PRICE')
  const blank = await take('teamleader1', reopen.id, body, { 'Idempotency-Key': 'a b' })
  expect(blank.status).toBe(422)
})

test('a workflow instance returns history, current status and next steps', async () => {
  const path = `workflows/instances/${site.navId('LUX001')}`
  const { body } = await site.call('teamleader1', 'GET', path)
  expect(body.workflowHistory.at(-1)).toMatchObject({
    event_status: 'TO CONTROL',
    event_queue: 'ACCOUNTANT',
    event_class: 'new',
    first_name: 'SYSTEM',
    last_name: '',
  })
  const step = body.workflowHistory.find(
    ({ event_log }: { event_log: string }) => event_log === 'Wrong price',
  )
  expect(step).toMatchObject({ first_name: 'Test', last_name: 'teamleader', event_status: 'REOPENED' })
  expect(body.currentWorkflowStep).toMatchObject({ eventStatus: 'REOPENED', eventQueue: 'ACCOUNTANT' })
  expect(body.nextWorkflowStep.map(({ display }: { display: string }) => display)).toEqual(['Cancel'])
  expect((await site.call('finance1', 'GET', path)).status).toBe(403)
  expect((await site.call('auditor1', 'GET', 'workflows/instances/999999')).status).toBe(404)
})

test('an unknown step, or a step of an unknown NAV, is 404', async () => {
  for (const stepId of ['0', 'x', '999999', '12345678901234567890']) {
    const path = `dashboard/nav/${site.navId('LUX001')}/nextrouting/${stepId}`
    const { status, body } = await site.call('accountant1', 'POST', path, { body: {} })
    expect([stepId, status, body.title]).toEqual([stepId, 404, REFUSED])
  }
  const step = await site.call('accountant1', 'POST', 'dashboard/nav/999999/nextrouting/1', { body: {} })
  expect(step.status).toBe(404)
})

test('an invalid date is refused with its field', async () => {
  for (const documentReceptionDate of [
    '31/10/2026',
    '2026-02-30',
    'soon',
    20261030,
    '2026-10-30T99:00:00Z',
  ]) {
    const { status, body } = await take('accountant1', 1, { documentReceptionDate })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['documentReceptionDate']])
  }
})
