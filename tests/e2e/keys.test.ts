import { invoicePdf } from 'db/seed/expenses/invoice-pdf'
import type { Page } from 'playwright'
import { planSet, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { writeBook, writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { over } from '../support/browser/fields'
import { payloads } from '../support/browser/files'
import { newFund } from '../support/browser/funds'
import { INVOICE } from '../support/browser/invoice-files'
import { focusIsKept, focusOn, logInByKeys, type Typist, tabTo, typist } from '../support/browser/keys'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

/** What a day's most frequent tasks may cost at most, from the login on. */
const MAX_KEYS = { nav: 50, draft: 60 }

/** A command of Ctrl+K by the beginning of its name. */
async function command(page: Page, keys: Typist, typed: string): Promise<void> {
  await keys.press('Control+k')
  await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('searchbox').waitFor()
  await keys.type(typed)
  // What is found is not waited for.
  await keys.press('Enter')
}

/** Chooses the files in whichever chooser of the system is opened: that is none of the site's. */
function takeFiles(page: Page, files: ReturnType<typeof payloads>): void {
  page.on('filechooser', (chooser) => void chooser.setFiles(files))
}

/** The focus is on a field of files, which opens the chooser. */
async function chooseFiles(page: Page, keys: Typist, count: number): Promise<void> {
  await focusOn(page, / file/)
  await keys.press('Space')
  const chosen = () =>
    page.evaluate(() => document.querySelector<HTMLInputElement>('dialog [type=file]')?.files?.length)
  await expect.poll(chosen).toBe(count)
}

test('from the login to a submitted NAV', async () => {
  const { code, nav } = await newFund({ code: ownName('KEYS') })
  const page = await visit(null, '/login')
  takeFiles(page, payloads(await writeSet(nav.model, 'FIA3')))
  const keys = typist(page)
  await logInByKeys(page, keys, 'accountant1')
  await command(page, keys, 'fia 3')
  await chooseFiles(page, keys, 3)
  // What it waits for.
  await keys.press('Control+Enter')
  await focusOn(page, /^Reason/)
  await keys.press('F', 'Tab')
  await keys.type('By mail')
  await keys.press('Control+Enter')
  await page.getByRole('heading', { name: code }).first().waitFor()
  await page.getByText(/Control finished: \d+ OK/).waitFor()
  await focusIsKept(page)
  await keys.press('.')
  await focusOn(page, 'Last Document reception')
  // The browser's own field, which the other lies over once its code is there, wants the year as well.
  await page.locator('.next-step .over__day').first().waitFor()
  await focusOn(page, 'Last Document reception')
  await keys.type('2/11')
  await keys.press('Control+Enter')
  await page
    .getByText(/: SUBMITTED \(TEAM LEADER\)/)
    .first()
    .waitFor()
  await focusIsKept(page)
  expect(keys.count()).toBeLessThanOrEqual(MAX_KEYS.nav)
})

test('from the login to a draft that was sent to check, of an invoice without data in it', async () => {
  const ref = ownName('K')
  const page = await visit(null, '/login')
  const buffer = Buffer.from(await invoicePdf({ ...INVOICE, ref }, false))
  takeFiles(page, [{ name: `${ref}.pdf`, mimeType: 'application/pdf', buffer }])
  const keys = typist(page)
  await logInByKeys(page, keys, 'finance1')
  await command(page, keys, 'new d')
  await chooseFiles(page, keys, 1)
  await expect.poll(() => page.getByRole('button', { name: 'Upload', exact: true }).isEnabled()).toBe(true)
  await keys.press('Control+Enter')
  await page.waitForURL(/\/drafts\/\d+/)
  await page.getByText('“Send to check” still needs').waitFor()
  await focusOn(page, /Draft \d+/)
  await keys.press('.')
  await focusOn(page, 'Supplier Company')
  await keys.press('Enter')
  await page.locator('#invoicedLegalEntity-over').waitFor()
  await chapter('Its fields', async () => {
    const field = (label: string) => tabTo(page, keys, new RegExp(`^${label}`))
    await focusOn(page, /^Supplier Company/)
    await over(page.locator(':focus'))
    // A name by a part of it: Tab takes the first one that is found.
    await keys.type('dom')
    await page.locator('[role=option]').first().waitFor()
    await expect.poll(() => page.locator('[role=option][data-focused]').count()).toBe(1)
    await keys.press('Tab')
    // The supplier's last invoices fill in what is usual.
    await page
      .getByText(/^Suggested \(/)
      .first()
      .waitFor()
    await field('Reference')
    await keys.type(ref)
    await field('Invoice Date')
    await keys.type('3/11')
    await field('Gross')
    await keys.type('117')
    // Its last invoices are without taxes.
    await expect.poll(() => page.locator('#taxes').inputValue()).toBe('0.00')
  })
  await keys.press('Control+Enter')
  await page
    .getByText(/^Draft \d+ saved$/)
    .first()
    .waitFor()
  await focusOn(page, 'Message')
  // Saved: the same keys lead on.
  await keys.press('Control+Enter')
  await page
    .getByText(/: TO CHECK \(TEAM LEADER\)/)
    .first()
    .waitFor()
  await focusIsKept(page)
  expect(keys.count()).toBeLessThanOrEqual(MAX_KEYS.draft)
})

test('after a rule is explained the next one that is not OK has the focus, and after the last one the next step', async () => {
  const { nav } = await newFund({ code: ownName('RULES') })
  const books = planSet(nav.model, 'FIA3')
  rowIn(tableIn(books, 'Balance'), { accountNumber: '9010' }).debtor = { number: '12' }
  const income = nav.model.balance.find(({ accountNumber }) => accountNumber === '7010')
  rowIn(tableIn(books, 'Balance'), { accountNumber: '7010' }).creditor = {
    number: String(Number(income?.creditor) + 12),
  }
  const [line] = tableIn(books, 'Inventory').rows
  if (line) line.isin = { text: 'XX0000000000' }
  await control('accountant1', await Promise.all(books.map(writeBook)))
  const page = await visit('accountant1', `/nav-controls/${nav.id}`)
  const keys = typist(page)
  await page.getByRole('link', { name: 'Explain B04 Suspense accounts' }).focus()
  for (const [rule, next] of [
    ['B04 Suspense accounts', 'Explain I05 ISIN'],
    ['I05 ISIN', 'Last Document reception'],
  ] as const) {
    await keys.press('Enter')
    await focusOn(page, `Comment on ${rule}`)
    await keys.type('Known')
    await keys.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await focusOn(page, next)
  }
  // Closed without a change it goes back to where it was opened.
  const change = 'Change the explanation of I05 ISIN'
  await page.getByRole('link', { name: change }).press('Enter')
  await focusOn(page, 'Comment on I05 ISIN')
  await keys.press('Escape')
  await focusOn(page, change)
})
