import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { uploadedDraft } from '../support/browser/drafts'
import { invoiceFile } from '../support/browser/invoice-files'

/** The server does what it is asked, and the answer of the first upload to an address does not arrive. */
async function loseFirstAnswer(page: Page, path: string) {
  await page.evaluate((lost) => {
    const { open } = XMLHttpRequest.prototype
    let left = 1
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL) {
      open.call(this, method, url, true)
      if (!String(url).startsWith(lost) || left-- <= 0) return
      this.addEventListener('loadstart', () => {
        this.onload = this.onerror
      })
    }
  }, path)
}

const LOST = /We do not know yet whether it was saved\. Send it again: it takes effect only once\./
const upload = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true }).click()

/** How many drafts there are of an invoice. */
async function drafts(ref: string): Promise<number> {
  const found = (await call('finance1', `drafttransactions?filter.invoice_ref=${ref}`)) as unknown[]
  return found.length
}

const folder = mkdtempSync(join(tmpdir(), 'fundesk-lost-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A file as a person has it: chosen twice, it is the same one. */
function onDisk({ name, buffer }: { name: string; buffer: Buffer }): string {
  const path = join(folder, name)
  writeFileSync(path, buffer)
  return path
}

const newRef = () => `LOST-${randomUUID().slice(0, 8)}`

test('an invoice whose answer was lost is chosen and sent again, and is one draft', async () => {
  const ref = newRef()
  const file = onDisk(await invoiceFile({ ref }))
  const page = await visit('finance1', '/drafts/new')
  await loseFirstAnswer(page, '/api/uploadinvoice')
  await page.getByLabel(/^1 PDF or XML file/).setInputFiles(file)
  await page.getByLabel('Comment (optional)').fill('Sent twice')
  await upload(page)
  await page.getByText(LOST).waitFor()
  await page.getByRole('link', { name: 'Open the form again' }).click()
  await page.getByLabel(/^1 PDF or XML file/).setInputFiles(file)
  await expect.poll(() => page.getByLabel('Comment (optional)').inputValue()).toBe('Sent twice')
  await upload(page)
  await page.getByText(/Draft \d+ created/).waitFor()
  expect(await drafts(ref)).toBe(1)
})

test('of several invoices, the one whose answer was lost is sent again under its key', async () => {
  const refs = [newRef(), newRef()]
  const files = await Promise.all(
    refs.map(async (ref) => onDisk({ ...(await invoiceFile({ ref })), name: `${ref}.pdf` })),
  )
  const page = await visit('finance1', '/drafts/batch')
  await loseFirstAnswer(page, '/api/uploadinvoice')
  const choose = async (which: typeof files) => {
    await page.getByLabel(/^Up to 5 PDF or XML files/).setInputFiles(which)
    await page.getByLabel('Comment for all files (optional)').fill('Sent twice')
    await upload(page)
  }
  await choose(files)
  await page.getByText(LOST).waitFor()
  await page.getByText(/^Draft \d+$/).waitFor()
  await expect.poll(() => page.getByLabel('Comment for all files (optional)').inputValue()).toBe('')
  await choose(files.slice(0, 1))
  await expect.poll(() => page.getByText(/^Draft \d+$/).count()).toBe(2)
  expect(await Promise.all(refs.map(drafts))).toEqual([1, 1])
})

test('a document whose answer was lost is sent again, and is stored once', async () => {
  const draft = await uploadedDraft('accountant1', { ref: newRef(), net: '100.00' })
  const page = await visit('accountant1', `/drafts/${draft}?upload=new`)
  await loseFirstAnswer(page, '/api/uploadDocument')
  const file = onDisk({ name: 'contract.txt', buffer: Buffer.from('Signed') })
  const choose = async () => {
    await page.locator('input[type=file][name=files]').setInputFiles(file)
    await upload(page)
  }
  await choose()
  await page.getByText(LOST).waitFor()
  await choose()
  const stored = async () => JSON.stringify(await call('accountant1', `documents/object/${draft}`))
  await page.getByText('1 of 1 files saved.').waitFor()
  expect((await stored()).match(/contract\.txt/g)).toHaveLength(1)
})
