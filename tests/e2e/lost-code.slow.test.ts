import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { uploadedDraft } from '../support/browser/drafts'
import { ownName } from '../support/browser/own-name'

const CODE = /\/assets\/.*\.js$/
const LOST = 'Connection lost. What you typed stays here.'
const NEWER = 'This site has a new version. Save what you typed here, then load the page again.'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const comment = (page: Page) => page.locator('.draft-form').getByLabel('Comment', { exact: true })

/** The popup lies over the draft, and leaves its form as it is. */
const openPopup = (page: Page) => page.getByRole('link', { name: 'Cancel this draft…' }).click()

/** A draft with a comment that is typed and not saved; of the pages that it leads to, no code arrives from now on. */
async function typedWithoutCode(name: string, answer: 'none' | 'not found') {
  const id = await uploadedDraft('finance1', { ref: ownName(name), net: '100' })
  const page = await visit('finance1', `/drafts/${id}`, { breaks: true, refusals: [404] })
  await comment(page).fill('Half a sentence')
  const loads = { times: 0 }
  page.on('load', () => {
    loads.times += 1
  })
  const asked: string[] = []
  await page.route(CODE, (route) => {
    asked.push(route.request().url())
    return answer === 'none' ? route.abort('connectionfailed') : route.fulfill({ status: 404 })
  })
  return { id, page, loads, asked }
}

test('a page whose code does not arrive leaves the one before with all that is typed, and opens once it does', async () => {
  const { id, page, loads, asked } = await typedWithoutCode('LC', 'none')
  await openPopup(page)
  await page.getByText(LOST).waitFor()
  expect(await comment(page).inputValue()).toBe('Half a sentence')
  const before = asked.length
  expect(before).toBeGreaterThan(0)
  // Until the line is back nothing changes when it is tried again.
  await press(page, 'Try again')
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  await page.getByText(LOST).waitFor()
  await page.unroute(CODE)
  await press(page, 'Try again')
  await page.getByRole('dialog').waitFor()
  await page.getByText(LOST).waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect([await comment(page).inputValue(), loads.times]).toEqual(['Half a sentence', 0])
  await press(page, 'Save')
  await page.getByText(`Draft ${id} saved`).waitFor()
})

test('code that the browser does not ask for again, because it failed when it was loaded ahead, opens its page', async () => {
  const { page, loads } = await typedWithoutCode('LA', 'none')
  await openPopup(page)
  await page.getByText(LOST).waitFor()
  const module = await page.evaluate(
    () => window.__remixManifest.routes['areas/drafts/routes/cancel']?.module ?? '',
  )
  expect(module).toMatch(CODE)
  // As text: the browser's own import, not the test runner's.
  const failed = await page.evaluate(`import('${module}').then(() => false, () => true)`)
  expect(failed).toBe(true)
  await page.unroute(CODE)
  await press(page, 'Try again')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect([await comment(page).inputValue(), loads.times]).toEqual(['Half a sentence', 0])
})

test('a user who does not wait for a page saves what is typed, and the message goes', async () => {
  const { id, page, loads } = await typedWithoutCode('LG', 'none')
  await openPopup(page)
  await page.getByText(LOST).waitFor()
  await press(page, 'Save')
  await page.getByText(`Draft ${id} saved`).waitFor()
  await page.getByText(LOST).waitFor({ state: 'hidden' })
  expect(loads.times).toBe(0)
})

test('where a newer version took the place of the code, the page stays until its user loads it again', async () => {
  const { id, page, loads } = await typedWithoutCode('LN', 'not found')
  await openPopup(page)
  await page.getByText(NEWER).waitFor()
  expect(await comment(page).inputValue()).toBe('Half a sentence')
  await press(page, 'Save')
  await page.getByText(`Draft ${id} saved`).waitFor()
  await openPopup(page)
  await page.getByText(NEWER).waitFor()
  expect(loads.times).toBe(0)
  await page.unroute(CODE)
  await press(page, 'Load again')
  await expect.poll(() => loads.times).toBe(1)
  await expect.poll(() => comment(page).inputValue()).toBe('Half a sentence')
})
