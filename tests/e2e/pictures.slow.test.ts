import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { addDays } from '~/platform/values/day'
import { showAmount, showDay } from '~/platform/values/show'
import { visit } from '../support/browser/browsing'
import { firstRoutine, newBudget } from '../support/browser/budgets'
import { storedEntity } from '../support/browser/entities'
import { newInvoice } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'
import { siteToday } from '../support/browser/site-time'

const today = siteToday()

/** What a drawing says when the mouse rests on its parts. */
const partsOf = (drawing: Locator) =>
  drawing.locator('g > title').evaluateAll((all) => all.map((each) => each.textContent ?? ''))

const cellsOf = async (row: Locator) =>
  (await row.locator('td').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())

test('the workload of a queue is drawn by day, and the table below has its figures', async () => {
  const page = await visit('finance1', '/work/load')
  const drawing = page.getByRole('img', { name: /^ACCOUNTING\. \d+ open(, \d+ late)?$/ })
  const row = page
    .getByRole('table', { name: 'Open objects by queue and day' })
    .locator('tr[data-key="ACCOUNTING"]')
  await drawing.waitFor()
  const parts = await partsOf(drawing)
  expect(parts[4]).toMatch(new RegExp(`^${showDay(addDays(today, 3))}: \\d+$`))
  const [queue, ...figures] = await cellsOf(row)
  expect(queue).toBe('ACCOUNTING')
  expect(figures.slice(0, -1)).toEqual(parts.map((each) => each.split(': ')[1]))
  const [late, total] = [figures[0], figures.at(-1)]
  const said = await drawing.getAttribute('aria-label')
  expect(said).toBe(`ACCOUNTING. ${total} open${late === '0' ? '' : `, ${late} late`}`)
  // The same figures are shown above the bars.
  const tops = await drawing.locator('.chart__top').allTextContents()
  expect(tops.every((top) => figures.includes(top))).toBe(true)
  // The total leads to its rows.
  await row.getByRole('link').last().click()
  await page.getByRole('table', { name: 'All open' }).waitFor()
  await page.getByText(`All open: ${total} rows`).waitFor({ state: 'attached' })
})

test('the use of a budget is drawn against time, and the table below has its figures', async () => {
  const supplier = await storedEntity('Drawn', 'SUPPLIER')
  const entity = await storedEntity('Drawn')
  const year = today.slice(0, 4)
  const budgetId = await newBudget({ supplier, entity, from: `${year}-01-01`, to: `${year}-12-31` })
  await newInvoice(ownName('DRAWN'), {
    invoicedLegalEntity: supplier.id,
    settlingLegalEntity: entity.id,
    routineType: await firstRoutine(),
  })
  const page = await visit('finance1', `/budgets/${budgetId}`)
  const drawing = page.getByRole('img', {
    name: /^Use over the period\. 117\.00 EUR used so far; even use/,
  })
  await drawing.waitFor()
  const said = (await drawing.getAttribute('aria-label')) ?? ''
  const [, until = '', even = ''] = /even use until (\S+) would be ([\d,]+\.\d\d) EUR/.exec(said) ?? []
  await page.getByText('Show figures').click()
  const rows = page.getByRole('table', { name: 'Use by month' }).locator('tbody tr')
  const now = rows.filter({ hasText: until })
  expect(await cellsOf(now)).toEqual([until, '117.00', '117.00', even])
  expect((await cellsOf(rows.last())).at(-1)).toBe(showAmount('10000.00'))
  // A line of each: even use goes on to the end, what is used ends today.
  const figure = page.locator('figure').filter({ has: drawing })
  for (const label of ['Even use', 'Used: invoices and drafts'])
    await figure.getByText(label, { exact: true }).first().waitFor()
  expect(await drawing.locator('path, polyline').count()).toBeGreaterThanOrEqual(2)
  // The arrow keys read its values, date by date.
  const reader = figure.getByRole('slider', { name: 'Values of Use over the period' })
  await reader.focus()
  await page.keyboard.press('Home')
  const begin = `01/01/${year.slice(2)}`
  await expect.poll(() => reader.getAttribute('aria-valuetext')).toContain(`${begin}: Used`)
  await figure.getByRole('list', { name: 'Legend' }).getByText(begin).waitFor()
})
