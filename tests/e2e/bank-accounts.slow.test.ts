import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
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
  await page.getByRole('button', { name: 'Show entity', exact: true }).click()
  await grid(page, `Bank accounts of ${entity}`).waitFor()
}

async function fill(page: Page, iban: string) {
  await page.getByRole('link', { name: 'New bank account' }).click()
  await field(page, 'iso3Currency').last().selectOption('EUR')
  await field(page, 'bic').fill('BGLLLULL')
  await field(page, 'iban').fill(iban)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

const SHOWN = 'LU28 0019 4006 4475 0000'

test('an account is added without JavaScript, decided from My work, changed and deleted; nothing takes effect before another person approves it', async () => {
  const entity = await newEntity('Paid')
  const accounts = (page: Page) => grid(page, `Bank accounts of ${entity}`)
  const asks = await visit('finance1', LIST, { js: false, refusals: [422] })
  await choose(asks, entity)
  const list = asks.url()
  expect(list).toMatch(/\?entity=\d+/)
  await chapter('A wrong digit is refused, and what was typed stays', async () => {
    await fill(asks, 'LU280019400644750009')
    await asks
      .getByText(/is not an IBAN: country, length or check digits are wrong/)
      .first()
      .waitFor()
    await expect.poll(() => field(asks, 'bic').inputValue()).toBe('BGLLLULL')
  })
  await chapter('The account is added, and waits', async () => {
    await field(asks, 'iban').fill(SHOWN)
    await asks.getByRole('button', { name: 'Add', exact: true }).click()
    await waiting(asks, SHOWN).waitFor()
    await expect.poll(() => waiting(asks, SHOWN).getByRole('button').allInnerTexts()).toEqual(['Withdraw'])
    expect(await accounts(asks).getByText(SHOWN).count()).toBe(0)
  })

  const work = `/work?filter.kind=Bank+account&search=${encodeURIComponent(entity)}`
  const decides = await visit('teamleader1', work)
  await chapter('It is in the work of those who decide it, by whom and since when', async () => {
    const waits = grid(decides, 'To do').locator('tr[data-key]:not(.grid__group)')
    const said = await waits.innerText()
    for (const part of ['Bank account', entity, 'TO DECIDE', 'Approve · Refuse', 'Ines Carvalho'])
      expect(said).toContain(part)
    expect(said).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
    await waits.locator('.grid__open').click()
    await decides.waitForURL(({ pathname }) => pathname === '/work/changes')
  })
  const row = accounts(decides).getByRole('row').filter({ hasText: SHOWN })
  await chapter('Once another person approves it, it is in force', async () => {
    const change = decides.getByRole('row').filter({ hasText: entity })
    await change.getByRole('button', { name: 'Approve' }).click()
    await decides
      .getByText(/^Approved: /)
      .first()
      .waitFor()
    await decides.goto(list)
    await row.waitFor()
    expect(await waiting(decides, SHOWN).count()).toBe(0)
    await grid(decides, 'Decided changes').getByText(SHOWN).first().waitFor()
  })
  await chapter('It is changed in its row; the change waits, and is withdrawn', async () => {
    const change = waiting(decides, 'BGLLLULL → BILLLULL')
    await row.getByRole('link', { name: /^Edit/ }).click()
    await decides.locator('[name="bic"][form]').fill('BILLLULL')
    await decides.getByRole('button', { name: 'Save', exact: true }).click()
    await change.getByText('Needs another person').waitFor()
    await row.getByText('BGLLLULL').waitFor()
    await change.getByRole('button', { name: 'Withdraw' }).click()
    await decides
      .getByText(/^Withdrawn: Bank account EUR/)
      .first()
      .waitFor()
  })
  await chapter('Its deletion is requested, and waits', async () => {
    await row.getByRole('link', { name: /^Delete/ }).click()
    await decides.getByLabel('Reason (optional)').fill('Closed by the bank')
    await decides.getByRole('button', { name: 'Delete', exact: true }).click()
    await waiting(decides, SHOWN)
      .getByText(/^Deleted;/)
      .waitFor()
    await row.getByText(/^Deletion requested by/).waitFor()
  })
})

testStates(
  'bank accounts',
  [
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
