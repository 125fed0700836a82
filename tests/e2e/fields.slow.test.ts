import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { draftForm, editDraft, uploadedDraft } from '../support/browser/drafts'
import { invoiceFile } from '../support/browser/invoice-files'
import { ownName } from '../support/browser/own-name'

const SAVED = /^Draft \d+ saved$/
const save = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true }).click()
const at = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

/** A file of the machine is held over an element; `drop` lets it go. */
async function dragged(page: Page, selector: string, path: string) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`There is no ${selector}`)
  const session = await page.context().newCDPSession(page)
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    })
  await send('dragEnter')
  await send('dragOver')
  return { drop: () => send('drop') }
}

/** Waits until the code of the menus is there: they open without it, too. */
async function withMenu(page: Page, label: string) {
  const summary = page.locator('summary').filter({ hasText: label })
  // What comes under a pointer that rests hears nothing of it: the pointer moves on.
  const arrived = async () => {
    await page.mouse.move(0, 0)
    await summary.hover()
    return page.locator('summary[aria-haspopup=menu]').filter({ hasText: label }).count()
  }
  await expect.poll(arrived).toBe(1)
  return summary
}

test('goes through menus by arrow keys and letters, saves a file, gives focus back, and loads no new document', async () => {
  const page = await visit('finance1', '/drafts?page=1')
  const files = await withMenu(page, 'Export')
  await files.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'CSV' }).waitFor()
  await page.keyboard.type('c')
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await expect.poll(() => at(page)).toBe('Export')

  const summary = await withMenu(page, 'FINANCE')
  await summary.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menu').waitFor()
  await expect.poll(() => at(page)).toBe('Password')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => at(page)).toBe('Sessions')
  await page.keyboard.type('ap')
  await expect.poll(() => at(page)).toBe('Appearance')
  await page.keyboard.press('End')
  await expect.poll(() => at(page)).toBe('Log out')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await expect.poll(() => at(page)).toContain('FINANCE')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Personal tokens' }).click()
  await page.waitForURL('**/account/tokens')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await page.getByRole('menu').waitFor({ state: 'detached' })
  // A second menu closes the first one.
  await (await withMenu(page, 'Expenses')).click()
  await page.getByRole('menuitem', { name: 'Budgets' }).waitFor()
  await (await withMenu(page, 'FINANCE')).click()
  await page.getByRole('menuitem', { name: 'Sessions' }).waitFor()
  await expect.poll(() => page.getByRole('menu').count()).toBe(1)
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login**')
})

test('takes a file that is chosen by keyboard, dropped or pasted, and uploads it', async () => {
  const { name, buffer } = await invoiceFile({ ref: ownName('DROP-') })
  const page = await visit('finance1', '/drafts/new')
  const button = page.getByRole('button', { name: 'Choose a file…' })
  // The browser is told early: it may open a chooser of its own before it knows that the test handles it.
  const chooser = page.waitForEvent('filechooser')
  await button.focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(await invoiceFile({ ref: ownName('KEY-') }))
  await expect.poll(() => page.getByRole('button', { name: 'Upload', exact: true }).isEnabled()).toBe(true)
  const folder = await mkdtemp(join(tmpdir(), 'dropped-'))
  const path = join(folder, name)
  await writeFile(path, buffer)
  onTestFinished(() => rm(folder, { recursive: true }))
  const held = await dragged(page, '.upload', path)
  await page.locator('.upload--over').waitFor()
  await held.drop()
  await page.locator('.upload__choose').getByText(name).waitFor()
  await page.locator('.upload--over').waitFor({ state: 'detached' })
  // Another one is pasted in its place.
  await button.focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['no PDF'], 'pasted.pdf', { type: 'application/pdf' }))
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await page.locator('.upload__choose').getByText('pasted.pdf').waitFor()
  await (await dragged(page, '.upload', path)).drop()
  await page.locator('.upload__choose').getByText(name).waitFor()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText(/Draft \d+ created/).waitFor()
})

test('shows what just happened over the page and beside the drawer, and moves nothing; the edge of a drawer is moved', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('FIELD-'), net: '100' })
  const page = await visit('finance1', `/drafts/${id}/edit`)
  await draftForm(page).getByLabel('Reference', { exact: true }).fill(ownName('SAID-'))
  const top = (await page.locator('.page h1').boundingBox())?.y
  await save(page)
  const line = page.getByRole('status').getByText(SAVED)
  await line.waitFor()
  const toast = page.getByRole('alertdialog', { name: SAVED })
  await toast.waitFor()
  expect((await page.locator('.page h1').boundingBox())?.y).toBe(top)
  const inSight = await toast.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(inSight).toBe(true)
  await page.keyboard.press('F6')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.said') !== null)).toBe(true)
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await toast.waitFor({ state: 'detached' })
  // And for the next one.
  await editDraft(page)
  await draftForm(page).getByLabel('Reference', { exact: true }).fill(ownName('SAID-'))
  await save(page)
  await toast.waitFor()
  expect(await violations(page, 'toast')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  // By mouse and arrow keys, and the drawer keeps its width.
  const width = async () => (await page.locator('.drawer').boundingBox())?.width ?? 0
  const grip = page.getByRole('separator', { name: 'Width of the drawer in pixels' })
  await grip.focus()
  const before = await width()
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowRight')
      return width()
    })
    .toBeLessThan(before)
  const narrow = await width()
  const box = await grip.boundingBox()
  if (!box) throw new Error('no grip')
  await page.mouse.move(box.x + 4, 300)
  await page.mouse.down()
  await page.mouse.move(box.x - 96, 300, { steps: 5 })
  await page.mouse.up()
  await expect.poll(width).toBe(narrow + 100)
  await page.reload()
  await expect.poll(width).toBe(narrow + 100)
})
