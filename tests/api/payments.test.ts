import { jsonCalls } from 'tests/support/api/json-calls'
import { camt054, runsOn } from 'tests/support/areas/payments/runs-on'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
const reference = await expenseReference(site)
const runs = runsOn(site, reference)
await runs.addAccounts()
afterAll(() => expect(site.crashes()).toEqual([]))

const { call, post } = jsonCalls(site)

test('a client makes a run of payable invoices, removes one, reads its file and uploads the bank’s answer', async () => {
  const ids = await runs.approvedInvoices([
    { gross: '10.00' },
    { gross: '20.00' },
    { gross: '5.00', currency: 'USD' },
  ])
  const payable = await call('treasurer1', 'payments/payable?due=2026-12-31&ccy=EUR')
  expect(payable.body.map(({ id, held }: { id: number; held: string | null }) => [id, held])).toEqual([
    [ids[0], null],
    [ids[1], null],
  ])
  expect((await call('treasurer1', 'payments/payable?due=soon')).status).toBe(422)

  const made = await post('treasurer1', 'payments', { invoiceIds: ids })
  expect([made.status, made.body.payments.length]).toEqual([201, 3])
  const runId = made.body.run.id as number
  const again = await post('treasurer2', 'payments', { invoiceIds: ids })
  expect([again.status, again.body.title]).toEqual([409, 'The payment run was not created'])
  const without = await post('treasurer2', `payments/${runId}/takenout`, { invoiceId: ids[1], reason: '' })
  expect([without.status, without.body.fields]).toEqual([
    422,
    { reason: 'Enter the reason for taking it out' },
  ])
  const taken = await post('treasurer2', `payments/${runId}/takenout`, {
    invoiceId: ids[1],
    reason: 'Disputed',
  })
  expect(taken.body.payments.map(({ state }: { state: string }) => state).toSorted()).toEqual([
    'planned',
    'planned',
    'taken out',
  ])
  expect((await post('auditor1', 'payments', { invoiceIds: ids })).status).toBe(403)

  await runs.step('treasurer2', runId, 'first approval')
  await runs.step('treasurer3', runId, 'second approval')
  await runs.step('treasurer1', runId, 'make the files')
  const { body: filed } = await call('auditor1', `payments/${runId}`)
  const [file] = filed.files
  const xml = await site.ask('treasurer1', `/api/payments/${runId}/files/${file.messageId}`)
  expect([xml.status, await xml.text()]).toEqual([200, expect.stringContaining('pain.001.001.09')])
  expect((await call('treasurer1', `payments/${runId}/files/none`)).status).toBe(404)
  const advice = `/api/payments/${runId}/remittance/${ids[0]}`
  expect((await site.ask('treasurer1', advice)).status).toBe(422)
  await runs.step('treasurer1', runId, 'sent')
  const advised = await site.ask('auditor1', advice)
  expect([advised.status, advised.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await site.ask('treasurer1', `/api/payments/${runId}/remittance/${ids[1]}`)).status).toBe(422)
  expect((await site.ask('treasurer1', `/api/payments/${runId}/remittance/1`)).status).toBe(404)

  const form = new FormData()
  const booked = camt054('API1', [{ id: `INV${ids[0]}-RUN${runId}`, amount: '10.00' }])
  form.set('files', new File([booked], 'booked.xml'))
  const recorded = await site.ask('treasurer1', '/api/payments/answers', {
    method: 'POST',
    body: form,
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect([recorded.status, await recorded.json()]).toEqual([
    201,
    expect.objectContaining({ kind: 'camt.054', lines: [expect.objectContaining({ outcome: 'paid' })] }),
  ])
  const { body: list } = await call('treasurer1', 'payments')
  expect(list[0]).toMatchObject({
    id: runId,
    payments: 2,
    paid: 1,
    open: 1,
    taken_out: 1,
    event_status: 'SENT',
  })
  expect(list[0].totals).toBe('10.00 EUR, 5.00 USD')
})

test('a client chooses accounts, charges and day, and takes the steps; a day that is over is replaced as the files are made', async () => {
  const ids = await runs.approvedInvoices([{ gross: '6.00', currency: 'USD' }])
  const payable = await call('treasurer1', 'payments/payable?ccy=USD')
  expect(payable.body.at(-1)).toMatchObject({ id: ids[0], held: null, held_entity: null })
  const charges = [{ entityId: reference.settlingId, currency: 'USD', chargeBearer: 'OUR' }]
  expect((await post('treasurer1', 'payments', { invoiceIds: ids, charges })).status).toBe(422)
  const saturday = await post('treasurer1', 'payments', { invoiceIds: ids, executionDate: '2026-11-07' })
  expect([saturday.status, saturday.body.fields]).toEqual([
    422,
    { executionDate: '07/11/2026 is a Saturday. Enter 09/11/2026, the next bank day, or a later one.' },
  ])
  const made = await post('treasurer1', 'payments', {
    invoiceIds: ids,
    charges: [{ ...charges[0], chargeBearer: 'DEBT' }],
  })
  expect(made.body.payments).toMatchObject([{ chargeBearer: 'DEBT', creditorCurrency: '', warnings: [] }])
  const runId = made.body.run.id as number
  const take = async (user: 'treasurer1' | 'treasurer2' | 'treasurer3', name: string, more = {}) =>
    post(user, `payments/${runId}/nextrouting/${await site.stepId(runId, name)}`, more)
  expect((await take('treasurer1', 'first approval')).status).toBe(403)
  expect((await take('treasurer2', 'first approval', { paymentsHash: 'other' })).status).toBe(409)
  await take('treasurer2', 'first approval', { paymentsHash: made.body.paymentsHash })
  await take('treasurer3', 'second approval')
  const before = await take('treasurer1', 'make the files', { executionDate: '2026-11-01' })
  expect([before.status, Object.keys(before.body.fields)]).toEqual([422, ['executionDate']])
  const filed = await take('treasurer1', 'make the files', { executionDate: '2026-11-09' })
  expect(filed.body).toMatchObject({
    run: { event_status: 'FILED', execution_date: '2026-11-09' },
    files: [{ currency: 'USD' }],
  })
})
