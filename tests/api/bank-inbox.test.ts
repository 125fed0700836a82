import { jsonCalls } from 'tests/support/api/json-calls'
import { inboxOf } from 'tests/support/areas/payments/bank-inbox'
import { camt054, pain002, runsOn } from 'tests/support/areas/payments/runs-on'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
const runs = runsOn(site, await expenseReference(site))
const inbox = inboxOf(site)
await runs.addAccounts()
afterAll(() => expect(site.crashes()).toEqual([]))

const { call, post } = jsonCalls(site)

test('a client reads the Bank inbox, takes an entry over and explains it', async () => {
  const [invoiceId = 0] = await runs.approvedInvoices([{ gross: '42.00' }])
  const { answerId } = await runs.answer(
    'treasurer1',
    'booked.xml',
    camt054('A1', [
      { id: 'ONE', amount: '42.00' },
      { id: 'TWO', amount: '7.00' },
    ]),
  )
  const [first, second] = (await inbox.entries(answerId)).map(({ id }) => id)
  const { body: list } = await call('auditor1', 'bankinbox?sort=amount')
  expect(list.map(({ id, amount }: { id: number; amount: string }) => [id, amount])).toEqual([
    [first, '-42.00'],
    [second, '-7.00'],
  ])
  expect(list[0]).toMatchObject({ topic: 'unknown debit', event_status: 'UNEXPLAINED', owner: null })

  const { body: entry } = await call('treasurer2', `bankinbox/${first}`)
  expect(entry.invoices.map(({ id }: { id: number }) => id)).toEqual([invoiceId])
  const owned = await post('treasurer1', `bankinbox/${first}/owner`, {})
  expect([owned.status, owned.body.entry.owner]).toEqual([200, 'Katrin Berger'])
  const missing = await post('treasurer1', `bankinbox/${first}`, { how: 'payment' })
  expect([missing.status, missing.body.fields]).toEqual([
    422,
    { paymentId: 'Give the payment, a whole number.' },
  ])
  const done = await post('treasurer1', `bankinbox/${first}`, { how: 'invoices', invoiceIds: [invoiceId] })
  expect([done.status, done.body.entry.explained_as]).toEqual([200, 'invoice'])
  expect(await site.stateOf(invoiceId)).toBe('PAID (SYSTEM)')
  const late = await post('treasurer1', `bankinbox/${first}`, {
    how: 'charges',
    seenEventId: entry.lastEventId,
  })
  expect([late.status, late.body.errorMessage ?? late.body.message]).toEqual([
    409,
    expect.stringContaining('It is now EXPLAINED'),
  ])
  expect((await post('finance1', `bankinbox/${second}`, { how: 'charges' })).status).toBe(403)
  expect((await call('treasurer1', 'bankinbox/999999')).status).toBe(404)
})

test('a client requests how a dispute ends', async () => {
  const [invoiceId = 0] = await runs.approvedInvoices([{ gross: '31.00' }])
  const runId = await runs.sentRun([invoiceId])
  const [payment] = await runs.payments(runId)
  const [file] = await runs.files(runId)
  const id = payment?.endToEndId ?? ''
  await runs.answer(
    'treasurer1',
    'r.xml',
    pain002('R1', file?.messageId ?? '', [{ id, status: 'RJCT', reason: 'AC04' }]),
  )
  await runs.answer('treasurer1', 'd.xml', camt054('D1', [{ id, amount: '31.00' }]))
  const path = `bankinbox/disputes/${invoiceId}`
  for (const end of ['GONE', 'toString', 'constructor']) {
    const wrong = await post('treasurer1', path, { end, comment: 'Asked the bank' })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { end: 'Choose how the dispute ends' }])
  }
  const requested = await post('treasurer1', path, { end: 'PAID', comment: 'Asked the bank' })
  expect(requested.body.line).toContain(`Invoice ${invoiceId}, PAID`)
  await inbox.approve('treasurer2')
  expect(await site.stateOf(invoiceId)).toBe('PAID (SYSTEM)')
})

test('the database takes a bank file of a kind that is read, and no other', async () => {
  await expect(
    site.ownerSql`insert into bank_answer (kind, message_id, file_name, sha256, lines, received_by, received_at)
      values ('toString', 'M1', 'a.xml', 'none', '[]', ${site.actor('treasurer1').id}, now())`,
  ).rejects.toThrow('bank_answer_kind')
})
