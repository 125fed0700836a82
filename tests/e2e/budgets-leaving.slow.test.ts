import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { draftForm, editDraft, saveDraft, uploadedDraft } from '../support/browser/drafts'
import { asksOnce, leaveQuestions } from '../support/browser/leaving'
import { ownName } from '../support/browser/own-name'

const at = (page: Page, path: RegExp) => page.waitForURL(({ pathname }) => path.test(pathname))

test('leaving a budget with unsaved input, in its popup or drawer, asks for confirmation once', async () => {
  const page = await visit('finance1', '/budgets')
  const questions = leaveQuestions(page)
  const ask = (leave: () => Promise<unknown>) => asksOnce(page, questions, leave)
  const form = page.locator('.budget-form')

  // Without input it closes at once.
  await page.getByRole('link', { name: 'New budget' }).click()
  await form.waitFor()
  await page.keyboard.press('Escape')
  await at(page, /^\/budgets$/)
  expect(questions.times).toBe(0)

  await page.getByRole('link', { name: 'New budget' }).click()
  await form.getByLabel('Budget').fill('77')
  await ask(() => page.keyboard.press('Escape'))
  await ask(() => page.keyboard.press('Escape'))
  await ask(() => page.getByRole('link', { name: 'Close', exact: true }).click())
  await ask(() => page.getByRole('link', { name: 'Cancel', exact: true }).click())
  await expect.poll(() => form.getByLabel('Budget').inputValue()).toBe('77')
  questions.leave = true
  await ask(() => page.keyboard.press('Escape'))
  // The address was there before the question, too.
  await form.waitFor({ state: 'detached' })
  await at(page, /^\/budgets$/)
  questions.leave = false

  await page.goto('/budgets?in.event_status=IN%20ENTRY')
  await page.locator('a.grid__open').first().click()
  await form.waitFor()
  const stored = await form.getByLabel('Budget').inputValue()
  await form.getByLabel('Budget').fill('78')
  await ask(() => page.keyboard.press('Escape'))
  await ask(() => page.getByRole('link', { name: 'Close', exact: true }).click())
  // A popup over the drawer leaves its form as it is.
  const before = questions.times
  await page.getByRole('link', { name: 'Copy for the next period' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect([questions.times, await form.getByLabel('Budget').inputValue()]).toEqual([before, '78'])
  // As it is stored, it is left without a word.
  await form.getByLabel('Budget').fill(stored)
  await page.keyboard.press('Escape')
  await at(page, /^\/budgets$/)
  expect(questions.times).toBe(before)
})

test('closing, leaving or reloading a draft with unsaved input asks for confirmation', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('LEAVE-'), net: '10' })
  const page = await visit('finance1', '/drafts?sort=-id')
  const questions = leaveQuestions(page)
  const ask = (leave: () => Promise<unknown>) => asksOnce(page, questions, leave)
  const comment = draftForm(page).getByLabel('Comment', { exact: true })
  await page.getByRole('link', { name: String(id), exact: true }).click()
  await editDraft(page)
  await comment.fill('Not saved')
  await ask(() => page.keyboard.press('Escape'))
  const popup = page.getByRole('dialog')
  await ask(() => popup.getByRole('link', { name: 'Close', exact: true }).click())
  await ask(() => popup.getByRole('link', { name: 'Cancel', exact: true }).click())
  await ask(() => page.evaluate(() => history.back()))
  await ask(() => page.evaluate(() => location.reload()))
  await expect.poll(() => comment.inputValue()).toBe('Not saved')

  // Saved, or as it was, it is left without a word.
  const before = questions.times
  await saveDraft(page)
  await editDraft(page)
  await comment.fill('Changed')
  await comment.fill('Not saved')
  await page.reload()
  await page.keyboard.press('Escape')
  await at(page, new RegExp(`^/drafts/${id}$`))
  expect(questions.times).toBe(before)
})
