import type { Page } from 'playwright'
import { planSet, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { writeBook } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { newFund, type TestFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

/** A NAV with two warnings, 12 on a suspense account and a wrong ISIN. */
async function warned(): Promise<TestFund> {
  const fund = await newFund({ code: ownName('EXPL') })
  const books = planSet(fund.nav.model, 'FIA3')
  const balance = tableIn(books, 'Balance')
  rowIn(balance, { accountNumber: '9010' }).debtor = { number: '12' }
  const income = fund.nav.model.balance.find(({ accountNumber }) => accountNumber === '7010')
  rowIn(balance, { accountNumber: '7010' }).creditor = { number: String(Number(income?.creditor) + 12) }
  const [line] = tableIn(books, 'Inventory').rows
  if (line) line.isin = { text: 'XX0000000000' }
  await control('accountant1', await Promise.all(books.map(writeBook)))
  return fund
}

const B04 = 'B04 Suspense accounts'
const I05 = 'I05 ISIN'

/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? ''
  })

/** The label of the field that has the focus. */
const focusedField = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement instanceof HTMLTextAreaElement ? activeElement.labels[0]?.innerText : undefined
  })

test('moves the focus to the next rule once one is saved, and keeps it at the checks once one is ticked', async () => {
  const { nav } = await warned()
  const page = await visit('accountant1', `/nav-controls/${nav.id}`)
  const popup = page.getByRole('dialog')
  await page.getByRole('link', { name: 'Explain all 2…' }).click()
  await popup.getByLabel(`Comment on ${B04}`).waitFor()
  expect(await violations(page, 'the form of explanations')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/nav-controls/${nav.id}`)

  // The form of all warnings begins at the one that it was opened for.
  await page.getByRole('link', { name: `Explain ${I05}` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedField(page)).toBe(`Comment on ${I05}`)
  await page.keyboard.type('New code asked for')
  await popup.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 rule explained').waitFor()
  await page.getByRole('link', { name: `Change the explanation of ${I05}` }).waitFor()
  await expect.poll(() => focused(page)).toBe(`Explain ${B04}`)

  await page.keyboard.press('Enter')
  await popup.getByLabel(`Comment on ${B04}`).fill('Paid on Monday')
  await popup.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: `Change the explanation of ${B04}` }).waitFor()
  // Nothing is left to explain: the next step is next.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.next-step') !== null))
    .toBe(true)

  await page.goto(`/nav-controls/${nav.id}/checks`)
  await page.getByRole('link', { name: /^Details of check 1 / }).focus()
  await page.keyboard.press('Enter')
  const tick = page.getByRole('button', { name: 'Tick check 1', exact: true })
  await tick.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Check 1 ticked').first().waitFor()
  await tick.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toMatch(/check 1 /)
})
