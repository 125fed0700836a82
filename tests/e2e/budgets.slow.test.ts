import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { newBudget } from '../support/browser/budgets'
import { storedEntity } from '../support/browser/entities'
import { choose, chosenIn, dayIn } from '../support/browser/fields'
import { chapter } from '../support/chapter'

const HOUSE = 'Index Data House Ltd'

test('enters a budget, refuses it beside its fields, submits it, and copies another for the next period in a popup', async () => {
  const [supplier, entity] = [await storedEntity('Copied', 'SUPPLIER'), await storedEntity('Budgeted')]
  const other = await newBudget({ supplier, entity, from: '2041-01-01', to: '2041-12-31' })
  const page = await visit('accountant1', '/budgets', { refusals: [422] })
  const budget = form(page).getByLabel('Budget')
  await chapter('It is refused beside its fields, and what was typed stays', async () => {
    await page.getByRole('link', { name: 'New budget' }).click()
    await expect.poll(() => budget.inputValue()).toBe('0.10')
    await fill(page, { entity: entity.name, from: '2041-12-31', to: '2041-01-01', amount: '-5' })
    await page.getByRole('button', { name: 'Create budget' }).click()
    await page.getByRole('alert').waitFor()
    await expect.poll(() => budget.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => form(page).getByLabel('To Date').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => budget.inputValue()).toBe('-5')
    await expect.poll(() => chosenIn(form(page).getByLabel('Supplier'))).toBe(HOUSE)
  })
  await chapter('The gauge follows what is typed; it is created, and submitted', async () => {
    await fill(page, { entity: entity.name, from: '2041-01-01', to: '2041-12-31', amount: '12,500.00' })
    await gauge(page).getByText('Nothing of 12,500.00 EUR is used').waitFor()
    const id = await create(page)
    await gauge(page).getByText('Nothing of 12,500.00 EUR is used').waitFor()
    await budget.fill('15000')
    await page.getByText('Save your changes first').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(`Budget ${id} saved`).waitFor()
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByText(`Budget ${id}: TO APPROVE (TEAM LEADER)`).waitFor()
  })
  await chapter('A copy begins with the days that follow, and is open once it is created', async () => {
    await page.goto(`/budgets/${other}`)
    await page.getByRole('link', { name: 'Copy for the next period' }).click()
    const popup = page.getByRole('dialog')
    await popup.getByRole('heading', { name: `Copy budget ${other}` }).waitFor()
    await expect.poll(() => dayIn(popup.getByLabel('From Date'))).toBe('2042-01-01')
    await expect.poll(() => dayIn(popup.getByLabel('To Date'))).toBe('2042-12-31')
    await popup.getByRole('button', { name: 'Create budget' }).click()
    await page.waitForURL(({ pathname }) => !pathname.startsWith(`/budgets/${other}`))
    const copy = /\/budgets\/(\d+)/.exec(page.url())?.[1]
    await page.getByRole('heading', { name: `Budget ${copy}`, level: 1 }).waitFor()
  })
})

test.each([
  { width: 1280, height: 600 },
  { width: 390, height: 700 },
])('a popup higher than a window of $width px keeps its buttons in sight', async ({ width, height }) => {
  const page = await visit('accountant1', '/budgets/new', { width })
  await page.setViewportSize({ width, height })
  const popup = page.getByRole('dialog')
  const create = popup.getByRole('button', { name: 'Create budget' })
  const isInSight = async () => {
    const box = await create.boundingBox()
    return box !== null && box.y > 0 && box.y + box.height <= height
  }
  await expect.poll(() => popup.evaluate((each) => each.scrollHeight > each.clientHeight)).toBe(true)
  expect(await isInSight()).toBe(true)
  // A field that takes the focus is not under them.
  const threshold = popup.getByLabel('Threshold')
  await threshold.focus()
  const [field, button] = [await threshold.boundingBox(), await create.boundingBox()]
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  expect(await isInSight()).toBe(true)
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
