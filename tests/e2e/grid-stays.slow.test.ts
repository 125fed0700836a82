import type { Page } from 'playwright'
import { storedControl } from 'tests/support/areas/prices/price-site'
import { client } from 'tests/support/postgres/copy'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { fundOfOneNav } from '../support/browser/funds'
import { columnHeads, focused, gridFunds, openMenu, WHO } from '../support/browser/grids'
import { ownDatabase } from '../support/browser/own-database'
import { ownName } from '../support/browser/own-name'
import { ownSite } from '../support/browser/own-site'

/** The beginning of the codes of its funds. */
const own = ownName('STAY')
let list: string

beforeAll(async () => {
  list = (await gridFunds(own)).list
})

const scroller = (page: Page) => page.locator('.grid__scroll').first()
const open = (page: Page) => page.locator('.grid__toolbar details[open]')
const rows = (page: Page) => page.locator('tr[data-key]')
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
/** Where a column's head stands, in px from the left of the window. */
const leftOf = async (page: Page, id: string) =>
  Math.round((await page.locator(`th[data-column=${id}]`).boundingBox())?.x ?? Number.NaN)

test('columns keep their places from page to page; the rows of a page are as many as chosen, and their links stay addresses', async () => {
  const page = await visit(WHO, list)
  const places = () =>
    page
      .locator('thead > tr:first-child > th')
      .evaluateAll((heads) =>
        heads.map((head) => [head.getBoundingClientRect().x, head.getBoundingClientRect().width]),
      )
  const first = await places()
  for (const range of ['26–50 of 60', '51–60 of 60']) {
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await page.getByText(range).waitFor()
    expect(await places()).toEqual(first)
  }
  // Bars are hidden in tests. Where they take room, they take it on a page that is too short to scroll, too.
  expect(await scroller(page).evaluate((one) => getComputedStyle(one).overflowY)).toBe('scroll')

  await page.goto(`${list}&page=2&pin.currentstatus=start`)
  await page.getByText('26–50 of 60').waitFor()
  await page.getByLabel('Rows a page').selectOption('50')
  await page.getByText('1–50 of 60').waitFor()
  expect(await rows(page).count()).toBe(50)
  expect([parameter(page, 'size'), parameter(page, 'pin.currentstatus')]).toEqual(['50', 'start'])
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(50)
  // The first cell is now that of the pinned column: it links to the row's object, beside the list as it is.
  const links = await page
    .locator('a.grid__open')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links).toHaveLength(50)
  for (const link of links) expect(link).toMatch(/^\/nav-controls\/\d+\?.*pin\.currentstatus=start/)
  await page.getByLabel('Rows a page').selectOption('25')
  await page.getByText('1–25 of 60').waitFor()
  await page.goto(links[31] ?? '')
  await page.getByRole('heading', { name: own }).waitFor()
})

test('columns are pinned and unpinned by keyboard; a pinned one stays in sight when the list scrolls, and after a reload', async () => {
  // So wide that the columns do not fit.
  const page = await visit(WHO, `${list}&width.fundname=900`)
  const summary = page.locator('.grid__toolbar summary').filter({ hasText: 'Columns' })
  await summary.focus()
  await page.keyboard.press('Enter')
  const link = (name: string) => open(page).getByRole('link', { name, exact: true })
  await link('Pin Late at the right').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('pin.days_late') === 'end')
  await expect.poll(async () => (await columnHeads(page)).at(-1)).toBe('Late')
  await expect.poll(() => focused(page)).toBe('Unpin Late')
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => focused(page)).toBe('Pin Late at the left')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('pin.days_late') === 'start')
  await expect.poll(async () => (await columnHeads(page))[0]).toBe('Late')
  await expect.poll(() => focused(page)).toBe('Unpin Late')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.searchParams.has('pin.days_late'))
  await expect.poll(async () => (await columnHeads(page))[0]).toBe('Fund')
  await expect.poll(() => focused(page)).toBe('Pin Late at the left')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toContain('Columns')

  await openMenu(page, 'Columns')
  await link('Pin Status at the left').click()
  await page.waitForURL((url) => url.searchParams.get('pin.currentstatus') === 'start')
  const isInSight = async () => {
    await expect.poll(async () => (await columnHeads(page))[0]).toBe('Status')
    const before = await Promise.all([leftOf(page, 'currentstatus'), leftOf(page, 'navdate')])
    expect(await scroller(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBeGreaterThan(300)
    await scroller(page).hover()
    await page.mouse.wheel(300, 0)
    await expect.poll(() => leftOf(page, 'navdate')).toBe((before[1] ?? 0) - 300)
    const pinned = page.locator('tr[data-key] > td.pinned-start').first()
    const now = await pinned.boundingBox()
    expect(now?.x).toBeGreaterThanOrEqual(0)
    expect(now?.x).toBeLessThanOrEqual(before[0] ?? 0)
    // What scrolls by passes under it.
    expect(
      await pinned.evaluate((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect()
        return cell.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }),
    ).toBe(true)
    await page.mouse.wheel(-300, 0)
    await expect.poll(() => leftOf(page, 'navdate')).toBe(before[1])
  }
  await page.keyboard.press('Escape')
  await isInSight()
  await page.reload()
  await isInSight()
})

test('the list stays where it is while a row is opened, the next ones are looked at, and it is closed', async () => {
  const page = await visit(WHO, `${list}&page=2&width.fundname=900`)
  await page.getByText('26–50 of 60').waitFor()
  await scroller(page).evaluate((one) => one.scrollTo(120, 110))
  const where = () => scroller(page).evaluate((one) => [one.scrollLeft, one.scrollTop])
  await expect.poll(where).toEqual([120, 110])
  const row = rows(page).nth(14)
  const y = async () => (await row.boundingBox())?.y
  const before = await y()
  const title = page.locator('#drawer-title')
  await row.locator('td').nth(3).click()
  await title.waitFor()
  expect([await where(), await y()]).toEqual([[120, 110], before])
  const first = await title.innerText()
  await page.getByRole('link', { name: 'Next', exact: true }).last().click()
  await expect.poll(() => title.innerText()).not.toBe(first)
  const second = await title.innerText()
  await page.keyboard.press('j')
  await expect.poll(() => title.innerText()).not.toBe(second)
  await expect.poll(() => rows(page).nth(16).getAttribute('aria-current')).toBe('true')
  expect([await where(), await y()]).toEqual([[120, 110], before])
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
  // The focus goes to the row that was open last, which is in sight.
  await expect.poll(() => rows(page).nth(16).locator('a:focus').count()).toBe(1)
  expect([await where(), await y()]).toEqual([[120, 110], before])
  expect([parameter(page, 'page'), await page.getByText('26–50 of 60').count()]).toEqual(['2', 1])
})

const LARGEST = '9999999999999999.99'
const HUNDREDTHS = '-999999999999999999'
/** The largest amounts that can be stored, by table. */
const LARGE: Record<string, Record<string, string>> = {
  draft: { gross_amount: LARGEST, taxes: LARGEST, net_amount: `-${LARGEST}` },
  invoice: { gross_amount: `-${LARGEST}`, taxes: `-${LARGEST}`, net_amount: `-${LARGEST}` },
  invoice_row: { gross_hundredths: HUNDREDTHS, taxes_hundredths: HUNDREDTHS, net_hundredths: HUNDREDTHS },
  budget: { budget: '9999999999999.99' },
}

/** The oldest rows of each table with these amounts; as they were when the test ends. */
async function largeAmounts(): Promise<void> {
  const sql = client(ownSite().ownerUrl)
  const before: [table: string, rows: Record<string, string>[]][] = []
  onTestFinished(async () => {
    for (const [table, all] of before)
      for (const { id, ...values } of all)
        await sql`update ${sql(table)} set ${sql(values)} where id = ${id ?? 0}`
    await sql.end({ timeout: 2 })
  })
  for (const [table, values] of Object.entries(LARGE)) {
    const columns = ['id', ...Object.keys(values)]
    const all = await sql<
      Record<string, string>[]
    >`select ${sql(columns)} from ${sql(table)} order by id limit 3`
    before.push([table, [...all]])
    for (const { id } of all) await sql`update ${sql(table)} set ${sql(values)} where id = ${id ?? 0}`
  }
}

/** A date that no other test has NAVs on. */
const OWN_DATE = '2024-07-31'

/** Two funds that hold an instrument at prices far from each other, with NAVs that are late by years. */
async function largePrices(): Promise<void> {
  const database = ownDatabase()
  const sql = client(ownSite().ownerUrl)
  try {
    for (const price of ['123456789012.123456', '987654321098.654321']) {
      const code = ownName('LARG')
      const navId = await fundOfOneNav(database, code, OWN_DATE, OWN_DATE)
      await storedControl(sql, navId, {
        fundCode: code,
        tna: '100',
        rates: { USD: '0.00000012' },
        lines: [{ isin: 'LU0000000002', price, quantity: '5000000000', code: 'LARGE', priceDate: OWN_DATE }],
      })
    }
  } finally {
    await database.close()
    await sql.end({ timeout: 2 })
  }
}

test('no figure of a list is cut off, however large it is', async () => {
  await largeAmounts()
  await largePrices()
  const page = await visit('admin2', '/appearance')
  const lists: [path: string, has: string][] = [
    ['/drafts?sort=-gross_amount', '9,999,999,999,999,999.99'],
    ['/invoices?sort=gross_amount', '-9,999,999,999,999,999.99'],
    ['/invoices?group=currency', ''],
    ['/budgets?sort=-budget', '9,999,999,999,999.99'],
    [`/prices?date=${OWN_DATE}`, '987,654,321,098.654321'],
    [`/prices/rates?date=${OWN_DATE}`, '0.00000012'],
  ]
  for (const [path, has] of lists) {
    await page.goto(path)
    const figures = await page
      .locator('.grid__table > :is(tbody, tfoot) > tr > .whole')
      .evaluateAll((all) =>
        all.map(({ scrollWidth, clientWidth, textContent: text }) => ({ scrollWidth, clientWidth, text })),
      )
    const texts = figures.map(({ text }) => text)
    expect([path, texts.length]).not.toEqual([path, 0])
    if (has !== '') expect([path, texts]).toEqual([path, expect.arrayContaining([has])])
    expect([path, figures.filter((each) => each.scrollWidth > each.clientWidth)]).toEqual([path, []])
  }
})
