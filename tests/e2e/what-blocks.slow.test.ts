import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { logIn, visit } from '../support/browser/browsing'
import { newBudget } from '../support/browser/budgets'
import { post } from '../support/browser/calls'
import { approveAccount } from '../support/browser/changes'
import { storedEntity } from '../support/browser/entities'
import { expenseSteps, newInvoice } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const footer = (page: Page) => page.getByRole('region', { name: 'Actions' })
const facts = async (page: Page) =>
  (await page.getByRole('region', { name: 'Headline' }).locator('dl').innerText()).replace(/\s+/g, ' ')

/** An invoice of a supplier of one's own whose bank account waits for a second person. */
async function heldInvoice() {
  const supplier = await storedEntity('Held', 'COMPANY')
  const invoiceId = await newInvoice(ownName('HELD'), { invoicedLegalEntity: supplier.id })
  await expenseSteps('invoice', invoiceId, [['finance1', 'Book']])
  const account = { iso3Currency: 'EUR', bic: 'BGLLLULL', iban: 'LU280019400644750000' }
  await post('finance1', 'bankaccount', { entityId: supplier.id, ...account })
  return { supplier, invoiceId }
}

test('a held payment is shown in the headline and explained, with a link beside the next step; so are voided approvals', async () => {
  const { supplier, invoiceId } = await heldInvoice()
  const page = await visit('treasurer1', `/invoices/${invoiceId}`)
  await chapter('The headline says it, and leads to the reason', async () => {
    expect(await facts(page)).toMatch(/^Gross 117\.00 EUR net 100\.00 Inv\.Date \d\d\/\d\d\/\d{4} Due\.Date/)
    expect(await facts(page)).toContain('Payment held Why')
    await page.getByRole('link', { name: 'Why' }).click()
    await page
      .locator('#payment-held')
      .getByText(
        new RegExp(
          `^A change of the bank details of ${supplier.name} is pending since \\d\\d/\\d\\d/\\d{4}, requested by .+\\. Payments are held until another member of TEAM LEADER decides`,
        ),
      )
      .waitFor()
  })
  await chapter('Beside the step it is a link to where it is decided', async () => {
    await footer(page).getByText('“First approval” waits until the pending change is decided').waitFor()
    await footer(page)
      .getByRole('link', { name: `Bank Accounts of ${supplier.name}` })
      .click()
    await page.waitForURL(`**/bank-accounts?entity=${supplier.id}*`)
    await page.getByRole('table', { name: 'Pending second approval' }).waitFor()
  })
  await chapter('Once it is decided, nothing blocks', async () => {
    await approveAccount(supplier.id)
    await page.goto(`/invoices/${invoiceId}`)
    await footer(page).getByRole('button', { name: 'First approval' }).waitFor()
    expect(await footer(page).getByText('waits until').count()).toBe(0)
    expect(await facts(page)).not.toContain('held')
  })

  await chapter('Approvals that were voided lead to the account that is paid now', async () => {
    await expenseSteps('invoice', invoiceId, [['treasurer1', 'First approval']])
    const other = { iso3Currency: 'EUR', bic: 'BILLLULL', iban: 'LU120010001234567891' }
    await post('finance1', 'bankaccount', { entityId: supplier.id, ...other })
    await approveAccount(supplier.id)
    await page.context().clearCookies()
    await logIn(page.context(), 'treasurer2')
    await page.goto(`/invoices/${invoiceId}`)
    await footer(page).getByText('The approvals were voided. Before “First approval”').waitFor()
    await footer(page).getByRole('link', { name: 'Paid to' }).click()
    await page.waitForURL(/#paid-to$/)
    await page.locator('#paid-to').getByText('LU12 0010 0012 3456 7891').waitFor()
  })
})

test('a budget says what it is of, what is used, and which budget keeps it from being approved', async () => {
  const supplier = await storedEntity('Blocking', 'SUPPLIER')
  const entity = await storedEntity('Blocked')
  const whole = await newBudget({ supplier, entity, from: '2026-01-01', to: '2026-12-31' })
  await expenseSteps('budget', whole, [
    ['finance1', 'Submit'],
    ['teamleader1', 'Approve'],
    ['finance1', 'Amend'],
  ])
  await post('finance1', 'budget', { id: whole, to_date: '2026-06-30' })
  const second = await newBudget({ supplier, entity, from: '2026-07-01', to: '2026-12-31' })
  await expenseSteps('budget', second, [['finance1', 'Submit']])

  const page = await visit('teamleader1', `/budgets/${second}`)
  expect(await facts(page)).toMatch(
    /^Budget 10,000\.00 EUR Gross Used 0\.00 % projected 10,000\.00 Period 01\/07\/2026 to 31\/12\/2026 Rule .+ All expense types$/,
  )
  expect(await page.getByRole('region', { name: 'Headline' }).innerText()).toContain(
    `${supplier.name}, for ${entity.name}`,
  )
  expect(await page.title()).toMatch(new RegExp(`^Budget ${second}, ${supplier.name}`))
  await footer(page)
    .getByText(
      `“Approve” waits: Budget ${whole} stays active from 01/01/2026 to 31/12/2026 until its amendment is approved`,
    )
    .waitFor()
  await footer(page)
    .getByRole('link', { name: `Budget ${whole}` })
    .click()
  await page.getByRole('heading', { name: `Budget ${whole}` }).waitFor()
  await expenseSteps('budget', whole, [
    ['finance1', 'Submit'],
    ['teamleader1', 'Approve'],
  ])
  await page.goto(`/budgets/${second}`)
  await footer(page).getByRole('button', { name: 'Approve' }).waitFor()
  expect(await footer(page).getByText('waits').count()).toBe(0)
})
