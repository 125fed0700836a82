import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { draftForm, editDraft, saveDraft, uploadedDraft } from '../support/browser/drafts'
import { choose, chosenIn } from '../support/browser/fields'
import { BOTH } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

/** What is suggested at the label of a field. */
const suggestionOf = (entry: Locator, name: string) =>
  entry.locator('.field', { has: entry.page().locator(`[name="${name}"]`) }).locator('.field__hint')

test('suggests what a supplier’s last invoices have, to be taken with the keyboard, and never over what was typed', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('SUG'), net: '100.00' })
  const page = await visit('finance1', `/drafts/${id}/edit`)
  const entry = draftForm(page)
  const comment = entry.getByLabel('Comment', { exact: true })
  const [type, routine] = [entry.getByLabel('Expense Type'), entry.getByLabel('Routine')]
  const use = suggestionOf(entry, 'expenseType').getByRole('link', { name: /^Use for / })
  await use.waitFor()
  expect(await chosenIn(type)).toBe('')

  await comment.fill('Typed by hand')
  await routine.selectOption('One-off')
  const suggested = (await use.innerText()).replace(/^Use\s+for /, '')
  await use.focus()
  await page.keyboard.press('Enter')
  await suggestionOf(entry, 'expenseType')
    .getByText(/^Suggested \(/)
    .waitFor()
  expect(await chosenIn(type)).toBe(suggested)
  expect(await chosenIn(routine)).toBe('One-off')
  expect(await comment.inputValue()).toBe('Typed by hand')

  await saveDraft(page)
  await editDraft(page)
  expect(await suggestionOf(entry, 'expenseType').count()).toBe(0)
  expect([await chosenIn(type), await chosenIn(routine)]).toEqual([suggested, 'One-off'])
  expect(await comment.inputValue()).toBe('Typed by hand')
})

describe.each(BOTH)('$scripts', ({ js }) => {
  test('a supplier fills what is blank from its last invoices, marked until it is confirmed or changed', async () => {
    const id = await uploadedDraft('finance1', { ref: ownName('SUP'), net: '100.00' })
    const page = await visit('finance1', `/drafts/${id}/edit`, { js })
    const entry = draftForm(page)
    const [type, routine] = [entry.getByLabel('Expense Type'), entry.getByLabel('Routine')]
    await routine.selectOption('One-off')
    await choose(entry.getByLabel('Supplier Company'), 'Domus Domiciliation Services SA')
    if (!js) await page.getByRole('button', { name: 'Suggest from the supplier’s last invoices' }).click()
    await suggestionOf(entry, 'expenseType')
      .getByText(/^Suggested \(/)
      .waitFor()
    expect(await chosenIn(type)).not.toBe('')
    expect(await chosenIn(entry.getByLabel('Settling Entity'))).not.toBe('')
    expect(await chosenIn(routine)).toBe('One-off')
    // It has the taxes of its e-invoice.
    expect(await entry.getByLabel('Taxes', { exact: true }).inputValue()).toBe('17.00')
    if (js) {
      await type.selectOption({ index: 2 })
      await expect
        .poll(() =>
          suggestionOf(entry, 'expenseType')
            .getByText(/^Suggested \(/)
            .count(),
        )
        .toBe(0)
    }
    await saveDraft(page)
    await editDraft(page)
    expect(await suggestionOf(entry, 'settlingLegalEntity').count()).toBe(0)
    expect(await chosenIn(entry.getByLabel('Settling Entity'))).not.toBe('')
  })
})
