import type { Page } from 'playwright'
import { both, priceBreak } from 'tests/support/areas/navs/breaks'
import { writeMatching, writeSet } from 'tests/support/workbooks/write'
import { beforeAll, describe, expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { call, control } from '../support/browser/calls'
import { newFund, type TestFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

/** A NAV for each way of working: controlled, and matched with two breaks. */
const funds = new Map<boolean, TestFund>()

async function withBreaks(name: string): Promise<TestFund> {
  const fund = await newFund({ code: ownName(name) })
  await control('accountant1', await writeSet(fund.nav.model, 'FIA3'))
  const { name: file, bytes } = await writeMatching(fund.nav.model, both(priceBreak(0), priceBreak(1)))
  const body = new FormData()
  body.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), file)
  await call('accountant1', `uploadmatching/${fund.nav.id}`, { method: 'POST', body })
  return fund
}

beforeAll(async () => {
  funds.set(true, await withBreaks('BRKA'))
  funds.set(false, await withBreaks('BRKB'))
})

const breaks = (page: Page) => page.getByRole('table', { name: 'Matching breaks' })
const panel = (js = true) => `/nav-controls/${funds.get(js)?.nav.id}`

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('check 10 leads to the open breaks; one is explained, and the other is answered in the tick', async () => {
    const page = await visit('accountant1', `${panel(js)}/checks`, { js, refusals: [422] })
    await page.getByRole('link', { name: /^Details of check 10 / }).click()
    await page.getByText('2 breaks of the matching are open without a comment.').waitFor()
    await page.getByRole('link', { name: 'Show the open breaks' }).click()
    await expect.poll(() => breaks(page).locator('tr[data-key]').count()).toBe(2)
    await page
      .getByRole('link', { name: /^Details of PRICE BREAK/ })
      .first()
      .click()
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
    await page.goto(`${panel(js)}/reports`)
    const row = breaks(page).locator('tr[data-key]').filter({ hasText: 'EXPLAINED' })
    await expect.poll(() => row.innerText()).toContain('Stale <b>feed</b>')

    await page.goto(`${panel(js)}/checks?checks.expanded=10`)
    await page.getByText('1 break of the matching is open without a comment.').waitFor()
    await page.getByLabel('Why the positions count as reconciled').fill('Agreed with the depositary')
    await page.getByRole('button', { name: 'Tick check 10' }).click()
    await page.getByText('Check 10 ticked').waitFor()
  })
})

test('who is not in ACCOUNTANT reads the breaks, and everybody fetches the report', async () => {
  const page = await visit('auditor1', `${panel()}/reports`)
  await page
    .getByRole('link', { name: /^Details of PRICE BREAK/ })
    .first()
    .click()
  await page.getByText('Breaks are edited by members of the queue ACCOUNTANT.').waitFor()
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download nav_/ }).click()
  expect((await waiting).suggestedFilename()).toMatch(/^nav_.*\.pdf$/)
})

const tab = () => `${panel()}/reports?filter.fundcode=BRK`

testStates('matching breaks', [
  ['breaks', 'accountant1', tab],
  ['a break with its form', 'accountant1', tab, openBreak],
  ['a break that is read only', 'auditor1', tab, openBreak],
])

async function openBreak(page: Page) {
  await page
    .getByRole('link', { name: /^Details of PRICE BREAK/ })
    .first()
    .click()
  await page.getByText('before this one.').waitFor()
}
