import { jsonCalls } from 'tests/support/api/json-calls'
import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
const reference = await expenseReference(site)
const its = expenses(site)
afterAll(() => expect(site.crashes()).toEqual([]))

const { call, post } = jsonCalls(site)

test('a draft is changed by the fields of its payment; a wrong reference is refused', async () => {
  const id = await its.newDraft('finance1', completeFields(reference))
  const saved = await post('finance1', 'drafttransactions', {
    id,
    prepaidAmount: '1000.00',
    roundingAmount: '0.05',
    paymentReference: 'rf18 5390 0754 7034',
    correctsRef: 'RE-1',
    collectedBySupplier: true,
    reverseCharge: true,
    reverseChargeTax: '17.00',
  })
  expect([saved.status, saved.body]).toEqual([
    200,
    expect.objectContaining({
      prepaidAmount: '1000.00',
      roundingAmount: '0.05',
      payableAmount: '170.05',
      paymentReference: 'RF18539007547034',
      correctsRef: 'RE-1',
      collectedBySupplier: true,
      reverseCharge: true,
      reverseChargeTax: '17.00',
    }),
  ])
  const wrong = await post('finance1', 'drafttransactions', { id, paymentReference: 'RF19539007547034' })
  expect([wrong.status, wrong.body.fields.paymentReference]).toEqual([
    422,
    expect.stringContaining('check digits'),
  ])
})

test('a team leader accepts a duplicate by a call', async () => {
  const fields = { ...completeFields(reference), invoiceRef: 'CALL-7', grossAmount: '7.00', taxes: '0.00' }
  const first = await its.newDraft('finance1', fields)
  const second = await its.newDraft('finance1', { ...fields, invoiceRef: 'call 07' })
  const path = `drafttransactions/${second}/duplicates`
  expect((await post('finance2', path, { comment: 'Fine' })).status).toBe(403)
  const without = await post('teamleader1', path, {})
  expect([without.status, without.body.fields]).toEqual([
    422,
    { comment: 'Enter why this is not a duplicate.' },
  ])
  const accepted = await post('teamleader1', path, { comment: 'Two seats' })
  expect([accepted.status, accepted.body]).toEqual([
    200,
    [expect.objectContaining({ kind: 'draft', id: first, blocks: true })],
  ])
  expect((await post('teamleader1', path, { comment: 'Again' })).body.errorMessage).toContain('No duplicate')
  expect((await post('teamleader1', 'drafttransactions/999999/duplicates', { comment: 'x' })).status).toBe(
    404,
  )
})

test('an invoice is marked as collected by its supplier by a call', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  const path = `transactions/${invoiceId}/collection`
  const marked = await post('finance1', path, { collected: true, comment: 'A mandate was given' })
  expect([marked.status, marked.body]).toEqual([200, { id: invoiceId, collectedBySupplier: true }])
  expect((await call('finance1', `transactions/${invoiceId}`)).body).toMatchObject({
    collectedBySupplier: true,
    payableAmount: '1170.00',
  })
  const again = await post('finance1', path, { collected: true, comment: 'Again' })
  expect([again.status, again.body.errorMessage]).toEqual([422, expect.stringContaining('already')])
  expect((await post('finance1', path, { collected: false, comment: '' })).body.fields).toEqual({
    comment: 'Enter the reason.',
  })
  expect((await post('auditor1', path, { collected: false, comment: 'x' })).status).toBe(403)
})
