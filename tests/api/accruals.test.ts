import { accrualsOn } from 'tests/support/areas/accruals/accruals-on'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
const its = accrualsOn(site, await expenseReference(site))
const [, navId = 0] = await its.fundWith('ONE', ['2026-09-30', '2026-10-30'])
await its.accrues('462')
await its.balance(navId, 'ONE', '50000000', { 462000: '12033.21' })
const invoiceId = await its.bill({
  net: '12000.00',
  invoiceDate: '2026-10-30',
  service: ['2026-10-01', '2026-10-30'],
})
afterAll(() => expect(site.crashes()).toEqual([]))

const call = async (user: string, path: string) => {
  const answer = await site.ask(user, `/api/${path}`)
  return { status: answer.status, body: await answer.json() }
}

test('the accruals call takes a day, and filters and sorts like the grid', async () => {
  const { status, body } = await call('auditor1', 'accruals?date=2026-10-31')
  expect([status, body]).toEqual([
    200,
    [
      {
        nav_id: navId,
        fund_code: 'ONE',
        nav_date: '2026-10-30',
        currency: 'EUR',
        entity: 'Hespéris Management SA',
        expense_type: 'Market data',
        accounts: '462',
        accrued: '12033.21',
        invoiced: '12000.00',
        paid: '0.00',
        difference: '33.21',
        percent: '0.28',
        bp: '0.0066',
        invoiced_to: '2026-10-30',
        invoices: 1,
        result: 'OK',
      },
    ],
  ])
  expect((await call('auditor1', 'accruals?filter.result=DIFFERENCE')).body).toEqual([])
  expect((await call('auditor1', 'accruals?date=soon')).status).toBe(422)
  expect((await call('finance1', 'accruals')).status).toBe(403)
})

test('accruals appear in the list, its file, the NAV and the invoice without scripts', async () => {
  const page = async (user: string, path: string) => (await site.ask(user, path)).text()
  expect(await page('accountant1', '/accruals?date=2026-10-31')).toContain('12,033.21')
  expect(await page('accountant1', '/accruals?date=31/10/26x')).toContain(
    'Enter the date as a day of the calendar',
  )
  // The line on a NAV links to the invoices of its entity and type.
  const shown = await page('auditor1', `/nav-controls/${navId}`)
  const [, link = ''] = /href="(\/invoices\?in\.[^"]*)"/.exec(shown) ?? []
  const log = (await page('auditor1', link.replaceAll('&amp;', '&'))).replaceAll('<!-- -->', '')
  expect(log).toContain('Settling Entity is “Hespéris Management SA”, Expense Type is “Market data”')
  const file = await site.ask('accountant1', '/accruals/export/accruals.csv?date=2026-10-31')
  expect(await file.text()).toMatch(/ONE.*Market data.*OK/s)
  expect(await page('accountant1', `/nav-controls/${navId}`)).toContain('Accruals against invoices')
  const invoice = (await page('finance1', `/invoices/${invoiceId}`)).replaceAll('<!-- -->', '')
  expect(invoice).toContain('The NAV of 30.10.26 accrued 12,033.21 EUR for this.')
  expect(invoice).not.toContain(`/nav-controls/${navId}`)
  expect(await page('accountant1', `/invoices/${invoiceId}`)).toContain(`/nav-controls/${navId}#accruals`)
})
