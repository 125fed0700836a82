import type { Page } from 'playwright'
import { storedControl } from 'tests/support/areas/prices/price-site'
import { client } from 'tests/support/postgres/copy'
import { beforeAll, expect, test } from 'vitest'
import type { Day } from '~/platform/values/day'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { over } from '../support/browser/fields'
import { fundOfOneNav } from '../support/browser/funds'
import { ownDatabase } from '../support/browser/own-database'
import { ownName } from '../support/browser/own-name'
import { ownSite } from '../support/browser/own-site'

const ISIN = 'LU0000000001'
/** A date that no other test has NAVs on. */
const DATE: Day = '2024-03-28'

/** Four funds with the same share: the third has it at another price, and so has the fourth, with another breach. */
async function fundsWithPrices(): Promise<string[]> {
  const database = ownDatabase()
  const sql = client(ownSite().ownerUrl)
  try {
    const codes: string[] = []
    for (const [at, price] of ['100', '100', '105', '104'].entries()) {
      const code = ownName(`PRC${at}`)
      const navId = await fundOfOneNav(database, code, DATE)
      await storedControl(sql, navId, {
        fundCode: code,
        tna: '100000',
        rates: { USD: at === 0 ? '0.99' : '0.92' },
        lines: [{ isin: ISIN, price, quantity: '50', code: 'SHARE', priceDate: DATE }],
        results: { I15: [[], [], ['SHARE'], ['SHARE', 'OTHER']][at] ?? [], N13: at === 0 ? ['USD'] : [] },
      })
      codes.push(code)
    }
    return codes
  } finally {
    await database.close()
    await sql.end({ timeout: 2 })
  }
}

const rows = (page: Page) => page.getByRole('table', { name: 'Prices', exact: true }).locator('tr[data-key]')

let codes: string[]
beforeAll(async () => {
  codes = await fundsWithPrices()
})

// Nothing is justified yet.
testStates(
  'prices',
  [
    ['holdings', 'auditor1', `/prices?date=${DATE}&size=5`, expanded],
    ['justification refused', 'accountant1', `/prices/justify/${ISIN}?date=${DATE}&size=5`, refused],
  ],
  { refusals: [422] },
)

test('from the outliers of a date to one justification for all funds that hold the instrument', async () => {
  const page = await visit('accountant1', '/nav-controls')
  await page.getByRole('link', { name: 'Prices and rates' }).first().click()
  await page.getByRole('heading', { name: 'Prices and rates', level: 1 }).waitFor()
  const day = page.getByLabel('NAV date', { exact: true })
  await over(day)
  await day.fill(DATE.split('-').reverse().join('/'))
  await page.getByRole('button', { name: 'Show date', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('date') === DATE)
  // 50 x 5 / 100,000 = 25 bp, before 20 bp, before those that agree.
  await expect.poll(() => rows(page).count()).toBe(3)
  await expect
    .poll(async () => (await rows(page).first().innerText()).replace(/\s+/g, ' '))
    .toContain(`FIA ${codes[2]} 105 100 5.0000 25.00 ${codes[2]}`)

  await page.getByRole('link', { name: /^Details of .* at 105$/ }).click()
  const holdings = page.getByRole('table', { name: `Holdings of ${ISIN} Name of ${ISIN}` })
  await expect.poll(() => holdings.locator('tbody tr').count()).toBe(4)
  await page.getByRole('link', { name: `Justify ${ISIN} for all funds` }).click()
  await page.getByRole('heading', { name: `Justify the price of ${ISIN}` }).waitFor()
  await page.getByText('It has other breaches too: OTHER.').waitFor()
  await page.getByLabel('Comment').fill('Confirmed by the depositary')
  await page.getByRole('button', { name: 'Justify 1 result' }).click()
  await page.getByText(`1 result of I15 justified for ${ISIN}`).waitFor()
  await expect
    .poll(async () =>
      (await page.getByRole('table', { name: `Answers for ${ISIN}` }).innerText()).replace(/\s+/g, ' '),
    )
    .toContain(`${codes[2]} OK - justified Justified. Confirmed by the depositary`)
})

async function expanded(page: Page) {
  await page.getByRole('link', { name: /^Details of .* at 105$/ }).click()
  await page.getByRole('table', { name: /^Holdings of/ }).waitFor()
}

async function refused(page: Page) {
  await page.getByLabel('Comment').fill(' ')
  await page.getByRole('button', { name: /^Justify/ }).click()
  await page.getByRole('alert').first().waitFor()
}
