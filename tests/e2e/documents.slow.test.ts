import type { Page } from 'playwright'
import { bytesOf, objectAt } from 'tests/support/areas/documents/object-at'
import { expect, test } from 'vitest'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { heldBack } from '../support/browser/held-back'
import { ownDatabase } from '../support/browser/own-database'
import { siteNow } from '../support/browser/site-time'
import { chapter } from '../support/chapter'

async function newDraft(): Promise<number> {
  const database = ownDatabase()
  try {
    const site = { transaction: database.transaction, clock: siteNow }
    return await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  } finally {
    await database.close()
  }
}

const SCRIPTED = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

const payload = (name: string, text: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytesOf(text)),
})

const list = (page: Page) => page.getByRole('table', { name: 'Documents', exact: true })
const row = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name })

async function openUpload(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Upload New Document' }).click()
  await page.waitForURL(/upload=new/)
}

async function choose(page: Page, files: ReturnType<typeof payload>[]): Promise<void> {
  await page.locator('input[type=file][name=files]').setInputFiles(files)
}

test('uploads documents, selects, shows and deletes them', async () => {
  const draftId = await newDraft()
  const page = await visit('accountant1', `/drafts/${draftId}`)
  await chapter('Two files are uploaded', async () => {
    await openUpload(page)
    const fees = payload('fees.csv', 'Name;Amount\nSmith;1.234,50\n')
    await choose(page, [fees, payload('script.pdf', SCRIPTED)])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByText('2 of 2 files saved.').waitFor()
    // The list is loaded again after three seconds, by itself.
    await row(page, 'fees.csv').waitFor()
    await page.getByRole('link', { name: 'Close' }).last().click()
    await expect.poll(() => list(page).locator('tr[data-key]').count()).toBe(2)
  })

  await chapter('One is selected, and shown as a PDF', async () => {
    await row(page, 'fees.csv').getByRole('link', { name: 'fees.csv', exact: true }).click()
    await page.waitForURL(/document=\d+/)
    const framed = page.locator('iframe[title="Preview of fees.csv"]')
    const address = (await framed.getAttribute('src')) ?? ''
    const answer = await page.request.get(address)
    expect(answer.headers()['content-type']).toBe('application/pdf')
  })

  await chapter('A PDF with scripts is not shown, only downloaded', async () => {
    await row(page, 'script.pdf').getByRole('link', { name: 'script.pdf', exact: true }).click()
    const preview = page.frameLocator('iframe[title="Preview of script.pdf"]')
    await page.locator('iframe[title="Preview of script.pdf"]').scrollIntoViewIfNeeded()
    await preview.getByText('This PDF contains scripts').waitFor()
    const saving = page.waitForEvent('download')
    await preview.getByRole('link', { name: 'Download it' }).click()
    expect((await saving).suggestedFilename()).toBe('script.pdf')
  })

  const popup = page.getByRole('dialog', { name: 'Delete this document?' })
  await chapter('One is to be deleted; Escape, Back and “Keep it” keep it', async () => {
    await row(page, 'fees.csv').getByRole('link', { name: 'Delete fees.csv' }).click()
    await popup.waitFor()
    expect(new URL(page.url()).pathname).toBe(`/drafts/${draftId}`)
    await expect.poll(() => popup.innerText()).toContain('fees.csv')
    // Escape and Back keep the document; the address alone opens the popup again.
    const address = page.url()
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('delete=')
    await page.goto(address)
    await popup.waitFor()
    await popup.getByRole('link', { name: 'Keep it' }).click()
    await popup.waitFor({ state: 'detached' })
    await expect.poll(() => list(page).locator('tr[data-key]').count()).toBe(2)
    await row(page, 'fees.csv').getByRole('link', { name: 'Delete fees.csv' }).focus()
    await page.keyboard.press('Enter')
    await popup.waitFor()
    expect(await violations(page, 'deletion of a document')).toEqual([])
  })
  await chapter('It is deleted', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.waitForURL(new RegExp(`/drafts/${draftId}`))
    await page.getByText('fees.csv deleted').waitFor()
    await expect.poll(() => list(page).locator('tr[data-key]').count()).toBe(1)
  })
})

test('shows a bar while documents are sent, and says why one of them is refused; cuts long names and leaves the 21st file out', async () => {
  const draftId = await newDraft()
  const page = await visit('accountant1', `/drafts/${draftId}`, { refusals: [422] })
  const send = await heldBack(page, '**/api/uploadDocument/**')
  await openUpload(page)
  await choose(page, [payload('one.txt', 'one'), payload('two.pdf', 'no PDF')])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('progressbar', { name: /^(Uploading|Saving) 1 of 2…$/ }).waitFor()
  send()
  await page.getByText('1 of 2 files saved.').waitFor()
  const alert = page.getByRole('alert').filter({ hasText: 'Upload Error' })
  await alert.getByText('“two.pdf” is a text file').waitFor()
  expect(await page.getByRole('progressbar').count()).toBe(0)

  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(`/documents/object/${draftId}/new`)
  const long = `${'x'.repeat(80)}.txt`
  await choose(page, [payload(long, 'a')])
  const names = page.getByRole('list', { name: 'Chosen files' }).locator('li > span')
  await expect.poll(() => names.allInnerTexts()).toEqual([`${'x'.repeat(66)}….txt`])
  await choose(page, [
    payload(long, 'b'),
    ...Array.from({ length: 20 }, (_, at) => payload(`${at}.txt`, 'c')),
  ])
  await expect.poll(() => names.count()).toBe(20)
  await page.getByText('19.txt was left out: 20 files are accepted here.').waitFor()
  expect(await violations(page, 'upload of documents')).toEqual([])
})
