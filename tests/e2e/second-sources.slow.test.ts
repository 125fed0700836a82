import type { Page } from 'playwright'
import { writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { Big } from '~/platform/values/decimal'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { newFund, type TestFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

/** A fund whose NAV was controlled, and the cash of its depositary with 100,000.00 EUR less. */
async function fundWithCash() {
  const fund = await newFund({ code: ownName('CASH') })
  await control('accountant1', await writeSet(fund.nav.model, 'FIA3'))
  const { fundCode, navDate, inventory } = fund.nav.model
  const rows = inventory
    .filter(({ type }) => type === 'Cash')
    .map(({ instrumentCode, quotationCurrency, marketValue, fxRate }) => {
      const less = quotationCurrency === 'EUR' ? 100_000 : 0
      const balance = new Big(marketValue)
        .div(fxRate ?? 1)
        .minus(less)
        .toFixed(2)
      return [fundCode, navDate, instrumentCode, quotationCurrency, balance].join(';')
    })
  const text = ['Fund code;Date;Account;Currency;Balance', ...rows].join('\n')
  return { fund, file: { name: `cash_${fundCode}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) } }
}

const breakOf = (page: Page, { code }: TestFund) => page.locator('tr[data-key]').filter({ hasText: code })
const details = (page: Page, { code }: TestFund) =>
  page.getByRole('link', { name: `Details of S03 Depositary cash ${code} EUR` })
const listOf = ({ code }: TestFund) => `/open-breaks?search=${code}`

test('by the keys alone a source is tried and sent, its difference explained and ended', async () => {
  const { fund, file } = await fundWithCash()
  const page = await visit('accountant1', `/second-sources?date=${fund.nav.model.navDate}`)
  const press = async (role: 'button' | 'link', name: string) => {
    await page.getByRole(role, { name, exact: true }).last().focus()
    await page.keyboard.press('Enter')
  }
  await press('link', 'Upload sources')
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.locator('input[name=sender]').focus()
  await page.keyboard.type('BANK-A')
  await press('button', 'Dry run')
  await page.getByText('Dry run: nothing was stored').waitFor()
  expect(await violations(page, 'a dry run of sources')).toEqual([])
  await press('button', 'Upload sources')
  await page.getByText('Dry run: nothing was stored').waitFor({ state: 'detached' })
  await page.getByText('CASH from BANK-A:').first().waitFor()

  await page.goto(listOf(fund))
  await details(page, fund).focus()
  await page.keyboard.press('Enter')
  await press('link', 'Explain')
  await page.locator('select[name=reason]').focus()
  await page.keyboard.type('lent')
  await press('button', 'Explain')
  await page.getByText('S03 EUR: explained').waitFor()
  await expect.poll(() => breakOf(page, fund).first().innerText()).toContain('EXPLAINED')

  await page.goto(listOf(fund))
  await details(page, fund).focus()
  await page.keyboard.press('Enter')
  await press('link', 'End')
  await press('button', 'End')
  await page.getByText('Explanation ended').waitFor()
  await page.goto(listOf(fund))
  await expect.poll(() => breakOf(page, fund).first().innerText()).toContain('OPEN')
  expect(await violations(page, 'open breaks')).toEqual([])
})

test('without scripts the same works by links and buttons, and the file is still there after the dry run', async () => {
  const { fund, file } = await fundWithCash()
  const page = await visit('accountant1', `/second-sources?date=${fund.nav.model.navDate}`, { js: false })
  await page.getByRole('link', { name: 'Upload sources' }).click()
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.locator('input[name=sender]').fill('BANK-A')
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByText('Dry run: nothing was stored').waitFor()
  await page.getByRole('button', { name: 'Upload sources' }).click()
  await page.getByText('Dry run: nothing was stored').waitFor({ state: 'detached' })
  await page.getByText('CASH from BANK-A:').first().waitFor()

  await page.goto(listOf(fund))
  await details(page, fund).click()
  await page.getByRole('link', { name: 'Explain', exact: true }).click()
  await page.locator('select[name=reason]').selectOption('lent or pledged')
  await page.getByRole('button', { name: 'Explain', exact: true }).click()
  await page.getByText('S03 EUR: explained').waitFor()
  await page.goto(listOf(fund))
  expect(await breakOf(page, fund).first().innerText()).toContain('EXPLAINED')
  await details(page, fund).click()
  await page.getByRole('link', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByText('Explanation ended').waitFor()
})
