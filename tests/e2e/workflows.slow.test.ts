import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { addDays } from '~/platform/values/day'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const grid = (page: Page, name: RegExp) => page.getByRole('table', { name })
/** A field of a popup: grids have labels of the same words. */
const field = (page: Page, name: string) => page.locator(`[name="${name}"]:not([form])`).last()

async function begin(page: Page, kind: string) {
  await page.goto(`/admin/workflows/${kind}`)
  await page.getByRole('button', { name: /^(New version|Continue the new version)$/ }).click()
  await page.getByRole('heading', { name: /^New version of the workflow of/, level: 1 }).waitFor()
}

/** Begins a version anew: what others left in the making, or waiting, is given up. */
async function beginAnew(page: Page, kind: string) {
  await page.goto('/admin/changes')
  const left = page.getByRole('row').filter({ hasText: `Workflow of ${kind}, version` })
  const withdraw = left.getByRole('button', { name: 'Withdraw' })
  if ((await withdraw.count()) > 0) {
    await withdraw.first().click()
    await withdraw.first().waitFor({ state: 'detached' })
  }
  await begin(page, kind)
  await page.getByRole('button', { name: 'Discard this version' }).click()
  await page.getByText('New version discarded').waitFor()
  await begin(page, kind)
}

/** The newest version of a workflow, in force or not yet. */
async function newestVersion(page: Page): Promise<number> {
  const shown = grid(page, /^Versions$/).locator('tr[data-key] > td:first-child')
  // A page may still be on its way.
  await shown.first().waitFor()
  return Math.max(...(await shown.allInnerTexts()).map(Number))
}

test('a version is looked at, a new one made step by step, corrected, requested, and approved by another administrator', async () => {
  const [word, wait, status] = [ownName('Begin '), ownName('Wait '), ownName('ON HOLD ')]
  const page = await visit('admin', '/admin', { refusals: [422] })
  const version = await chapter('The version in force is looked at', async () => {
    await page.getByRole('link', { name: 'Workflows' }).click()
    await page.getByRole('link', { name: 'Task', exact: true }).click()
    await page.getByRole('img', { name: /version \d+, diagram/ }).waitFor()
    return (await newestVersion(page)) + 1
  })
  const renamed = await chapter('A new version is begun, and a step gets another name', async () => {
    await beginAnew(page, 'task')
    // The first way on from there; it has the name that was given to it last.
    await page
      .getByRole('link', { name: /^Change .+, from TEAM \/ TO DO$/ })
      .first()
      .click()
    const before = await field(page, 'display').inputValue()
    await field(page, 'display').fill(word)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByText(`name ${before} → ${word}`).waitFor()
    return `name ${before} → ${word}`
  })

  await chapter('A step is added; a status with odd signs is refused', async () => {
    await page.getByRole('link', { name: 'Add a step' }).click()
    await field(page, 'display').fill(wait)
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
    await expect.poll(() => field(page, 'display').inputValue()).toBe(wait)
    await field(page, 'newStatus').fill(status)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(`TEAM / ${status} is a dead end: no step leads on from there.`).waitFor()
  })

  await chapter('With a dead end it is not requested', async () => {
    await page.getByLabel(/^Reason/).fill('Tasks that wait for someone else')
    await page.getByRole('button', { name: 'Request this version' }).click()
    await page.getByText('This version cannot take effect. Correct these steps first.').waitFor()
  })

  await chapter('A step that leads on is added, and the version is requested', async () => {
    await page.getByRole('link', { name: 'Add a step' }).click()
    await field(page, 'display').fill('Go on')
    await field(page, 'from').selectOption(`TEAM / ${status}`)
    await field(page, 'to').selectOption('TEAM / IN PROGRESS')
    await field(page, 'actingQueue').selectOption('TEAM')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('None: this version can take effect.').waitFor()
    // Tasks of other tests go on as they were.
    await page.getByLabel('Valid from').fill(addDays(new Date().toISOString().slice(0, 10), 60))
    await page.getByLabel(/^Reason/).fill('Tasks that wait for someone else')
    await page.getByRole('button', { name: 'Request this version' }).click()
    await page.getByText(/A new version needs another administrator’s approval/).waitFor()
  })

  await chapter('Another administrator approves it', async () => {
    const other = await visit('admin2', '/admin/changes')
    const mine = other.getByRole('row').filter({ hasText: renamed }).first()
    await mine.getByRole('button', { name: 'Approve' }).click()
    await mine.waitFor({ state: 'detached' })
    await other.goto(`/admin/workflows/task?version=${version}`)
    await grid(other, new RegExp(`version ${version}$`))
      .locator('tr[data-key]')
      .filter({ hasText: `TEAM / ${status}` })
      .first()
      .waitFor()
    await other.getByRole('img', { name: `version ${version}, diagram` }).waitFor()
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
  await page.getByRole('link', { name: /^Remove Payment rejected/ }).click()
  await page.getByRole('button', { name: 'Remove' }).waitFor()
}
