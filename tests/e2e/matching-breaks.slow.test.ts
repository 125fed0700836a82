import type { Page } from 'playwright'
import { both, priceBreak } from 'tests/support/areas/navs/breaks'
import { writeMatching, writeSet } from 'tests/support/workbooks/write'
import { beforeAll, expect, test } from 'vitest'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { call, control } from '../support/browser/calls'
import { newFund, type TestFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

/** Its NAV is controlled, and matched with two breaks. */
let fund: TestFund

beforeAll(async () => {
  fund = await newFund({ code: ownName('BRKA') })
  await control('accountant1', await writeSet(fund.nav.model, 'FIA3'))
  const { name: file, bytes } = await writeMatching(fund.nav.model, both(priceBreak(0), priceBreak(1)))
  const body = new FormData()
  body.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), file)
  await call('accountant1', `uploadmatching/${fund.nav.id}`, { method: 'POST', body })
})

const breaks = (page: Page) => page.getByRole('table', { name: 'Matching breaks' })
/** Of the NAV, beside a list of few rows. */
const tab = (name: string) => `/nav-controls/${fund.nav.id}/${name}?filter.fundcode=BRK`
const openBreak = (page: Page) =>
  page
    .getByRole('link', { name: /^Details of PRICE BREAK/ })
    .first()
    .click()

test('who is not in ACCOUNTANT reads the breaks, and everybody fetches the report', async () => {
  const page = await visit('auditor1', tab('reports'))
  await openBreak(page)
  await page.getByText('Breaks are edited by members of the queue ACCOUNTANT.').waitFor()
  expect(await violations(page, 'a break that is read only')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download nav_/ }).click()
  expect((await waiting).suggestedFilename()).toMatch(/^nav_.*\.pdf$/)
})

test('check 10 leads to the open breaks; one is explained, and the other is answered in the tick', async () => {
  const page = await visit('accountant1', tab('checks'), { refusals: [422] })
  await page.getByRole('link', { name: /^Details of check 10 / }).click()
  await page.getByText('2 breaks of the matching are open without a comment.').waitFor()
  await page.getByRole('link', { name: 'Show the open breaks' }).click()
  await expect.poll(() => breaks(page).locator('tr[data-key]').count()).toBe(2)
  await openBreak(page)
  await page.getByText('0 days before this one.').waitFor()
  const form = page.locator('.grid__detail form')
  await form.getByLabel(/^State/).selectOption('EXPLAINED')
  await page.getByRole('button', { name: 'Save break' }).click()
  await page.getByRole('alert').filter({ hasText: 'EXPLAINED needs a comment' }).waitFor()
  await form.getByLabel('Owner').selectOption('accountant2')
  await form.getByLabel('Comment', { exact: true }).fill('Stale <b>feed</b>')
  await page.getByRole('button', { name: 'Save break' }).click()
  await page.getByText('Break saved').waitFor()
  await expect.poll(() => breaks(page).locator('tr[data-key]').count()).toBe(1)
  await page.goto(tab('reports'))
  const row = breaks(page).locator('tr[data-key]').filter({ hasText: 'EXPLAINED' })
  await expect.poll(() => row.innerText()).toContain('Stale <b>feed</b>')
  await openBreak(page)
  await page.getByText('before this one.').waitFor()
  expect(await violations(page, 'a break with its form')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto(`${tab('checks')}&checks.expanded=10`)
  await page.getByText('1 break of the matching is open without a comment.').waitFor()
  await page.getByLabel('Why the positions count as reconciled').fill('Agreed with the depositary')
  await page.getByRole('button', { name: 'Tick check 10' }).click()
  await page.getByText('Check 10 ticked').waitFor()
})
