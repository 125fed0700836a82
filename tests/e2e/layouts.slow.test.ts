import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { newFund } from '../support/browser/funds'
import { openMenu } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

/** Somebody whose layouts no other test looks at. */
const WHO = 'clientdesk2'
const LIST = '/nav-controls'
const CODE = ownName('LAID')
const OWN = `${LIST}?filter.fundcode=${CODE}`

beforeAll(async () => {
  await newFund({ code: CODE, before: 2 })
})

const at = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '')
const panel = (page: Page) =>
  page
    .locator('.grid__toolbar details')
    .filter({ has: page.locator('summary').filter({ hasText: /^Views/ }) })
const openPanel = (page: Page) => openMenu(page, 'Views')
const closed = (page: Page) => expect.poll(() => panel(page).getAttribute('open')).toBeNull()
const sortBy = (page: Page, name: string) =>
  page.locator('th').filter({ hasText: name }).getByRole('link').first().click()
const rows = (page: Page) => page.getByRole('table', { name: 'NAVs' }).locator('tr[data-key]')
const sorted = (page: Page) => page.locator('th[aria-sort]').allInnerTexts()
const said = (page: Page, line: string) => page.getByRole('status').filter({ hasText: line }).waitFor()
const press = (page: Page, name: string) => panel(page).getByRole('button', { name }).click()
/** Sorts, and waits until the layout has saved itself. Answers what was sent. */
async function sortAndSave(page: Page, name: string): Promise<unknown> {
  const [answer] = await Promise.all([
    page.waitForResponse((each) => each.url().endsWith('/api/layouts/navdashboard') && each.ok()),
    sortBy(page, name),
  ])
  return answer.request().postDataJSON()
}

/** A page whose clock is the test's, and all that it asks to be saved of the layout. */
async function timed() {
  const page = await visit(WHO, '/appearance')
  await page.clock.install()
  const saved: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/layouts/navdashboard')) saved.push(request.postDataJSON())
  })
  return { page, saved }
}

/** Lets pass, on the clock of the page, the half second after which a layout is saved; a later request is answered. */
async function pastSaving(page: Page) {
  await page.clock.runFor(1_000)
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
}

async function saveView(page: Page, name: string) {
  await openPanel(page)
  await panel(page).getByLabel('Save view as').fill(name)
  await press(page, 'Save view')
}

test('the list opens as it was left, a link of someone else’s leaves that as it is, and a layout is reset', async () => {
  const page = await visit(WHO, OWN)
  const { page: other, saved } = await timed()
  await chapter('It opens as it was left, on the next page and in the next browser', async () => {
    const sent = await sortAndSave(page, 'Fund name')
    expect(sent).toEqual({ query: expect.stringContaining('sort=fundname') })
    // The next change, and the page is left before its half second is over.
    await sortBy(page, 'Fund name')
    await page.locator('th[aria-sort=descending]').filter({ hasText: 'Fund name' }).waitFor()
    await page.goto('/appearance')
    await other.goto(LIST)
    await expect.poll(() => sorted(other)).toEqual([expect.stringContaining('Fund name')])
    await expect.poll(() => other.locator('th[aria-sort=descending]').count()).toBe(1)
    await expect.poll(() => rows(other).count()).toBe(25)
    await other.getByRole('link', { name: '1 filter from last time' }).click()
    await expect.poll(() => rows(other).count()).toBe(3)
    expect(at(other)).toContain(`filter.fundcode=${CODE}`)
    expect(await other.getByRole('link', { name: /from last time/ }).count()).toBe(0)
    await pastSaving(other)
  })

  const before = saved.length
  await chapter('A link of another user does not change one’s own layout', async () => {
    await other.goto(`${LIST}?sort=-navdate`)
    await pastSaving(other)
    expect(saved.slice(before)).toEqual([])
    await other.goto(LIST)
    await expect.poll(() => sorted(other)).toEqual([expect.stringContaining('Fund name')])
  })

  await chapter('A layout is reset; the list opens as at first, in every browser', async () => {
    await other.goto(OWN)
    await sortBy(other, 'Max sending date')
    await other.locator('th[aria-sort]').filter({ hasText: 'Max sending date' }).waitFor()
    await pastSaving(other)
    expect(saved.slice(before)).toEqual([{ query: expect.stringContaining('sort=maxsendingdate') }])
    await openPanel(other)
    await press(other, 'Reset layout')
    await said(other, 'Layout reset')
    expect(at(other)).toBe(LIST)
    await pastSaving(other)
    // The layout that is shown now is none, and is saved as such.
    expect(saved.slice(before + 1)).toEqual([{ query: '' }])
    const first = await sorted(other)
    expect(first.join()).not.toContain('Max sending date')
    await page.goto(LIST)
    await expect.poll(() => sorted(page)).toEqual(first)
  })
})

test('a view is saved, shared with a queue, and deleted by its owner alone; a refusal stays in the panel', async () => {
  const name = ownName('Latest first ')
  const page = await visit(WHO, `${OWN}&sort=-navdate`, { refusals: [422] })
  await saveView(page, '  ')
  await panel(page).getByRole('alert').waitFor()
  expect(at(page)).toBe(`${OWN}&sort=-navdate`)
  await panel(page).getByLabel('Save view as').fill(name)
  await panel(page).getByLabel('Who sees it').selectOption({ label: 'Everyone in CLIENT' })
  await press(page, 'Save view')
  await said(page, `View “${name}” saved`)
  await closed(page)
  expect(at(page)).toMatch(/^\/nav-controls\?view=\d+$/)

  const colleague = await visit('clientdesk1', `${LIST}?page=1`)
  await openPanel(colleague)
  const link = panel(colleague).getByRole('link', { name })
  await link.waitFor()
  expect(await panel(colleague).innerText()).toContain('Henri Duval')
  expect(
    await panel(colleague)
      .getByRole('button', { name: `Delete view ${name}` })
      .count(),
  ).toBe(0)
  // By its address: a link does not change one’s own layout.
  await colleague.goto((await link.getAttribute('href')) ?? '')
  await expect.poll(() => panel(colleague).locator('summary').innerText()).toContain(name)
  await expect.poll(() => sorted(colleague)).toEqual([expect.stringContaining('NAV date')])

  await openPanel(page)
  await press(page, `Delete view ${name}`)
  await said(page, `View “${name}” deleted`)
  await closed(page)
  expect(at(page)).not.toContain('view=')
})

test('without JavaScript a layout is saved and reset, a view is saved, refused with what was typed, opened and deleted', async () => {
  const name = ownName('Mine ')
  const page = await visit(WHO, `${OWN}&sort=-navdate`, { js: false, refusals: [422] })
  await openPanel(page)
  await press(page, 'Save layout')
  await said(page, 'Layout saved')
  expect(at(page)).toBe(`${OWN}&sort=-navdate`)
  await page.goto(LIST)
  await expect.poll(() => sorted(page)).toEqual([expect.stringContaining('NAV date')])
  // What was filtered then is not, until it is asked for.
  await expect.poll(() => rows(page).count()).toBe(25)
  await page.getByRole('link', { name: '1 filter from last time' }).click()
  await page.waitForURL(new RegExp(`filter.fundcode=${CODE}`))
  await expect.poll(() => rows(page).count()).toBe(3)

  await saveView(page, ' ')
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Save view as').fill(name)
  await page.getByRole('button', { name: 'Save view' }).click()
  await said(page, `View “${name}” saved`)
  await page.goto(OWN)
  await openPanel(page)
  await panel(page).getByRole('link', { name }).click()
  await page.waitForURL(/view=\d+$/)
  await openPanel(page)
  await press(page, `Delete view ${name}`)
  await said(page, `View “${name}” deleted`)
  await openPanel(page)
  await press(page, 'Reset layout')
  await said(page, 'Layout reset')
  expect(await page.getByRole('link', { name: /from last time/ }).count()).toBe(0)
})
