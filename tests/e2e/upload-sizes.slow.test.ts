import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { chapter } from '../support/chapter'

const MB = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'fundesk-sizes-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A file of so many bytes, on disk as a person has it. */
function fileOf(name: string, bytes: number): string {
  const path = join(folder, name)
  writeFileSync(path, Buffer.alloc(bytes, 'x'))
  return path
}

/** Counts what is posted: a file that is refused by its size is never sent. */
function posts(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  return sent
}

const field = (page: Page) => page.locator('input[type=file][name=files]')
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'File size error' })

test('an invoice, or a workbook of reference data, over its limit is refused by its size before it is sent', async () => {
  const inputs: [user: string, path: string, ending: string, limit: number][] = [
    ['finance1', '/drafts/new', 'pdf', 25],
    ['admin', '/admin/import', 'xlsx', 20],
  ]
  for (const [user, path, ending, limit] of inputs) {
    const page = await visit(user, path)
    const sent = posts(page)
    await field(page).setInputFiles(fileOf(`large.${ending}`, limit * MB + 1))
    await alert(page).waitFor()
    const said = `The file "large.${ending}" is larger than ${limit} MB. Choose a smaller file.`
    expect(await alert(page).innerText(), path).toContain(said)
    expect(await field(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0)
    await field(page).setInputFiles(fileOf(`fits.${ending}`, limit * MB))
    await alert(page).waitFor({ state: 'detached' })
    expect(await field(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(1)
    expect(sent).toEqual([])
  }
})

const WORKBOOKS = ['NAV.xlsx', 'Balance.xlsx', 'Inventory.xlsx']

test('“Launch control” waits for the files, a reason and a comment; a file that is too large closes the form, and what was typed comes back', async () => {
  const page = await visit('accountant1', '/nav-controls/new/fia-3')
  const files = WORKBOOKS.map((name) => fileOf(name, 10))
  const [reason, comment] = [page.getByLabel('Reason'), page.getByLabel('Please enter a comment (Mandatory)')]
  const launch = page.getByRole('button', { name: 'Launch control' })
  await chapter('It waits for one after the other', async () => {
    const waits = async (why: string) => {
      await page.getByText(why, { exact: true }).waitFor()
      await expect.poll(() => launch.isDisabled()).toBe(true)
    }
    await waits('0 of 3 files chosen')
    await field(page).setInputFiles(files)
    await waits('Choose a reason.')
    await reason.selectOption('FIRST')
    await waits('Enter a comment.')
    await comment.fill('   ')
    await waits('Enter a comment.')
    await comment.fill('Files of the administrator')
    await page.getByText('Enter a comment.', { exact: true }).waitFor({ state: 'detached' })
    await expect.poll(() => launch.isDisabled()).toBe(false)
    // By keyboard alone from the comment: the button is the next stop.
    await comment.focus()
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toContain('Launch control')
  })
  await chapter('A file that is too large closes the form and says so', async () => {
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto('/nav-controls/new/fia-3')
    const sent = posts(page)
    await reason.selectOption('CORR')
    await comment.fill('Corrected by the bank')
    await field(page).setInputFiles(fileOf('large.xlsx', MB))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => alert(page).innerText()).toContain('File size too big (>1Mb) for large.xlsx')
    expect(sent).toEqual([])
  })
  await chapter('What was typed comes back: the files are all that the button waits for', async () => {
    await page.getByRole('link', { name: 'Open the form again' }).click()
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => reason.inputValue()).toBe('CORR')
    await expect.poll(() => comment.inputValue()).toBe('Corrected by the bank')
    await expect.poll(() => launch.isDisabled()).toBe(true)
    await field(page).setInputFiles(files)
    await page.getByText('Choose 3 files').waitFor({ state: 'detached' })
    await expect.poll(() => launch.isDisabled()).toBe(false)
  })
})

test('without scripts “Launch control” never waits: the server refuses what is missing, each beside its field', async () => {
  const page = await visit('accountant1', '/nav-controls/new/fia-3', { js: false, refusals: [422] })
  const launch = page.getByRole('button', { name: 'Launch control' })
  await expect.poll(() => launch.isDisabled()).toBe(false)
  for (const name of ['files', 'reason', 'comment'])
    await page.locator(`[name=${name}]`).evaluate((each) => each.removeAttribute('required'))
  await launch.click()
  const refused = page.getByRole('alert').filter({ hasText: 'Files cannot be integrated, see error.' })
  await refused.waitFor()
  for (const said of [
    'Choose exactly 3 Excel files',
    'Choose a reason.',
    'Please enter a comment (Mandatory).',
  ])
    await refused.getByText(said).waitFor()

  // What was typed is kept, and so are the files.
  await page.getByLabel('Reason').selectOption('CORR')
  await page.getByLabel('Please enter a comment (Mandatory)').fill('Corrected by the bank')
  await field(page).setInputFiles(['one', 'two', 'three'].map((name) => fileOf(`${name}.xlsx`, 10)))
  await launch.click()
  await page.getByText('The server keeps').waitFor()
  expect(await page.getByLabel('Reason').inputValue()).toBe('CORR')
  expect(await page.getByLabel('Please enter a comment (Mandatory)').inputValue()).toBe(
    'Corrected by the bank',
  )
})
