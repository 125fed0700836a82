import type { Page } from 'playwright'
import { writeSet } from 'tests/support/workbooks/write'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { control, steps } from '../support/browser/calls'
import { newFund, type TestFund } from '../support/browser/funds'
import { expenseSteps, newInvoice } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'

/** Controlled on two dates, submitted and approved. */
let fund: TestFund
let invoiceId: number
const ref = ownName('PRINTED')

beforeAll(async () => {
  fund = await newFund({ code: ownName('PRINT') })
  const [previous] = fund.navs
  if (previous) await control('accountant2', await writeSet(previous.model, 'FIA3'))
  await control('accountant1', await writeSet(fund.nav.model, 'FIA3'))
  await steps(fund.nav.id, [
    ['accountant1', 'Submit'],
    ['teamleader1', 'Approve'],
  ])
  invoiceId = await newInvoice(ref)
  await expenseSteps('invoice', invoiceId, [
    ['finance1', 'Book'],
    ['treasurer1', 'First approval'],
  ])
})

/** The page as paper shows it. */
const asPaper = (page: Page) => page.emulateMedia({ media: 'print' })

const paper = async (page: Page) => (await page.locator('main').innerText()).replace(/\s+/g, ' ')

/** Nothing on paper is to be filled in or pressed, and nothing of what leads elsewhere is left. */
async function expectDocument(page: Page) {
  const left = await page
    .locator('main :is(input:not([type=hidden]), textarea, select, button, summary:not(:has(h2)), .button)')
    .evaluateAll((all) => all.filter((each) => each.checkVisibility()).map((each) => each.outerHTML))
  expect(left).toEqual([])
  for (const word of ['Edit', 'Show rules', 'Download', 'Delete', 'Close', 'Print'])
    expect([word, await page.getByRole('link', { name: word, exact: true }).count()]).toEqual([word, 0])
}

/** The headings in the order in which paper has them. */
const headings = (page: Page) =>
  page
    .locator('main :is(h1, h2)')
    .evaluateAll((all) => all.filter((each) => each.checkVisibility()).map((each) => each.textContent ?? ''))

/** Of the terms below "Signatures": who came with it to this place. */
async function signature(page: Page, place: string) {
  const entry = page.locator('section', { has: page.getByRole('heading', { name: 'Signatures' }) })
  return entry.locator('dl > div').filter({ hasText: place }).locator('dd').innerText()
}

test('“Print” of a NAV gives a document: its figures, all rules, its steps and who signed', async () => {
  const page = await visit('auditor1', `/nav-controls/${fund.nav.id}?rules=not-ok`)
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = String(document.querySelectorAll('[data-key]').length > 50)
    }
  })
  await page.reload()
  // Printed from the panel, it says that only some are listed.
  const told = page.getByText('Only rules that are not OK. To print all 50, press “Print” above.')
  await told.waitFor({ state: 'hidden' })
  await asPaper(page)
  await told.waitFor()
  await page.emulateMedia({ media: 'screen' })
  const rules = page.getByRole('table', { name: 'Rule results' })
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await expect.poll(() => rules.locator('tr[data-key]').count()).toBe(50)
  const printed = () => page.evaluate(() => document.documentElement.dataset.printed)
  // It is printed once all of them are there, and not again when the page is loaded again.
  await expect.poll(printed).toBe('true')
  await page.reload()
  expect(await printed()).toBeUndefined()
  await asPaper(page)
  await expectDocument(page)

  const said = await paper(page)
  expect(said).toContain(`REVIEWED (MANAGER) ${fund.code} 30.10.26`)
  expect(said).toContain('Alpine Growth Fund')
  expect(said).toMatch(/Total net assets [\d,]+\.\d\d EUR [+-][\d.]+ % since \d\d\.\d\d\.26/)
  const [first] = fund.nav.model.classes
  const perShare = page.getByRole('table', { name: 'NAV per share' })
  await perShare
    .getByText(first?.code ?? 'none')
    .first()
    .waitFor()
  const statuses = await rules.locator('tr[data-key] .badge').allInnerTexts()
  const count = (status: string) => statuses.filter((each) => each.trim() === status).length
  expect(statuses.length).toBe(50)
  expect(count('OK')).toBeGreaterThan(20)
  expect(count('OK - not applicable')).toBeGreaterThan(0)
  expect(said).toContain(`${count('OK')} OK`)
  expect(said).toContain(`${count('OK - not applicable')} not applicable`)
  expect(await headings(page)).toEqual([
    expect.stringContaining(fund.code),
    'NAV per share',
    'NAV bridge',
    'Accruals against invoices',
    'NAV elements',
    'Controls',
    'Validation workflow',
    'Rules of Control',
    'Signatures',
  ])
  expect(await signature(page, 'SUBMITTED (TEAM LEADER)')).toMatch(
    /^Amélie Schroeder, \d\d\/\d\d\/\d{4} \d\d:\d\d$/,
  )
  expect(await signature(page, 'REVIEWED (MANAGER)')).toMatch(/^Claire Weyland, /)
})

test('an invoice is printed as a document: who is paid what, its facts, its events and who signed', async () => {
  const page = await visit('treasurer2', `/invoices/${invoiceId}`)
  await page.getByRole('heading', { name: `Invoice ${invoiceId}` }).waitFor()
  await asPaper(page)
  await expectDocument(page)
  const said = await paper(page)
  expect(said).toContain(`FIRST APPROVAL (PAYMENT) Invoice ${invoiceId}`)
  expect(said).toContain(ref)
  expect(said).toMatch(/Gross 117\.00 EUR net 100\.00/)
  for (const term of ['Settling Entity', 'Expense Type', 'Inv.Date', 'Taxes 17.00 EUR', 'Paid to'])
    expect(said).toContain(term)
  expect(said).toContain('Book, said finance1')
  expect(await headings(page)).toEqual([
    expect.stringContaining(`Invoice ${invoiceId}`),
    'Paid to',
    'Events',
    'Accrued in the NAV',
    'Documents',
    'Signatures',
  ])
  expect(await signature(page, 'TO APPROVE (PAYMENT)')).toMatch(/, \d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  expect(await signature(page, 'FIRST APPROVAL (PAYMENT)')).toMatch(/, \d\d\/\d\d\/\d{4} \d\d:\d\d$/)
})
