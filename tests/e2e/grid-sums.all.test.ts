import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { Big } from '~/platform/values/decimal'
import { visit } from '../support/browser/browsing'

/** "EUR 1,234.50" of each currency in the cell, by currency. */
async function sumsIn(page: Page, row: string, cell: number): Promise<Map<string, Big>[]> {
  const texts = await page.locator(`${row} > :nth-child(${cell})`).allInnerTexts()
  return texts.map(
    (text) =>
      new Map(
        text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => {
            const [currency = '', figure = '0'] = line.split(/\s+/)
            return [currency, new Big(figure.replaceAll(',', ''))]
          }),
      ),
  )
}

function added(sums: Map<string, Big>[]): Record<string, string> {
  const all = new Map<string, Big>()
  for (const each of sums)
    for (const [currency, sum] of each) all.set(currency, (all.get(currency) ?? new Big(0)).plus(sum))
  return Object.fromEntries([...all].sort().map(([currency, sum]) => [currency, sum.toFixed(2)]))
}

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('groups of invoices add up to the total, in each currency, and so do the groups in a group', async () => {
    const columns = 'columns=provider,gross_amount,taxes,net_amount'
    const page = await visit('treasurer1', `/invoices?group=settling_entity&size=200&${columns}`, { js })
    // Of more than three currencies they open when they are asked for.
    expect(await page.locator('.grid__totals').innerText()).not.toMatch(/[A-Z]{3} [\d,]+\.\d\d/)
    await page.locator('.grid__fold > summary').click()
    // The label takes the mark and the provider; gross, taxes and net follow.
    for (const cell of [2, 3, 4]) {
      const [groups, total] = [
        await sumsIn(page, '.grid__group', cell),
        await sumsIn(page, '.grid__totals', cell),
      ]
      expect(groups.length).toBeGreaterThan(2)
      expect(Object.keys(added(total)).length).toBeGreaterThan(1)
      expect(added(groups)).toEqual(added(total))
    }
    await page.goto(`/invoices?group=settling_entity,currency&size=200&toggle=Arvensis SICAV&${columns}`)
    const outer = await sumsIn(page, '.grid__group:has(+ .grid__group[data-level="1"])', 2)
    const inner = await sumsIn(page, '.grid__group[data-level="1"]', 2)
    expect(added(inner)).toEqual(added(outer.slice(0, 1)))
    expect(inner.length).toBeGreaterThan(0)
    for (const each of inner) expect(each.size).toBe(1)
  })
})
