import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { address, cells, focused, gridFunds, openMenu, WHO } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

/** The beginning of the codes of its funds. */
const own = ownName('KEYS')
let list: string

beforeAll(async () => {
  list = (await gridFunds(own)).list
})

/** Row and cell of what has focus, from 0; heads of groups counted. */
function place(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const cell = document.activeElement?.closest('td')
    const rows = [...document.querySelectorAll('tr[data-key]')]
    return [rows.findIndex((row) => row.contains(cell ?? null)), cell?.cellIndex ?? -1]
  })
}

async function press(page: Page, ...keys: string[]): Promise<number[]> {
  for (const key of keys) await page.keyboard.press(key)
  return place(page)
}

test('keys move over the cells of a page and open its rows, one of which is in the tab order; “/” goes to the search and “?” lists the shortcuts', async () => {
  const page = await visit(WHO, list)
  await page.locator('a.grid__open').first().focus()
  await expect.poll(() => place(page)).toEqual([0, 1])
  expect(await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight')).toEqual([2, 3])
  expect(await press(page, 'PageDown')).toEqual([12, 3])
  expect(await press(page, 'PageUp', 'PageUp')).toEqual([0, 3])
  expect(await press(page, 'End')).toEqual([0, 10])
  expect(await press(page, 'Home')).toEqual([0, 0])
  expect(await press(page, 'Control+End')).toEqual([24, 10])
  expect(await press(page, 'ArrowDown', 'ArrowRight')).toEqual([24, 10])
  expect(await press(page, 'Control+Home')).toEqual([0, 0])
  expect(await press(page, 'ArrowUp', 'ArrowLeft')).toEqual([0, 0])
  await press(page, 'Home', 'ArrowDown', 'Tab')
  await expect.poll(() => place(page)).toEqual([1, 1])
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('.grid__pager') !== null)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => place(page)).toEqual([1, 1])
  // Enter opens a row from any of its cells, Escape leads back to it.
  expect(await press(page, 'ArrowRight', 'ArrowRight')).toEqual([1, 3])
  await page.keyboard.press('Enter')
  await page.locator('#drawer-title').waitFor()
  expect(address(page)).toMatch(/^\/nav-controls\/\d+\?filter/)
  await page.keyboard.press('Escape')
  await page.locator('#drawer-title').waitFor({ state: 'detached' })
  await expect.poll(() => place(page)).toEqual([1, 1])

  // “/” and “?” are letters inside a field.
  await page.keyboard.press('/')
  await expect.poll(() => focused(page)).toBe('Search all columns')
  await page.keyboard.type('/?')
  await expect.poll(() => page.getByLabel('Search all columns').inputValue()).toBe('/?')
  await page.getByText('No results').waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).last().click()
  await expect.poll(() => focused(page)).toBe('Search all columns')
  await page.locator('a.grid__open').first().focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Filter NAVs').waitFor()
  await dialog.getByText('Open or close a group').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => place(page)).toEqual([0, 1])
})

test('panels open and close by keyboard, in a drawer, too; the next page begins at its first row, and keys go on in it', async () => {
  const page = await visit(WHO, list, { width: 390 })
  await chapter('Panels give focus back, on a telephone, too', async () => {
    await page.locator('.grid__show').click()
    for (const label of ['Group', 'Columns', 'Views']) {
      const summary = page.locator('.grid__toolbar summary').filter({ hasText: label })
      await summary.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      const panel = page.locator('.grid__toolbar [open] .menu__list')
      await panel.waitFor()
      // It may just be put in place of the one that the server drew.
      await expect
        .poll(async () => {
          const { x = -1, width = 0 } = (await panel.boundingBox()) ?? {}
          return x >= 0 && x + width <= 390
        })
        .toBe(true)
      await page.keyboard.press('Escape')
      expect(await page.locator('.grid__toolbar [open]').count()).toBe(0)
      await expect.poll(() => focused(page)).toContain(label)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await openMenu(page, 'Group')
    await openMenu(page, 'Columns')
    await expect.poll(() => page.locator('.grid__toolbar [open]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.grid__toolbar [open]').count()).toBe(0)
  })

  await chapter('The next page', async () => {
    const scroll = page.locator('.grid__scroll')
    await scroll.evaluate((one) => one.scrollTo(0, 1_000))
    const next = page.getByRole('link', { name: 'Next', exact: true })
    await next.focus()
    await page.keyboard.press('Enter')
    await page.getByText('26–50 of 60').waitFor()
    expect(await scroll.evaluate((one) => one.scrollTop)).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByText('51–60 of 60').waitFor()
    // The last page has no next one: the field of the page is beside it.
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('grid__number')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await page.getByText('26–50 of 60').waitFor()
    expect(await cells(page, 2)).toHaveLength(25)
  })

  await chapter('Escape in a panel of a grid in a drawer closes the panel, not the drawer', async () => {
    await page.locator('a.grid__open').first().click()
    const title = page.locator('#drawer-title')
    await title.waitFor()
    await page.getByRole('link', { name: 'NAV Checks Audit' }).click()
    const grid = page.locator('.drawer .grid')
    const values = grid.getByRole('link', { name: 'Choose values of Role' })
    // Until the tab is there, the grid of the one before is.
    await values.waitFor()
    await grid.locator('summary').filter({ hasText: 'Columns' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => title.isVisible()).toBe(true)
    expect(await grid.locator('details[open]').count()).toBe(0)
    await values.click()
    // It takes the focus a moment after it is there.
    await grid.locator('.grid__panel :focus').waitFor()
    await page.keyboard.press('Escape')
    await grid.locator('.grid__panel').waitFor({ state: 'detached' })
    await expect.poll(() => title.isVisible()).toBe(true)
  })
})

test('cells are selected by the mouse and by keys, counted and added up, and copied as a table', async () => {
  const page = await visit(
    'finance1',
    '/invoices?columns=invoice_ref,currency,gross_amount,taxes&sort=invoice_ref',
  )
  const status = page.locator('.grid__range')
  const cell = (row: number, column: string) =>
    page.evaluateHandle(
      ([at, id]) => {
        const head = document.querySelector<HTMLTableCellElement>(`th[data-column=${id}]`)
        const rows = document.querySelectorAll<HTMLTableRowElement>('tr[data-key]')
        return rows[Number(at)]?.cells[head?.cellIndex ?? 0] as HTMLElement
      },
      [row, column] as const,
    )
  const selected = () => page.locator('td[data-in-range]').count()
  const amounts = async (rows: number[]) =>
    Promise.all(rows.map(async (row) => (await cell(row, 'gross_amount')).evaluate((one) => one.innerText)))
  await chapter('By dragging, without opening a row', async () => {
    await page.mouse.move(300, 300)
    await status.waitFor({ state: 'attached' })
    const drag = async () => {
      const [from, to] = [await cell(0, 'gross_amount'), await cell(2, 'taxes')]
      const [start, end] = [await from.boundingBox(), await to.boundingBox()]
      await page.mouse.move((start?.x ?? 0) + 10, (start?.y ?? 0) + 10)
      await page.mouse.down()
      await page.mouse.move((end?.x ?? 0) + 10, (end?.y ?? 0) + 10, { steps: 5 })
      await page.mouse.up()
      return status.innerText()
    }
    // The status line is there a moment before the grid listens; a user who is as quick drags again.
    await expect.poll(drag, { interval: 500 }).toMatch(/^6 cells · Sum /)
    expect(await selected()).toBe(6)
    expect(address(page)).toMatch(/^\/invoices\?/)
  })
  await chapter('A copy is a table', async () => {
    await page.evaluate(() => {
      window.addEventListener('copy', (event) => {
        document.body.dataset.copied = event.clipboardData?.getData('text/plain')
        document.body.dataset.table = event.clipboardData?.getData('text/html')
      })
    })
    await page.keyboard.press('Control+c')
    const copied = () => page.evaluate(() => document.body.dataset.copied)
    await expect.poll(async () => (await copied())?.split('\n').length).toBe(3)
    const first = (await copied())?.split('\n').map((line) => line.split('\t')[0])
    expect(first).toEqual(await amounts([0, 1, 2]))
    expect(await page.evaluate(() => document.body.dataset.table)).toMatch(/^<table><tr><td>/)
  })
  await chapter('By keys; Escape ends it, and leaves the rest as it is', async () => {
    await page.locator('a.grid__open').nth(1).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => status.innerText()).toBe('2 cells')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => status.innerText()).toMatch(/^6 cells · Sum [A-Z]{3} /)
    await page.keyboard.press('Escape')
    await expect.poll(() => status.innerText()).toBe('')
    expect(await selected()).toBe(0)
  })
})

test('figures of a column that is partly beyond the edge of a grid are hidden until it is scrolled in', async () => {
  const page = await visit('finance1', '/invoices', { width: 900 })
  const scroll = page.locator('.grid__scroll').first()
  /** Scrolls so that this part of the first column of amounts is beyond the left edge of what scrolls. */
  const push = (part: number) =>
    scroll.evaluate((one, beyond) => {
      const head = one.querySelector<HTMLElement>('th.whole.end')
      const edge =
        one.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(one).scrollPaddingLeft)
      const { left = 0, width = 0 } = head?.getBoundingClientRect() ?? {}
      one.scrollBy(left + width * beyond - edge, 0)
    }, part)
  const isCut = () =>
    scroll.evaluate((one) => {
      const cell = one.querySelector('tbody > tr[data-key] > td.whole.end')
      return cell !== null && getComputedStyle(cell).webkitTextFillColor === 'rgba(0, 0, 0, 0)'
    })
  await push(0.5)
  await expect.poll(isCut).toBe(true)
  await push(-0.5)
  await expect.poll(isCut).toBe(false)
})
