import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { newBudget } from '../support/browser/budgets'
import { newEntity, storedEntity } from '../support/browser/entities'
import { choose, chosenIn, dayIn } from '../support/browser/fields'
import { BOTH } from '../support/browser/grids'
import { expenseSteps } from '../support/browser/invoices'

const HOUSE = 'Index Data House Ltd'

describe.each(BOTH)('$scripts', ({ js }) => {
  test('enters a budget, refuses it beside its fields, and has it submitted and approved by someone else', async () => {
    const entity = await newEntity('Budgeted')
    const page = await visit('accountant1', '/budgets', { js, refusals: [422] })
    await page.getByRole('link', { name: 'New budget' }).click()
    await expect.poll(() => form(page).getByLabel('Budget').inputValue()).toBe('0.10')
    await fill(page, { entity, from: '2041-12-31', to: '2041-01-01', amount: '-5' })
    await page.getByRole('button', { name: 'Create budget' }).click()
    await page.getByRole('alert').waitFor()
    await expect.poll(() => form(page).getByLabel('Budget').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => form(page).getByLabel('To Date').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => form(page).getByLabel('Budget').inputValue()).toBe('-5')
    await expect.poll(() => chosenIn(form(page).getByLabel('Supplier'))).toBe(HOUSE)

    await fill(page, { entity, from: '2041-01-01', to: '2041-12-31', amount: '12,500.00' })
    if (js) await gauge(page).getByText('Nothing of 12,500.00 EUR is used').waitFor()
    const id = await create(page)
    await gauge(page).getByText('Nothing of 12,500.00 EUR is used').waitFor()

    await press(page, 'Submit')
    await page.getByText(`Budget ${id}: TO APPROVE (TEAM LEADER)`).waitFor()
    await page.goto(`/budgets/${id}`)
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.getByText('it can be changed once it is returned to ACCOUNTING').waitFor()

    const leader = await visit('teamleader1', `/budgets/${id}`, { js })
    await leader.getByPlaceholder('Type a message...').fill('As agreed with the board')
    await press(leader, 'Approve')
    await leader.getByText(`Budget ${id}: ACTIVE (COMPLETED)`).waitFor()
  })
})

test('tells whoever amends a budget to save first, and what the amendment changes', async () => {
  const [supplier, entity] = [await storedEntity('Amended', 'SUPPLIER'), await storedEntity('Amended')]
  const id = await newBudget({ supplier, entity, from: '2041-01-01', to: '2041-12-31' })
  await expenseSteps('budget', id, [
    ['finance1', 'Submit'],
    ['teamleader1', 'Approve'],
    ['finance1', 'Amend'],
  ])
  const page = await visit('finance1', `/budgets/${id}`)
  await page.getByText('Nothing has changed yet').waitFor()
  await form(page).getByLabel('Budget').fill('15000')
  await page.getByText('Save your changes first').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  const changes = page.getByRole('table', { name: 'What the amendment changes' })
  await changes.waitFor()
  const [line = ''] = await changes.locator('tbody > tr').allInnerTexts()
  expect(line.replace(/\s+/g, ' ')).toContain('Budget 10,000.00 15,000.00')
})

test('copies a budget for the next period in a popup, asks before it deletes the copy, and before it cancels the budget', async () => {
  const [supplier, entity] = [await storedEntity('Copied', 'SUPPLIER'), await storedEntity('Copied')]
  const id = await newBudget({ supplier, entity, from: '2041-01-01', to: '2041-12-31' })
  const page = await visit('teamleader1', `/budgets/${id}`)
  await page.getByRole('link', { name: 'Copy for the next period' }).click()
  const popup = page.getByRole('dialog')
  await popup.getByRole('heading', { name: `Copy budget ${id}` }).waitFor()
  await expect.poll(() => dayIn(popup.getByLabel('From Date'))).toBe('2042-01-01')
  await expect.poll(() => dayIn(popup.getByLabel('To Date'))).toBe('2042-12-31')
  await popup.getByRole('button', { name: 'Create budget' }).click()
  await page.waitForURL(({ pathname }) => !pathname.startsWith(`/budgets/${id}`))
  const copy = /\/budgets\/(\d+)/.exec(page.url())?.[1]
  await page.getByRole('heading', { name: `Budget ${copy}`, level: 1 }).waitFor()

  await page.getByRole('link', { name: 'Delete this budget…' }).click()
  await popup.getByRole('heading', { name: `Delete budget ${copy}?` }).waitFor()
  await popup.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(`Budget ${copy}: deleted`).waitFor()
  expect(await page.getByRole('link', { name: copy, exact: true }).count()).toBe(0)

  await page.goto(`/budgets/${id}`)
  await page.getByRole('link', { name: 'Cancel this budget…' }).click()
  await popup.getByRole('button', { name: `Cancel budget ${id}` }).click()
  await page.getByText(`Budget ${id}: CANCELLED (SYSTEM)`).waitFor()
})

/** The form of the budget that is open: the list beside it has columns of the same names. */
const form = (page: Page) => page.locator('form.form', { has: page.locator('.budget-form') })
const gauge = (page: Page) => page.locator('.budget-gauge .gauge')

/** Budgets of one entity for the same days exclude each other: each test has an entity of its own. */
async function fill(
  page: Page,
  { entity, from, to, amount }: { entity: string; from: string; to: string; amount: string },
) {
  await choose(form(page).getByLabel('Supplier'), HOUSE)
  await choose(form(page).getByLabel('Settling Legal Entity'), entity)
  await form(page).getByLabel('Currency').selectOption('EUR')
  await form(page).getByLabel('Budget').fill(amount)
  await form(page).getByLabel('Routine Type').selectOption('Yearly')
  await form(page).getByLabel('Amount Type').selectOption('Gross')
  await form(page).getByLabel('From Date').fill(from)
  await form(page).getByLabel('To Date').fill(to)
  await form(page).getByLabel('Threshold').fill('80')
}

/** Stores a new budget; answers its id. It is open then. */
async function create(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create budget' }).click()
  await page.getByText(/^Budget \d+ created$/).waitFor()
  const [, id = ''] = /\/budgets\/(\d+)/.exec(page.url()) ?? []
  await page.getByRole('heading', { name: `Budget ${id}`, level: 1 }).waitFor()
  return id
}

async function press(page: Page, display: string) {
  await page.getByRole('button', { name: display, exact: true }).click()
}
