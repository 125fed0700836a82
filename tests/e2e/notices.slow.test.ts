import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { draftForm, editDraft, uploadedDraft } from '../support/browser/drafts'
import { invoiceFile } from '../support/browser/invoice-files'
import { ownName } from '../support/browser/own-name'

const TEXT = { name: 'proof.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF at all') }

const upload = (page: Page) => page.locator('form:has(input[type=file]) button[type=submit]').click()

// Whatever the console says fails these tests.
test('the message of an upload is shown once: not after a reload or going back; a refused form keeps the input', async () => {
  const ref = ownName('NOTICE-')
  await uploadedDraft('finance1', { ref, net: '100' })
  const page = await visit('finance1', '/drafts', { refusals: [422] })
  await page.getByRole('link', { name: 'Upload New Invoice' }).click()
  const comment = page.getByLabel('Comment (optional)')
  const file = page.getByLabel(/^1 PDF or XML file/)
  await comment.fill('By post')
  await file.setInputFiles(TEXT)
  await upload(page)
  const refused = page.getByText('File cannot be integrated, see error.')
  await refused.waitFor()
  await page.getByRole('link', { name: 'Open the form again' }).click()
  await expect.poll(() => comment.inputValue()).toBe('By post')
  await page.reload()
  expect(await refused.count()).toBe(0)

  await file.setInputFiles(await invoiceFile({ ref }))
  await upload(page)
  const said = page.getByText(/^Draft \d+ created\./)
  await said.waitFor()
  const done = page.locator('.status-line', { hasText: /^Draft \d+ created\.$/ })
  await page.locator('.status-line--warning', { hasText: 'May be a duplicate of draft' }).waitFor()
  expect(await done.evaluate((line) => line.classList.contains('status-line--warning'))).toBe(false)
  const [, draft = ''] = /\/drafts\/(\d+)/.exec(page.url()) ?? []
  await page.reload()
  await page.getByRole('heading', { name: `Draft ${draft}` }).waitFor()
  expect(await said.count()).toBe(0)

  // The next action on the same page replaces it.
  await editDraft(page)
  await draftForm(page).getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText(`Draft ${draft} saved`).waitFor()
  expect(await said.count()).toBe(0)
  await page.getByRole('link', { name: 'Close', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname === '/drafts')
  expect(await said.count()).toBe(0)
  await page.goBack()
  await page.goForward()
  expect(await said.count()).toBe(0)
})

test('a popup does not scroll the page below, on a slow telephone too; the refusal of a file is shown beside the drawer', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('SCROLLED'), net: '10' })
  const page = await visit('finance1', `/drafts/${id}`, { width: 390, refusals: [422] })
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const open = page.getByRole('link', { name: 'Add Backup' })
  await open.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await open.click()
  const popup = page.getByRole('dialog', { name: 'Upload Backup document' })
  await popup.waitFor()
  await page.keyboard.press('Escape')
  await popup.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)

  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/drafts/${id}/add/backup`)
  await page.locator('input[type=file][name=files]').setInputFiles(TEXT)
  await upload(page)
  const banner = page.locator('main > .error-banner')
  await banner.waitFor()
  for (const width of [1280, 1000, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const [told, panel] = [await banner.boundingBox(), await page.locator('.drawer').boundingBox()]
    if (!told || !panel) throw new Error('There is no banner, or no drawer')
    const beside = told.x + told.width <= panel.x
    expect([width, width < 900 ? told.y + told.height <= panel.y : beside]).toEqual([width, true])
    // In sight and to be read: what is at its words is nothing else.
    for (const words of [banner.locator('p'), banner.getByRole('link')])
      await expect
        .poll(() =>
          words.evaluate((element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            return element.contains(document.elementFromPoint(x + width - 2, y + height / 2))
          }),
        )
        .toBe(true)
  }
})
