import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { holdSent, visit } from '../support/browser/browsing'
import { draftForm, editDraft, saveDraft, uploadedDraft } from '../support/browser/drafts'
import { requests } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

/** With a query of its own a list opens without the layout that another test has left its user. */
const PLAIN = '?page=1'

const badge = (page: Page) => page.locator('.drawer__title .badge')

test('shows the place after a step at once, and the former one when it is refused; what was read ahead before something was sent is not shown', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('AHEAD'), net: '100' })
  const page = await visit('finance1', `/drafts/${id}${PLAIN}`, { refusals: [422] })
  await chapter('A step that is refused', async () => {
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
  await chapter('A neighbour that was read ahead before the draft was saved', async () => {
    const sent = requests(page)
    const next = page.locator('a.drawer__neighbour').first()
    await next.focus()
    const isAhead = (url: string) => url.includes('.data') && !url.includes(`/drafts/${id}.data`)
    await expect.poll(() => sent.filter(isAhead).length).toBe(1)
    await editDraft(page)
    await draftForm(page).getByLabel('Reference', { exact: true }).fill(ownName('RB'))
    await saveDraft(page)
    const before = sent.length
    await next.click()
    await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`))
    expect(sent.length).toBeGreaterThan(before)
  })
})

test('reads the drawer of a link ahead that keeps the focus, and nothing where data is to be saved', async () => {
  const refs = [ownName('RA1'), ownName('RA2')]
  const ids = await Promise.all(refs.map((ref) => uploadedDraft('finance1', { ref, net: '100' })))
  const page = await visit('finance1', `/drafts${PLAIN}`)
  const sent = requests(page)
  const link = (id = 0) => page.locator(`tr[data-key="${id}"] a.grid__open`)
  const opened = (id = 0) =>
    page.getByRole('heading', { name: new RegExp(`^IN ENTRY.*Draft ${id}`) }).waitFor()
  const requestsOf = (id = 0) => sent.filter((url) => url.includes(`/drafts/${id}.data`))
  await chapter('Opening it then sends nothing', async () => {
    await link(ids[0]).focus()
    await expect.poll(() => requestsOf(ids[0]).length).toBe(1)
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Enter')
    await opened(ids[0])
    expect(requestsOf(ids[0])).toHaveLength(1)
  })
  await chapter('Nor is it read twice by who follows it at once, and hovering reads nothing', async () => {
    await page.keyboard.press('Escape')
    await link(ids[1]).hover()
    await link(ids[1]).click()
    await opened(ids[1])
    expect(requestsOf(ids[1])).toHaveLength(1)
  })
  await chapter('Nothing is read ahead where data is to be saved', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    await page.clock.install()
    await page.goto(`/drafts${PLAIN}`)
    sent.splice(0)
    await link(ids[0]).focus()
    // Longer than a link is looked at before it is read ahead.
    await page.clock.runFor(1_000)
    expect(sent).toEqual([])
    await page.keyboard.press('Enter')
    await opened(ids[0])
    expect(requestsOf(ids[0])).toHaveLength(1)
  })
})
