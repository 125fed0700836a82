import { fund } from 'db/schema/lookups'
import type { Page } from 'playwright'
import { planSet, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { writeBook, writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { payloads } from '../support/browser/files'
import { newFund } from '../support/browser/funds'
import { ownDatabase } from '../support/browser/own-database'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

/** A fund whose earlier NAV is controlled. */
async function controlledFund(code: string) {
  const { navs } = await newFund({ code, name: `Production of ${code}` })
  const [before] = navs
  if (!before) throw new Error('no NAV before')
  await control('accountant1', await writeSet(before.model, 'FIA3'))
  return before
}

async function fundWithoutNavs(code: string) {
  const database = ownDatabase()
  const values = { code, name: `Production of ${code}`, currency: 'EUR', type: 'MIXED', regime: 'UCITS' }
  await database.transaction((tx) =>
    tx.insert(fund).values({ ...values, provider: 'FIA', clientValidation: false }),
  )
  await database.close()
}

const row = (page: Page) => page.locator('tr[data-key]').first()
const heading = (page: Page) => page.getByRole('heading', { name: /Current Production/ })
/** In the head of the drawer. */
const walk = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Rows of the list' }).getByRole('link', { name })

test('Previous and Next go through the funds of the list; a narrow screen shows the NAV alone; a step leads back to the list', async () => {
  const walked = ownName('WALK')
  const [first, second] = [await controlledFund(`${walked}X1`), await controlledFund(`${walked}X2`)]
  await fundWithoutNavs(`${walked}X0`)
  const page = await visit('accountant1', `/production?filter.fund_code=${walked}X`)
  const rowOf = (fund: string) => page.locator('tr[data-key]').filter({ hasText: walked + fund })
  await chapter('A fund without NAVs has no link; Previous and Next lead through the others', async () => {
    await expect.poll(() => page.locator('tr[data-key]').count()).toBe(3)
    await rowOf('X0').getByText(`${walked}X0`, { exact: true }).click()
    expect(new URL(page.url()).pathname).toBe('/production')
    await rowOf('X1').getByText(`Production of ${walked}X1`).click()
    await page.getByRole('heading', { name: `Current Production ${walked}X1 30.09.26` }).waitFor()
    await page.locator('tr[aria-current]').getByText(`${walked}X1`, { exact: true }).waitFor()
    await walk(page, 'Next').click()
    await page.getByRole('heading', { name: `Current Production ${walked}X2 30.09.26` }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/production/${second.id}`)
    await walk(page, 'Previous').click()
    await page.waitForURL(new RegExp(`/production/${first.id}`))
    await page.keyboard.press('Escape')
    await page.locator('#drawer-title').waitFor({ state: 'detached' })
  })

  await chapter('On a narrow screen the NAV is the page, and nothing runs out of it', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await overflow()).toBe(0)
    await page.getByRole('link', { name: `${walked}X1`, exact: true }).click()
    await heading(page).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/production/${first.id}`)
    expect(await overflow()).toBe(0)
    await expect.poll(() => page.getByRole('table', { name: 'Funds' }).isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('table', { name: 'Funds' }).waitFor()
  })

  await chapter('A step leads back to the list, which shows the new state', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(() => rowOf('X1').innerText()).toMatch(/30\.09\.26[\s\S]*CONTROLLED \(ACCOUNTANT\)/)
    await page.getByRole('link', { name: 'KPI', exact: true }).waitFor()
    await page.getByRole('link', { name: `${walked}X1`, exact: true }).click()
    await expect.poll(() => heading(page).innerText()).toContain(`Current Production ${walked}X1 30.09.26`)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText(`NAV ${walked}X1 30.09.26: SUBMITTED (TEAM LEADER)`).waitFor()
    await page.locator('#drawer-title').waitFor({ state: 'detached' })
    await rowOf('X1').getByText('SUBMITTED (TEAM LEADER)').waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, [...searchParams.keys()]]).toEqual(['/production', ['filter.fund_code']])
  })
})

test('a control, tabs and popups stay below NAV Production and lead back to it', async () => {
  const code = ownName('TABS')
  const { navs } = await newFund({ code })
  const [before] = navs
  if (!before) throw new Error('no NAV before')
  const { id, model } = before
  const here = new RegExp(`/production/${id}(\\?|$)`)
  const list = `filter.fund_code=${code}&columns=fund_code&columns=current_status_display&columns=ok_controls`
  const page = await visit('accountant1', `/production/${id}?${list}`)
  await chapter('A control that is run from there leads back, and the list shows its rules', async () => {
    await page.getByRole('link', { name: 'New FIA', exact: true }).click()
    await page.waitForURL(/\/production\/\d+\/new\/fia-3/)
    await page.getByLabel('3 Excel files').setInputFiles(payloads(await writeSet(model, 'FIA3')))
    await page.locator('select[name=reason]').selectOption('FIRST')
    await page.getByLabel('Please enter a comment (Mandatory)').fill('Files of the administrator')
    await page.getByRole('button', { name: 'Launch control' }).click()
    await page
      .getByText(/(controlled|finished): \d+ OK(?! · \d+ (justified|not OK))/)
      .first()
      .waitFor()
    await page.waitForURL(here)
    await page.getByRole('link', { name: 'Close' }).click()
    await page.waitForURL((url) => url.pathname === '/production')
    await expect.poll(() => row(page).innerText()).toMatch(/CONTROLLED \(ACCOUNTANT\)\s+50/)
  })

  await chapter('A rule of the next control, and what changed, are popups over the NAV', async () => {
    const books = planSet(model, 'FIA3')
    const [first] = model.classes
    rowIn(tableIn(books, 'NAV'), { type: 'CLASS TNA', code: first?.code ?? '' }).value = { number: '1' }
    await control('accountant1', await Promise.all(books.map(writeBook)))
    await page.goto(`/production/${id}?filter.fund_code=${code}`)
    await page.getByRole('link', { name: /^(Show|Edit) N03/ }).click()
    await page.waitForURL(/\/production\/\d+\/controls\/\d+\/rules\/\d+/)
    await page.locator('select[name=result]').selectOption('OK')
    await page.locator('textarea[name=comment]').fill('Told by the administrator')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('N03 Class TNA: OK - justified').first().waitFor()
    await page.waitForURL(here)
    await page.getByRole('link', { name: 'NAV diff' }).first().click()
    await page.waitForURL(/\/production\/\d+\/controls\/\d+\/delta\/nav/)
    await page.getByRole('link', { name: 'Balance Changes' }).click()
    await page.waitForURL(/\/production\/\d+\/controls\/\d+\/delta\/balance/)
    await page.getByRole('dialog').getByRole('link', { name: 'Close' }).click()
    await page.waitForURL(here)
  })

  await chapter('Checks, KPIs and reports are tabs of it', async () => {
    await page.getByRole('link', { name: 'NAV Checks Audit' }).click()
    await page.waitForURL(/\/production\/\d+\/checks/)
    await page.getByRole('link', { name: /^Details of check 3 / }).click()
    await page.getByRole('button', { name: 'Tick check 3' }).click()
    await page.getByText('Check 3 ticked').waitFor()
    await page.getByRole('link', { name: 'KPI comments' }).click()
    await page.waitForURL(/\/production\/\d+\/kpi/)
    await expect.poll(() => heading(page).innerText()).toContain(code)
    const report = page.waitForEvent('download')
    await page.getByRole('link', { name: 'NAV Validation' }).click()
    await page.getByRole('link', { name: 'Error report' }).first().click()
    expect(new URL((await report).url()).pathname).toMatch(/^\/production\/\d+\/controls\/\d+\/report\.xlsx$/)
    await page.getByRole('link', { name: 'Close' }).click()
    await page.waitForURL((url) => url.pathname === '/production')
  })
})
