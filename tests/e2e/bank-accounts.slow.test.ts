import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { refuseChange } from '../support/browser/changes'
import { newEntity } from '../support/browser/entities'
import { choose as chooseIn } from '../support/browser/fields'
import { chapter } from '../support/chapter'

const LIST = '/bank-accounts'
/** A field of the popup by its name: the filter row and the panels have labels of the same words. */
const field = (page: Page, name: string) => page.locator(`[name="${name}"]:not([form])`)
const grid = (page: Page, name: string | RegExp) => page.getByRole('table', { name })
const waiting = (page: Page, number: string) =>
  grid(page, 'Pending second approval').getByRole('row').filter({ hasText: number })

async function choose(page: Page, entity: string) {
  await chooseIn(page.getByRole('search').getByLabel('Legal entity', { exact: true }), entity)
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
  test('adds, changes and deletes an account; nothing takes effect before another person approves it', async () => {
    const entity = await newEntity('Paid')
    const accounts = (page: Page) => grid(page, `Bank accounts of ${entity}`)
    const asks = await visit('finance1', LIST, { js, refusals: [422] })
    await choose(asks, entity)
    const list = asks.url()
    expect(list).toMatch(/\?entity=\d+/)
    await chapter('A wrong digit is refused, and what was typed stays', async () => {
      await fill(asks, `${iban.slice(0, -1)}9`)
      await asks
        .getByText(/is not an IBAN: country, length or check digits are wrong/)
        .first()
        .waitFor()
      await expect.poll(() => field(asks, 'bic').inputValue()).toBe('BGLLLULL')
    })
    await chapter('The account is added, and waits', async () => {
      await field(asks, 'iban').fill(shown)
      await asks.getByRole('button', { name: 'Add', exact: true }).click()
      await waiting(asks, shown).waitFor()
      await expect.poll(() => waiting(asks, shown).getByRole('button').allInnerTexts()).toEqual(['Withdraw'])
      expect(await accounts(asks).getByText(shown).count()).toBe(0)
    })

    const decides = await visit('teamleader1', list, { js })
    await chapter('Once another person approves it, it is in force', async () => {
      await waiting(decides, shown).getByRole('button', { name: 'Approve' }).click()
      await accounts(decides).getByText(shown).waitFor()
      expect(await waiting(decides, shown).count()).toBe(0)
      await grid(decides, 'Decided changes').getByText(shown).first().waitFor()
    })

    // Finance staff may not delete.
    const leader = await visit('teamleader2', list, { js })
    const row = accounts(leader).getByRole('row').filter({ hasText: shown })
    await chapter('It is changed in its row; the change waits, and is withdrawn', async () => {
      const change = waiting(leader, 'BGLLLULL → BILLLULL')
      await row.getByRole('link', { name: /^Edit/ }).click()
      await leader.locator('[name="bic"][form]').fill('BILLLULL')
      await leader.getByRole('button', { name: 'Save', exact: true }).click()
      await change.getByText('Needs another person').waitFor()
      await row.getByText('BGLLLULL').waitFor()
      await change.getByRole('button', { name: 'Withdraw' }).click()
      await leader
        .getByText(/^Withdrawn: Bank account EUR/)
        .first()
        .waitFor()
      expect(await change.count()).toBe(0)
    })
    await chapter('Its deletion is asked for, and waits', async () => {
      await row.getByRole('link', { name: /^Delete/ }).click()
      await leader.getByLabel('Reason (optional)').fill('Closed by the bank')
      await leader.getByRole('button', { name: 'Delete', exact: true }).click()
      await waiting(leader, shown)
        .getByText(/^Deleted;/)
        .waitFor()
      await row.getByText(/^Deletion requested by/).waitFor()
    })
    await chapter('Another person refuses the deletion, and says why', async () => {
      await decides.goto(list)
      await expect.poll(() => waiting(decides, shown).innerText()).toContain('Closed by the bank')
      await refuseChange(waiting(decides, shown), 'Still used in November')
      await waiting(decides, shown).waitFor({ state: 'detached' })
      await grid(decides, 'Decided changes').getByText('Still used in November').first().waitFor()
      await accounts(decides).getByText(shown).waitFor()
    })
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
