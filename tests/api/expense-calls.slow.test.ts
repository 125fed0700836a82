import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { load } from 'tests/support/invoices/loaded'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { recreatedDraft } from '~/areas/invoices/read-invoice.server'

const site = await opened(httpSite())
const reference = await expenseReference(site)
const its = expenses(site)

const REFUSED = 'Workflow cannot move to next step.'

async function call(user: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await site.ask(user, `/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'Sec-Fetch-Dest': 'empty',
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: await answer.json() }
}

/** The step to this status among those the call offers the user. */
async function offered(user: string, path: string, eventStatus: string) {
  const { body } = await call(user, path)
  return body.nextWorkflowStep.find((each: { eventStatus: string }) => each.eventStatus === eventStatus)
}

test('a draft moves by the chosen step, and the answer has its new status', async () => {
  const draftId = await its.validatedDraft(reference)
  const path = `workflows/instances/draft/${draftId}`
  const step = await offered('clientdesk1', path, 'COMPLETED')
  expect(step).toEqual({
    workflowId: expect.any(Number),
    eventClass: 'validated',
    eventStatus: 'COMPLETED',
    eventQueue: 'SYSTEM',
    display: 'Create invoice',
  })
  const body = { ...step, objectId: draftId, eventLog: 'Done' }
  expect(await call('finance1', 'task/instance/create/draft', body)).toMatchObject({
    status: 403,
    body: { title: REFUSED, code: 'forbidden' },
  })
  expect(await call('clientdesk1', 'task/instance/create/draft', { ...body, revision: 7 })).toMatchObject({
    status: 409,
    body: { title: REFUSED },
  })
  const done = await call('clientdesk1', 'task/instance/create/draft', body)
  expect(done).toMatchObject({
    status: 200,
    body: {
      currentWorkflowStep: { workflowId: step.workflowId, eventStatus: 'COMPLETED', eventQueue: 'SYSTEM' },
      nextWorkflowStep: [],
    },
  })
  expect(done.body.workflowHistory[0]).toMatchObject({
    event_status: 'COMPLETED',
    event_log: 'Done',
    first_name: 'Greta',
    last_name: 'Hoffmann',
  })
  const [made] = await its.invoicesOf(draftId)
  const history = await call('treasurer1', `workflows/instances/invoice_draft/${made?.id}`)
  expect(history.body).toEqual({ workflowHistory: done.body.workflowHistory })
  expect((await call('clientdesk1', 'task/instance/create/draft', body)).status).toBe(409)
})

test('four-eyes marks apply: the booker is not offered approval at any address', async () => {
  await site.ownerSql`
    insert into user_queue (user_id, queue) select id, 'PAYMENT' from app_user where user_name = 'finance1'`
  const { invoiceId } = await its.newInvoice(reference)
  await its.invoiceStep('finance1', invoiceId, 'book')
  for (const path of [`workflows/instances/invoice/${invoiceId}`, `workflows/instances/${invoiceId}`]) {
    expect(await offered('finance1', path, 'FIRST APPROVAL')).toBeUndefined()
    expect(await offered('treasurer1', path, 'FIRST APPROVAL')).toBeDefined()
  }
  const { draftId } = await its.newInvoice(reference)
  expect((await call('finance1', `workflows/instances/invoice/${draftId}`)).status).toBe(404)
  expect((await call('finance1', `workflows/instances/draft/${invoiceId}`)).status).toBe(404)
})

test('an invoice is paid today unless the call gives a date; the general address takes steps of any object', async () => {
  const paid: (string | null)[] = []
  for (const paymentDate of [undefined, '2026-10-31', '2031-01-01']) {
    const { invoiceId } = await its.newInvoice(reference)
    await its.invoiceStep('finance2', invoiceId, 'book')
    for (const [user, status] of [
      ['treasurer1', 'FIRST APPROVAL'],
      ['treasurer2', 'APPROVED'],
      ['treasurer3', 'SENT'],
      ['treasurer3', 'PAID'],
    ] as const) {
      const step = await offered(user, `workflows/instances/${invoiceId}`, status)
      const chosen = { ...step, objectId: invoiceId, eventLog: '', ...(paymentDate ? { paymentDate } : {}) }
      const { status: answered, body } = await call(user, 'task/instance/create', chosen)
      if (answered === 422)
        expect(body).toMatchObject({ title: REFUSED, fields: { paymentDate: expect.any(String) } })
    }
    const [row] = await site.ownerSql`select payment_date::text as day from invoice where id = ${invoiceId}`
    paid.push(row?.day ?? null)
  }
  expect(paid).toEqual(['2026-11-02', '2026-10-31', null])
})

test('unknown steps, unknown objects and unauthorised users are refused in the shape of the specification', async () => {
  const draftId = await its.newDraft('finance1', completeFields(reference))
  for (const path of ['task/instance/create', 'task/instance/create/draft']) {
    const wrong = await call('finance1', path, { objectId: draftId, workflowId: 'x' })
    expect(wrong).toMatchObject({
      status: 422,
      body: { title: REFUSED, fields: { workflowId: expect.any(String) } },
    })
    expect((await call('finance1', path, { objectId: 999_999, workflowId: 1 })).status).toBe(404)
    expect((await call('finance1', path, { objectId: draftId, workflowId: 1 })).status).toBe(404)
  }
  expect(
    (await call('operations1', 'task/instance/create', { objectId: draftId, workflowId: 1 })).status,
  ).toBe(403)
})

test('rollover turns a cancelled invoice back into a draft once, by GET from the page or by POST', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  const path = `transactions/rollover/${invoiceId}`
  expect((await call('finance1', path)).status).toBe(422)
  await its.invoiceStep('finance1', invoiceId, 'cancel')
  const foreign = await site.ask('finance1', `/api/${path}`, { headers: { 'Sec-Fetch-Site': 'cross-site' } })
  expect(foreign.status).toBe(403)
  const [cancelled] = await site.ownerSql`select invoice_ref from invoice where id = ${invoiceId}`
  const made = await call('finance1', path)
  expect(made).toMatchObject({
    status: 201,
    body: {
      id: await recreatedDraft(site.read, invoiceId),
      recreatedFrom: invoiceId,
      invoiceRef: cancelled?.invoice_ref,
    },
  })
  const again = await call('finance1', path, {})
  expect(again.status).toBe(422)
  expect(again.body.errorMessage).toContain(`draft ${made.body.id}`)
})

test('a repeated step or rollover with one key takes effect once, with the same answer', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  const path = `workflows/instances/invoice/${invoiceId}`
  const cancel = { ...(await offered('finance1', path, 'CANCELLED')), objectId: invoiceId }
  const key = { 'Idempotency-Key': 'cancel-and-again' }
  for (const [address, body, status] of [
    ['task/instance/create/invoice', cancel, 200],
    [`transactions/rollover/${invoiceId}`, {}, 201],
  ] as const) {
    const first = await call('finance1', address, body, key)
    expect([address, first.status]).toEqual([address, status])
    expect(await call('finance1', address, body, key)).toEqual(first)
  }
})

test('invoices from a former system have their own history, and no draft history', async () => {
  await load(site, 1)
  const [loaded] = await site.ownerSql`select id from invoice where draft_transaction_id is null`
  const { body } = await call('auditor1', `workflows/instances/invoice/${loaded?.id}`)
  expect(body.workflowHistory).toHaveLength(1)
  expect((await call('auditor1', `workflows/instances/invoice_draft/${loaded?.id}`)).body).toEqual({
    workflowHistory: [],
  })
})
