import { connectDatabase } from 'db/database'
import type { Page } from 'playwright'
import { bytesOf, objectAt } from 'tests/support/areas/documents/object-at'
import { EICAR, startDouble } from 'tests/support/scanner/clamd'
import { describe, expect, onTestFinished, test } from 'vitest'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { BOTH } from '../support/browser/grids'
import { heldBack } from '../support/browser/held-back'
import { ownSite } from '../support/browser/own-site'
import { startServer } from '../support/browser/server'
import { chapter } from '../support/chapter'

async function newDraft(): Promise<number> {
  const database = connectDatabase({ url: ownSite().url })
  try {
    const site = { transaction: database.transaction, clock: () => new Date() }
    return await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  } finally {
    await database.close()
  }
}

/** The same site once more, with a virus scanner; sessions and documents are those of the other. */
async function scannedSite(): Promise<string> {
  const scanner = await startDouble()
  onTestFinished(() => scanner.stop())
  const { host, port } = scanner.address
  const server = await startServer(ownSite(), { CLAMD_URL: `tcp://${host}:${port}` })
  onTestFinished(() => server.stop())
  return server.origin
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

describe.each(BOTH)('$scripts', ({ js }) => {
  test('uploads documents, selects, shows and deletes them', async () => {
    const draftId = await newDraft()
    const page = await visit('accountant1', `/drafts/${draftId}`, { js })
    await chapter('Two files are uploaded', async () => {
      await openUpload(page)
      await choose(page, [
        payload('fees.csv', 'Name;Amount\nSmith;1.234,50\n'),
        payload('script.pdf', SCRIPTED),
      ])
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      if (js) {
        await page.getByText('2 of 2 files saved.').waitFor()
        // The list is asked for again after three seconds, by itself.
        await row(page, 'fees.csv').waitFor()
        await page.getByRole('link', { name: 'Close' }).last().click()
      } else await page.getByText('2 documents added').waitFor()
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
      const told = page.frameLocator('iframe[title="Preview of script.pdf"]')
      await page.locator('iframe[title="Preview of script.pdf"]').scrollIntoViewIfNeeded()
      await told.getByText('This PDF contains scripts').waitFor()
      const saving = page.waitForEvent('download')
      await told.getByRole('link', { name: 'Download it' }).click()
      expect((await saving).suggestedFilename()).toBe('script.pdf')
    })

    const popup = await chapter('One is to be deleted, and a question comes first', async () => {
      await row(page, 'fees.csv').getByRole('link', { name: 'Delete fees.csv' }).click()
      await page.getByRole('heading', { name: 'Delete this document?' }).waitFor()
      const popup = page.getByRole('dialog', { name: 'Delete this document?' })
      await expect.poll(() => popup.count()).toBe(js ? 1 : 0)
      expect(new URL(page.url()).pathname === `/drafts/${draftId}`).toBe(js)
      return popup
    })
    if (js)
      await chapter('Escape, Back and “Keep it” keep the document', async () => {
        await expect.poll(() => popup.innerText()).toContain('fees.csv')
        // Escape and Back keep the document; the address alone opens the popup again.
        const asked = page.url()
        await page.keyboard.press('Escape')
        await popup.waitFor({ state: 'detached' })
        expect(page.url()).not.toContain('delete=')
        await page.goto(asked)
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
})

test('refuses a file with a virus, and says in the list what was scanned', async () => {
  const draftId = await newDraft()
  const scanned = `${await scannedSite()}/drafts/${draftId}`
  const page = await visit('accountant1', `/drafts/${draftId}`, { refusals: [422] })
  const upload = async (name: string, text: string) => {
    await openUpload(page)
    await choose(page, [payload(name, text)])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
  }
  const says = (name: string, words: string) => row(page, name).getByText(words, { exact: true }).waitFor()
  await upload('before.txt', 'harmless')
  await says('before.txt', 'Not scanned')

  await page.goto(scanned)
  await upload('evil.txt', EICAR)
  const found = 'The file "evil.txt" was refused: the virus scanner found Eicar-Test-Signature in it.'
  await page.getByRole('alert').filter({ hasText: 'Upload Error' }).getByText(found).waitFor()
  await page.goto(scanned)
  await upload('after.txt', 'harmless')
  await says('after.txt', 'Clean (Double 1.0)')
  await says('before.txt', 'Not scanned')
  expect(await row(page, 'evil.txt').count()).toBe(0)
})

test('shows a bar while documents are sent, and says why one of them is refused', async () => {
  const page = await visit('accountant1', `/drafts/${await newDraft()}`, { refusals: [422] })
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
})

test('ignores a file whose name is chosen already, cuts long names and leaves the 21st file out', async () => {
  const page = await visit('accountant1', `/documents/object/${await newDraft()}/new`)
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
