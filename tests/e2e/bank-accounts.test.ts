import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { refuseChange } from '../support/browser/changes'

const LIST = '/bank-accounts'
/** A field of the popup by its name: the filter row and the panels have labels of the same words. */
const field = (page: Page, name: string) => page.locator(`[name="${name}"]:not([form])`)
const grid = (page: Page, name: string | RegExp) => page.getByRole('table', { name })
const waiting = (page: Page, number: string) =>
  grid(page, 'Changes that wait').getByRole('row').filter({ hasText: number })

async function choose(page: Page, entity: string) {
  await page.goto(LIST)
  await page.locator('#entity').selectOption({ label: entity })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await grid(page, `Bank accounts of ${entity}`).waitFor()
}

async function fill(page: Page, iban: string) {
  await page.getByRole('link', { name: 'New bank account' }).click()
  await field(page, 'iso3Currency').last().selectOption('EUR')
  await field(page, 'bic').fill('BGLLLULL')
  await field(page, 'iban').fill(iban)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

describe.each([
  { js: true, scripts: 'with JavaScript', iban: 'LU280019400644750000', shown: 'LU28 0019 4006 4475 0000' },
  {
    js: false,
    scripts: 'without JavaScript',
    iban: 'LU120010001234567891',
    shown: 'LU12 0010 0012 3456 7891',
  },
])('$scripts', ({ js, iban, shown }) => {
  test('an account is added, refused with a wrong digit, waits, and is in force when another person approves it', async () => {
    const asks = await visit('finance1', LIST, { js, refusals: [422] })
    await choose(asks, 'Arvensis SICAV')
    expect(asks.url()).toMatch(/\?entity=\d+/)
    await fill(asks, `${iban.slice(0, -1)}9`)
    await asks
      .getByText(/is no IBAN: country, length or check digits are wrong/)
      .first()
      .waitFor()
    await expect.poll(() => field(asks, 'bic').inputValue()).toBe('BGLLLULL')
    await field(asks, 'iban').fill(shown)
    await asks.getByRole('button', { name: 'Add', exact: true }).click()
    await waiting(asks, shown).waitFor()
    await expect.poll(() => waiting(asks, shown).getByRole('button').allInnerTexts()).toEqual(['Withdraw'])
    expect(await grid(asks, 'Bank accounts of Arvensis SICAV').getByText(shown).count()).toBe(0)

    const decides = await visit('teamleader1', LIST, { js })
    await choose(decides, 'Arvensis SICAV')
    await waiting(decides, shown).getByRole('button', { name: 'Approve' }).click()
    await grid(decides, 'Bank accounts of Arvensis SICAV').getByText(shown).waitFor()
    expect(await waiting(decides, shown).count()).toBe(0)
    await grid(decides, 'Decided changes').getByText(shown).first().waitFor()
  })

  test('an account is changed in its row and its deletion is asked for; neither takes effect by itself', async () => {
    const page = await visit('teamleader2', LIST, { js })
    await choose(page, 'Arvensis SICAV')
    const row = grid(page, 'Bank accounts of Arvensis SICAV').getByRole('row').filter({ hasText: shown })
    await row.getByRole('link', { name: /^Edit/ }).click()
    await page.locator('[name="bic"][form]').fill('BILLLULL')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await waiting(page, 'BGLLLULL → BILLLULL').getByText('Needs another person').waitFor()
    await row.getByText('BGLLLULL').waitFor()
    await waiting(page, 'BGLLLULL → BILLLULL').getByRole('button', { name: 'Withdraw' }).click()
    await page
      .getByText(/^Withdrawn: Bank account EUR/)
      .first()
      .waitFor()
    expect(await waiting(page, 'BGLLLULL → BILLLULL').count()).toBe(0)
    await row.getByRole('link', { name: /^Delete/ }).click()
    await page.getByLabel('Reason (optional)').fill('Closed by the bank')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await waiting(page, shown)
      .getByText(/^Deleted;/)
      .waitFor()
    await row.getByText(/^Deletion requested by/).waitFor()

    const refuses = await visit('teamleader1', LIST, { js })
    await expect.poll(() => waiting(refuses, shown).innerText()).toContain('Closed by the bank')
    await refuseChange(waiting(refuses, shown), 'Still used in November')
    await waiting(refuses, shown).waitFor({ state: 'detached' })
    await choose(refuses, 'Arvensis SICAV')
    await grid(refuses, 'Decided changes').getByText('Still used in November').first().waitFor()
  })
})

testStates(
  'bank accounts',
  [
    ['nobody chosen', 'auditor1', LIST],
    ['new account refused', 'finance1', LIST, refused],
    ['changes to decide', 'teamleader1', LIST, (page) => choose(page, 'Arvensis SICAV')],
  ],
  { refusals: [422] },
)

async function refused(page: Page) {
  await choose(page, 'Arvensis SICAV')
  await fill(page, 'LU00')
  await page.getByRole('alert').first().waitFor()
}
