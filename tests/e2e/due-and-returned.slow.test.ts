import { fundNav } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { call, control, post } from '../support/browser/calls'
import { newFund } from '../support/browser/funds'
import { ownDatabase } from '../support/browser/own-database'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const number = async (page: Page, part: string) => {
  const shown = page.locator(part)
  return (await shown.count()) === 0 ? 0 : Number((await shown.innerText()).match(/\d+/)?.[0])
}
const waiting = (page: Page) => number(page, '.topbar__count')
const late = (page: Page) => number(page, '.topbar__late')
const WHY = 'The price of the bond is of last month'

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

test('the top bar and My work show what becomes late and what comes back while the page is open, with who returned it and why', async () => {
  const [title, code] = [ownName('LATE'), ownName('BACK')]
  const { nav } = await newFund({ code: title, name: `Fund ${title}`, before: 0 })
  const navId = await submittedNav(code)
  const endsOn = async (maxPrebalanceDate: string) => {
    const database = ownDatabase()
    await database.transaction((tx) =>
      tx.update(fundNav).set({ maxPrebalanceDate }).where(eq(fundNav.id, nav.id)),
    )
    await database.close()
  }
  await endsOn('2100-01-01')
  const page = await visit('accountant1', `/work?filter.title=${title}&page=1`)
  const rows = (name: string) => page.getByRole('table', { name }).locator('tr[data-key]:not(.grid__group)')
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/work/count')) requested.push(request.url())
  })
  await chapter('What becomes late is counted, and listed as late', async () => {
    expect(await rows('To do').innerText()).not.toContain('late')
    const [all, before] = [await waiting(page), await late(page)]
    await endsOn('2026-11-02')
    await page.reload()
    await rows('To do')
      .getByText(/^\d+ days late$/)
      .waitFor()
    expect([await waiting(page), await late(page)]).toEqual([all, before + 1])
  })
  await chapter('The late ones, and those of a kind, are one link away', async () => {
    await page.goto('/work?page=1')
    const kinds = page.locator('.page__head').getByRole('link', { name: /^\d+ (NAVs|invoices)$/ })
    const shown = () => page.locator('.page__head h1 + .muted').innerText()
    for (const name of await kinds.allInnerTexts()) {
      const [count = ''] = name.split(' ')
      await kinds.filter({ hasText: name }).click()
      await page.waitForURL(({ searchParams }) => searchParams.has('filter.kind'))
      await expect.poll(shown).toBe(count)
    }
    const link = page.locator('.late-link')
    const count = (await link.innerText()).match(/\d+/)?.[0] ?? ''
    await link.click()
    await page.waitForURL(({ searchParams }) => searchParams.has('filter.days_late'))
    await expect.poll(shown).toBe(count)
  })
  await chapter('The count is requested once a minute at most, and not while it is hidden', async () => {
    await page.clock.install()
    await page.reload()
    await rows('To do').first().waitFor()
    requested.splice(0)
    const before = await waiting(page)
    await page.clock.runFor(59_000)
    expect(requested).toHaveLength(0)
    await step('teamleader1', navId, 'Return', WHY)
    await page.clock.runFor(62_000)
    await expect.poll(() => waiting(page)).toBe(before + 1)
    const shown = requested.length
    expect(shown).toBeLessThanOrEqual(2)
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
    await page.clock.runFor(300_000)
    expect(requested).toHaveLength(shown)
  })
  await chapter('What came back says who returned it, why and since when', async () => {
    await page.goto(`/work/returned?filter.title=${code}`)
    const said = await rows('Returned').innerText()
    for (const part of [`Fund ${code}`, 'RETURNED', 'Claire Weyland', WHY]) expect(said).toContain(part)
    expect(said).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
  })
})
