import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { logIn, visit } from '../support/browser/browsing'
import { uploadedDraft } from '../support/browser/drafts'
import { ownName } from '../support/browser/own-name'

const entry = (page: Page) => page.locator('.draft-form')
const gross = (page: Page) => entry(page).getByLabel('Gross', { exact: true })
const value = (page: Page) => expect.poll(() => gross(page).inputValue())
const OFFER = /^What you typed here at \d\d:\d\d was not saved\./
const offer = (page: Page) => page.getByText(OFFER)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('typed-forms'))

/** A draft's form with an amount that is typed and not sent. */
async function typed(name: string): Promise<Page> {
  const id = await uploadedDraft('finance1', { ref: ownName(name), net: '100' })
  const page = await visit('finance1', `/drafts/${id}`)
  page.on('dialog', (dialog) => dialog.accept())
  await gross(page).fill('4321.09')
  await expect.poll(() => kept(page)).toContain('4321.09')
  return page
}

test('what was typed in a draft is offered after a reload, and comes back', async () => {
  const page = await typed('KR')
  await page.reload()
  await offer(page).waitFor()
  await value(page).toBe('117.00')
  await press(page, 'Bring it back')
  await value(page).toBe('4321.09')
  await offer(page).waitFor({ state: 'hidden' })
  await press(page, 'Save')
  await page.getByText(/^Draft \d+ saved$/).waitFor()
  await expect.poll(() => kept(page)).toBeNull()
  await page.reload()
  await value(page).toBe('4321.09')
  expect(await offer(page).count()).toBe(0)
})

test('what is offered and not taken is kept beside what is typed next, and dropped when its user wants', async () => {
  const page = await typed('KD')
  await page.reload()
  await offer(page).waitFor()
  await entry(page).getByLabel('Taxes', { exact: true }).fill('1.50')
  await expect.poll(() => kept(page)).toContain('1.50')
  expect(await kept(page)).toContain('4321.09')
  await press(page, 'Drop it')
  await offer(page).waitFor({ state: 'hidden' })
  await page.reload()
  await offer(page).waitFor()
  await press(page, 'Bring it back')
  await expect.poll(() => entry(page).getByLabel('Taxes', { exact: true }).inputValue()).toBe('1.50')
  await value(page).toBe('117.00')
})

test('who leaves without saving drops it; another user of the tab is offered nothing', async () => {
  const page = await typed('KL')
  const address = page.url()
  await page.getByRole('link', { name: 'Close', exact: true }).click()
  await page.locator('.drawer').waitFor({ state: 'detached' })
  expect(await kept(page)).toBeNull()
  await page.goto(address)
  await gross(page).fill('55')
  await expect.poll(() => kept(page)).toContain('55')
  await logIn(page.context(), 'finance2')
  await page.reload()
  await value(page).toBe('117.00')
  await expect.poll(() => kept(page)).toBeNull()
  expect(await offer(page).count()).toBe(0)
})
