import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { newEntity } from '../support/browser/entities'
import { choose, chosenIn, dayIn } from '../support/browser/fields'

const HOUSE = 'Index Data House Ltd'

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('a budget is entered, refused beside its fields, submitted, and approved by someone else', async () => {
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

    // The same days again, and two days of them: neither is stored.
    await page.goto('/budgets/new')
    await fill(page, { entity, from: '2041-12-30', to: '2042-01-31', amount: '1' })
    await page.getByRole('button', { name: 'Create budget' }).click()
    await page.getByRole('alert').getByText(`Budget ${id}`).first().waitFor()
    await expect.poll(() => dayIn(form(page).getByLabel('From Date'))).toBe('2041-12-30')

    await page.goto(`/budgets/${id}`)
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
    await leader.goto(`/budgets/${id}`)
    await leader.locator('.drawer').getByText('As agreed with the board').waitFor()
  })

  test('while a budget is amended, what is in force and what would change is told', async () => {
    const entity = await newEntity('Budgeted')
    const page = await visit('teamleader2', '/budgets/new', { js })
    await fill(page, { entity, from: '2041-01-01', to: '2041-12-31', amount: '1000' })
    const id = await create(page)
    await press(page, 'Submit')
    await page.getByText(`Budget ${id}: TO APPROVE`).waitFor()
    // Whoever entered it does not approve it.
    await page.goto(`/budgets/${id}`)
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    const leader = await visit('teamleader1', `/budgets/${id}`, { js })
    await press(leader, 'Approve')
    await leader.getByText(`Budget ${id}: ACTIVE`).waitFor()

    await page.goto(`/budgets/${id}`)
    await press(page, 'Amend')
    await page.getByText(`Budget ${id}: IN ENTRY`).waitFor()
    await page.goto(`/budgets/${id}`)
    await page.getByText('Nothing has changed yet').waitFor()
    await form(page).getByLabel('Budget').fill('1500')
    if (js) await page.getByText('Save your changes first').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    const changes = page.getByRole('table', { name: 'What the amendment changes' })
    await changes.waitFor()
    const [line = ''] = await changes.locator('tbody > tr').allInnerTexts()
    expect(line.replace(/\s+/g, ' ')).toContain('Budget 1,000.00 1,500.00')
  })

  test('two people change one budget: the second sees both versions', async () => {
    const entity = await newEntity('Budgeted')
    const first = await visit('accountant1', '/budgets/new', { js, refusals: [409] })
    await fill(first, { entity, from: '2041-01-01', to: '2041-12-31', amount: '700' })
    const id = await create(first)
    const second = await visit('finance1', `/budgets/${id}`, { js, refusals: [409] })
    await form(second).getByLabel('Budget').fill('900')
    await form(first).getByLabel('Budget').fill('800')
    await form(first).getByLabel('Threshold').fill('75')
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByText(`Budget ${id} saved`).waitFor()

    await second.getByRole('button', { name: 'Save' }).click()
    const versions = second.getByRole('table', { name: 'Versions, field by field' })
    await versions.waitFor()
    const lines = await versions
      .locator('tbody > tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map(({ textContent }) => textContent).join(' ')),
      )
    expect(lines.join('\n')).toMatch(/Budget 700\.00 800\.00.* 900\.00/)
    // What only the first changed is not taken back.
    await expect.poll(() => form(second).getByLabel('Threshold').inputValue()).toMatch(/^75/)
    await second.getByRole('button', { name: 'Save my version' }).click()
    await second.getByText(`Budget ${id} saved`).waitFor()
    await expect.poll(() => form(second).getByLabel('Budget').inputValue()).toBe('900.00')
    await expect.poll(() => form(second).getByLabel('Threshold').inputValue()).toBe('75')
  })

  test('a budget is copied for the next period, deleted before it was ever in force, or cancelled', async () => {
    const entity = await newEntity('Budgeted')
    const page = await visit('teamleader1', '/budgets/new', { js })
    await fill(page, { entity, from: '2041-01-01', to: '2041-12-31', amount: '300' })
    const id = await create(page)
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
    await page.goto(`/budgets/${id}`)
    // A cancelled one has no actions.
    await page.getByRole('heading', { name: 'Budget Workflow Audit' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Actions' }).count()).toBe(0)
  })

  test('an exceeded budget says by how much, and its invoices add up by group', async () => {
    const page = await visit('treasurer1', '/budgets?filter.remaining=%3C0&expanded=none', { js })
    expect(await page.getByRole('link', { name: 'New budget' }).count()).toBe(0)
    await expect.poll(() => page.locator('td .figure--negative').count()).toBeGreaterThan(0)
    await page
      .getByRole('link', { name: /^Details of budget/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Budget Documents', exact: true }).click()
    await page.getByText('This budget has no documents').waitFor()
    await page.getByRole('link', { name: 'Allocated Invoices', exact: true }).click()
    const invoices = page.getByRole('table', { name: /^Allocated Invoices of budget/ })
    await invoices.locator('tbody > tr').first().waitFor()
    await invoices.locator('.grid__fold > summary').click()
    await expect.poll(() => invoices.locator('tfoot').innerText()).toMatch(/[A-Z]{3}\s+[\d,]+\.\d\d/)
    await page.goto(`${page.url()}&sub.group=expense_type`)
    await expect.poll(() => invoices.locator('.grid__group').count()).toBeGreaterThan(0)
    await expect
      .poll(() => invoices.locator('.grid__group').first().innerText())
      .toMatch(/[A-Z]{3}\s+[\d,]+\.\d\d/)
    // Each group tells gross, taxes and net of its currency.
    const head = await invoices.locator('.grid__group').first().innerText()
    expect(head.match(/[A-Z]{3}\s+-?[\d,]+\.\d\d/g)?.length).toBeGreaterThanOrEqual(3)

    await page.locator('a.grid__open').first().click()
    await page.getByRole('heading', { name: /Budget \d+/, level: 1 }).waitFor()
    const drawn = page.locator('.gauge--over')
    await drawn.waitFor()
    await expect.poll(() => drawn.locator('figcaption').innerText()).toMatch(/over budget$/)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  })
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
