import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { holdSent, visit } from '../support/browser/browsing'
import { uploadedDraft } from '../support/browser/drafts'
import { newFund } from '../support/browser/funds'
import { requests } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

/** With a query of its own a list opens without the layout that another test has left its user. */
const PLAIN = '?page=1'

const badge = (page: Page) => page.locator('.drawer__title .badge')

test('shows the place after a step at once, as not yet saved, and the former one again when it is refused', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('AHEAD'), net: '100' })
  const page = await visit('finance1', `/drafts/${id}`, { refusals: [422] })
  await expect.poll(() => badge(page).innerText()).toBe('IN ENTRY (ACCOUNTING)')
  const letGo = await holdSent(page)
  await page.getByRole('button', { name: 'Send to check' }).click()
  await expect.poll(() => badge(page).innerText()).toBe('TO CHECK (TEAM LEADER)')
  expect(await badge(page).getAttribute('title')).toBe('Saving…')
  letGo()
  await page.getByRole('alert').first().waitFor()
  await expect.poll(() => badge(page).innerText()).toBe('IN ENTRY (ACCOUNTING)')
  expect(await badge(page).getAttribute('title')).toBe(null)
})

test('shows a check that is being ticked as done at once', async () => {
  const fund = await newFund({ code: ownName('AHD') })
  const page = await visit('accountant1', `/nav-controls/${fund.nav.id}/checks?checks.expanded=1`)
  const letGo = await holdSent(page)
  await page.getByRole('button', { name: 'Tick check 1', exact: true }).click()
  const ticked = page.getByRole('table', { name: 'NAV checks' }).locator('tr[data-key="1"] .badge')
  await expect.poll(() => ticked.innerText()).toBe('DONE')
  expect(await ticked.getAttribute('title')).toBe('Saving…')
  letGo()
  await page.getByText('Check 1 ticked').waitFor()
  expect(await ticked.getAttribute('title')).toBe(null)
})

test('reads the drawer of a link ahead that keeps the focus; opening it then sends nothing', async () => {
  const refs = [ownName('RA1'), ownName('RA2')]
  const ids = await Promise.all(refs.map((ref) => uploadedDraft('finance1', { ref, net: '100' })))
  const page = await visit('finance1', `/drafts${PLAIN}`)
  const sent = requests(page)
  const link = (id = 0) => page.locator(`tr[data-key="${id}"] a.grid__open`)
  await link(ids[0]).focus()
  await expect.poll(() => sent.filter((url) => url.includes(`/drafts/${ids[0]}.data`)).length).toBe(1)
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: new RegExp(`^IN ENTRY.*Draft ${ids[0]}`) }).waitFor()
  expect(sent.filter((url) => url.includes(`/drafts/${ids[0]}.data`))).toHaveLength(1)

  // Nor is it read twice by those who follow it at once, while it keeps the focus; and hovering reads nothing.
  await page.keyboard.press('Escape')
  await link(ids[1]).hover()
  await link(ids[1]).click()
  await page.getByRole('heading', { name: new RegExp(`^IN ENTRY.*Draft ${ids[1]}`) }).waitFor()
  expect(sent.filter((url) => url.includes(`/drafts/${ids[1]}.data`))).toHaveLength(1)
})

test('does not show what was read ahead once something was sent', async () => {
  const ids = await Promise.all(
    [ownName('RB1'), ownName('RB2')].map((ref) => uploadedDraft('finance1', { ref, net: '100' })),
  )
  const page = await visit('finance1', `/drafts/${ids[0]}${PLAIN}`)
  const sent = requests(page)
  const next = page.locator('a.drawer__neighbour').first()
  await next.focus()
  await expect.poll(() => sent.filter((url) => url.includes('.data')).length).toBe(1)
  const entry = page.locator('.draft-form')
  await entry.getByLabel('Reference').fill(ownName('RB3'))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Draft \d+ saved$/).waitFor()
  const before = sent.length
  await next.click()
  await page.waitForURL((url) => !url.pathname.endsWith(`/${ids[0]}`))
  expect(sent.length).toBeGreaterThan(before)
})

test('reads nothing ahead where data is to be saved', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('RC1'), net: '100' })
  const saver = await visit('finance1', '/login')
  await saver.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await saver.clock.install()
  await saver.goto(`/drafts${PLAIN}`)
  const sent = requests(saver)
  await saver.locator(`tr[data-key="${id}"] a.grid__open`).focus()
  // Longer than a link is looked at before it is read ahead.
  await saver.clock.runFor(1_000)
  expect(sent).toEqual([])
  await saver.keyboard.press('Enter')
  await saver.getByRole('heading', { name: new RegExp(`Draft ${id}`) }).waitFor()
  expect(sent.filter((url) => url.includes(`/drafts/${id}.data`))).toHaveLength(1)
})
