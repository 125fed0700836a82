import { expect, test } from 'vitest'
import { holdSent, visit } from '../support/browser/browsing'
import { uploadedDraft } from '../support/browser/drafts'
import { newFund } from '../support/browser/funds'
import { focused } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const CONTROLS = ['New FIA 2 Files control', 'New FIA 3 Files control', 'New MultiFonds control']

test('ticks a check, shown as done at once, and then the marked ones in one go, with one comment', async () => {
  const { nav } = await newFund({ code: ownName('TICKS'), before: 0 })
  const page = await visit('accountant1', `/nav-controls/${nav.id}/checks?checks.expanded=1`)
  const checks = page.getByRole('table', { name: 'NAV checks' })
  const row = (rank: number) => checks.locator(`tr[data-key="${rank}"]`)
  const letGo = await holdSent(page)
  await page.getByRole('button', { name: 'Tick check 1', exact: true }).click()
  await expect.poll(() => row(1).locator('.badge').innerText()).toBe('DONE')
  expect(await row(1).locator('.badge').getAttribute('title')).toBe('Saving…')
  letGo()
  await page.getByText('Check 1 ticked').waitFor()
  expect(await row(1).locator('.badge').getAttribute('title')).toBe(null)

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

test('NAV Controls has a button for each control at 1280 px, and a menu in their place beside a NAV', async () => {
  const page = await visit('accountant1', '/nav-controls?page=1', { width: 1280 })
  const menu = page.locator('summary').filter({ hasText: 'New control' })
  const head = page.locator('.page__head').first()
  const buttons = CONTROLS.map((name) => page.getByRole('link', { name, exact: true }))
  const tops = async () => {
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()))
    return boxes.map((box) => box?.y)
  }
  for (const button of buttons) await button.waitFor()
  expect(await menu.isVisible()).toBe(false)
  // In one line, and within the window.
  expect(new Set(await tops()).size).toBe(1)
  expect(await head.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
  await page.locator('a.grid__open').first().click()
  await page.locator('#drawer-title').waitFor()
  await menu.waitFor()
  for (const button of buttons) expect(await button.isVisible()).toBe(false)
})

test('opens, walks and leaves the menu of controls by keys alone', async () => {
  const page = await visit('accountant1', '/nav-controls?page=1')
  // A wider window has a button for each of them.
  for (const name of CONTROLS) await page.getByRole('link', { name, exact: true }).waitFor()
  await page.setViewportSize({ width: 1000, height: 800 })
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

test('does nothing on single keys that are switched off; Ctrl+Enter and Ctrl+K still work', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('KEYSOFF'), net: '100.00' })
  const page = await visit('finance1', '/appearance', { refusals: [422] })
  const title = page.locator('#drawer-title')
  await page.getByLabel('Keyboard shortcuts').selectOption('Off')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('html[data-shortcuts=off]').waitFor()
  await chapter('j, . and ? do nothing', async () => {
    await page.goto('/drafts?sort=-id&page=1')
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
})
