import type { Locator, Page } from 'playwright'
import { writeSet } from 'tests/support/workbooks/write'
import { describe, expect, test } from 'vitest'
import { addDays } from '~/platform/values/day'
import { showAmount, showDay } from '~/platform/values/show'
import { visit } from '../support/browser/browsing'
import { firstRoutine, newBudget } from '../support/browser/budgets'
import { control, steps } from '../support/browser/calls'
import { storedEntity } from '../support/browser/entities'
import { newFund } from '../support/browser/funds'
import { newInvoice } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'

const today = new Date().toISOString().slice(0, 10)

/** What a drawing says when the mouse rests on its parts. */
const partsOf = (drawing: Locator) =>
  drawing.locator('g > title').evaluateAll((all) => all.map((each) => each.textContent ?? ''))

const cellsOf = async (row: Locator) =>
  (await row.locator('td').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())

/** The texts of a drawing, where they stand on the screen. */
const textsOf = (drawing: Locator) =>
  drawing.locator('text').evaluateAll((all) =>
    all.map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      return { text: each.textContent ?? '', left, right, top, bottom }
    }),
  )

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('the workload of a queue is drawn by day, and the table below has its figures', async () => {
    const dueDate = addDays(today, 3)
    const page = await visit('finance1', '/work/load', { js })
    const drawing = page.getByRole('img', { name: /^ACCOUNTING\. \d+ open(, \d+ late)?$/ })
    const row = page
      .getByRole('table', { name: 'Open objects by queue and day' })
      .locator('tr[data-key="ACCOUNTING"]')
    const on = async () => Number((await partsOf(drawing))[4]?.split(': ')[1])
    await drawing.waitFor()
    const before = await on()
    await newInvoice(ownName('LOAD'), { dueDate })
    await page.reload()
    await expect.poll(on).toBe(before + 1)

    const parts = await partsOf(drawing)
    expect(parts[4]).toBe(`${showDay(dueDate)}: ${before + 1}`)
    const [queue, ...figures] = await cellsOf(row)
    expect(queue).toBe('ACCOUNTING')
    expect(figures.slice(0, -1)).toEqual(parts.map((each) => each.split(': ')[1]))
    const [late, total] = [figures[0], figures.at(-1)]
    const said = await drawing.getAttribute('aria-label')
    expect(said).toBe(`ACCOUNTING. ${total} open${late === '0' ? '' : `, ${late} late`}`)
    // The same figures stand above the bars.
    const tops = await drawing.locator('.chart__top').allTextContents()
    expect(tops.every((top) => figures.includes(top))).toBe(true)
  })
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
  const rows = page.getByRole('table', { name: 'Use by month' }).locator('tbody tr')
  const now = rows.filter({ hasText: until })
  expect(await cellsOf(now)).toEqual([until, '117.00', '117.00', even])
  expect((await cellsOf(rows.last())).at(-1)).toBe(showAmount('10000.00'))
  // A line of each: even use goes on to the end, what is used ends today.
  const figure = page.locator('figure').filter({ has: drawing })
  for (const label of ['Even use', 'Used: invoices and drafts'])
    await figure.getByText(label, { exact: true }).first().waitFor()
  expect(await drawing.locator('path, polyline').count()).toBeGreaterThanOrEqual(2)
})

test('KPI bars have a label each that can be read, for the months that have data', async () => {
  const code = ownName('BARS')
  const { navs } = await newFund({ code })
  const [sent] = navs
  if (!sent) throw new Error('no NAV')
  await control('accountant1', await writeSet(sent.model, 'FIA3'))
  await steps(sent.id, [
    ['accountant1', 'Submit'],
    ['teamleader1', 'Approve'],
    ['manager1', 'Validate'],
    ['manager2', 'Mark as sent'],
  ])
  const own = `from=2026-01&to=2026-09&filter.fund_code=${code}&filter.method_name=First`
  const page = await visit('manager1', `/production/kpi?${own}`)
  const drawing = page.getByRole('img', { name: 'First time right. 100.0 %: 1 met, 0 missed' })
  await drawing.waitFor()
  expect(await partsOf(drawing)).toEqual(['2026-09: 100.0 %: 1 met, 0 missed'])
  expect((await textsOf(drawing)).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['100%', 'Sep', '2026']),
  )
  const row = page.locator('tr[data-key]')
  expect((await cellsOf(row)).join(' ')).toContain(`2026-09 ${code} First time right 1 1 0 0 100.0 %`)

  const months = page.getByLabel('NAV dates from').locator('option')
  // Wherever a year begins among the bars: at either end of them, and between.
  for (const from of (await months.allTextContents()).slice(0, 13).filter((_, at) => at % 4 === 0)) {
    await page.goto(`/production/kpi?from=${from}`)
    await expectReadable(page)
  }
})

/** No label of a drawing is smaller than small print, lies over another, or is cut. */
async function expectReadable(page: Page) {
  const drawings = page.locator('figure svg[role=img]')
  await drawings.first().waitFor()
  for (const drawing of await drawings.all()) {
    const texts = await textsOf(drawing)
    const box = await drawing.boundingBox()
    if (!box) throw new Error('A drawing is not in sight')
    for (const [at, one] of texts.entries()) {
      expect([one.text, one.bottom - one.top >= 9]).toEqual([one.text, true])
      expect([one.text, one.left >= box.x - 1 && one.right <= box.x + box.width + 1]).toEqual([
        one.text,
        true,
      ])
      const over = texts
        .slice(at + 1)
        .filter(
          (other) =>
            one.left < other.right - 0.5 &&
            other.left < one.right - 0.5 &&
            one.top < other.bottom - 3 &&
            other.top < one.bottom - 3,
        )
      expect([one.text, over]).toEqual([one.text, []])
    }
  }
}
