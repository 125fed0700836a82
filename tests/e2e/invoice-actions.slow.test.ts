import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { newInvoice } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

test('an invoice of a draft opens over Drafted Expenses, and its actions happen there', async () => {
  const ref = ownName('SUB')
  const id = await newInvoice(ref)
  const page = await visit('finance1', `/drafts?filter.invoice_ref=${ref}&expanded=none`)
  const at = () => new URL(page.url())
  await chapter('It is opened from the invoices below its draft', async () => {
    await page.getByRole('link', { name: /^Details of draft/ }).click()
    const sub = page.getByRole('table', { name: /^Invoices of draft/ })
    await sub.locator('tbody > tr[data-key]').waitFor()
    await expect.poll(() => sub.locator('tfoot').innerText()).toMatch(/EUR\s+117\.00/)
    await sub.locator('a.grid__open').click()
    await page.getByRole('heading', { name: `Invoice ${id}` }).waitFor()
    expect(at().pathname).toBe(`/drafts/invoices/${id}`)
    expect(at().searchParams.get('filter.invoice_ref')).toBe(ref)
    await page.getByRole('heading', { name: 'Drafted Expenses', level: 1 }).waitFor()
  })

  await chapter('Its papers lie in one popup, which Escape leaves', async () => {
    await page.getByRole('link', { name: 'Consultation' }).focus()
    await page.keyboard.press('Enter')
    const popup = page.getByRole('dialog', { name: 'Consultation' })
    await popup.getByText('This invoice has no supplier’s PDF').waitFor()
    expect(at().pathname).toBe(`/drafts/invoices/${id}/consultation/invoice`)
    await popup.getByRole('link', { name: 'Authorisation Matrix' }).click()
    const frame = popup.locator('iframe[title="Authorisation Matrix"]')
    const [src = ''] = (await frame.getAttribute('src'))?.split('#') ?? []
    expect(src).toMatch(/^\/authorisation-matrix\/\d+\/\d{4}-\d\d-\d\d\.pdf$/)
    expect((await page.request.get(src)).headers()['content-type']).toBe('application/pdf')
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'detached' })
    expect(at().pathname).toBe(`/drafts/invoices/${id}`)
  })

  await chapter('Cancelling asks for confirmation', async () => {
    await page.getByRole('link', { name: 'Cancel this invoice…' }).click()
    await page.getByRole('heading', { name: `Cancel invoice ${id}?` }).waitFor()
    expect(at().pathname).toBe(`/drafts/invoices/${id}/cancel`)
    await page.getByRole('link', { name: 'Keep it' }).click()
    // The popup has a field of the same name as the drawer, until it is gone.
    await page.getByRole('link', { name: 'Keep it' }).waitFor({ state: 'detached' })
    expect(at().pathname).toBe(`/drafts/invoices/${id}`)
  })

  await chapter('Booked, it closes to the list as it was filtered', async () => {
    await page.getByRole('textbox', { name: 'Message' }).fill('Booked below its draft')
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    await page.getByText(`Invoice ${id}: TO APPROVE (PAYMENT)`).waitFor()
    await page.locator('#drawer-title').waitFor({ state: 'detached' })
    await page.waitForURL((url) => url.pathname === '/drafts')
    expect(at().searchParams.get('filter.invoice_ref')).toBe(ref)
  })
})
