import type { Page } from 'playwright'
import { describe, expect, onTestFinished, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { call, post } from '../support/browser/calls'
import { BOTH } from '../support/browser/grids'
import { asked, asksOnce } from '../support/browser/leaving'
import { ownName } from '../support/browser/own-name'

const LIST = '/admin/lookups/reasons'
/** A field of the popup by its name: the filter row and the panels have labels of the same words. */
const field = (page: Page, name: string) => page.locator(`input[name="${name}"]:not([form])`)
const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

async function add(page: Page, code: string, display: string) {
  await page.goto(LIST)
  await page.getByRole('link', { name: 'New reason' }).click()
  await field(page, 'code').fill(code)
  await field(page, 'display').fill(display)
  await field(page, 'sortingOrder').fill('50')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

describe.each(BOTH)('$scripts', ({ js }) => {
  test('adds a row in a popup, refuses another beside its field, and deletes it after a question', async () => {
    const code = ownName('EDIT')
    const page = await visit('admin', LIST, { js, refusals: [409, 422] })
    await add(page, code, 'Found by a test')
    await rowOf(page, code).getByText('Found by a test').waitFor()

    await add(page, code, 'Once more')
    await page.getByRole('alert').first().waitFor()
    await expect.poll(() => field(page, 'display').inputValue()).toBe('Once more')

    await page.goto(LIST)
    await rowOf(page, code)
      .getByRole('link', { name: /^Delete/ })
      .click()
    await page.getByRole('button', { name: /^Delete/ }).click()
    await rowOf(page, code).waitFor({ state: 'detached' })
  })
})

test('shows both versions to the second of two people who edit one row in place, who decides', async () => {
  const code = ownName('BOTH')
  await post('admin', 'lookups/reasons', { code, display: 'As it was', sortingOrder: 50 })
  onTestFinished(async () => {
    await call('admin', `lookups/reasons/delete/${code}`, { method: 'DELETE' })
  })
  const [first, second] = [await visit('admin', LIST), await visit('admin2', LIST, { refusals: [409] })]
  for (const page of [first, second]) await rowOf(page, code).getByRole('link', { name: /^Edit/ }).click()
  const display = (page: Page) => rowOf(page, code).getByLabel('Display')
  await display(first).fill('First wins')
  await first.getByRole('button', { name: 'Save' }).click()
  await rowOf(first, code).getByText('First wins').waitFor()

  await display(second).fill('Second wants')
  await second.getByRole('button', { name: 'Save' }).click()
  const versions = second.getByRole('row').filter({ hasText: 'As it was' }).filter({ hasText: 'First wins' })
  await versions.waitFor()
  await expect.poll(() => versions.innerText()).toMatch(/As it was[\s\S]*First wins[\s\S]*Second wants/)
  await second.getByRole('button', { name: 'Save my version' }).click()
  await rowOf(second, code).getByText('Second wants').waitFor()
})

test('saves a row in place with Enter, and leaves everything as it was with Escape', async () => {
  const page = await visit('admin', LIST)
  const row = page.getByRole('row').filter({ hasText: 'OTHER' })
  await row.getByRole('link', { name: /^Edit/ }).click()
  const display = row.getByLabel('Display')
  const before = await display.inputValue()
  await display.press('Escape')
  await display.waitFor({ state: 'detached' })
  const told = asked(page)
  await row.getByRole('link', { name: /^Edit/ }).click()
  await display.fill('Something else')
  await asksOnce(page, told, () => display.press('Escape'))
  await asksOnce(page, told, () => row.getByRole('link', { name: 'Cancel' }).click())
  const other = page.getByRole('row').filter({ hasText: 'FIRST' })
  await asksOnce(page, told, () => other.getByRole('link', { name: /^Edit/ }).click())
  await asksOnce(page, told, () => page.getByRole('link', { name: 'All lookups', exact: true }).click())
  await asksOnce(page, told, () => page.evaluate(() => location.reload()))
  expect(await display.inputValue()).toBe('Something else')
  told.leave = true
  await asksOnce(page, told, () => display.press('Escape'))
  await display.waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: before, exact: true }).first().waitFor()

  await row.getByRole('link', { name: /^Edit/ }).click()
  await display.fill(`${before} reason`)
  await display.press('Enter')
  await page.getByRole('cell', { name: `${before} reason` }).waitFor()
  expect(told.times).toBe(6)
})
