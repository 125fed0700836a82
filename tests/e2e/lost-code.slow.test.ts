import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { ready, visit } from '../support/browser/browsing'
import { newBudget } from '../support/browser/budgets'
import { storedEntity } from '../support/browser/entities'
import { chapter } from '../support/chapter'

const CODE = /\/assets\/.*\.js$/
const LOST = 'Connection lost. What you typed stays here.'
const NEWER = 'This site has a new version. Save what you typed here, then load the page again.'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const amount = (page: Page) => page.locator('.budget-form').getByLabel('Budget')

/** The popup lies over the budget, and leaves its form as it is. */
const openPopup = (page: Page) => page.getByRole('link', { name: 'Copy for the next period' }).click()

/** Of the pages that this one leads to, no code arrives from now on; what is asked for. */
async function withoutCode(page: Page, answer: 'none' | 'not found'): Promise<string[]> {
  const asked: string[] = []
  await page.route(CODE, (route) => {
    asked.push(route.request().url())
    return answer === 'none' ? route.abort('connectionfailed') : route.fulfill({ status: 404 })
  })
  return asked
}

/** A budget with an amount that is typed and not saved, and how often its page is loaded anew. */
async function typedBudget(name: string) {
  const [supplier, entity] = [await storedEntity(name, 'SUPPLIER'), await storedEntity(name)]
  const id = await newBudget({ supplier, entity, from: '2026-01-01', to: '2026-12-31' })
  const page = await visit('finance1', `/budgets/${id}`, { breaks: true, refusals: [404] })
  await amount(page).fill('100.00')
  const loads = { times: 0 }
  page.on('load', () => {
    loads.times += 1
  })
  return { id, page, loads }
}

test('a page whose code does not arrive leaves the one before with all that is typed: it can be saved, and loaded anew', async () => {
  const { id, page, loads } = await typedBudget('LC')
  const saved = page.getByText(`Budget ${id} saved`)
  await chapter('A newer version took its place: the page stays until its user loads it again', async () => {
    await withoutCode(page, 'not found')
    await openPopup(page)
    await page.getByText(NEWER).waitFor()
    expect(await amount(page).inputValue()).toBe('100.00')
    await press(page, 'Save')
    await saved.waitFor()
    await openPopup(page)
    await page.getByText(NEWER).waitFor()
    expect(loads.times).toBe(0)
    await page.unroute(CODE)
    await press(page, 'Load again')
    await expect.poll(() => loads.times).toBe(1)
    await ready(page)
    await expect.poll(() => amount(page).inputValue()).toBe('100.00')
  })

  const asked = await withoutCode(page, 'none')
  await chapter('A user who does not wait for it saves what is typed, and the message goes', async () => {
    await amount(page).fill('200.00')
    await openPopup(page)
    await page.getByText(LOST).waitFor()
    expect(await amount(page).inputValue()).toBe('200.00')
    await press(page, 'Save')
    await saved.waitFor()
    await page.getByText(LOST).waitFor({ state: 'hidden' })
  })
  await chapter('Tried again without a line nothing changes; once it is back the page opens', async () => {
    await amount(page).fill('300.00')
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
    expect([await amount(page).inputValue(), loads.times]).toEqual(['300.00', 1])
  })
})

test('code that the browser does not ask for again, because it failed when it was loaded ahead, opens its page', async () => {
  const { page, loads } = await typedBudget('LA')
  await withoutCode(page, 'none')
  await openPopup(page)
  await page.getByText(LOST).waitFor()
  const module = await page.evaluate(
    () => window.__remixManifest.routes['areas/budgets/routes/copy-budget']?.module ?? '',
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
  expect([await amount(page).inputValue(), loads.times]).toEqual(['100.00', 0])
})
