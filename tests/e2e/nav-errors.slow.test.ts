import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { sentNavs } from 'tests/support/areas/nav-errors/sent-navs'
import { afterAll, expect, test } from 'vitest'
import { addDays } from '~/platform/values/day'
import { visit } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { ownDatabase } from '../support/browser/own-database'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const database = ownDatabase()
afterAll(() => database.close())

const today = new Date().toISOString().slice(0, 10)
const [WRONG, AFTER] = [addDays(today, -14), addDays(today, -13)]

/** A fund of one class whose NAV was sent too high: 102 in place of 100; 1,000 shares were issued at it. */
async function wrongFund(code: string): Promise<{ navId: number; classCode: string }> {
  const { id } = appUser
  const [user] = await database.read.select({ id }).from(appUser).where(eq(appUser.userName, 'accountant1'))
  const navs = sentNavs({
    transaction: database.transaction,
    clock: () => new Date(),
    actor: () => ({ id: user?.id ?? 0 }),
  })
  const classCode = `${code}A`
  const fundId = await navs.addFund(code, { [classCode]: { currency: 'EUR' } })
  const of = (shares: string, flows: object = {}) => ({
    [classCode]: { navPerShare: '102', shares, ...flows },
  })
  const [navId = 0] = await navs.send(
    fundId,
    [
      { date: WRONG, tna: '510000', classes: of('5000') },
      { date: AFTER, tna: '612000', classes: of('6000', { subscriptions: '1000', redemptions: '500' }) },
    ],
    {},
  )
  return { navId, classCode }
}

/** Presses a button or a link by its key. */
const press = (page: Page, role: 'button' | 'link', name: string | RegExp) =>
  page.getByRole(role, { name }).first().press('Enter')

const box = (page: Page) => page.getByRole('dialog').last()

/** Takes a step of the case on its page. */
async function step(
  user: string,
  caseId: string,
  name: string,
  fill: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  const page = await visit(user, `/nav-errors/${caseId}`, { js: false })
  await fill(page)
  await page
    .locator('button[name="stepId"]')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .press('Enter')
  await page
    .getByText(new RegExp(`NAV error ${caseId}: `))
    .first()
    .waitFor()
  await page.context().close()
}

test('without scripts, by keys alone, a case goes from a NAV that was sent wrong to its end', async () => {
  const { navId, classCode } = await wrongFund(ownName('NEN'))
  const page = await visit('accountant1', `/nav-controls/${navId}`, { js: false })
  const caseId = await chapter('it is opened from the page of the NAV', async () => {
    await press(page, 'link', 'Open NAV error')
    await page.getByRole('heading', { name: 'Open NAV error' }).waitFor()
    await page.locator('[name="lastDate"]').fill(WRONG)
    await page.locator('[name="cause1"]').selectOption('PRICE')
    await page.locator('[name="causedBy1"]').selectOption('administrator')
    await page.getByLabel('Description').fill('A bond had the price of the week before')
    await press(page, 'button', 'Open NAV error')
    await page.getByText(/NAV error \d+ opened/).waitFor()
    return /\/nav-errors\/(\d+)/.exec(page.url())?.[1] ?? ''
  })
  await chapter('the corrected NAV is entered', async () => {
    await press(page, 'link', 'Enter corrected NAVs')
    await box(page).getByLabel('Corrected NAV per share').fill('100')
    await box(page).getByLabel('Where the figures come from').fill('Price of the stock exchange')
    await press(page, 'button', 'Store corrected NAVs')
    await page.getByText(`NAV error ${caseId}: corrected NAVs stored`).waitFor()
    await page.getByText('2.0000 %').first().waitFor()
  })
  await chapter('payers and measures are stated', async () => {
    await press(page, 'link', 'Enter the payers')
    await box(page).getByLabel('Name').first().fill('Administrator SA')
    await box(page).getByLabel('Percent').first().fill('100')
    await press(page, 'button', 'Store the payers')
    await page.getByText(`NAV error ${caseId}: payers stored`).waitFor()
    await press(page, 'link', 'State the measures')
    await box(page).getByLabel('Measures taken').fill('Prices older than two days are asked for')
    await press(page, 'button', 'Store the measures')
    await page.getByText(`NAV error ${caseId}: measures stored`).waitFor()
  })
  await chapter('three people take it to its end', async () => {
    const dated = (of: Page) => of.locator('[name="date"]').fill(today)
    await step('accountant1', caseId, 'Quantify')
    await step('teamleader1', caseId, 'Approve')
    await step('manager1', caseId, 'Notified', dated)
    await step('manager1', caseId, 'Compensated', dated)
    await step('manager2', caseId, 'Close')
  })
  const { status, classes, figures } = (await call('auditor1', `nav-errors/${caseId}`)) as {
    status: string
    classes: object[]
    figures: object[]
  }
  expect(status).toBe('CLOSED')
  expect(figures).toMatchObject([{ published: '102', corrected: '100', material: true }])
  // 1,000 x 2 to holders, 500 x 2 to the fund.
  expect(classes).toMatchObject([{ classCode, toHolders: '2000.00', toFund: '1000.00', identity: '0.00' }])
}, 180_000)
