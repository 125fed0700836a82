import { Buffer } from 'node:buffer'
import ExcelJS from 'exceljs'
import { jsonCalls } from 'tests/support/api/json-calls'
import { inboxOf } from 'tests/support/areas/payments/bank-inbox'
import { camt053, camt054, PAYER, pain002, runsOn } from 'tests/support/areas/payments/runs-on'
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

test('a client reads which payments are an entry together, and settles it by them', async () => {
  const runId = await runs.sentRun(await runs.approvedInvoices([{ gross: '15.00' }, { gross: '16.00' }]))
  const paymentIds = (await runs.payments(runId)).map(({ id }) => id)
  const text = (await runs.payments(runId)).map(({ endToEndId }) => endToEndId).join(' ')
  const { answerId } = await runs.answer(
    'treasurer1',
    'together.xml',
    camt054('A2', [{ id: 'NOTPROVIDED', amount: '31.00', text }]),
  )
  const [entry] = await inbox.entries(answerId)
  const { body } = await call('treasurer1', `bankinbox/${entry?.id}`)
  expect(body.entry.proposal).toMatch(/^2 payments, of invoices \d+ and \d+, together the same amount$/)
  expect(body.together).toMatchObject([
    { runId, amount: '15.00', currency: 'EUR', state: 'sent' },
    { runId, amount: '16.00', currency: 'EUR', state: 'sent' },
  ])
  const one = await post('treasurer1', `bankinbox/${entry?.id}`, {
    how: 'payments',
    paymentIds: paymentIds.slice(0, 1),
  })
  expect([one.status, one.body.errorMessage]).toEqual([
    422,
    expect.stringContaining('The entry is not the payment of invoice'),
  ])
  const done = await post('treasurer1', `bankinbox/${entry?.id}`, { how: 'payments', paymentIds })
  expect([done.status, done.body.entry.explained_as]).toEqual([200, 'payment'])
  expect(await site.stateOf(runId)).toBe('SETTLED (COMPLETED)')
})

test('a client reads what was explained in the same way before, by which entries get proposals', async () => {
  const fee = (id: string, amount: string) => camt054(id, [{ id, amount, text: 'CUSTODY FEES Q3' }])
  const { answerId } = await runs.answer('treasurer1', 'fee-1.xml', fee('FEE-1', '17.00'))
  const [first] = await inbox.entries(answerId)
  expect((await call('auditor1', 'bankinbox/rules')).body).toEqual([])
  await post('treasurer1', `bankinbox/${first?.id}`, { how: 'charges' })
  await runs.answer('treasurer1', 'fee-2.xml', fee('FEE-2', '18.00'))
  expect((await call('auditor1', 'bankinbox/rules')).body).toMatchObject([
    {
      word: 'CUSTODY',
      booked_as: 'charges',
      account: PAYER.iban,
      times: 1,
      last: '2026-11-02',
      waiting: 1,
    },
  ])
  expect((await call('accountant1', 'bankinbox/rules')).status).toBe(403)
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

const OCTOBER = `bankmonths/${PAYER.iban}~EUR~2026-10`

/** A statement with what was paid to a supplier, and charges. */
const october = (messageId: string) =>
  camt053(
    messageId,
    { iban: PAYER.iban, currency: 'EUR', day: '2026-10-30', opening: '1000.00', balance: '951.00' },
    [
      { id: 'OCT-1', amount: '42.00', day: '2026-10-29' },
      { id: 'OCT-2', amount: '7.00', day: '2026-10-30' },
    ],
  )

test('a month of an account is closed once all of it is explained, and reopened by another treasurer', async () => {
  const [invoiceId = 0] = await runs.approvedInvoices([{ gross: '42.00', ref: 'OCT-42' }])
  const { answerId } = await runs.answer('treasurer1', 'october.xml', october('OCT'))
  const [supplier = 0, fees = 0] = (await inbox.entries(answerId)).map(({ id }) => id)
  const { body: months } = await call('auditor1', 'bankmonths?month=2026-10')
  expect(months).toMatchObject([
    {
      account: PAYER.iban,
      opening: '1000.00',
      total: '-49.00',
      explained: '0.00',
      closing: '951.00',
      entries: 2,
      open_entries: 2,
      state: 'Open',
    },
  ])
  const early = await post('treasurer1', `${OCTOBER}/closed`, {})
  expect([early.status, early.body.list]).toEqual([
    422,
    ['2 entries are not explained. Explain them in the Bank inbox.'],
  ])
  await post('treasurer1', `bankinbox/${supplier}`, { how: 'invoices', invoiceIds: [invoiceId] })
  await post('treasurer1', `bankinbox/${fees}`, { how: 'charges' })
  expect((await call('treasurer1', OCTOBER)).body).toMatchObject({
    month: { explained: '-49.00', unexplained: '0.00', state: 'Ready to close' },
    hindrances: [],
  })
  expect((await call('treasurer1', `${OCTOBER}/loader`)).status).toBe(422)

  expect((await post('finance1', `${OCTOBER}/closed`, {})).status).toBe(403)
  expect((await post('treasurer1', `${OCTOBER}/closed`, { closing: '950.00' })).status).toBe(409)
  const closed = await post('treasurer1', `${OCTOBER}/closed`, { closing: '951.00' })
  expect(closed.body.month).toMatchObject({ state: 'Closed', closed_by: 'Katrin Berger' })
  expect((await post('treasurer2', `${OCTOBER}/closed`, {})).status).toBe(409)

  // The same statement again changes nothing; a booking that is new would.
  expect((await runs.answer('treasurer1', 'again.xml', october('AGAIN'))).counts).toEqual({ matched: 2 })
  const late = camt054('LATE', [{ id: 'LATE-1', amount: '3.00', day: '2026-10-28' }])
  await expect(runs.answer('treasurer1', 'late.xml', late)).rejects.toThrow(
    /^10\/2026 of LU28 .* \(EUR\) is closed, and 1 entry belongs to it/,
  )

  expect((await post('treasurer1', `${OCTOBER}/reopened`, { comment: 'A late entry' })).status).toBe(403)
  const without = await post('treasurer2', `${OCTOBER}/reopened`, { comment: ' ' })
  expect([without.status, without.body.fields]).toEqual([422, { comment: 'Enter the reason' }])
  const reopened = await post('treasurer2', `${OCTOBER}/reopened`, { comment: 'A late entry' })
  expect(reopened.body.month).toMatchObject({ state: 'Ready to close', comment: 'A late entry' })
  await runs.answer('treasurer1', 'late.xml', late)
  expect((await call('treasurer1', OCTOBER)).body.hindrances).toEqual([
    '1 entry is not explained. Explain it in the Bank inbox.',
  ])
  expect((await call('treasurer1', 'bankmonths/none')).status).toBe(404)
})

test('an entry of a closed month cannot be explained, and its row is only ever reopened by another', async () => {
  const [entry] = (await call('treasurer1', 'bankinbox?filter.amount=-3.00')).body
  // As if it had been closed before the entry came.
  await site.ownerSql`update bank_month set reopened_by = null, reopened_at = null, comment = ''`
  const refused = await post('treasurer1', `bankinbox/${entry.id}`, { how: 'charges' })
  expect([refused.status, refused.body.errorMessage]).toEqual([
    422,
    expect.stringContaining('10/2026 of LU28 0019 4006 4475 0000 (EUR) is closed'),
  ])
  await expect(
    site.ownerSql`update bank_month set reopened_by = closed_by, reopened_at = now()`,
  ).rejects.toThrow('by another treasurer')
  await expect(site.ownerSql`delete from bank_month`).rejects.toThrow('never removed')
  await post('treasurer2', `${OCTOBER}/reopened`, { comment: 'To book the charges' })
  expect((await post('treasurer1', `bankinbox/${entry.id}`, { how: 'charges' })).status).toBe(200)
})

test('the bank journal of a closed month is balanced, and always has the same bytes', async () => {
  const { body } = await call('treasurer1', OCTOBER)
  // The late entry is in no statement, so the statements and what explains them differ.
  expect(body.hindrances).toEqual([expect.stringContaining('The statements book -49.00 EUR')])
  await runs.answer(
    'treasurer1',
    'whole.xml',
    camt053(
      'WHOLE',
      { iban: PAYER.iban, currency: 'EUR', day: '2026-10-30', opening: '1000.00', balance: '948.00' },
      [
        { id: 'OCT-1', amount: '42.00', day: '2026-10-29' },
        { id: 'OCT-2', amount: '7.00', day: '2026-10-30' },
        { id: 'LATE-1', amount: '3.00', day: '2026-10-28' },
      ],
    ),
  )
  await post('treasurer1', `${OCTOBER}/closed`, {})
  const load = async () =>
    Buffer.from(await (await site.ask('auditor1', `/api/${OCTOBER}/loader`)).arrayBuffer())
  const bytes = await load()
  expect(bytes.equals(await load())).toBe(true)
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as never)
  const lines = (workbook.getWorksheet('Journal')?.getSheetValues() ?? []).slice(2) as unknown[][]
  expect(lines.map((line) => [line[4], line[5], line[12] ?? 0, line[13] ?? 0])).toEqual([
    [1, 'BANK', 0, 3],
    [2, 'CHARGES', 3, 0],
    [1, 'BANK', 0, 42],
    [2, 'SUPPLIER', 42, 0],
    [1, 'BANK', 0, 7],
    [2, 'CHARGES', 7, 0],
  ])
})

test('the database takes a bank file of a kind that is read, and no other', async () => {
  await expect(
    site.ownerSql`insert into bank_answer (kind, message_id, file_name, sha256, lines, received_by, received_at)
      values ('toString', 'M1', 'a.xml', 'none', '[]', ${site.actor('treasurer1').id}, now())`,
  ).rejects.toThrow('bank_answer_kind')
})
