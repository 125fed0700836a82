import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { shareOf } from 'tests/support/rounds'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
const reference = await expenseReference(site)
const its = expenses(site)
const draftId = await its.newDraft('finance1', completeFields(reference))
const invoiceId = (await its.newInvoice(reference)).invoiceId

/** Expects a status below 500, and a readable message in a refusal. */
async function sane(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const answer = await site.ask('accountant1', path, {
    method,
    body,
    headers: {
      Accept: 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'Sec-Fetch-Dest': 'empty',
      ...headers,
    },
  })
  const text = await answer.text()
  const summary = `${method} ${path} ${body?.slice(0, 200)} ${answer.status} ${text.slice(0, 300)}`
  expect(answer.status, summary).toBeLessThan(500)
  if (path.startsWith('/api/') && answer.status >= 400)
    expect(JSON.parse(text).errorMessage, summary).toMatch(/\w/)
  return answer.status
}

const ODD_IDS = ['2147483648', '999999999999999', '9999999999999999999', '0', '-1', 'x', '%00', '1e3', '%F0']

test('no id in an address causes a server error', async () => {
  const gets = [
    'drafttransactions/:id',
    'drafttransactions/:id/status',
    'costs/:id',
    'costs/:id/delete',
    'transactions/:id',
    'transactionssub/:id',
    'transactions/rollover/:id',
    'documents/:id',
    'documents/:id/delete',
    'documents/object/:id',
    'documents/invoice/:id',
    'documents/loader/:id',
    'documents/authorisation/:id',
    'workflows/instances/:id',
    'workflows/instances/invoice/:id',
    'workflows/instances/draft/:id',
    'workflows/instances/invoice_draft/:id',
    'clients/:id',
    'authmatrix/:id/2026-01-01',
    'authmatrix/1/:id',
    'mappings/key/:id',
  ]
  for (const [place, address] of gets.entries())
    for (const id of shareOf(ODD_IDS, place, 3)) await sane('GET', `/api/${address.replace(':id', id)}`)
  const pages = ['drafts/:id', 'drafts/:id/allocations', 'drafts/:id/add/backup', 'invoices/:id']
  const files = ['documents/:id', 'documents/:id/preview', 'documents/:id/delete', 'invoices/:id/report.pdf']
  for (const [place, address] of [...pages, ...files, 'authorisation-matrix/:id/2026-01-01.pdf'].entries())
    for (const id of shareOf(ODD_IDS, place, 2)) await sane('GET', `/${address.replace(':id', id)}`)
}, 120_000)

const ODD_VALUES: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e300,
  2 ** 53,
  2147483648,
  [],
  [1],
  {},
  { a: 1 },
  '\u0000',
  '\ud800',
  '',
  'x'.repeat(100_000),
  '9'.repeat(400),
  '1e999',
  'NaN',
  '2026-02-30',
  "'; drop table draft; --",
  '1,234',
]

test('no value in a body causes a server error', async () => {
  const bodies: [string, Record<string, unknown>][] = [
    ['drafttransactions', { id: draftId, revision: 1, invoiceRef: 'A' }],
    ['costs', { transactionDraftId: draftId, feesType: 'TAX', grossAmount: '1', taxes: '0', comment: '' }],
    ['task/instance/create', { objectId: draftId, workflowId: 1, eventLog: '', currentEventId: 1 }],
    ['task/instance/create/draft', { objectId: draftId, workflowId: 1, revision: 1 }],
    ['task/instance/create/invoice', { objectId: invoiceId, workflowId: 1, paymentDate: '2026-11-02' }],
  ]
  const more = ['taxes', 'invoiceDate', 'currency', 'isSupplierFund', 'transactionComment', 'validatingUserA']
  const json = { 'Content-Type': 'application/json' }
  for (const [path, body] of bodies) {
    const fields = [...Object.keys(body), ...(path === 'drafttransactions' ? more : [])]
    for (const [place, field] of fields.entries())
      for (const value of shareOf(ODD_VALUES, place, 3))
        await sane('POST', `/api/${path}`, JSON.stringify({ ...body, [field]: value }), json)
  }
}, 120_000)

test('no header or content type causes a server error', async () => {
  const body = JSON.stringify({ id: draftId, invoiceRef: 'B' })
  for (const type of [
    '',
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
  ])
    for (const path of [
      'drafttransactions',
      'costs',
      'uploadinvoice',
      'uploadinvoices',
      'task/instance/create',
    ])
      await sane('POST', `/api/${path}`, body, { 'Content-Type': type })
  const json = { 'Content-Type': 'application/json' }
  for (const key of ['x'.repeat(200), 'x'.repeat(201), '"', '\u00e9'])
    await sane('POST', '/api/drafttransactions', body, { ...json, 'Idempotency-Key': key })
  // A request with a tag is never treated as one without.
  for (const tag of ['"999"', 'W/"999"', '999', '"x"', 'W/x'])
    expect(
      await sane('POST', '/api/drafttransactions', `${body.slice(0, -1)},"dueDate":"2026-12-24"}`, {
        ...json,
        'If-Match': tag,
      }),
      tag,
    ).toBeGreaterThan(400)
})
