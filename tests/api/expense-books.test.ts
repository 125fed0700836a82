import { jsonCalls } from 'tests/support/api/json-calls'
import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { subFunds } from 'tests/support/sub-funds'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
const reference = await expenseReference(site)
const its = expenses(site)
afterAll(() => expect(site.crashes()).toEqual([]))

const { call, post } = jsonCalls(site)

test('a client previews a division, accepts what it saw, and changes a line by hand', async () => {
  const funds = subFunds(site)
  const fundId = await funds.add(reference.clientId, 'ALC-1')
  await funds.nav(fundId, '2026-10-30', '3000000.00')
  const other = await funds.add(reference.clientId, 'ALC-2')
  await funds.nav(other, '2026-10-30', '1000000.00')
  const draftId = await its.newDraft('finance1', {
    ...completeFields(reference),
    settlingLegalEntity: reference.clientId,
    glDate: '2026-10-31',
  })
  expect((await call('finance1', `costs/${draftId}/division?rule=BY-HAND`)).status).toBe(422)
  const preview = await call('finance1', `costs/${draftId}/division?rule=TNA`)
  expect([preview.status, preview.body.taken]).toEqual([200, null])
  expect(preview.body.division.parts.map(({ grossAmount }: { grossAmount: string }) => grossAmount)).toEqual([
    '877.50',
    '292.50',
  ])
  const wrong = { rule: 'TNA', feesType: 'AUDIT', seen: 'another' }
  expect((await post('finance1', `costs/${draftId}/division`, wrong)).status).toBe(409)
  const acceptance = { ...wrong, seen: preview.body.division.hash }
  const done = await post('finance1', `costs/${draftId}/division`, acceptance)
  expect([done.status, done.body.costLines.length]).toEqual([201, 2])
  const [line] = done.body.costLines
  expect(line).toMatchObject({ fundId, grossAmount: '877.50', taxes: '127.50' })
  const changed = { ...line, grossAmount: '877.49', revision: done.body.revision }
  expect((await post('finance1', 'costs', changed)).status).toBe(200)
  const now = await call('finance1', `costs/${draftId}/division?rule=TNA`)
  expect(now.body.taken).toMatchObject({ rule: 'TNA', changedByHand: true })
})

test('a client reads the month’s cost of prepaid invoices, books it once, and gets the workbook', async () => {
  const { invoiceId } = await its.newInvoice(reference, {
    prePaid: true,
    serviceFrom: '2026-10-01',
    serviceTo: '2026-11-30',
    glDate: '2026-10-31',
  })
  await its.invoiceStep('finance1', invoiceId, 'book')
  const detail = await call('finance1', `transactions/${invoiceId}`)
  expect(detail.body).toMatchObject({
    recoverableShare: null,
    recoverableTaxes: '170.00',
    expenseAmount: '1000.00',
    taxesBooked: true,
  })
  const due = await call('accountant1', 'prepaid?month=2026-10')
  expect(due.body).toMatchObject([{ invoice: invoiceId, amount: '508.20', note: null }])
  const [{ key, amount }] = due.body
  const journal = { month: '2026-10', lines: [`${key}=${amount}`], comment: 'Period 10' }
  expect((await post('accountant1', 'prepaid/journals', { ...journal, month: 'soon' })).status).toBe(422)
  expect((await post('treasurer1', 'prepaid/journals', journal)).status).toBe(403)
  const booked = await post('accountant1', 'prepaid/journals', journal)
  expect([booked.status, booked.body.totals]).toEqual([201, '508.20 EUR'])
  const again = await post('accountant1', 'prepaid/journals', journal)
  expect([again.status, again.body.title]).toEqual([409, 'The journal was not marked as booked'])
  expect((await call('accountant1', 'prepaid/journals')).body).toMatchObject([
    { comment: 'Period 10', lines: 1 },
  ])
  expect((await call('accountant1', 'prepaid/balances?month=2026-10')).body).toMatchObject([
    { invoice: invoiceId, prepaid: '1000.00', recognised: '508.20', remaining: '491.80' },
  ])
  expect((await call('accountant1', 'prepaid/navs?month=2026-10')).body).toEqual([])
  const file = await site.ask('accountant1', `/api/prepaid/journals/${booked.body.id}/loader`)
  expect(file.headers.get('content-type')).toContain('spreadsheetml')
})
