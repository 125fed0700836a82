import { connectDatabase } from 'db/database'
import { fund } from 'db/schema/lookups'
import type { Page } from 'playwright'
import { storedControl } from 'tests/support/areas/prices/price-site'
import { contextOf } from 'tests/support/context'
import { client } from 'tests/support/postgres/copy'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectNavs } from '~/areas/navs/nav-calendar.server'
import type { Day } from '~/platform/values/day'
import { type State, testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { over } from '../support/browser/fields'
import { ownName } from '../support/browser/own-name'
import { ownSite } from '../support/browser/own-site'

const ISIN = 'LU0000000001'
/** Dates that no other test has NAVs on. */
const DATES: Record<string, Day> = { J: '2024-03-28', N: '2024-04-30', AXE: '2024-05-31' }

/** Four funds with the same share: the third has it at another price, and so has the fourth, with another breach. */
async function fundsWithPrices(mark: string): Promise<string[]> {
  const date = DATES[mark] ?? ''
  const database = connectDatabase({ url: ownSite().url })
  const sql = client(ownSite().ownerUrl)
  try {
    const codes: string[] = []
    for (const [at, price] of ['100', '100', '105', '104'].entries()) {
      const code = ownName(`PRC${mark}${at}`)
      const navId = await database.transaction(async (tx) => {
        const facts = {
          currency: 'EUR',
          type: 'MIXED',
          regime: 'UCITS',
          provider: 'FIA',
          clientValidation: false,
        }
        const [row] = await tx
          .insert(fund)
          .values({ code, name: code, ...facts })
          .returning({ id: fund.id })
        const day = { fundId: row?.id ?? 0, navDate: date, maxPrebalanceDate: null, maxSendingDate: null }
        return (await expectNavs(contextOf({ tx, now: new Date(), timeZone: 'UTC' }), [day]))[0] ?? 0
      })
      await storedControl(sql, navId, {
        ...{ fundCode: code, tna: '100000', rates: { USD: at === 0 ? '0.99' : '0.92' } },
        lines: [{ isin: ISIN, price, quantity: '50', code: 'SHARE', priceDate: date }],
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

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('from the outliers of a date to one justification for all funds that hold the instrument', async () => {
    const codes = await fundsWithPrices(mark)
    const date = DATES[mark] ?? ''
    const page = await visit('accountant1', '/nav-controls', { js })
    await page.getByRole('link', { name: 'Prices and rates' }).first().click()
    await page.getByRole('heading', { name: 'Prices and rates', level: 1 }).waitFor()
    const day = page.getByLabel('NAV date', { exact: true })
    if (js) await over(day)
    await day.fill(js ? date.split('-').reverse().join('/') : date)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('date') === date)
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
})

beforeAll(async () => {
  await fundsWithPrices('AXE')
})

const list = `/prices?date=${DATES.AXE}&size=5`
const popup = `/prices/justify/${ISIN}?date=${DATES.AXE}&size=5`
const STATES: State[] = [
  ['prices', 'accountant1', list],
  ['holdings', 'auditor1', list, expanded],
  ['rates', 'accountant1', `/prices/rates?date=${DATES.AXE}&size=5`],
  ['justification', 'accountant1', popup],
  ['justification without a comment', 'accountant1', popup, refused],
]

testStates('prices and rates', STATES, { refusals: [422] })

async function expanded(page: Page) {
  await page.getByRole('link', { name: /^Details of .* at 105$/ }).click()
  await page.getByRole('table', { name: /^Holdings of/ }).waitFor()
}

async function refused(page: Page) {
  await page.getByLabel('Comment').fill(' ')
  await page.getByRole('button', { name: /^Justify/ }).click()
  await page.getByRole('alert').first().waitFor()
}
