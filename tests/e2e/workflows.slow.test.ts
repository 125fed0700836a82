import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

/** A field of a popup: grids have labels of the same words. */
const field = (page: Page, name: string) => page.locator(`[name="${name}"]:not([form])`).last()

async function begin(page: Page, kind: string) {
  await page.goto(`/admin/workflows/${kind}`)
  await page.getByRole('button', { name: /^(New version|Continue the new version)$/ }).click()
  await page.getByRole('heading', { name: /^New version of the workflow of/, level: 1 }).waitFor()
}

/** Begins a version anew: what others left in the making is given up. */
async function beginAnew(page: Page, kind: string) {
  await begin(page, kind)
  await page.getByRole('button', { name: 'Discard this version' }).click()
  await page.getByText('New version discarded').waitFor()
  await begin(page, kind)
}

test('a version is looked at, and a new one made step by step', async () => {
  const [word, wait, status] = [ownName('Begin '), ownName('Wait '), ownName('ON HOLD ')]
  const page = await visit('admin', '/admin/workflows/task', { refusals: [422] })
  await page.getByRole('img', { name: /version \d+, diagram/ }).waitFor()
  await chapter('A new version is begun, and a step gets another name', async () => {
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

  await chapter('Once a step leads on from it, the version can take effect', async () => {
    await page.getByRole('link', { name: 'Add a step' }).click()
    await field(page, 'display').fill('Go on')
    await field(page, 'from').selectOption(`TEAM / ${status}`)
    await field(page, 'to').selectOption('TEAM / IN PROGRESS')
    await field(page, 'actingQueue').selectOption('TEAM')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('None: this version can take effect.').waitFor()
  })
})

testStates(
  'a version of a workflow',
  [
    ['version', 'admin', '/admin/workflows/nav'],
    ['draft', 'admin', '/admin/workflows/invoice', (page) => begin(page, 'invoice')],
    ['a step refused', 'admin', '/admin/workflows/invoice/draft/steps/new', refused],
  ],
  { refusals: [422] },
)

async function refused(page: Page) {
  await field(page, 'display').fill('Look')
  await field(page, 'from').selectOption('PAYMENT / SENT')
  await field(page, 'actingQueue').selectOption('PAYMENT')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('alert').first().waitFor()
}
