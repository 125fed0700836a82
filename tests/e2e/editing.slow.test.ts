import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { call, post } from '../support/browser/calls'
import { asksOnce, leaveQuestions } from '../support/browser/leaving'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const LIST = '/admin/lookups/reasons'
/** A field of the popup by its name: the filter row and the panels have labels of the same words. */
const field = (page: Page, name: string) => page.locator(`input[name="${name}"]:not([form])`)
const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

async function add(page: Page, code: string, display: string) {
  await page.getByRole('link', { name: 'New reason' }).click()
  await field(page, 'code').fill(code)
  await field(page, 'display').fill(display)
  await field(page, 'sortingOrder').fill('50')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

test('adds a row in a popup, refuses another beside its field, and deletes it after a question', async () => {
  const code = ownName('EDIT')
  const page = await visit('admin', LIST, { refusals: [409, 422] })
  await add(page, code, 'Found by a test')
  await rowOf(page, code).getByText('Found by a test').waitFor()
  await rowOf(page, code)
    .getByRole('link', { name: /^Delete/ })
    .click()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await rowOf(page, code).waitFor({ state: 'detached' })

  await add(page, 'OTHER', 'Once more')
  await page.getByRole('alert').first().waitFor()
  await expect.poll(() => field(page, 'display').inputValue()).toBe('Once more')
})

test('saves a row in place with Enter, leaves it as it was with Escape, and shows both versions to who was slower', async () => {
  const code = ownName('BOTH')
  await post('admin', 'lookups/reasons', { code, display: 'As it was', sortingOrder: 50 })
  onTestFinished(async () => {
    await call('admin', `lookups/reasons/delete/${code}`, { method: 'DELETE' })
  })
  const page = await visit('admin', LIST, { refusals: [409] })
  const questions = leaveQuestions(page)
  const row = rowOf(page, code)
  const display = row.getByLabel('Display')
  const edit = () => row.getByRole('link', { name: /^Edit/ }).click()
  await chapter('Leaving it with input asks for confirmation once', async () => {
    await edit()
    await display.press('Escape')
    await display.waitFor({ state: 'detached' })
    await edit()
    await display.fill('Something else')
    await asksOnce(page, questions, () => display.press('Escape'))
    await asksOnce(page, questions, () => row.getByRole('link', { name: 'Cancel' }).click())
    const other = page.getByRole('row').filter({ hasText: 'FIRST' })
    await asksOnce(page, questions, () => other.getByRole('link', { name: /^Edit/ }).click())
    await asksOnce(page, questions, () =>
      page.getByRole('link', { name: 'All lookups', exact: true }).click(),
    )
    await asksOnce(page, questions, () => page.evaluate(() => location.reload()))
    expect(await display.inputValue()).toBe('Something else')
    questions.leave = true
    await asksOnce(page, questions, () => display.press('Escape'))
    await display.waitFor({ state: 'detached' })
    await row.getByRole('cell', { name: 'As it was', exact: true }).waitFor()
  })

  await chapter('Enter saves it', async () => {
    await edit()
    await display.fill('As it is')
    await display.press('Enter')
    await row.getByRole('cell', { name: 'As it is' }).waitFor()
    expect(questions.times).toBe(6)
  })

  await chapter('Somebody else saves it meanwhile', async () => {
    await edit()
    await display.fill('Second wants')
    await post('admin2', 'lookups/reasons/update', { key: code, display: 'First wins' })
    await page.getByRole('button', { name: 'Save' }).click()
    const versions = page.getByRole('row').filter({ hasText: 'As it is' }).filter({ hasText: 'First wins' })
    await versions.waitFor()
    await expect.poll(() => versions.innerText()).toMatch(/As it is[\s\S]*First wins[\s\S]*Second wants/)
    await page.getByRole('button', { name: 'Save my version' }).click()
    await row.getByText('Second wants').waitFor()
  })
})
