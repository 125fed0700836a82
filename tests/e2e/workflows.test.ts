import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { violations, withoutScripts } from './site/axe'
import { logIn, ready, visit } from './site/browsing'

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
    expect(await field(page, 'display').inputValue()).toBe('Wait')
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

const STATES: [name: string, show: (page: Page) => Promise<unknown>][] = [
  ['list', (page) => page.goto('/admin/workflows')],
  ['version', (page) => page.goto('/admin/workflows/nav')],
  ['draft', (page) => begin(page, 'invoice')],
  ['step', (page) => page.getByRole('link', { name: /^Change Book, from/ }).click()],
  ['new step', newStep],
  ['refused', (page) => page.getByRole('button', { name: 'Add', exact: true }).click()],
  ['left out', leaveOut],
]

async function newStep(page: Page) {
  await page.goto('/admin/workflows/invoice/draft/steps/new')
  await field(page, 'display').fill('Look')
  await field(page, 'from').selectOption('PAYMENT / SENT')
  await field(page, 'actingQueue').selectOption('PAYMENT')
}

async function leaveOut(page: Page) {
  await page.goto('/admin/workflows/invoice/draft')
  await page.getByRole('link', { name: /^Leave out Payment rejected/ }).click()
  await page.getByRole('button', { name: 'Leave out' }).waitFor()
}

test.each([true, false])(
  'no state of the pages breaks WCAG 2.2 AA, scripts: %s',
  async (js) => {
    const page = await visit(null, '/login', { refusals: [422] })
    if (!js) await withoutScripts(page)
    await logIn(page.context(), 'admin')
    const found: string[] = []
    for (const [name, show] of STATES) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await show(page)
      await page.waitForLoadState()
      if (js) await ready(page)
      found.push(...(await violations(page, name)))
    }
    expect(found).toEqual([])
  },
  240_000,
)
