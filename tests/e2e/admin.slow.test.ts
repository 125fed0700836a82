import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { bookFile, FUND_HEADS } from '../support/areas/reference-import/reference-book'
import { visit } from '../support/browser/browsing'
import { payloads } from '../support/browser/files'
import { heldBack } from '../support/browser/held-back'
import { ownName } from '../support/browser/own-name'

const book = (code: string) => ({
  'Legal entities': [
    ['Name', 'Kind'],
    [`Entity of ${code}`, 'FUND'],
  ],
  Funds: [
    [...FUND_HEADS, 'Accountant', 'Benchmark'],
    [code, 'Imported Fund', 'EUR', 'EQUITY', 'UCITS', 'FIA', 'yes', 'accountant1', null],
  ],
  'NAV calendar': [
    ['Fund code', 'NAV date', 'Max prebalance date', 'Max sending date'],
    [code, '30/11/2026', '01/12/2026', '02/12/2026'],
  ],
})

async function send(page: Page, rows: ReturnType<typeof book>, button: RegExp) {
  await page.getByLabel(/^Reference data workbook/).setInputFiles(payloads([await bookFile(rows)]))
  await page.getByRole('button', { name: button }).click()
}

test('refuses a wrong workbook by its cell, and shows a bar while another one is tried and imported', async () => {
  const code = ownName('IMP')
  const page = await visit('admin', '/admin/import', { refusals: [422] })
  const wrong = book(code)
  wrong.Funds[1]?.splice(3, 1, 'EQUITIES')
  await send(page, wrong, /^Import$/)
  const alert = page.getByRole('alert').filter({ hasText: 'Nothing was imported' })
  await alert.waitFor()
  await expect.poll(() => alert.innerText()).toContain('Funds!D2')

  const letGo = await heldBack(page, '**/admin/import*')
  await send(page, book(code), /^Dry run/)
  await page.getByRole('progressbar', { name: 'Reading the workbook…' }).waitFor()
  letGo()
  await page.getByText('Nothing was saved. The import would make 3 changes.').waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  const letGoAgain = await heldBack(page, '**/admin/import*')
  await page.getByRole('button', { name: 'Import these changes' }).click()
  await page.getByRole('progressbar', { name: 'Importing…' }).waitFor()
  letGoAgain()
  await page.getByText('3 changes saved.').waitFor()
})
