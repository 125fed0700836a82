import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { address, columnHeads, focused, gridFunds, openMenu, requests, WHO } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

/** The beginning of the codes of its funds. */
const own = ownName('COLS')
let list: string

beforeAll(async () => {
  list = (await gridFunds(own)).list
})

const ALL = [
  'Fund',
  'Fund name',
  'NAV date',
  'Max sending date',
  'Late',
  'Status',
  'Last control',
  'Rules',
  'Controlled by',
  'First submitted by',
]
const open = (page: Page) => page.locator('.grid__toolbar details[open]')
const apply = (page: Page) => open(page).getByRole('button', { name: 'Apply' }).click()
const heads = (page: Page) => expect.poll(() => columnHeads(page))
const widthOf = async (page: Page, id: string) =>
  Math.round((await page.locator(`th[data-column=${id}]`).boundingBox())?.width ?? 0)

test('marks, columns and widths ask the server for nothing; the keyboard marks, too, and marks stay over pages', async () => {
  const page = await visit(WHO, list)
  const requested = requests(page)
  await page.locator('a.grid__open').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.waitForURL(/selected=\d+$/)
  await expect.poll(() => page.locator('tr[data-marked]').count()).toBe(1)
  await page.getByRole('checkbox', { name: 'Mark all rows of this page' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('25 marked').waitFor()
  await page.keyboard.press('Space')
  await page.waitForURL((url) => !url.searchParams.has('selected'))
  await openMenu(page, 'Columns')
  await open(page).getByRole('checkbox', { name: 'Fund name', exact: true }).uncheck()
  const down = open(page).getByRole('link', { name: 'Move Fund down' })
  await down.focus()
  for (let moved = 1; moved < ALL.length; moved++) {
    await expect.poll(() => focused(page)).toBe('Move Fund down')
    await page.keyboard.press('Enter')
    await heads(page).toEqual([...ALL.slice(1, moved + 1), 'Fund', ...ALL.slice(moved + 1)])
  }
  // At the end only the way back is left; what was ticked before is not forgotten.
  await expect.poll(() => focused(page)).toBe('Move Fund up')
  await expect
    .poll(() => open(page).getByRole('checkbox', { name: 'Fund name', exact: true }).isChecked())
    .toBe(false)
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('Columns')
  // The drawer of a row that keeps the focus is read ahead, the list is not asked for.
  expect(requested.filter((url) => !/\/nav-controls\/\d+\.data/.test(url))).toEqual([])

  const marks = page.getByRole('checkbox', { name: /^Mark NAV/ })
  const all = page.getByRole('checkbox', { name: 'Mark all rows of this page' })
  const markedShown = (count: number) => page.getByText(`${count} marked`).waitFor()
  await marks.nth(1).click()
  await markedShown(1)
  await expect.poll(() => all.getAttribute('aria-checked')).toBe('mixed')
  await all.click()
  await markedShown(25)
  await expect.poll(() => page.locator('tr[data-marked]').count()).toBe(25)
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await page.getByText('26–50 of 60').waitFor()
  await expect.poll(() => all.getAttribute('aria-checked')).toBe('false')
  await marks.first().click()
  await markedShown(26)
  await all.click()
  await markedShown(50)
  await all.click()
  await markedShown(25)
  await page.getByRole('link', { name: 'Clear marks' }).click()
  await page.waitForURL((url) => !url.searchParams.has('selected'))
  expect(await page.locator('tr[data-marked]').count()).toBe(0)
})

test('columns are chosen, ordered and given widths in the panel, and by dragging their edges and heads', async () => {
  const page = await visit(WHO, `${list}&page=2`)
  await heads(page).toEqual(ALL)
  await openMenu(page, 'Columns')
  for (const label of ['Fund name', 'Rules', 'Controlled by', 'First submitted by'])
    await open(page).getByRole('checkbox', { name: label, exact: true }).uncheck()
  await open(page).getByLabel('Width of Status in pixels').fill('300')
  await apply(page)
  const fewer = ['Fund', 'NAV date', 'Max sending date', 'Late', 'Status', 'Last control']
  await heads(page).toEqual(fewer)
  expect(await widthOf(page, 'currentstatus')).toBe(300)
  expect(new URL(page.url()).searchParams.get('page')).toBe('2')
  expect(await focused(page)).toBe('Columns')
  await openMenu(page, 'Columns')
  await open(page).getByRole('link', { name: 'Move Status up' }).click()
  const moved = ['Fund', 'NAV date', 'Max sending date', 'Status', 'Late', 'Last control']
  await heads(page).toEqual(moved)
  await open(page).getByRole('checkbox', { name: 'Fund name', exact: true }).check()
  await apply(page)
  await heads(page).toEqual([...moved, 'Fund name'])
  await openMenu(page, 'Columns')
  await open(page).getByRole('link', { name: 'Reset columns' }).click()
  await heads(page).toEqual(ALL)
  expect(await page.locator('.grid__table--fixed').count()).toBe(0)

  // Dragged, a column is as wide as its edge, and the others stay as they are.
  const before = await Promise.all(
    ['fundcode', 'fundname', 'navdate', 'currentstatus'].map((id) => widthOf(page, id)),
  )
  const grip = await page.locator('th[data-column=fundname] .grid__grip').boundingBox()
  if (!grip) throw new Error('no grip')
  const [x, y] = [grip.x + 3, grip.y + 10]
  await page.mouse.move(x, y)
  await page.locator('th[data-column=fundname] .grid__grip[data-moves]').waitFor()
  await page.mouse.down()
  await page.mouse.move(x + 40, y, { steps: 5 })
  const dragged = () =>
    Promise.all(['fundcode', 'fundname', 'navdate', 'currentstatus'].map((id) => widthOf(page, id)))
  const wanted = [before[0], (before[1] ?? 0) + 40, before[2], before[3]]
  expect(await dragged()).toEqual(wanted)
  await page.mouse.up()
  await page.waitForURL(/width\.fundname=/)
  expect(await dragged()).toEqual(wanted)
  expect(new URL(page.url()).searchParams.get('width.fundname')).toBe(String(wanted[1]))
  await page.reload()
  expect(await dragged()).toEqual(wanted)
  expect(address(page)).toContain('width.navdate=')

  const at = (id: string) => `th[data-column=${id}]`
  await page.dragAndDrop(at('currentstatus'), at('fundcode'), { targetPosition: { x: 4, y: 8 } })
  await page.waitForURL(/columns=currentstatus/)
  const others = ALL.filter((label) => label !== 'Status')
  await heads(page).toEqual(['Status', ...others])
  const { width = 0, height = 0 } = (await page.locator(at('navdate')).boundingBox()) ?? {}
  await page.dragAndDrop(at('currentstatus'), at('navdate'), {
    targetPosition: { x: width - 12, y: height / 2 },
  })
  await heads(page).toEqual([...others.slice(0, 3), 'Status', ...others.slice(3)])
})
