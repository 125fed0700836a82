import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'

/** By user: addresses of grids, with the heads of figures that are in sight in a window of 1,280 px. */
const GRIDS: Record<string, [path: string, inSight: string[]][]> = {
  finance1: [
    ['/drafts', ['Gross', 'Taxes', 'Net']],
    ['/invoices', ['Inv.Date', 'Gross']],
    ['/invoices?group=provider', ['Gross', 'Taxes', 'Net']],
    ['/budgets', ['Budget', 'Used', 'Remaining', 'From', 'To']],
  ],
  accountant1: [
    ['/nav-controls', ['NAV date', 'Max sending date', 'Last control']],
    ['/production', ['Current NAV', 'Max sending date']],
  ],
  operations1: [['/processes', ['Due Date', 'Days', 'Event Date']]],
  treasurer1: [['/bank-inbox', ['Amount']]],
  admin: [['/admin/tolerances', ['Value', 'Valid from', 'Valid to']]],
}

interface Found {
  /** Figures of which a part is shown. */
  cut: string[]
  /** Sums that do not stand below the head of their column. */
  astray: string[]
  /** Heads of columns that are in sight from end to end. */
  inSight: string[]
}

/** How the figures of a page's grids stand to the edges of what is seen of them. */
const figures = (page: Page): Promise<Found> =>
  page.evaluate(() => {
    const found: Found = { cut: [], astray: [], inSight: [] }
    /** From where to where the words of a cell stand; what can be grasped at its edge is not among them. */
    const extent = (cell: Element) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const found = { left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY }
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement?.closest('.hidden-text')) continue
        const words = document.createRange()
        words.selectNodeContents(text)
        const { left, right } = words.getBoundingClientRect()
        // The title of a drawing is not drawn.
        if (left === right) continue
        found.left = Math.min(found.left, left)
        found.right = Math.max(found.right, right)
      }
      return found
    }
    const isShown = (cell: Element) => getComputedStyle(cell).webkitTextFillColor !== 'rgba(0, 0, 0, 0)'
    for (const table of document.querySelectorAll('.grid__table')) {
      const view = table.closest('.grid__scroll')?.getBoundingClientRect() ?? new DOMRect()
      const heads = [...table.querySelectorAll('thead > tr:first-child > th')]
      // On a phone rows have two lines and no columns: their figures are whole in the window.
      if (heads.every((head) => head.getClientRects().length === 0)) {
        for (const cell of table.querySelectorAll(
          '.on-phone:is(.on-phone--amount, .on-phone--due), .grid__group > .whole',
        )) {
          const isWhole = extent(cell).left >= 0 && extent(cell).right <= innerWidth
          if (cell.textContent && !(isWhole && isShown(cell))) found.cut.push(cell.textContent)
        }
        continue
      }
      const pinned = heads.find((head) => head.matches('.pinned') && innerWidth >= 900)
      const edge = Math.min(view.right, innerWidth, pinned?.getBoundingClientRect().left ?? innerWidth)
      const isWhole = (left: number, right: number) => left >= view.left - 1 && right <= edge + 1
      for (const head of heads) {
        const { left, right } = head.getBoundingClientRect()
        if (isWhole(left, right) && isShown(head))
          found.inSight.push(head.textContent?.replace(/[▲▼]\d*/, '').trim() ?? '')
      }
      for (const row of table.querySelectorAll(':is(thead, tbody, tfoot) > tr')) {
        let at = 0
        for (const cell of row.children) {
          const head = heads[at + (cell as HTMLTableCellElement).colSpan - 1]
          at += (cell as HTMLTableCellElement).colSpan
          const figure = head?.matches('.whole') && !cell.matches('[colspan]') && cell.textContent
          if (!head || !figure || cell.querySelector('input, select')) continue
          const { left, right } = extent(cell)
          const away = left >= edge || right <= view.left
          if (!isWhole(left, right) && !away && isShown(cell))
            found.cut.push(`${figure} of ${head.textContent}`)
          const [its, column] = [cell.getBoundingClientRect(), head.getBoundingClientRect()]
          if (Math.abs(its.right - column.right) > 1) found.astray.push(`${figure} of ${head.textContent}`)
        }
      }
    }
    return found
  })

/** Nothing is cut where the page stands, and in a wide window the heads are in sight. What is cut is hidden a frame later. */
async function expectWhole(page: Page, path: string, inSight: string[]) {
  await expect
    .poll(async () => {
      const { cut, astray } = await figures(page)
      return [path, cut, astray]
    })
    .toEqual([path, [], []])
  const found = await figures(page)
  if (page.viewportSize()?.width === 1280)
    expect([path, found.inSight]).toEqual([path, expect.arrayContaining(inSight)])
}

/** Nor is anything cut where the grid is scrolled to. */
async function expectWholeScrolled(page: Page, path: string) {
  for (const by of [37, 61, 83]) {
    const scroller = page.locator('.grid__scroll').first()
    await scroller.evaluate((element, left) => {
      element.scrollLeft += left
    }, by)
    await expect.poll(async () => [path, by, (await figures(page)).cut]).toEqual([path, by, []])
  }
  await page
    .locator('.grid__scroll')
    .first()
    .evaluate((element) => element.scrollTo(0, 0))
}

test.each(Object.keys(GRIDS))(
  'no figure is cut at any width, and sums stand below their heads: %s',
  async (user) => {
    const [first, ...others] = GRIDS[user] ?? []
    if (!first) throw new Error(`${user} has no grids`)
    const page = await visit(user, first[0])
    for (const [path, inSight] of [first, ...others]) {
      if (path !== first[0]) await page.goto(path)
      for (const width of [1280, 1000, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await expectWhole(page, path, inSight)
        if (width < 1280) await expectWholeScrolled(page, path)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
    }
  },
)

test('without JavaScript no figure of invoices, and no sum of their groups, is cut, either', async () => {
  const page = await visit('finance1', '/invoices?group=provider', { js: false })
  await expectWhole(page, '/invoices?group=provider', ['Gross', 'Taxes', 'Net'])
})
