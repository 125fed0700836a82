import { budgetFields, budgetReference } from 'tests/support/budgets'
import { completeFields, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { FILE_TYPES } from '~/platform/files/file-types'

let year = 2050
const site = await opened(httpSite())
const reference = await budgetReference(site)
const its = expenses(site)

interface Asking {
  method?: string
  body?: object
  headers?: Record<string, string>
}

async function call(user: string, path: string, { method, body, headers }: Asking = {}) {
  const form = body instanceof FormData
  const answer = await site.ask(user, `/api/${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body && !form ? { 'Content-Type': 'application/json' } : {}), ...headers },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json') && text !== ''
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : null }
}

const newDraft = () => its.newDraft('finance1', completeFields(reference))
const line = { feesType: 'AUDIT', grossAmount: '100.00', taxes: '0', comment: 'Audit' }

/** A budget in a year that no other test uses. */
function fresh() {
  year += 1
  return { ...budgetFields(reference), from_date: `${year}-01-01`, to_date: `${year}-12-31` }
}

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value === null ? '' : String(value))
  return form
}

test('a cost line is added once per key, in any form encoding, and deleted once by POST or DELETE', async () => {
  const transactionDraftId = await newDraft()
  const key = { 'Idempotency-Key': 'one-line' }
  const body = { ...line, transactionDraftId }
  const [first, again] = [
    await call('finance1', 'costs', { body, headers: key }),
    await call('finance1', 'costs', { body, headers: key }),
  ]
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  const second = await call('finance1', 'costs', { body: formOf({ ...body, comment: 'Of a form' }) })
  expect([second.status, second.body.comment]).toEqual([201, 'Of a form'])
  const wrong = await call('finance1', 'costs', { body: formOf({ ...body, grossAmount: 'much' }) })
  expect([wrong.status, wrong.body.errorMessage, Object.keys(wrong.body.fields)]).toEqual([
    422,
    'Gross: “much” is not an amount. Enter it as 1234.50.',
    ['grossAmount'],
  ])

  const page = await call('auditor1', `costs/${transactionDraftId}?sort=-id&size=1`)
  expect([page.body, page.headers.get('X-Total-Count')]).toMatchObject([[{ id: second.body.id }], '2'])
  expect(page.headers.get('Link')).toContain('rel="next"')
  expect((await call('auditor1', `costs/${transactionDraftId}?filter.comment=form`)).body).toHaveLength(1)
  expect((await call('auditor1', `costs/${transactionDraftId}?sort=nothing`)).status).toBe(422)

  const path = `costs/${first.body.id}/delete`
  const stale = await call('finance1', path, { method: 'POST', headers: { 'If-Match': '"1"' } })
  expect([stale.status, stale.body.title]).toEqual([409, 'Delete Error'])
  const drop = { method: 'POST', headers: { 'Idempotency-Key': 'drop' } }
  const deletion = await call('finance1', path, drop)
  expect([deletion.status, deletion.body]).toMatchObject([200, { id: first.body.id, transactionDraftId }])
  expect((await call('finance1', path, drop)).body).toEqual(deletion.body)
  expect((await call('finance1', path, { method: 'POST' })).status).toBe(404)
  expect((await call('finance1', `costs/${second.body.id}/delete`, { method: 'DELETE' })).status).toBe(200)
})

test('a draft is changed once per key, and sent again only when it changed', async () => {
  const id = await newDraft()
  const change = { body: { id, invoiceRef: 'ONCE' }, headers: { 'Idempotency-Key': 'one-change' } }
  const changed = await call('finance1', 'drafttransactions', change)
  const again = await call('finance1', 'drafttransactions', change)
  expect([changed.status, again.status, again.body]).toEqual([200, 200, changed.body])
  const first = await call('auditor1', `drafttransactions/${id}`)
  const tag = { 'If-None-Match': first.headers.get('ETag') ?? '' }
  expect((await call('auditor1', `drafttransactions/${id}`, { headers: tag })).status).toBe(304)
  await call('finance1', 'drafttransactions', { body: { id, invoiceRef: 'TWICE' } })
  expect((await call('auditor1', `drafttransactions/${id}`, { headers: tag })).status).toBe(200)
})

test('a budget is saved from a form and deleted once per key, by POST or DELETE', async () => {
  const form = fresh()
  const made = await call('accountant1', 'budget', { body: formOf(form) })
  expect([made.status, made.body]).toMatchObject([201, form])
  const stale = { id: made.body.id, budget: '5.00' }
  expect((await call('accountant1', 'budget', { body: stale, headers: { 'If-Match': '"9"' } })).status).toBe(
    409,
  )
  const path = `budget/delete/${made.body.id}`
  const drop = { method: 'DELETE', headers: { 'Idempotency-Key': 'drop' } }
  for (const _ of [1, 2])
    expect(await call('teamleader1', path, drop)).toMatchObject({ status: 200, body: { id: made.body.id } })
  expect((await call('teamleader1', path, { method: 'DELETE' })).status).toBe(404)
  const { body: other } = await call('accountant1', 'budget', { body: fresh() })
  expect((await call('teamleader1', `budget/delete/${other.id}`, { method: 'POST' })).status).toBe(200)
})

test('a stored file is sent in full, in ranges, or as 304, with its type, length and name', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  await its.addFile('invoice', invoiceId, FILE_TYPES.invoice, 'October.pdf')
  await its.invoiceStep('finance1', invoiceId, 'book')
  const { body: documents } = await call('auditor1', `documents/object/${invoiceId}?filter.file_type=INVOICE`)
  for (const path of [`documents/invoice/${invoiceId}`, `documents/${documents[0].id}`]) {
    const whole = await call('auditor1', path)
    expect([whole.status, whole.headers.get('Content-Length')]).toEqual([200, String(whole.text.length)])
    expect(whole.headers.get('Content-Disposition')).toMatch(/^attachment; filename="October\.pdf"/)
    const head = await call('auditor1', path, { method: 'HEAD' })
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(whole.text.length)])
    const part = await call('auditor1', path, { headers: { Range: 'bytes=1-3' } })
    expect([part.status, part.text, part.headers.get('Content-Range')]).toEqual([
      206,
      'PDF',
      `bytes 1-3/${whole.text.length}`,
    ])
    expect((await call('auditor1', path, { headers: { Range: 'bytes=99999-' } })).status).toBe(416)
    const ifNoneMatch = { 'If-None-Match': whole.headers.get('ETag') ?? '' }
    expect(await call('auditor1', path, { headers: ifNoneMatch })).toMatchObject({ status: 304, text: '' })
  }
  const loader = await call('auditor1', `documents/loader/${invoiceId}`, { headers: { Range: 'bytes=0-1' } })
  expect([loader.status, loader.text]).toEqual([206, 'PK'])
  for (const path of ['documents/loader', 'documents/invoice', 'documents/authorisation'])
    expect((await call('operations1', `${path}/${invoiceId}`)).status).toBe(403)
})

test('the document describes the bodies, and that a key may be sent alone', async () => {
  const { body } = await call('auditor1', 'openapi.json')
  const bodyOf = (path: string) => body.paths[`/api/${path}`].post.requestBody.content
  const draft = bodyOf('drafttransactions')['multipart/form-data'].schema
  expect(draft.required).toEqual(['id'])
  expect(draft.properties).toMatchObject({
    grossAmount: { type: ['string', 'number', 'null'] },
    invoiceDate: { type: ['string', 'null'], format: 'date' },
    prePaid: { type: ['boolean', 'null'] },
    invoicedLegalEntity: { type: ['integer', 'null'] },
    currency: { type: ['string', 'null'], maxLength: 3 },
  })
  const cost = bodyOf('costs')['application/json'].schema
  expect(cost.required).toEqual(['grossAmount', 'transactionDraftId'])
  const budget = bodyOf('budget')['application/json'].schema
  expect([budget.required, budget.properties.amount_type.enum]).toEqual([
    undefined,
    ['gross', 'net', 'taxes', null],
  ])
  expect(bodyOf('budget/delete')['application/json'].schema.anyOf).toHaveLength(2)
  expect(Object.keys(body.paths['/api/documents/{documentId}'].get.responses)).toEqual(
    expect.arrayContaining(['200', '206', '304', '416']),
  )
})
