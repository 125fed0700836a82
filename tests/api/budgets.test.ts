import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { completeFields, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

let year = 2030
const site = await opened(httpSite())
const reference = await budgetReference(site)
const its = budgets(site)

const REFUSED = 'Workflow cannot move to next step.'

async function call(
  user: string,
  path: string,
  body?: unknown,
  { method, headers }: { method?: string; headers?: Record<string, string> } = {},
) {
  const answer = await site.ask(user, `/api/${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'Sec-Fetch-Dest': 'empty',
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** A budget in a year that no other test uses. */
function fresh() {
  year += 1
  return { ...budgetFields(reference), from_date: `${year}-01-01`, to_date: `${year}-12-31` }
}

test('POST budget creates a budget, returns its row, and updates it when given an id', async () => {
  const row = fresh()
  const made = await call('accountant1', 'budget', { ...row, budget: 10000, treshold: '80' })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    ...row,
    id: expect.any(Number),
    remaining: '10000.00',
    is_editable: true,
    event_status: 'IN ENTRY',
    event_queue: 'ACCOUNTING',
    event_class: 'new',
    revision: 1,
  })
  const { id } = made.body
  const changed = await call('accountant1', 'budget', { id, budget: '12000.50' })
  expect(changed).toMatchObject({ status: 200, body: { ...row, id, budget: '12000.50', revision: 2 } })
  // The whole row is sent back as it was read, as the grid in the specification does.
  const behind = await call('accountant2', 'budget', { ...made.body, budget: '9.00' })
  expect(behind).toMatchObject({ status: 409, body: { code: 'conflict', details: { revision: 2 } } })
  const ahead = await call('accountant2', 'budget', { ...changed.body, client_validation: true })
  expect(ahead).toMatchObject({ status: 200, body: { client_validation: true, revision: 3 } })
})

test.each<[string, Record<string, unknown>, string[]]>([
  ['a negative amount', { budget: -5 }, ['budget']],
  ['an amount of 16 digits', { budget: '1234567890123456' }, ['budget']],
  ['an amount of 16 digits as a number', { budget: 1234567890123456 }, ['budget']],
  ['a threshold above 100', { treshold: 100.5 }, ['treshold']],
  ['an unknown currency', { currency: 'ABC' }, ['currency']],
  ['a last day before the first', { to_date: '2001-01-01' }, ['to_date']],
  ['a day that is none', { from_date: '2026-02-30' }, ['from_date']],
  ['an amount type that is none', { amount_type: 'total' }, ['amount_type']],
  ['a supplier that is no id', { supplier_id: 'abc' }, ['supplier_id']],
  ['a supplier beyond all ids', { supplier_id: 2 ** 40 }, ['supplier_id']],
  [
    'nothing where something is required',
    { supplier_id: null, routine_type_id: '' },
    ['supplier_id', 'routine_type_id'],
  ],
])('%s is refused with a message for its field, and stores nothing', async (_, wrong, fields) => {
  const before = await site.rowCounts()
  const refused = await call('accountant1', 'budget', { ...fresh(), ...wrong })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({ title: 'Settings error', code: 'invalid' })
  expect(Object.keys(refused.body.fields)).toEqual(fields)
  expect(await site.rowCounts()).toEqual(before)
})

test('an overlapping budget is refused with a message for both days that names the other one', async () => {
  const row = fresh()
  const { body } = await call('accountant1', 'budget', row)
  const refused = await call('accountant2', 'budget', {
    ...row,
    from_date: `${year}-12-31`,
    to_date: `${year + 1}-06-30`,
  })
  expect(refused.body.fields).toEqual({
    from_date: expect.stringContaining(`Budget ${body.id}`),
    to_date: expect.stringContaining(`Budget ${body.id}`),
  })
})

test('an Idempotency-Key creates one budget only', async () => {
  const row = fresh()
  const headers = { 'Idempotency-Key': 'one-budget' }
  const first = await call('accountant1', 'budget', row, { headers })
  const second = await call('accountant1', 'budget', row, { headers })
  expect([second.status, second.body.id]).toEqual([201, first.body.id])
})

test('GET budgets returns rows with the fields of the specification, filtered and paged', async () => {
  const row = fresh()
  const { budgetId } = await its.save('accountant1', { ...row, budget: '777.00' })
  const found = await call('auditor1', `budgets?filter.from_date=${row.from_date}&sort=-budget`)
  expect(found.headers.get('X-Total-Count')).toBe('1')
  expect(found.body).toEqual([
    expect.objectContaining({
      id: budgetId,
      expense_type_id: reference.expenseTypeId,
      routine_type_id: reference.routineTypeId,
      client_validation: false,
      settling_legal_entity_id: reference.settlingId,
      supplier_id: reference.supplierId,
      from_date: row.from_date,
      to_date: row.to_date,
      currency: 'EUR',
      amount_type: 'gross',
      treshold: '80.00',
      budget: '777.00',
      remaining: '777.00',
      is_editable: true,
      event_status: 'IN ENTRY',
      event_class: 'new',
      event_queue: 'ACCOUNTING',
    }),
  ])
  expect((await call('auditor1', 'budgets?filter.nothing=1')).status).toBe(422)
})

test('steps are taken by the chosen step and refused with the titles of the specification', async () => {
  const { body } = await call('accountant1', 'budget', fresh())
  const path = `workflows/instances/budget/${body.id}`
  const instance = await call('accountant1', path)
  expect(instance.body).toMatchObject({
    workflowHistory: [{ event_status: 'IN ENTRY' }, { event_status: 'IN ENTRY', first_name: 'SYSTEM' }],
    currentWorkflowStep: { eventStatus: 'IN ENTRY', eventQueue: 'ACCOUNTING' },
  })
  const [submit] = instance.body.nextWorkflowStep
  expect(submit).toMatchObject({ display: 'Submit', eventStatus: 'TO APPROVE', eventQueue: 'TEAM LEADER' })
  const step = { ...submit, objectId: body.id, eventLog: 'Please' }
  const stale = await call('accountant1', 'budgets/instance/create', { ...step, revision: 9 })
  expect(stale).toMatchObject({ status: 409, body: { title: REFUSED } })
  expect(await call('treasurer1', 'budgets/instance/create', step)).toMatchObject({ status: 403 })
  const done = await call('teamleader1', 'budgets/instance/create', step)
  expect(done).toMatchObject({ status: 200, body: { currentWorkflowStep: { eventStatus: 'TO APPROVE' } } })
  const [approve] = (await call('teamleader2', path)).body.nextWorkflowStep
  const approval = { ...approve, objectId: body.id, eventLog: '' }
  // The submitter cannot approve it at any of the addresses.
  for (const address of ['budgets/instance/create', 'task/instance/create', 'task/instance/create/budget'])
    expect(await call('teamleader1', address, approval)).toMatchObject({
      status: 403,
      body: { title: REFUSED, errorMessage: expect.stringContaining('four-eyes') },
    })
  expect(
    (await call('teamleader2', 'task/instance/create', approval)).body.currentWorkflowStep,
  ).toMatchObject({
    eventStatus: 'ACTIVE',
    eventQueue: 'COMPLETED',
  })
  const draftId = await expenses(site).newDraft('finance1', completeFields(reference))
  expect(
    await call('teamleader2', 'budgets/instance/create', { ...approval, objectId: draftId }),
  ).toMatchObject({
    status: 404,
    body: { title: REFUSED },
  })
})

test('a step whose body is not an object is refused with our own message', async () => {
  for (const body of [null, [], 'Submit', 7])
    expect(await call('accountant1', 'budgets/instance/create', body)).toMatchObject({
      status: 422,
      body: { title: REFUSED, errorMessage: 'Send the fields as one object.' },
    })
})

test('a budget is deleted by the key in the body or by its address', async () => {
  const ids: number[] = []
  for (let at = 0; at < 3; at++) ids.push((await call('accountant1', 'budget', fresh())).body.id)
  const [first, second, third] = ids
  expect(await call('accountant1', 'budget/delete', { id: first })).toMatchObject({ status: 403 })
  expect(await call('teamleader1', 'budget/delete', first)).toMatchObject({
    status: 200,
    body: { id: first },
  })
  expect(await call('teamleader1', 'budget/delete', { id: second, revision: 8 })).toMatchObject({
    status: 409,
    body: { title: 'Delete Error' },
  })
  expect(await call('teamleader1', 'budget/delete', { key: second })).toMatchObject({ status: 200 })
  const foreign = { headers: { 'Sec-Fetch-Site': 'cross-site' } }
  expect((await call('teamleader1', `budget/delete/${third}`, undefined, foreign)).status).toBe(403)
  expect(await call('teamleader1', `budget/delete/${third}`)).toMatchObject({ status: 200 })
  expect(await call('teamleader1', `budget/delete/${third}`)).toMatchObject({
    status: 404,
    body: { title: 'Delete Error', errorMessage: expect.stringContaining('was deleted') },
  })
  const active = await its.activeBudget(fresh())
  expect(await call('teamleader1', 'budget/delete', { id: active })).toMatchObject({
    status: 403,
    body: { title: 'Delete Error' },
  })
  expect((await call('teamleader1', 'budget/delete', {})).body.fields).toHaveProperty('id')
})

test('a draft lists the active budgets that count it; a budget lists the invoices that consumed it', async () => {
  const budgetId = await its.activeBudget({ ...budgetFields(reference), budget: '2000.00' })
  const drafts = expenses(site)
  const { draftId, invoiceId } = await drafts.newInvoice(reference, { routineType: reference.routineTypeId })
  const check = { counted: '1170.00', state: 'below', percent: '58.50' }
  const budgetsOfDraft = await call('finance1', `budgets/${draftId}`)
  expect(budgetsOfDraft.body).toMatchObject([{ id: budgetId, remaining: '830.00', check }])
  // Users without access to Budgets get what the draft’s page shows.
  const [limited] = (await call('clientdesk1', `budgets/${draftId}`)).body
  expect(limited).toMatchObject({ id: budgetId, check })
  expect(Object.keys(limited)).toEqual(['id', 'name', 'check'])
  expect((await call('clientdesk1', `budgets/${draftId}?filter.budget=%3E1`)).status).toBe(422)
  const invoices = await call('treasurer1', `transactions/budget/${budgetId}`)
  expect(invoices.headers.get('X-Total-Count')).toBe('1')
  expect(invoices.body).toMatchObject([
    { id: invoiceId, gross_amount: '1170.00', currency: 'EUR', counted_amount: '1170.00', rate: null },
  ])
  // The sub-grid uses one name for the draft, the Invoice Log the other.
  expect(invoices.body[0]).toMatchObject({ transaction_draft_id: draftId, draft_transaction_id: draftId })
  expect((await call('treasurer1', `transactions/budget/${draftId}`)).status).toBe(404)
})
