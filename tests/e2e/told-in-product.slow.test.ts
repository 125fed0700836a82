import { connectDatabase } from 'db/database'
import { fundNav } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { writeSet } from 'tests/support/workbooks/write'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { call, control, post } from '../support/browser/calls'
import { storedEntity } from '../support/browser/entities'
import { newFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'
import { ownSite } from '../support/browser/own-site'

const number = async (page: Page, part: string) => {
  const shown = page.locator(part)
  return (await shown.count()) === 0 ? 0 : Number((await shown.innerText()).match(/\d+/)?.[0])
}
const waiting = (page: Page) => number(page, '.topbar__count')
const late = (page: Page) => number(page, '.topbar__late')
const INSTANT = /\d\d\/\d\d\/\d{4} \d\d:\d\d/

/** A NAV of one's own that is at the team leader. */
async function submittedNav(code: string): Promise<number> {
  const { nav } = await newFund({ code, name: `Fund ${code}`, before: 0 })
  await control('accountant1', await writeSet(nav.model, 'FIA3'))
  await step('accountant1', nav.id, 'Submit', 'Please check')
  return nav.id
}

async function step(user: string, navId: number, display: string, eventLog: string) {
  const offered = (await call(user, `dashboard/nav/${navId}/nextrouting`)) as {
    id: number
    display: string
  }[]
  const found = offered.find((each) => each.display === display)
  if (!found) throw new Error(`${display} is not offered to ${user}`)
  await post(user, `dashboard/nav/${navId}/nextrouting/${found.id}`, { eventLog })
}

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('a bank account that waits is in the work of those who decide it, by whom and since when', async () => {
    const entity = await storedEntity('Told')
    const own = `/work?filter.kind=Bank+account&search=${encodeURIComponent(entity.name)}`
    const page = await visit('teamleader1', own, { js })
    const before = await waiting(page)
    const account = { iso3Currency: 'EUR', bic: 'BGLLLULL', iban: 'LU280019400644750000' }
    await post('finance1', 'bankaccount', { entityId: entity.id, ...account })
    await page.reload()
    const row = page.getByRole('table', { name: 'Waits for me' }).locator('tr[data-key]')
    await expect.poll(() => row.count()).toBe(1)
    const said = await row.innerText()
    for (const part of ['Bank account', entity.name, 'TO DECIDE', 'Approve · Refuse', 'Ines Carvalho'])
      expect(said).toContain(part)
    expect(said).toMatch(INSTANT)
    expect(await waiting(page)).toBe(before + 1)
    await row.locator('.grid__open').click()
    await page.waitForURL(({ pathname }) => pathname === '/work/changes')
    const change = page.getByRole('row').filter({ hasText: entity.name })
    await change.getByRole('button', { name: 'Approve' }).click()
    await page
      .getByText(/^Approved: /)
      .first()
      .waitFor()
    await expect.poll(() => waiting(page)).toBe(before)
  })
})

test('what came back says who returned it, why and since when, and is counted', async () => {
  const code = ownName('BACK')
  const navId = await submittedNav(code)
  const page = await visit('accountant1', `/work/returned?filter.title=${code}`)
  const before = await waiting(page)
  await step('teamleader1', navId, 'Return', 'The price of the bond is of last month')
  await page.reload()
  const row = page.getByRole('table', { name: 'Came back' }).locator('tr[data-key]')
  await expect.poll(() => row.count()).toBe(1)
  const said = await row.innerText()
  for (const part of [`Fund ${code}`, 'RETURNED', 'Claire Weyland', 'The price of the bond is of last month'])
    expect(said).toContain(part)
  expect(said).toMatch(INSTANT)
  expect(await waiting(page)).toBe(before + 1)
  await row.locator('.grid__open').click()
  await page.waitForURL(({ pathname }) => pathname === `/nav-controls/${navId}`)
})

test('what becomes late is counted in the top bar, and listed as late', async () => {
  const code = ownName('LATE')
  const { nav } = await newFund({ code, name: `Fund ${code}`, before: 0 })
  const endsOn = async (maxPrebalanceDate: string) => {
    const database = connectDatabase({ url: ownSite().url })
    await database.transaction((tx) =>
      tx.update(fundNav).set({ maxPrebalanceDate }).where(eq(fundNav.id, nav.id)),
    )
    await database.close()
  }
  await endsOn('2100-01-01')
  const page = await visit('accountant1', `/work?filter.title=${code}&page=1`)
  const row = page.getByRole('table', { name: 'Waits for me' }).locator('tr[data-key]')
  expect(await row.innerText()).not.toContain('late')
  const [all, before] = [await waiting(page), await late(page)]
  await endsOn('2026-11-02')
  await page.reload()
  await row.getByText(/^\d+ days late$/).waitFor()
  expect([await waiting(page), await late(page)]).toEqual([all, before + 1])
})

test('the count of a page that stays open follows what others do, within a minute', async () => {
  const navId = await submittedNav(ownName('FOLLOWS'))
  const page = await visit('accountant1', '/nav-controls?page=1')
  await page.clock.install()
  await page.reload()
  const before = await waiting(page)
  await step('teamleader1', navId, 'Return', 'See my note')
  expect(await waiting(page)).toBe(before)
  await page.clock.runFor(61_000)
  await expect.poll(() => waiting(page)).toBe(before + 1)
})
