import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { draftForm, editDraft, saveDraft, uploadedDraft } from '../support/browser/drafts'
import { chosenIn } from '../support/browser/fields'
import { ownName } from '../support/browser/own-name'

test('suggests what a supplier’s last invoices have, to be taken with the keyboard, and never over what was typed', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('SUG'), net: '100.00' })
  const page = await visit('finance1', `/drafts/${id}/edit`)
  const entry = draftForm(page)
  const comment = entry.getByLabel('Comment', { exact: true })
  const [type, routine] = [entry.getByLabel('Expense Type'), entry.getByLabel('Routine')]
  const offered = entry.getByRole('link', { name: /^Use for / })
  await expect.poll(() => offered.count()).toBe(2)
  expect(await chosenIn(type)).toBe('')

  await comment.fill('Typed by hand')
  await routine.selectOption('One-off')
  const suggested = (await offered.first().innerText()).replace(/^Use\s+for /, '')
  await offered.first().focus()
  await page.keyboard.press('Enter')
  await entry.getByText(/Suggested: .*Confirm to keep it\./).waitFor()
  expect(await chosenIn(type)).toBe(suggested)
  expect(await chosenIn(routine)).toBe('One-off')
  expect(await comment.inputValue()).toBe('Typed by hand')

  await saveDraft(page)
  await editDraft(page)
  expect(await offered.count()).toBe(0)
  expect([await chosenIn(type), await chosenIn(routine)]).toEqual([suggested, 'One-off'])
  expect(await comment.inputValue()).toBe('Typed by hand')
})
