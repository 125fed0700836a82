import { describe, expect, test } from 'vitest'
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

test('while a workbook is tried or imported, a bar shows it', async () => {
  const page = await visit('admin', '/admin/import')
  const send = await heldBack(page, '**/admin/import*')
  const rows = book(ownName('IMPBAR'))
  await page.getByLabel(/^Reference data workbook/).setInputFiles(payloads([await bookFile(rows)]))
  await page.getByRole('button', { name: /^Dry run/ }).click()
  await page.getByRole('progressbar', { name: 'Reading the workbook…' }).waitFor()
  send()
  await page.getByText(/^Nothing was saved\./).waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  const sendAgain = await heldBack(page, '**/admin/import*')
  await page.getByRole('button', { name: 'Import these changes' }).click()
  await page.getByRole('progressbar', { name: 'Importing…' }).waitFor()
  sendAgain()
  await page.getByText('3 changes saved.').waitFor()
})

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('reference data: every fault by its cell, a dry run that stores nothing, an import', async () => {
    const code = ownName(`IMP${mark}`)
    const page = await visit('admin', '/admin', { js, refusals: [422] })
    await page.getByRole('link', { name: 'Import reference data' }).click()
    const send = async (rows: ReturnType<typeof book>, button: RegExp) => {
      const file = await bookFile(rows)
      await page.getByLabel(/^Reference data workbook/).setInputFiles(payloads([file]))
      await page.getByRole('button', { name: button }).click()
    }
    const wrong = book(code)
    wrong.Funds[1]?.splice(3, 1, 'EQUITIES')
    await send(wrong, /^Import$/)
    const alert = page.getByRole('alert').filter({ hasText: 'Nothing was imported' })
    await alert.waitFor()
    await expect.poll(() => alert.innerText()).toContain('Funds!D2')

    await send(book(code), /^Dry run/)
    await page.getByText('Nothing was saved. The import would make 3 changes.').waitFor()
    const list = await visit('accountant1', `/nav-controls?filter.fundcode=${code}`, { js })
    await list.getByText('No results').waitFor()

    // The file of the dry run is still there.
    await page.getByRole('button', { name: 'Import these changes' }).click()
    await page.getByText('3 changes saved.').waitFor()
    await list.reload()
    await list.getByRole('row').filter({ hasText: 'Imported Fund' }).waitFor()

    await send(book(code), /^Import$/)
    await page.getByText('0 changes saved.').waitFor()
  })

  test('a user who is imported waits for the second administrator', async () => {
    const name = ownName(`new-${mark}`)
    const page = await visit('admin', '/admin/import', { js })
    const file = await bookFile({
      Users: [
        ['User name', 'First name', 'Last name', 'Role', 'Homepage', 'Queues'],
        [name, 'Nina', 'Neu', 'ACCOUNTANT', 'navctrldashboard', 'ACCOUNTANT'],
      ],
    })
    await page.getByLabel(/^Reference data workbook/).setInputFiles(payloads([file]))
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: /^Import of/ }).waitFor()
    await page.goto('/admin/changes')
    const mine = page.getByRole('row').filter({ hasText: name }).first()
    await expect.poll(() => mine.innerText()).toContain('Needs another person')

    const other = await visit('admin2', '/admin/changes', { js })
    for (;;) {
      const rows = other.getByRole('row').filter({ hasText: name })
      const left = await rows.count()
      if (left === 0) break
      await rows.first().getByRole('button', { name: 'Approve' }).click()
      await other
        .getByText(/^Approved: /)
        .first()
        .waitFor()
      await other.goto('/admin/changes')
      await expect.poll(() => other.getByRole('row').filter({ hasText: name }).count()).toBeLessThan(left)
    }
  })
})
