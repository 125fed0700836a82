import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { expenseSteps, newInvoice } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'

const list = (ref: string) => `/invoices?filter.invoice_ref=${ref}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const history = (page: Page) => page.getByRole('table', { name: 'Events' })

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('an invoice is booked, approved twice, sent and paid by four people', async () => {
    const ref = ownName(`PAY${mark}`)
    const id = await newInvoice(ref)
    const steps: [user: string, button: string, state: string][] = [
      ['finance1', 'Book', 'TO APPROVE (PAYMENT)'],
      ['treasurer1', 'First approval', 'FIRST APPROVAL (PAYMENT)'],
      ['treasurer2', 'Second approval', 'APPROVED (PAYMENT)'],
      ['treasurer3', 'Payment sent', 'SENT (PAYMENT)'],
      ['treasurer3', 'Paid', 'PAID (SYSTEM)'],
    ]
    for (const [user, button, state] of steps) {
      const page = await visit(user, list(ref), { js })
      await page.locator('a.grid__open').first().click()
      await page.getByRole('heading', { name: `Invoice ${id}` }).waitFor()
      await page.getByLabel('Message').fill(`${button}, says ${user}`)
      if (button === 'Paid') await page.getByLabel('Payment date').fill(new Date().toISOString().slice(0, 10))
      await press(page, button)
      await page.getByText(`Invoice ${id}: ${state}`).waitFor()
      if (js) {
        await page.locator('#drawer-title').waitFor({ state: 'detached' })
        await page.getByRole('row').filter({ hasText: ref }).getByText(state).first().waitFor()
        const { pathname, searchParams } = new URL(page.url())
        expect([pathname, searchParams.get('filter.invoice_ref'), searchParams.has('done')]).toEqual([
          '/invoices',
          ref,
          false,
        ])
      }
      await page.goto(`/invoices/${id}`)
      await history(page).getByText(`${button}, says ${user}`).waitFor()
    }
  })

  test('who approved first is told why they may not approve second', async () => {
    const id = await newInvoice(ownName(`EYES${mark}`))
    await expenseSteps('invoice', id, [
      ['finance1', 'Book'],
      ['treasurer1', 'First approval'],
    ])
    const page = await visit('treasurer1', `/invoices/${id}`, { js })
    await page.getByText('"Second approval" needs another person').waitFor()
    expect(await page.getByRole('button', { name: 'Second approval' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: 'Cancel this invoice…' }).count()).toBe(1)
  })
})
