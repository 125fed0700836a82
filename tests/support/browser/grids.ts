import { buffer } from 'node:stream/consumers'
import type { Download, Locator, Page } from 'playwright'
import { plain } from './browsing'
import { entry } from './fields'
import { newFund, type TestFund } from './funds'

/** A user whose layouts no other test uses. */
export const WHO = 'manager2'

/** Three funds of 20 NAVs each, on the same days, and the address of the list of these 60. */
export async function gridFunds(prefix: string): Promise<{ list: string; funds: TestFund[] }> {
  const funds = []
  for (const letter of ['A', 'B', 'C'])
    funds.push(await newFund({ code: prefix + letter, name: `Fund ${letter} of ${prefix}`, before: 19 }))
  return { list: `/nav-controls?filter.fundcode=${prefix}`, funds }
}

/** The days of the NAVs of a fund, newest first. */
export function daysOf(fund: TestFund | undefined): string[] {
  return (fund?.navs ?? []).map(({ model }) => model.navDate).reverse()
}

/** A day as the list shows it. */
export function shown(day: string): string {
  return day.slice(2).split('-').reverse().join('.')
}

/** The values in a column, without group heads; counted from 1, including the selection column. */
export function cells(page: Page, column: number): Promise<string[]> {
  return page.locator(`tr[data-key]:not(.grid__group) > td:nth-child(${column})`).allInnerTexts()
}

/** The group heads as text: "Fund: GRIDA 20". */
export async function groupHeads(page: Page): Promise<string[]> {
  const heads = page.locator('.grid__group > td:first-child')
  const texts = await heads.evaluateAll((all) =>
    all.map((head) => {
      const parts = [...head.childNodes].filter(
        (part) => !(part instanceof Element && part.matches('.grid__mark-all')),
      )
      return parts.map((part) => (part instanceof HTMLElement ? part.innerText : part.textContent)).join('')
    }),
  )
  return texts.map((text) => text.replace(/\s+/g, ' ').trim())
}

/** The labels of the visible columns. */
export async function columnHeads(page: Page): Promise<string[]> {
  const heads = await page.locator('th[data-column] .grid__head > a:first-child').allInnerTexts()
  return heads.map((head) => head.replace(/[▲▼]\d*$/, ''))
}

/** The focused element: its name or its text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement
    return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim()
  })
}

/** The address without the site. */
export function address(page: Page): string {
  return page.url().replace(/^https?:\/\/[^/]+/, '')
}

/** Counts the requests for pages and their data from now on. */
export function requests(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    if (['document', 'fetch'].includes(request.resourceType()) && !request.url().includes('/api/'))
      seen.push(request.url())
  })
  return seen
}

/** Opens one of the panels above the grid; without scripts by its link. */
export async function openMenu(page: Page, label: string): Promise<void> {
  await page.locator('.grid__toolbar summary').filter({ hasText: label }).click()
  const off = plain.has(page) || (await page.evaluate(() => matchMedia('(scripting: none)').matches))
  if (off && label !== 'Export') await page.locator('.grid__toolbar details[open] .menu__open').click()
}

/** Shows the row of filters of a grid in this part of a page. */
export async function openFilters(part: Page | Locator): Promise<void> {
  await part.getByRole('link', { name: 'Filters', exact: true }).click()
  await part.locator('.grid__filters').first().waitFor()
}

/** The downloaded file of the export menu: "Excel", "CSV" or "PDF". */
export async function exported(page: Page, format: string): Promise<Download> {
  // Without scripts it stays open after a download.
  if ((await page.locator('.export details').getAttribute('open')) === null) await openMenu(page, 'Export')
  const [file] = await Promise.all([page.waitForEvent('download'), entry(page, format).click()])
  return file
}

export const bytesOf = async (file: Download) => buffer(await file.createReadStream())

/** The lines of a CSV file's text. */
export const linesOf = (csv: string) => csv.trim().replace('\ufeff', '').split('\r\n')

/** The lines of an exported CSV file. */
export const csvOf = async (file: Download) => linesOf((await bytesOf(file)).toString())

/** Grids are tested with and without scripts. */
export const BOTH = [
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
]
