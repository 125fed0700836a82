import type { Page } from 'playwright'
import type { FundModel } from 'tests/support/workbooks/fund-model'
import { fundHistory } from 'tests/support/workbooks/model'
import { planSet, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { writeBook, writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { addDays } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { ready, visit } from '../support/browser/browsing'
import { beginControl } from '../support/browser/fields'
import { payloads } from '../support/browser/files'
import { siteRates } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'
import { addRow, fieldOf, fillFields } from '../support/browser/rows'
import { chapter } from '../support/chapter'

const RULE = 'N08 Share roll-forward'
const OWN_PASSWORD = 'seven quiet green rivers'

// Everything from the screen: what two administrators build is all that the accountant has.
test('a fund that two administrators build is all that its accountant needs to control its NAVs', async () => {
  const code = ownName('AUR')
  const accountant = ownName('claire.weber')
  const name = `Aurora Growth ${code}`
  const models = fundHistory({ fundCode: code, fundName: name, rates: await siteRates() }, 1)
  const [previous, newest] = models as [FundModel, FundModel]

  const oneTime = await chapter('An administrator builds fund, tolerance and accountant', async () => {
    const page = await visit('admin', '/admin')
    await buildFund(page, code, name, models)
    await buildTolerance(page, `${code} ${name}`, newest)
    return newAccountant(page, accountant)
  })
  await chapter('Until somebody else approves, the accountant has nothing to do', async () => {
    const page = await visit(null, '/login', { refusals: [403] })
    await logIn(page, accountant, oneTime)
    await page.getByRole('heading', { name: 'Password' }).waitFor()
    await changePassword(page, oneTime, OWN_PASSWORD)
    await page.getByText('not authorised for any page yet').waitFor()
    await page.goto('/nav-controls')
    await page.getByRole('heading', { name: 'Not authorised' }).waitFor()
  })
  await chapter('The second administrator approves queue, authorisations and tolerance', async () => {
    const page = await visit('admin2', '/admin')
    await page.getByRole('link', { name: 'Pending second approval' }).click()
    await waiting(page, accountant).first().waitFor()
    // All that was asked for of the new user is one change, with a line for each queue and page.
    await expect.poll(() => waiting(page, accountant).count()).toBe(1)
    expect((await waiting(page, accountant).innerText()).split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining(['NAV Controls: may open, add, update, delete', 'Bank Accounts: may open']),
    )
    await approveAll(page, accountant)
    await approveAll(page, `fund ${code}`)
  })
  await chapter('The accountant controls the NAVs of the fund within its tolerance', async () => {
    const page = await visit(null, '/login')
    await logIn(page, accountant, OWN_PASSWORD)
    await page.getByRole('heading', { name: 'NAV Controls' }).waitFor()
    await ready(page)
    await control(page, await writeSet(previous, 'FIA3'))
    await page.getByRole('heading', { name: `${code} 30.09.26` }).waitFor()

    // Two thousandths of a share more than the rule table lets pass, less than this fund may have.
    const books = planSet(newest, 'FIA3')
    const redeemed = rowIn(tableIn(books, 'NAV'), { type: 'REDEMPTIONS', code: `${code}-A` })
    const { number } = redeemed.value as { number: string }
    redeemed.value = { number: new Big(number).plus('0.002').toFixed() }
    await page.goto('/nav-controls')
    await control(page, await Promise.all(books.map(writeBook)))
    await page.getByRole('heading', { name: `${code} 30.10.26` }).waitFor()
    const notOk = page.getByRole('paragraph').filter({ hasText: /^\d+ not OK, / })
    expect(await notOk.allInnerTexts()).toEqual([])
    await page
      .getByText(/^\d+ OK( · \d+ not applicable)?$/)
      .filter({ visible: true })
      .first()
      .waitFor()

    // It is OK: the exceptions alone are shown first.
    await page.getByRole('link', { name: /^Show all \d+ rules$/ }).click()
    await page.getByRole('link', { name: RULE }).first().click()
    await page.getByText(`0.01 shares, set for fund ${code}`).first().waitFor()
  })
})

/** Fund and legal entity, benchmark, classes, a fee and the days of its NAVs, each in its table. */
async function buildFund(page: Page, code: string, name: string, models: readonly FundModel[]) {
  const newest = models.at(-1) as FundModel
  const fund = { choose: `${code} ${name}` }
  await openTable(page, 'Legal entities')
  await addRow(page, 'legal entity', {
    name: `${name} SICAV`,
    kind: { choose: 'FUND' },
    jurisdiction: 'Luxembourg',
  })
  await openTable(page, 'Benchmark levels')
  for (const { navDate, benchmarkLevel } of models)
    await addRow(page, 'benchmark level', {
      benchmark: `Index of ${code}`,
      date: navDate,
      level: benchmarkLevel,
    })
  await openTable(page, 'Funds')
  await addRow(page, 'fund', {
    ...{ code, name, currency: { choose: newest.fundCurrency }, type: { choose: newest.fundType } },
    ...{ regime: { choose: newest.regime }, provider: { choose: 'FIA' } },
    benchmark: { choose: `Index of ${code}` },
    legalEntityId: { choose: `${name} SICAV` },
    ...{ controlSet: { choose: 'FIA 3' }, yearEnd: '31/03' },
  })
  await page.getByRole('cell', { name: '31/03' }).first().waitFor()
  await openTable(page, 'Share classes')
  for (const each of newest.classes)
    await addRow(page, 'share class', {
      ...{ code: each.code, fundId: fund, name: each.name },
      ...{ currency: { choose: each.currency }, decimals: String(each.decimals) },
      ...{ reference: each.reference, hedged: each.hedged, managementFee: '1.25' },
    })
  await openTable(page, 'Fee schedule')
  await addRow(page, 'fee', {
    ...{ fundId: fund, accountPrefix: '611', validFrom: '2027-01-01' },
    ...{ rate: '0.05', days: { choose: 'ACT' } },
  })
  await openTable(page, 'NAV calendar')
  for (const { navDate } of models)
    await addRow(page, 'NAV date', {
      fundId: fund,
      navDate,
      maxPrebalanceDate: addDays(navDate, 2),
      maxSendingDate: addDays(navDate, 5),
    })
}

/** A tolerance of the fund alone, from its newest NAV on. */
async function buildTolerance(page: Page, fund: string, { navDate }: FundModel) {
  await page.goto('/admin/tolerances')
  await page.getByRole('heading', { name: 'Rule tolerances' }).waitFor()
  await addRow(page, 'tolerance', {
    tolerance: { choose: `${RULE}: Tolerance (shares)` },
    level: { choose: 'fund' },
    subject: { choose: fund },
    value: '0.01',
    validFrom: navDate,
  })
}

/** A user like accountant1; answers the one-time password. */
async function newAccountant(page: Page, userName: string): Promise<string> {
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'New user' }).click()
  const [firstName = '', lastName = ''] = userName.split('.')
  await fillFields(page, {
    ...{ userName, firstName, lastName, role: 'ACCOUNTANT' },
    homepage: { choose: 'NAV Controls' },
    likeUser: 'accountant1',
  })
  await page.getByLabel('ACCOUNTANT', { exact: true }).check()
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByText(`User ${userName} is created.`).waitFor()
  return (await page.locator('code').innerText()).trim()
}

async function openTable(page: Page, title: string): Promise<void> {
  await page.goto('/admin/lookups')
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('heading', { name: title, exact: true }).waitFor()
}

async function logIn(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function changePassword(page: Page, present: string, next: string): Promise<void> {
  await fieldOf(page, 'current_password').fill(present)
  await fieldOf(page, 'password').fill(next)
  await fieldOf(page, 'again_password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
}

const waiting = (page: Page, words: string) =>
  page.getByRole('table', { name: 'Pending second approval' }).getByRole('row').filter({ hasText: words })

async function approveAll(page: Page, words: string): Promise<void> {
  // A page that is being loaded has no rows yet.
  await waiting(page, words).first().waitFor()
  for (let left = await waiting(page, words).count(); left > 0; left--) {
    await waiting(page, words).first().getByRole('button', { name: 'Approve' }).click()
    await waiting(page, words)
      .nth(left - 1)
      .waitFor({ state: 'detached' })
  }
}

async function control(page: Page, files: Awaited<ReturnType<typeof writeSet>>): Promise<void> {
  await beginControl(page, 'New FIA 3 Files control')
  await page.getByLabel(/^\d Excel files/).setInputFiles(payloads(files))
  await page.getByLabel('Reason').selectOption('FIRST')
  await page.getByLabel('Please enter a comment (Mandatory)').fill('Of the new fund')
  await page.getByRole('button', { name: 'Launch control' }).click()
}
