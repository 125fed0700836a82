import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'

const grid = (page: Page, name: RegExp) => page.getByRole('table', { name })
/** A field of a popup: grids have labels of the same words. */
const field = (page: Page, name: string) => page.locator(`[name="${name}"]:not([form])`).last()

async function begin(page: Page, kind: string) {
  await page.goto(`/admin/workflows/${kind}`)
  await page.getByRole('button', { name: /^(New version|Go on with the new version)$/ }).click()
  await page.getByRole('heading', { name: /^New version of the workflow of/, level: 1 }).waitFor()
}

describe.each([
  { js: true, scripts: 'with JavaScript', kind: 'task', word: 'Begin', status: 'ON HOLD' },
  { js: false, scripts: 'without JavaScript', kind: 'reviewed-task', word: 'Take up', status: 'WAITING' },
])('$scripts', ({ js, kind, word, status }) => {
  test('a version is looked at, a new one made step by step, corrected, requested, and approved by another administrator', async () => {
    const page = await visit('admin', '/admin', { js, refusals: [422] })
    await page.getByRole('link', { name: 'Workflows' }).click()
    await page.getByRole('link', { name: kind === 'task' ? 'Task' : 'Reviewed task', exact: true }).click()
    await page.getByRole('img', { name: /version 1, drawn/ }).waitFor()
    await begin(page, kind)

    await page.getByRole('link', { name: /^Change Start, from/ }).click()
    await field(page, 'display').fill(word)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByText(`name Start → ${word}`).waitFor()

    await page.getByRole('link', { name: 'Add a step' }).click()
    await field(page, 'display').fill('Wait')
    await field(page, 'from').selectOption('TEAM / IN PROGRESS')
    await field(page, 'newQueue').selectOption('TEAM')
    await field(page, 'newStatus').fill('<wait>')
    await field(page, 'newClass').selectOption('warning')
    await field(page, 'actingQueue').selectOption('TEAM')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page
      .getByText(/^Enter its status: letters/)
      .last()
      .waitFor()
    await expect.poll(() => field(page, 'display').inputValue()).toBe('Wait')
    await field(page, 'newStatus').fill(status)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(`TEAM / ${status} is a dead end: no step leads on from there.`).waitFor()

    await page.getByLabel(/^Why/).fill('Tasks that wait for somebody else')
    await page.getByRole('button', { name: 'Request this version' }).click()
    await page.getByText('This version cannot take effect. Correct these steps first.').waitFor()

    await page.getByRole('link', { name: 'Add a step' }).click()
    await field(page, 'display').fill('Go on')
    await field(page, 'from').selectOption(`TEAM / ${status}`)
    await field(page, 'to').selectOption('TEAM / IN PROGRESS')
    await field(page, 'actingQueue').selectOption('TEAM')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Nothing: this version may take effect.').waitFor()
    await page.getByLabel(/^Why/).fill('Tasks that wait for somebody else')
    await page.getByRole('button', { name: 'Request this version' }).click()
    await page.getByText(/A new version waits for another administrator/).waitFor()

    const other = await visit('admin2', '/admin/changes', { js })
    const mine = other
      .getByRole('row')
      .filter({ hasText: `name Start → ${word}` })
      .first()
    await mine.getByRole('button', { name: 'Approve' }).click()
    await mine.waitFor({ state: 'detached' })
    await other.goto(`/admin/workflows/${kind}`)
    await grid(other, /version 2$/)
      .locator('tr[data-key]')
      .filter({ hasText: 'Go on' })
      .first()
      .waitFor()
    await other.getByRole('img', { name: /version 2, drawn/ }).waitFor()
  })
})

const DRAFT = '/admin/workflows/invoice/draft'

testStates(
  'a version of a workflow',
  [
    ['list', 'admin', '/admin/workflows'],
    ['version', 'admin', '/admin/workflows/nav'],
    ['draft', 'admin', '/admin/workflows/invoice', (page) => begin(page, 'invoice')],
    ['step', 'admin', DRAFT, openStep],
    ['refused', 'admin', `${DRAFT}/steps/new`, refused],
    ['left out', 'admin', DRAFT, leaveOut],
  ],
  { refusals: [422] },
)

async function openStep(page: Page) {
  await page.getByRole('link', { name: /^Change Book, from/ }).click()
  await field(page, 'actingQueue').waitFor()
}

async function refused(page: Page) {
  await field(page, 'display').fill('Look')
  await field(page, 'from').selectOption('PAYMENT / SENT')
  await field(page, 'actingQueue').selectOption('PAYMENT')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('alert').first().waitFor()
}

async function leaveOut(page: Page) {
  await page.getByRole('link', { name: /^Leave out Payment rejected/ }).click()
  await page.getByRole('button', { name: 'Leave out' }).waitFor()
}
