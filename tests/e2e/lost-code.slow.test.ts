import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { ready, visit } from '../support/browser/browsing'
import { uploadedDraft } from '../support/browser/drafts'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const CODE = /\/assets\/.*\.js$/
const LOST = 'Connection lost. What you typed stays here.'
const NEWER = 'This site has a new version. Save what you typed here, then load the page again.'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const comment = (page: Page) => page.locator('.draft-form').getByLabel('Comment', { exact: true })

/** The popup lies over the draft, and leaves its form as it is. */
const openPopup = (page: Page) => page.getByRole('link', { name: 'Cancel this draft…' }).click()

/** Of the pages that this one leads to, no code arrives from now on; what is asked for. */
async function withoutCode(page: Page, answer: 'none' | 'not found'): Promise<string[]> {
  const asked: string[] = []
  await page.route(CODE, (route) => {
    asked.push(route.request().url())
    return answer === 'none' ? route.abort('connectionfailed') : route.fulfill({ status: 404 })
  })
  return asked
}

/** A draft with a comment that is typed and not saved, and how often its page is loaded anew. */
async function typedDraft(name: string) {
  const id = await uploadedDraft('finance1', { ref: ownName(name), net: '100' })
  const page = await visit('finance1', `/drafts/${id}`, { breaks: true, refusals: [404] })
  await comment(page).fill('Half a sentence')
  const loads = { times: 0 }
  page.on('load', () => {
    loads.times += 1
  })
  return { id, page, loads }
}

test('a page whose code does not arrive leaves the one before with all that is typed: it can be saved, and loaded anew', async () => {
  const { id, page, loads } = await typedDraft('LC')
  const saved = page.getByText(`Draft ${id} saved`)
  await chapter('A newer version took its place: the page stays until its user loads it again', async () => {
    await withoutCode(page, 'not found')
    await openPopup(page)
    await page.getByText(NEWER).waitFor()
    expect(await comment(page).inputValue()).toBe('Half a sentence')
    await press(page, 'Save')
    await saved.waitFor()
    await openPopup(page)
    await page.getByText(NEWER).waitFor()
    expect(loads.times).toBe(0)
    await page.unroute(CODE)
    await press(page, 'Load again')
    await expect.poll(() => loads.times).toBe(1)
    await ready(page)
    await expect.poll(() => comment(page).inputValue()).toBe('Half a sentence')
  })

  const asked = await withoutCode(page, 'none')
  await chapter('A user who does not wait for it saves what is typed, and the message goes', async () => {
    await comment(page).fill('A whole sentence')
    await openPopup(page)
    await page.getByText(LOST).waitFor()
    expect(await comment(page).inputValue()).toBe('A whole sentence')
    await press(page, 'Save')
    await saved.waitFor()
    await page.getByText(LOST).waitFor({ state: 'hidden' })
  })
  await chapter('Tried again without a line nothing changes; once it is back the page opens', async () => {
    await comment(page).fill('Two sentences')
    await openPopup(page)
    await page.getByText(LOST).waitFor()
    const before = asked.length
    expect(before).toBeGreaterThan(0)
    await press(page, 'Try again')
    await expect.poll(() => asked.length).toBeGreaterThan(before)
    await page.getByText(LOST).waitFor()
    await page.unroute(CODE)
    await press(page, 'Try again')
    await page.getByRole('dialog').waitFor()
    await page.getByText(LOST).waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect([await comment(page).inputValue(), loads.times]).toEqual(['Two sentences', 1])
  })
})

test('code that the browser does not ask for again, because it failed when it was loaded ahead, opens its page', async () => {
  const { page, loads } = await typedDraft('LA')
  await withoutCode(page, 'none')
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
