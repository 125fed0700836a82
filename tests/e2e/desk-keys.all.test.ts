import { connectDatabase } from 'db/database'
import { fundNav } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { writeSet } from 'tests/support/workbooks/write'
import { describe, expect, test } from 'vitest'
import { localTime } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { uploadedDraft } from '../support/browser/drafts'
import { newFund } from '../support/browser/funds'
import { focused } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'
import { ownSite } from '../support/browser/own-site'
import { chapter } from '../support/chapter'

const CONTROLS = ['New FIA 2 Files control', 'New FIA 3 Files control', 'New MultiFonds control']

/** The prebalance of a NAV of one's own ends today, at this time in the site's zone. */
async function endsTodayAt(navId: number, time: string): Promise<string> {
  const { today } = localTime(new Date(), 'Europe/Luxembourg')
  const database = connectDatabase({ url: ownSite().url })
  try {
    await database.transaction((tx) =>
      tx
        .update(fundNav)
        .set({ maxPrebalanceDate: today, maxPrebalanceTime: time })
        .where(eq(fundNav.id, navId)),
    )
    return today
  } finally {
    await database.close()
  }
}

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('one menu starts each kind of control', async () => {
    const page = await visit('accountant1', '/nav-controls?page=1', { js })
    const summary = page.locator('summary').filter({ hasText: 'New control' })
    for (const name of CONTROLS) {
      await summary.click()
      await page
        .getByRole(js ? 'menuitem' : 'link', { name, exact: true })
        .or(page.getByRole('link', { name, exact: true }))
        .first()
        .click()
      await page.getByRole('heading', { name, exact: true }).waitFor()
      await page.goto('/nav-controls?page=1')
    }
    // Those who run no controls have no such menu.
    const reader = await visit('auditor1', '/nav-controls?page=1', { js })
    await reader.getByRole('heading', { name: 'NAV Controls' }).waitFor()
    expect(await reader.locator('summary').filter({ hasText: 'New control' }).count()).toBe(0)
  })

  test('My work says how many hours are left until a time of today, and which are past it', async () => {
    const code = ownName(`HOURS${mark}`)
    const { navs } = await newFund({ code, name: `Fund ${code}` })
    const [past, open] = navs
    if (!past || !open) throw new Error('no NAVs')
    await endsTodayAt(past.id, '00:00')
    const today = await endsTodayAt(open.id, '23:59')
    const page = await visit('accountant1', `/work?filter.title=${code}&page=1`, { js })
    const rows = page.getByRole('table', { name: 'Waits for me' }).locator('tr[data-key]')
    await expect.poll(() => rows.count()).toBe(2)
    const row = (time: string) => rows.filter({ hasText: `${showDay(today)} ${time}` })
    expect(await row('23:59').innerText()).toMatch(/\bin (\d+ h)?( ?\d+ min)?/)
    expect(await row('23:59').innerText()).not.toContain('late')
    expect(await row('00:00').innerText()).toMatch(/(\d+ h)?( ?\d+ min)? late/)
    expect(await row('00:00').locator('.badge').filter({ hasText: 'late' }).count()).toBe(1)
    // The list of NAVs has the times as well.
    await page.goto(`/nav-controls/${open.id}`)
    await page
      .getByText(`${showDay(today)} 23:59`)
      .first()
      .waitFor()
  })

  test('checks of a NAV that are ticked by the same reason are ticked in one go', async () => {
    const { nav } = await newFund({ code: ownName(`TICKS${mark}`), before: 0 })
    await control('accountant1', await writeSet(nav.model, 'FIA3'))
    const page = await visit('accountant1', `/nav-controls/${nav.id}/checks`, { js })
    const checks = page.getByRole('table', { name: 'NAV checks' })
    const row = (rank: number) => checks.locator(`tr[data-key="${rank}"]`)
    const footer = page.getByRole('region', { name: 'Tick the marked checks' })
    for (const rank of [3, 4, 5, 16]) {
      await row(rank).locator('a.grid__mark').click()
      await row(rank).and(page.locator('[data-marked]')).waitFor()
    }
    // That of the team leader is named, and is not ticked.
    await footer.getByText('Not ticked by you: 16.').waitFor()
    await footer.getByLabel('Comment (optional)').fill('Agreed with the agent')
    await footer.getByRole('button', { name: 'Tick 3 checks' }).click()
    await page.getByText('Checks 3, 4 and 5 ticked').first().waitFor()
    for (const rank of [3, 4, 5])
      await expect.poll(() => row(rank).innerText()).toMatch(/DONE[\s\S]*Agreed with the agent/)
    await expect.poll(() => row(16).innerText()).toContain('OPEN')
    expect(await checks.locator('tr[data-marked]').count()).toBe(0)
  })
})

test('the menu of controls is opened, walked and left by keys alone', async () => {
  const page = await visit('accountant1', '/nav-controls?page=1')
  const summary = page.locator('summary').filter({ hasText: 'New control' })
  await summary.focus()
  // Its code is there once it was looked at.
  await page.locator('summary[aria-haspopup=menu]').filter({ hasText: 'New control' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await expect.poll(() => focused(page)).toBe(CONTROLS[0])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe(CONTROLS[1])
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toContain('New control')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe(CONTROLS[0])
  await page.keyboard.press('End')
  await expect.poll(() => focused(page)).toBe(CONTROLS[2])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: CONTROLS[2], exact: true }).waitFor()
})

async function setShortcuts(page: Page, state: 'On' | 'Off') {
  await page.goto('/appearance')
  await page.getByLabel('Keyboard shortcuts').selectOption(state)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator(`html[data-shortcuts=${state.toLowerCase()}]`).waitFor()
}

test('single keys that are switched off do nothing; Ctrl+Enter and Ctrl+K still work', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('KEYSOFF'), net: '100.00' })
  const page = await visit('finance1', '/appearance', { refusals: [422] })
  const title = page.locator('#drawer-title')
  const others = '/drafts?sort=-id&page=1'
  await setShortcuts(page, 'Off')
  await chapter('j, . and ? do nothing', async () => {
    await page.goto(others)
    await page.locator('a.grid__open').first().click()
    await title.filter({ hasText: `Draft ${id}` }).waitFor()
    const before = page.url()
    for (const key of ['j', 'k', '.', '?', 'g', 'n']) {
      await title.focus()
      await page.keyboard.press(key)
      expect([key, await focused(page)]).toEqual([key, expect.stringContaining(`Draft ${id}`)])
    }
    // A key that works comes after them: what they might have done would have been done by then.
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // Escape closed the search, and not the drawer below it.
    await expect.poll(() => focused(page)).toContain(`Draft ${id}`)
    expect(page.url()).toBe(before)
  })
  await chapter('Ctrl+Enter presses the main button', async () => {
    await title.focus()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Fill in what is missing, save, and send the draft again.').first().waitFor()
  })
  await setShortcuts(page, 'On')
  await chapter('Switched on again, they lead on', async () => {
    await page.goto(others)
    await page.locator('a.grid__open').first().click()
    await title.filter({ hasText: `Draft ${id}` }).waitFor()
    await page.keyboard.press('.')
    await expect.poll(() => focused(page)).not.toContain(`Draft ${id}`)
    await title.focus()
    await page.keyboard.press('j')
    await title.filter({ hasNotText: `Draft ${id}` }).waitFor()
  })
})
