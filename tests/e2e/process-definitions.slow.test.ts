import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const table = (name: string) => `/admin/lookups/${name}`
/** A field of the popup: those of the filter row and of a row that is edited in place have other ids. */
const field = (page: Page, name: string) => page.locator(`[id="${name}"]`)
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function add(page: Page, name: string, values: Readonly<Record<string, string>>) {
  await page.goto(`${table(name)}/new`)
  await send(page, values)
}

/** Fills the popup of a new row in, and sends it. */
async function send(page: Page, values: Readonly<Record<string, string>>) {
  for (const [id, value] of Object.entries(values)) {
    const at = field(page, id)
    if ((await at.evaluate((element) => element.tagName)) === 'SELECT')
      await at.selectOption({ label: value })
    else await at.fill(value)
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

/** Nothing of the page breaks WCAG 2.2 AA; it is as wide as before afterwards. */
async function expectClean(page: Page, name: string) {
  expect(await violations(page, name)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('an administrator says what a process is made of; a fund’s entity has its dates at once', async () => {
  const page = await visit('admin', `${table('entity-events')}/new`, { refusals: [422] })
  const event = ownName('Event of a test ')
  const process = ownName('Process of a test ')
  const task = ownName('Task of a test ')
  await chapter('An event says when it recurs, or is refused', async () => {
    await expectClean(page, 'a new event')
    await send(page, { name: event, recurrence: 'weekly', rolls: 'before' })
    await page.getByRole('link', { name: 'Choose the weekday of the weekly event.' }).waitFor()
    await expect.poll(() => field(page, 'name').inputValue()).toBe(event)
    await field(page, 'weekday').selectOption({ label: 'Friday' })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await rowOf(page, event).getByText('Friday').waitFor()
  })

  await chapter('A process follows it, with a task', async () => {
    await add(page, 'processes', { name: process, category: 'Test', entityEventId: event, dueOffset: '2' })
    await rowOf(page, process).waitFor()
    await page.goto(`${table('process-tasks')}/new`)
    await expectClean(page, 'a new task')
    await send(page, {
      processId: process,
      rank: '1',
      name: task,
      team: 'OPERATIONS',
      dueOffset: '-1',
      descriptionHtml: '<p onclick="alert(1)">First\nthen</p><script>alert(2)</script>',
    })
    await page.getByRole('status').getByText('Left out of Task Info: onclick, script.').waitFor()
  })
  await chapter('An entity has its dates at once', async () => {
    await add(page, 'entity-processes', {
      legalEntityId: 'Quercus Alternatives SCA SICAV-RAIF',
      processId: process,
      validFrom: '2026-01-01',
    })
    await page
      .getByRole('status')
      .getByText(/ process dates and \d+ tasks were created\./)
      .waitFor()
  })

  await chapter('In place too, what has no room in a cell stays as it was', async () => {
    await page.goto(`${table('process-tasks')}?filter.name=${encodeURIComponent(task)}`)
    await rowOf(page, process).getByRole('link', { name: /^Edit/ }).click()
    await rowOf(page, process).getByLabel('Group').fill('In place')
    await page.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, process).getByText('In place').waitFor()
    await rowOf(page, process).getByRole('link', { name: process, exact: true }).click()
    await field(page, 'descriptionHtml').waitFor()
    await expect.poll(() => field(page, 'descriptionHtml').inputValue()).toBe('<p>First\nthen</p>')
  })
})
