import { ublInvoice } from 'tests/support/areas/drafts/ubl-invoice'
import { uploadedInvoices } from 'tests/support/areas/drafts/uploaded-invoices'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { acceptedDuplicates } from '~/areas/drafts/upload/confirm-duplicates.server'

const site = await opened(httpSite())
const uploads = await uploadedInvoices(site)

async function page(user: string, path: string): Promise<string> {
  const answer = await site.ask(user, path)
  expect(answer.status, path).toBe(200)
  return (await answer.text()).replaceAll('<!-- -->', '')
}

function post(user: string, path: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ idempotencyKey: crypto.randomUUID(), ...fields })
  return site.ask(user, path, { method: 'POST', body, headers: { 'Sec-Fetch-Site': 'same-origin' } })
}

test('a team leader accepts a duplicate on the page of the draft; others read who may', async () => {
  const first = await uploads.complete(ublInvoice({ ref: 'PAGE-1' }))
  const { draftId } = await uploads.complete(ublInvoice({ ref: 'page 01' }))
  expect(await page('finance1', `/drafts/${draftId}`)).toContain('Only a team leader (queue TEAM LEADER)')
  const html = await page('teamleader1', `/drafts/${draftId}`)
  expect(html).toContain('This draft is a duplicate.')
  expect(html).toContain(`draft ${first.draftId}, Pricewell Market Data GmbH, PAGE-1`)
  const refused = await post('teamleader1', `/drafts/${draftId}`, { intent: 'accept duplicate', comment: '' })
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('Enter why this is not a duplicate.'),
  ])
  const done = await post('teamleader1', `/drafts/${draftId}`, {
    intent: 'accept duplicate',
    comment: 'Two seats',
  })
  expect(done.status).toBe(302)
  expect(await acceptedDuplicates(site.read, draftId)).toMatchObject([{ comment: 'Two seats' }])
  expect(await page('auditor1', `/drafts/${draftId}`)).toContain(
    `Not a duplicate of ${first.draftId}, accepted by`,
  )
})

test('the form of a draft has the fields of its payment, with what the e-invoice says', async () => {
  const { draftId } = await uploads.complete(
    ublInvoice({ ref: 'PAGE-2', prepaid: '1000.00', payable: '170.00', paymentId: 'RF18539007547034' }),
  )
  const html = await page('finance1', `/drafts/${draftId}/edit`)
  for (const label of ['Paid in Advance', 'Rounding', 'Payable', 'Payment Reference', 'Corrects Invoice'])
    expect(html).toContain(label)
  expect(html).toContain('value="RF18539007547034"')
  expect(html).toContain('LegalMonetaryTotal › PrepaidAmount')
  expect(html).not.toContain('The e-invoice says 1,000.00')
})

test('an invoice is marked as collected by its supplier in a popup, and the list to pay says so', async () => {
  const id = await uploads.invoiceOf({ ref: 'PAGE-3' })
  expect(await page('treasurer1', `/invoices/${id}`)).toContain(`/invoices/${id}/collection`)
  expect(await page('treasurer1', `/invoices/${id}/collection`)).toContain(
    `Does the supplier collect invoice ${id}?`,
  )
  const path = `/invoices/${id}/collection`
  const refused = await post('treasurer1', path, { collected: 'yes', comment: '' })
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Enter the reason.')])
  expect((await post('treasurer1', path, { collected: 'yes', comment: 'A mandate' })).status).toBe(302)
  expect(await page('treasurer1', '/payments/new')).toContain('The supplier collects it by direct debit.')
  expect(await page('auditor1', `/invoices/${id}`)).toContain('collected by the supplier')
})

test('a run offers discounts, warns of duplicates, and says where a discount was booked', async () => {
  const first = await uploads.invoiceOf({ ref: 'PAGE-4', terms: '#SKONTO#TAGE=14#PROZENT=2.00#' })
  const path = `/payments/new/make?invoices=${first}`
  const html = await page('treasurer1', path)
  expect(html).toContain('Take the discounts for early payment')
  expect(html).toContain('23.40 EUR less if paid until 03/11/2026')
  const made = await post('treasurer1', path, {
    invoices: String(first),
    executionDate: '2026-11-03',
    takeDiscounts: 'on',
  })
  expect(made.status).toBe(302)
  const invoice = await page('treasurer1', `/invoices/${first}`)
  expect(invoice).toContain('Discount taken')
  expect(invoice).toContain('RECOVERABLE TAXES')
  expect(await page('treasurer1', '/payments')).toContain('1,146.60 EUR')
})
