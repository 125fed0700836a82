import type { Page } from 'playwright'
import { planSet, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { writeBook, writeSet } from 'tests/support/workbooks/write'
import { describe, expect, test } from 'vitest'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { newFund, type TestFund } from '../support/browser/funds'
import { BOTH } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

/** A NAV with two warnings, 12 on a suspense account and a wrong ISIN; the first of them was explained before. */
async function warned(): Promise<TestFund> {
  const fund = await newFund({ code: ownName('EXPL') })
  const [previous] = fund.navs
  if (previous) await control('accountant2', await writeSet(previous.model, 'FIA3'))
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

describe.each(BOTH)('$scripts', ({ js }) => {
  test('explains warnings in one form before Submit, the second time in the words of the first', async () => {
    const { code, nav } = await warned()
    const page = await visit('accountant1', `/nav-controls/${nav.id}`, { js, refusals: [422] })
    const waits = page.getByText('“Submit” waits until these are OK, justified or explained')
    await waits.getByRole('link', { name: B04 }).waitFor()
    await waits.getByRole('link', { name: I05 }).waitFor()
    await page
      .getByText(/^\d+ OK · 2 not OK( · \d+ not applicable)?$/)
      .filter({ visible: true })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Submit' }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'Workflow cannot move to next step.' })
    await expect.poll(() => refusal.innerText()).toContain(`These have none: ${B04}, ${I05}.`)

    await page.getByRole('link', { name: 'Explain', exact: true }).click()
    const popup = page.getByRole('dialog')
    await popup.getByRole('button', { name: 'Save' }).click()
    await popup.getByRole('alert').getByText('Enter why').first().waitFor()
    await popup.getByLabel(`Comment on ${B04}`).fill('Paid on Monday')
    await popup.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 rule explained').waitFor()
    await page.getByText('1 not OK, explained').waitFor()
    expect(await waits.getByRole('link').allInnerTexts()).toEqual([I05])

    // A second control of the NAV: nothing of it is explained, and the words of the first are offered.
    const books = planSet(nav.model, 'FIA3')
    const balance = tableIn(books, 'Balance')
    rowIn(balance, { accountNumber: '9010' }).debtor = { number: '12' }
    const income = nav.model.balance.find(({ accountNumber }) => accountNumber === '7010')
    rowIn(balance, { accountNumber: '7010' }).creditor = { number: String(Number(income?.creditor) + 12) }
    await control('accountant2', await Promise.all(books.map(writeBook)))
    await page.goto(`/nav-controls/${nav.id}`)
    await page.getByRole('link', { name: 'Explain', exact: true }).click()
    await popup.getByLabel('Paid on Monday').waitFor()
    if (js) expect(await violations(page, 'the form of explanations')).toEqual([])
    await popup.getByLabel('Paid on Monday').check()
    await popup.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 rule explained').waitFor()
    await waits.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText(`NAV ${code} 30.10.26: SUBMITTED (TEAM LEADER)`).waitFor()
  })
})

test('moves the focus to the next rule once one is saved, and keeps it at the checks once one is ticked', async () => {
  const { nav } = await warned()
  const page = await visit('accountant1', `/nav-controls/${nav.id}`)
  const edit = page.getByRole('link', { name: `Edit ${I05}` })
  await edit.focus()
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog')
  await popup.getByRole('textbox', { name: 'Comment' }).fill('New code asked for')
  await popup.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`${I05}: NOK`).first().waitFor()
  // That one is explained now.
  await expect.poll(() => focused(page)).toBe(`Edit ${B04}`)

  // The link leaves the page with the last warning: the focus goes on to what is nearest.
  await page.getByRole('link', { name: 'Explain', exact: true }).focus()
  await page.keyboard.press('Enter')
  await popup.getByLabel(`Comment on ${B04}`).fill('Paid on Monday')
  await popup.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 rule explained').waitFor()
  await expect.poll(() => focused(page)).toBe(B04)

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
