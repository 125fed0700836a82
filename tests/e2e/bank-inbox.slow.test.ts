import { randomUUID } from 'node:crypto'
import { payment } from 'db/schema/payments'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { afterAll, describe, expect, test } from 'vitest'
import { camt054, PAYER } from '../support/areas/payments/runs-on'
import { type State, testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { BOTH } from '../support/browser/grids'
import { ownDatabase } from '../support/browser/own-database'

const database = ownDatabase()
afterAll(() => database.close())

/** An account in euro that the demo has paid from. */
async function payingAccount(): Promise<string> {
  const [paid] = await database.read
    .select({ iban: payment.debtorIban })
    .from(payment)
    .where(eq(payment.currency, 'EUR'))
    .limit(1)
  return paid?.iban ?? ''
}

/** Uploads an entry that no payment explains; returns the bank's text, by which the list finds it. */
async function uploaded(page: Page): Promise<string> {
  const text = `CHARGES ${randomUUID().slice(0, 8).toUpperCase()}`
  const xml = camt054(text, [{ id: text.replace(' ', '-'), amount: '12.50' }])
    .replace(PAYER.iban, await payingAccount())
    .replace('</Ntry>', `<AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'booked.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) })
  await page.getByRole('button', { name: 'Upload bank file' }).click()
  await page.getByText('camt.054: 1 in the inbox').waitFor()
  return text
}

const rowOf = (page: Page, text: string) => page.locator('tr[data-key]', { hasText: text })

/** Opens the list with one new entry. */
async function withEntry(page: Page): Promise<string> {
  await page.goto('/payments/answer')
  const text = await uploaded(page)
  await page.goto(`/bank-inbox?search=${encodeURIComponent(text)}`)
  await rowOf(page, text).waitFor()
  return text
}

describe.each(BOTH)('$scripts', ({ js }) => {
  test('a treasurer uploads a statement, opens the entry by keyboard, and accepts the proposal', async () => {
    const page = await visit('treasurer1', '/bank-inbox', { js, refusals: [422] })
    const text = await withEntry(page)
    await rowOf(page, text).locator('.grid__open').first().press('Enter')
    await page
      .getByRole('heading', { name: /Bank entry \d+$/ })
      .first()
      .waitFor()
    await page.getByLabel('It is').selectOption('ask back')
    await page.getByLabel('It is').selectOption('not ours')
    await page.getByRole('button', { name: 'Explain' }).press('Enter')
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByLabel('It is').inputValue()).toBe('not ours')
    await page.getByRole('button', { name: 'Accept', exact: true }).press('Enter')
    await page
      .getByRole('status')
      .getByText(/^Bank entry \d+: EXPLAINED/)
      .waitFor()
  })
})

const openFirst = async (page: Page) => {
  await page.locator('tr[data-key] .grid__open').first().click()
  await page
    .getByRole('heading', { name: /Bank entry \d+$/ })
    .first()
    .waitFor()
}

const openMonth = async (page: Page) => {
  await page.locator('tr[data-key] .grid__open').first().click()
  await page.getByText('Where it comes from').first().waitFor()
}

const STATES: State[] = [
  [
    'an unexplained entry',
    'treasurer1',
    '/payments/answer',
    (page) => withEntry(page).then(() => openFirst(page)),
  ],
  ['the list', 'treasurer1', '/bank-inbox?size=10'],
  ['an entry for readers', 'finance1', '/bank-inbox?size=10', openFirst],
  ['days of accounts', 'auditor1', '/bank-inbox/accounts?size=10'],
  ['rules', 'auditor1', '/bank-inbox/rules?size=10'],
  ['months of accounts', 'auditor1', '/bank-inbox/months?size=10'],
  ['a month', 'treasurer1', '/bank-inbox/months?month=2026-10&size=10', openMonth],
]

testStates('the Bank inbox', STATES)
