import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { wallClock } from '~/platform/values/day'
import { violations } from '../support/browser/axe'
import { ready, visit } from '../support/browser/browsing'
import { newBudget } from '../support/browser/budgets'
import { storedEntity } from '../support/browser/entities'
import { expenseSteps } from '../support/browser/invoices'
import { siteNow } from '../support/browser/site-time'

const STEPS = /^(Submit|Approve|Reject|Cancel|Book|Send to check|Request correction)$/
const bar = (page: Page) => page.getByRole('region', { name: 'As it stood' })

/** A budget that was submitted, the instant before it came, and one before it was submitted. */
async function submittedBudget() {
  const [supplier, entity] = [await storedEntity('Asked', 'SUPPLIER'), await storedEntity('Asked')]
  const before = siteNow()
  await pause(1_100)
  const id = await newBudget({ supplier, entity, from: '2041-01-01', to: '2041-12-31' })
  await pause(1_100)
  const between = siteNow()
  await pause(1_100)
  await expenseSteps('budget', id, [['finance1', 'Submit']])
  return { id, before, between }
}

let budget: Awaited<ReturnType<typeof submittedBudget>>
beforeAll(async () => {
  budget = await submittedBudget()
})

/** An instant as the field of the bar takes it. */
function typed(at: Date): string {
  const { day, time } = wallClock(at, 'Europe/Luxembourg')
  return `${day}T${time}`.replace(/(T\d{2}:\d{2}):00$/, '$1')
}

/** Nothing of the page breaks WCAG 2.2 AA; it is as wide as before afterwards. */
async function expectClean(page: Page, name: string) {
  await ready(page)
  expect(await violations(page, name)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function showAsOf(page: Page, text: string) {
  await bar(page).getByLabel('Another instant').fill(text)
  await bar(page).getByRole('button', { name: 'Show instant', exact: true }).click()
}

test('shows a budget as it stood, compares it with now, and says when it was not there yet', async () => {
  const { id, before, between } = budget
  const page = await visit('teamleader1', `/budgets/${id}?size=5&asOf=now`, { refusals: [404, 422] })
  const drawer = page.locator('.drawer')
  await bar(page).getByText('Choose an instant of the past.').waitFor()
  await showAsOf(page, typed(between))
  await bar(page).getByText('As it stood on').waitFor()
  await drawer.getByText('IN ENTRY').first().waitFor()
  expect(await drawer.getByRole('button', { name: STEPS }).count()).toBe(0)
  await expectClean(page, 'a budget of the past')

  await bar(page).getByRole('link', { name: 'What changed since' }).click()
  await page.getByRole('heading', { name: `What changed: Budget ${id}` }).waitFor()
  await expect
    .poll(async () => (await page.locator('main').innerText()).replace(/\s+/g, ' '))
    .toContain('Status IN ENTRY TO APPROVE')
  await expectClean(page, 'the comparison')
  await page.getByRole('link', { name: 'As it stood', exact: true }).click()
  await bar(page).getByRole('link', { name: 'As it is now' }).click()
  await drawer.getByRole('button', { name: 'Approve', exact: true }).waitFor()

  await page.goto(`/budgets/${id}?asOf=${before.toISOString()}`)
  await page.getByRole('heading', { name: `Budget ${id} was not there yet` }).waitFor()
  await page.getByText(`Budget ${id} came later than`).waitFor()
  await bar(page).getByRole('link', { name: 'As it is now' }).click()
  await drawer.getByText('TO APPROVE').first().waitFor()
})

test('a list and an event of the audit trail lead to an object as it was then; a future instant is refused and stays in the field', async () => {
  const page = await visit('auditor1', '/invoices?size=5', { refusals: [422] })
  await page.getByRole('link', { name: 'As of…' }).click()
  await showAsOf(page, '2099-03-04T10:30:15')
  await page.getByText('is still to come. Choose an instant of the past.').waitFor()
  await expect.poll(() => bar(page).getByLabel('Another instant').inputValue()).toBe('2099-03-04T10:30:15')
  await expectClean(page, 'an instant to come')
  await showAsOf(page, typed(siteNow()))
  await bar(page).getByText('As it stood on').waitFor()
  await page.locator('a.grid__open').first().click()
  await page.locator('.drawer').waitFor()
  await bar(page).getByText('As it stood on').waitFor()
  expect(await page.locator('.drawer').getByRole('button', { name: STEPS }).count()).toBe(0)

  await page.goto(`/admin/audit?filter.object_id=${budget.id}`)
  await page.locator('tr[data-key]').first().locator('a[href*="asOf="]').first().click()
  await bar(page).getByText('As it stood on').waitFor()
  await page.getByRole('heading', { name: `Budget ${budget.id}`, level: 1 }).waitFor()
})
