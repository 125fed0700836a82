import { openDoors } from 'db/doors'
import type { Page } from 'playwright'
import { bytesOf, objectAt } from 'tests/domain/documents/object-at'
import { describe, expect, test } from 'vitest'
import { violations } from './site/axe'
import { visit } from './site/browsing'
import { ownSite } from './site/own-site'

async function newDraft(status = 'IN ENTRY', queue = 'ACCOUNTING'): Promise<number> {
  const doors = openDoors({ url: ownSite().url })
  try {
    const site = { transaction: doors.transaction, clock: () => new Date() }
    return await objectAt(site, 'draft', queue, status)
  } finally {
    await doors.close()
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

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('documents are uploaded, selected, previewed and deleted', async () => {
    const draftId = await newDraft()
    const page = await visit('accountant1', `/drafts/${draftId}`, { js })
    await openUpload(page)
    await choose(page, [
      payload('fees.csv', 'Name;Amount\nSmith;1.234,50\n'),
      payload('script.pdf', SCRIPTED),
    ])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    if (js) {
      await page.getByText('2 of 2 files stored.').waitFor()
      // The list is asked for again after three seconds, by itself.
      await row(page, 'fees.csv').waitFor({ timeout: 8_000 })
      await page.getByRole('link', { name: 'Close' }).last().click()
    } else await page.getByText('2 documents added').waitFor()
    expect(await list(page).locator('tr[data-key]').count()).toBe(2)

    await row(page, 'fees.csv').getByRole('link', { name: 'fees.csv', exact: true }).click()
    await page.waitForURL(/document=\d+/)
    const framed = page.locator('iframe[title="Preview of fees.csv"]')
    const address = (await framed.getAttribute('src')) ?? ''
    const answer = await page.request.get(address)
    expect(answer.headers()['content-type']).toBe('application/pdf')

    await row(page, 'script.pdf').getByRole('link', { name: 'script.pdf', exact: true }).click()
    const told = page.frameLocator('iframe[title="Preview of script.pdf"]')
    await page.locator('iframe[title="Preview of script.pdf"]').scrollIntoViewIfNeeded()
    await told.getByText('This PDF carries scripts').waitFor()
    const saving = page.waitForEvent('download')
    await told.getByRole('link', { name: 'Download it' }).click()
    expect((await saving).suggestedFilename()).toBe('script.pdf')

    await row(page, 'fees.csv').getByRole('link', { name: 'Delete fees.csv' }).click()
    await page.getByRole('heading', { name: 'Delete this document?' }).waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.waitForURL(new RegExp(`/drafts/${draftId}`))
    await page.getByText('fees.csv deleted').waitFor()
    expect(await list(page).locator('tr[data-key]').count()).toBe(1)
  })

  test('each file that is refused is told why', async () => {
    const draftId = await newDraft()
    const page = await visit('accountant1', `/drafts/${draftId}`, { js, refusals: [422] })
    await openUpload(page)
    await choose(page, [payload('good.txt', 'good'), payload('bad.pdf', 'no PDF')])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Upload Error' })
    await alert.getByText('The content of the file "bad.pdf" is a text file').waitFor()
    if (js) await page.getByText('1 of 2 files stored.').waitFor()
    else expect(await alert.innerText()).toContain('None of the files was stored')
  })
})

test('a file with a name that is chosen already is ignored, long names are cut, the 21st is left out', async () => {
  const page = await visit('accountant1', `/documents/object/${await newDraft()}/new`)
  const long = `${'x'.repeat(80)}.txt`
  await choose(page, [payload(long, 'a')])
  const names = page.getByRole('list', { name: 'Chosen files' }).locator('li > span')
  expect(await names.allInnerTexts()).toEqual([`${'x'.repeat(66)}….txt`])
  await choose(page, [
    payload(long, 'b'),
    ...Array.from({ length: 20 }, (_, at) => payload(`${at}.txt`, 'c')),
  ])
  expect(await names.count()).toBe(20)
  await page.getByText('19.txt was left out: 20 files are taken here.').waitFor()
})

test('at the completion step there is nothing to upload and nothing to delete', async () => {
  const draftId = await newDraft('COMPLETED', 'SYSTEM')
  const page = await visit('accountant1', `/drafts/${draftId}`)
  await list(page).waitFor()
  expect(await page.getByRole('link', { name: 'Upload New Document' }).count()).toBe(0)
  await page.goto(`/documents/object/${draftId}/new`)
  await page.getByText('No documents are added any more').waitFor()
})

test('the pages of documents have nothing that axe objects to', async () => {
  const draftId = await newDraft()
  const page = await visit('accountant1', `/documents/object/${draftId}/new`)
  await choose(page, [payload('a.txt', 'a')])
  expect(await violations(page, 'upload of documents')).toEqual([])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.waitForURL(new RegExp(`/drafts/${draftId}$`))
  await page.getByText('1 document added').waitFor()
  await row(page, 'a.txt').getByRole('link', { name: 'Delete a.txt' }).click()
  await page.getByRole('heading', { name: 'Delete this document?' }).waitFor()
  expect(await violations(page, 'deletion of a document')).toEqual([])
})
