import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright'
import { sentNavs } from 'tests/support/areas/nav-errors/sent-navs'
import { afterAll, expect, test } from 'vitest'
import { addDays, type Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { visit } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { over } from '../support/browser/fields'
import { focusIsKept } from '../support/browser/keys'
import { ownDatabase } from '../support/browser/own-database'
import { ownName } from '../support/browser/own-name'
import { siteNow, siteToday } from '../support/browser/site-time'
import { chapter } from '../support/chapter'

const database = ownDatabase()
afterAll(() => database.close())

const today = siteToday()
const [WRONG, AFTER] = [addDays(today, -14), addDays(today, -13)]

/** A fund of one class whose NAV was sent too high: 102 in place of 100; 1,000 shares were issued at it. */
async function wrongFund(code: string): Promise<{ navId: number; classCode: string }> {
  const { id } = appUser
  const [user] = await database.read.select({ id }).from(appUser).where(eq(appUser.userName, 'accountant1'))
  const navs = sentNavs({
    transaction: database.transaction,
    clock: siteNow,
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

/** Chooses the option that begins with a letter. */
async function pick(list: Locator, letter: string, option: string): Promise<void> {
  await list.press(letter)
  await expect.poll(() => list.inputValue()).toBe(option)
}

/** Types a day; without scripts the browser's own field takes it as a whole. */
async function typeDay(field: Locator, day: Day, js: boolean): Promise<void> {
  if (!js) return field.fill(day)
  const control = await over(field)
  await control.pressSequentially(showDay(day))
  await control.press('Tab')
  await expect.poll(() => field.inputValue()).toBe(day)
}

/** Waits until a popup has stored what it was given, and the page below has the focus again. */
async function stored(page: Page, text: string | RegExp, js: boolean): Promise<void> {
  await page.getByText(text).first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  if (js) await focusIsKept(page)
}

interface Step {
  user: string
  name: string
  /** The status to which it leads. */
  to: string
  /** It asks for a date. */
  isDated?: boolean
}

const STEPS: Step[] = [
  { user: 'accountant1', name: 'Quantify', to: 'QUANTIFIED' },
  { user: 'teamleader1', name: 'Approve', to: 'APPROVED' },
  { user: 'manager1', name: 'Notified', to: 'NOTIFIED', isDated: true },
  { user: 'manager1', name: 'Compensated', to: 'COMPENSATED', isDated: true },
  { user: 'manager2', name: 'Close', to: 'CLOSED' },
]

/** Takes a step of the case on its page. */
async function take({ user, name, to, isDated = false }: Step, caseId: string, js: boolean): Promise<void> {
  const page = await visit(user, `/nav-errors/${caseId}`, { js })
  if (isDated) await typeDay(page.locator('[name="date"]'), today, js)
  await page
    .locator('button[name="stepId"]')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .press('Enter')
  await page.getByText(`NAV error ${caseId}: ${to}`).first().waitFor()
  await page.context().close()
}

test.each([
  ['without scripts', false],
  ['with scripts', true],
])(
  '%s, by keys alone, a case goes from a NAV that was sent wrong to its end',
  async (_, js) => {
    const { navId, classCode } = await wrongFund(ownName('NEN'))
    const page = await visit('accountant1', `/nav-controls/${navId}`, { js })
    const caseId = await chapter('it is opened from the page of the NAV', async () => {
      await press(page, 'link', 'Open NAV error')
      await page.getByRole('heading', { name: 'Open NAV error' }).waitFor()
      await typeDay(page.locator('[name="lastDate"]'), WRONG, js)
      await pick(page.locator('[name="cause1"]'), 'P', 'PRICE')
      await pick(page.locator('[name="causedBy1"]'), 'a', 'administrator')
      const description = box(page).getByLabel('Description')
      await description.press('Control+a')
      await description.pressSequentially('A bond had the price of the week before')
      await press(page, 'button', 'Open NAV error')
      await stored(page, /NAV error \d+ opened/, js)
      return /\/nav-errors\/(\d+)/.exec(page.url())?.[1] ?? ''
    })
    await chapter('the corrected NAV is entered', async () => {
      await press(page, 'link', 'Enter corrected NAVs')
      await box(page).getByLabel('Corrected NAV per share').pressSequentially('100')
      await box(page)
        .getByLabel('Where the figures come from')
        .pressSequentially('Price of the stock exchange')
      await press(page, 'button', 'Store corrected NAVs')
      await stored(page, `NAV error ${caseId}: corrected NAVs stored`, js)
      await page.getByText('2.0000 %').first().waitFor()
    })
    await chapter('payers and measures are stated', async () => {
      await press(page, 'link', 'Enter the payers')
      await box(page).getByLabel('Name').first().pressSequentially('Administrator SA')
      await box(page).getByLabel('Percent').first().pressSequentially('100')
      await press(page, 'button', 'Store the payers')
      await stored(page, `NAV error ${caseId}: payers stored`, js)
      await press(page, 'link', 'State the measures')
      await box(page)
        .getByLabel('Measures taken')
        .pressSequentially('Prices older than two days are asked for')
      await press(page, 'button', 'Store the measures')
      await stored(page, `NAV error ${caseId}: measures stored`, js)
    })
    await chapter('three people take it to its end', async () => {
      for (const step of STEPS) await take(step, caseId, js)
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
  },
  180_000,
)
