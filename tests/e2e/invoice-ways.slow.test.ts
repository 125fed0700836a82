import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { expenseSteps, newInvoice } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'

const list = (ref: string) => `/invoices?filter.invoice_ref=${ref}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('an invoice of a draft opens over Drafted Expenses, and all that it asks happens there', async () => {
    const ref = ownName(`SUB${mark}`)
    const id = await newInvoice(ref)
    const page = await visit('finance1', `/drafts?filter.invoice_ref=${ref}&expanded=none`, { js })
    await page.getByRole('link', { name: /^Details of draft/ }).click()
    const sub = page.getByRole('table', { name: /^Invoices of draft/ })
    await sub.locator('tbody > tr[data-key]').waitFor()
    await expect.poll(() => sub.locator('tfoot').innerText()).toMatch(/EUR\s+117\.00/)
    await page.goto(`${page.url()}&sub.group=provider`)
    await expect.poll(() => sub.locator('.grid__group').innerText()).toMatch(/EUR\s+117\.00/)

    await sub.locator('.grid__toggle').click()
    await sub.locator('a.grid__open').click()
    await page.getByRole('heading', { name: `Invoice ${id}` }).waitFor()
    const at = () => new URL(page.url())
    expect(at().pathname).toBe(`/drafts/invoices/${id}`)
    expect(at().searchParams.get('filter.invoice_ref')).toBe(ref)
    if (js) await page.getByRole('heading', { name: 'Drafted Expenses', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Consultation' }).click()
    await page.getByRole('heading', { name: 'Consultation' }).waitFor()
    expect(at().pathname).toBe(`/drafts/invoices/${id}/consultation/invoice`)
    await page.getByRole('link', { name: 'Authorisation Matrix' }).click()
    await page.waitForURL(`**/drafts/invoices/${id}/consultation/authorisation*`)
    await page.goto(`/drafts/invoices/${id}/cancel?filter.invoice_ref=${ref}`)
    await page.getByRole('link', { name: 'Keep it' }).click()
    await page.waitForURL((url) => url.pathname === `/drafts/invoices/${id}`)
    // The popup has a field of the same name, until it is gone.
    await page.getByRole('link', { name: 'Keep it' }).waitFor({ state: 'detached' })

    await page.getByLabel('Message').fill('Booked below its draft')
    await press(page, 'Book')
    await page.getByText(`Invoice ${id}: TO APPROVE (PAYMENT)`).waitFor()
    if (js) await page.locator('#drawer-title').waitFor({ state: 'detached' })
    else await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.waitForURL((url) => url.pathname === '/drafts')
    expect(at().searchParams.get('filter.invoice_ref')).toBe(ref)
  })
})

test('what is missing is said beside its field, and what was typed stays', async () => {
  const id = await newInvoice(ownName('MISS'))
  await expenseSteps('invoice', id, [
    ['finance1', 'Book'],
    ['treasurer1', 'First approval'],
    ['treasurer2', 'Second approval'],
    ['treasurer1', 'Payment sent'],
  ])
  const page = await visit('treasurer1', `/invoices/${id}`, { refusals: [422] })
  await page.getByLabel('Message').fill('Value date as agreed')
  await press(page, 'Paid')
  await page.getByRole('link', { name: 'Enter the day on which the invoice was paid.' }).click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.id.replace(/-over$/, '')))
    .toBe(await page.locator('[name=paymentDate]').getAttribute('id'))
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Value date as agreed')
})

test('an invoice is cancelled after it was asked, and becomes a draft again', async () => {
  const id = await newInvoice(ownName('AGAIN'))
  const page = await visit('finance1', `/invoices/${id}`)
  await page.getByRole('link', { name: 'Cancel this invoice…' }).click()
  await page.getByRole('heading', { name: `Cancel invoice ${id}?` }).waitFor()
  await press(page, `Cancel invoice ${id}`)
  await page.getByText(`Invoice ${id}: CANCELLED (SYSTEM)`).waitFor()
  await page.goto(`/invoices/${id}`)
  expect(await page.getByLabel('Message').count()).toBe(0)
  await page.getByRole('link', { name: 'Recreate Draft' }).click()
  await press(page, 'Recreate Draft')
  await page.getByText(new RegExp(`Draft \\d+ created from invoice ${id}`)).waitFor()
  const draftId = /\/drafts\/(\d+)/.exec(page.url())?.[1]
  await page.goto(`/invoices/${id}`)
  await page.getByRole('link', { name: draftId, exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Recreate Draft' }).count()).toBe(0)
  await page.goto(`/invoices/${id}/recreate`)
  await page.getByText('was already created from this invoice').waitFor()
})

test('the papers of an invoice lie in one popup; Escape leaves it, and then the drawer', async () => {
  const ref = ownName('PAPER')
  const id = await newInvoice(ref)
  const page = await visit('treasurer1', list(ref))
  await page.locator('a.grid__open').first().focus()
  await page.keyboard.press('Enter')
  const open = page.getByRole('link', { name: 'Consultation' })
  await open.focus()
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog', { name: 'Consultation' })
  await popup.getByText('This invoice has no supplier’s PDF').waitFor()
  await popup.getByRole('link', { name: 'Authorisation Matrix' }).click()
  const frame = popup.locator('iframe[title="Authorisation Matrix"]')
  const [src = ''] = (await frame.getAttribute('src'))?.split('#') ?? []
  expect(src).toMatch(/^\/authorisation-matrix\/\d+\/\d{4}-\d\d-\d\d\.pdf$/)
  expect((await page.request.get(src)).headers()['content-type']).toBe('application/pdf')
  await page.keyboard.press('Escape')
  await popup.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/invoices/${id}`)
  await page.keyboard.press('Escape')
  await page.locator('#drawer-title').waitFor({ state: 'detached' })
})
