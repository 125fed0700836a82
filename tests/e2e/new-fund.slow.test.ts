import type { Page } from 'playwright'
import type { FundModel } from 'tests/support/workbooks/fund-model'
import { fundHistory } from 'tests/support/workbooks/model'
import { planSet, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { writeBook, writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { addDays } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { visit } from '../support/browser/browsing'
import { call, control, post } from '../support/browser/calls'
import { beginControl } from '../support/browser/fields'
import { payloads } from '../support/browser/files'
import { siteRates } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'
import { addRow } from '../support/browser/rows'
import { chapter } from '../support/chapter'

const RULE = 'N08 Share roll-forward'

// What two administrators build, on the screen or by calls, is all that the accountant has.
test('a fund that two administrators build is all that its accountant needs to control its NAVs', async () => {
  const code = ownName('AUR')
  const name = `Aurora Growth ${code}`
  const models = fundHistory({ fundCode: code, fundName: name, rates: await siteRates() }, 1)
  const [previous, newest] = models as [FundModel, FundModel]

  await chapter('An administrator builds fund and tolerance', async () => {
    await buildReference(code, name, models)
    const page = await visit('admin', '/admin/lookups/funds')
    await buildFund(page, code, name, newest)
    await buildRows(code, models)
    await buildTolerance(page, `${code} ${name}`, newest)
  })
  await chapter('The second administrator approves the tolerance', async () => {
    const page = await visit('admin2', `/admin/changes?search=${code}&size=100`)
    const waiting = page
      .getByRole('table', { name: 'Pending second approval' })
      .getByRole('row')
      .filter({ hasText: `fund ${code}` })
    await waiting.getByRole('button', { name: 'Approve' }).click()
    await waiting.waitFor({ state: 'detached' })
  })
  await chapter('The accountant controls the NAVs of the fund within its tolerance', async () => {
    await control('accountant2', await writeSet(previous, 'FIA3'))
    const page = await visit('accountant2')
    // Two thousandths of a share more than the rule table lets pass, less than this fund may have.
    const books = planSet(newest, 'FIA3')
    const redeemed = rowIn(tableIn(books, 'NAV'), { type: 'REDEMPTIONS', code: `${code}-A` })
    const { number } = redeemed.value as { number: string }
    redeemed.value = { number: new Big(number).plus('0.002').toFixed() }
    await beginControl(page, 'New FIA 3 Files control')
    await page.getByLabel(/^\d Excel files/).setInputFiles(payloads(await Promise.all(books.map(writeBook))))
    await page.getByLabel('Reason').selectOption('FIRST')
    await page.getByLabel('Please enter a comment (Mandatory)').fill('Of the new fund')
    await page.getByRole('button', { name: 'Launch control' }).click()
    await page.getByRole('heading', { name: `${code} 30.10.26` }).waitFor()
    const notOk = page.getByRole('paragraph').filter({ hasText: /^\d+ not OK, / })
    expect(await notOk.allInnerTexts()).toEqual([])
    await page
      .getByText(/^\d+ OK( · \d+ not applicable)?$/)
      .filter({ visible: true })
      .first()
      .waitFor()

    await page.getByRole('link', { name: RULE }).first().click()
    await page.getByText(`0.01 shares, set for fund ${code}`).first().waitFor()
  })
})

const lookup = (table: string, row: object) => post('admin', `lookups/${table}`, row)

/** What a fund refers to: its legal entity, and a benchmark with a level on each of its days. */
async function buildReference(code: string, name: string, models: readonly FundModel[]) {
  await lookup('legal-entities', { name: `${name} SICAV`, kind: 'FUND', jurisdiction: 'Luxembourg' })
  for (const { navDate: date, benchmarkLevel: level } of models)
    await lookup('benchmark-levels', { benchmark: `Index of ${code}`, date, level })
}

/** The fund, and its first class, in their tables. */
async function buildFund(page: Page, code: string, name: string, newest: FundModel) {
  await addRow(page, 'fund', {
    code,
    name,
    currency: { choose: newest.fundCurrency },
    type: { choose: newest.fundType },
    regime: { choose: newest.regime },
    provider: { choose: 'FIA' },
    benchmark: { choose: `Index of ${code}` },
    legalEntityId: { choose: `${name} SICAV` },
    controlSet: { choose: 'FIA 3' },
    yearEnd: '31/03',
  })
  await page.getByRole('cell', { name: '31/03' }).first().waitFor()
  await page.goto('/admin/lookups/share-classes')
  for (const each of newest.classes.slice(0, 1))
    await addRow(page, 'share class', {
      code: each.code,
      fundId: { choose: `${code} ${name}` },
      name: each.name,
      currency: { choose: each.currency },
      decimals: String(each.decimals),
      reference: each.reference,
      hedged: each.hedged,
      managementFee: '1.25',
    })
}

/** The other classes, a fee and the days of its NAVs. */
async function buildRows(code: string, models: readonly FundModel[]) {
  const [fund] = (await call('admin', `lookups/funds?filter.code=${code}`)) as { key: string }[]
  const fundId = Number(fund?.key)
  const newest = models.at(-1) as FundModel
  for (const each of newest.classes.slice(1))
    await lookup('share-classes', {
      code: each.code,
      fundId,
      name: each.name,
      currency: each.currency,
      decimals: each.decimals,
      reference: each.reference,
      hedged: each.hedged,
      managementFee: '1.25',
    })
  const fee = { fundId, accountPrefix: '611', validFrom: '2027-01-01', rate: '0.05', days: 'ACT' }
  await lookup('fee-schedule', fee)
  for (const { navDate } of models)
    await lookup('nav-calendar', {
      fundId,
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
