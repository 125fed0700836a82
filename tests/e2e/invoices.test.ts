import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { expenseSteps, newInvoice } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'
import { siteToday } from '../support/browser/site-time'

const list = (ref: string) => `/invoices?filter.invoice_ref=${ref}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/**
 * Opens the invoice from the list, takes the step there, and is back at the list as it was. A step with a day has a
 * question.
 */
async function step(
  page: Page,
  { id, ref, js = true }: { id: number; ref: string; js?: boolean },
  { button, state, day }: { button: string; state: string; day?: string },
) {
  await page.locator('a.grid__open').first().click()
  await page.getByRole('heading', { name: `Invoice ${id}` }).waitFor()
  if (day) await page.getByRole('link', { name: `${button}…` }).click()
  const form = day ? page.getByRole('dialog') : page
  await form.getByRole('textbox', { name: 'Message' }).fill(`${button}, with a word`)
  if (day) await form.getByLabel('Payment date').fill(day)
  if (day) await form.getByRole('button', { name: /^Paid [\d,.]+ [A-Z]{3}$/ }).click()
  else await press(page, button)
  await page.getByText(`Invoice ${id}: ${state}`).waitFor()
  if (js) await page.locator('#drawer-title').waitFor({ state: 'detached' })
  else await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('row').filter({ hasText: ref }).getByText(state).first().waitFor()
  const { pathname, searchParams } = new URL(page.url())
  expect([pathname, searchParams.get('filter.invoice_ref'), searchParams.has('done')]).toEqual([
    '/invoices',
    ref,
    false,
  ])
}

const BOOK = { button: 'Book', state: 'TO APPROVE (PAYMENT)' }

test('an invoice is booked, approved by two others, and sent and paid by a fourth', async () => {
  const ref = ownName('PAYJ')
  const id = await newInvoice(ref)
  await step(await visit('finance1', list(ref)), { id, ref }, BOOK)
  await expenseSteps('invoice', id, [
    ['treasurer1', 'First approval'],
    ['treasurer2', 'Second approval'],
  ])
  const treasurer = await visit('treasurer3', list(ref))
  await step(treasurer, { id, ref }, { button: 'Payment sent', state: 'SENT (PAYMENT)' })
  await step(treasurer, { id, ref }, { button: 'Paid', state: 'PAID (SYSTEM)', day: siteToday() })
  await treasurer.goto(`/invoices/${id}`)
  const history = treasurer.getByRole('table', { name: 'Events' })
  for (const said of ['Book', 'Payment sent', 'Paid'])
    await history.getByText(`${said}, with a word`).waitFor()
})

test('without JavaScript an invoice is booked', async () => {
  const ref = ownName('PAYN')
  const id = await newInvoice(ref)
  await step(await visit('finance1', list(ref), { js: false }), { id, ref, js: false }, BOOK)
})
