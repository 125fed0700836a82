import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { DEMO_PASSWORD } from '~/areas/access/demo-users'
import { ready } from './browsing'

/** A user with only a keyboard, whose key presses are counted, including modifiers. */
export interface Typist {
  count(): number
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
}

export function typist(page: Page): Typist {
  let keys = 0
  return {
    count: () => keys,
    async press(...pressed) {
      for (const key of pressed) await page.keyboard.press(key)
      keys += pressed.length
    },
    async type(text) {
      await page.keyboard.type(text)
      keys += [...text].length
    },
  }
}

/** Logs in on the login page, and waits for the home page to handle keys. */
export async function logInByKeys(page: Page, keys: Typist, user: string): Promise<void> {
  await focusOn(page, /^User name/)
  await keys.type(user)
  await keys.press('Tab')
  await keys.type(DEMO_PASSWORD)
  await keys.press('Enter')
  await page.getByRole('link', { name: 'Search', exact: true }).waitFor()
  await ready(page)
}

/** Waits until the focus is on a control with this label or text. */
export async function focusOn(page: Page, name: string | RegExp): Promise<void> {
  await expect.poll(() => page.evaluate(nameOfFocus)).toMatch(name)
}

/** Presses Tab until the focus is on such a control: the number of links at the start of a drawer depends on the list. */
export async function tabTo(page: Page, keys: Typist, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < 12; tabs++) {
    await keys.press('Tab')
    if (name.test(await page.evaluate(nameOfFocus))) return
  }
  await focusOn(page, name)
}

/** No page of these tests has as many places for the focus. */
const MAX_TABS = 250

/**
 * How many places of the page the focus passes on its way to the first one within an element; 0 where it is, and 1 where the
 * way is not known.
 */
function placesTo(element: Element): number {
  const at = document.activeElement
  if (element.contains(at)) return 0
  const places = document.querySelectorAll<HTMLElement>(
    'a, button, input, select, textarea, summary, [tabindex]',
  )
  const open = [...places].filter(
    (place) => place.tabIndex >= 0 && !place.matches(':disabled') && place.checkVisibility(),
  )
  const from = at instanceof HTMLElement ? open.indexOf(at) : -1
  const to = open.findIndex((place) => element.contains(place))
  return from < 0 ? 1 : Math.max(1, to - from)
}

/**
 * Moves the focus with Tab alone to an element, or to the first place within it. Half of the way is taken without a look, which
 * costs more than a key: the page may pass places over, those of a group of radio buttons, say.
 * @throws Error where Tab does not reach it
 */
export async function reach(page: Page, sought: Locator): Promise<void> {
  let tabs = 0
  for (let places = await sought.evaluate(placesTo); places > 0; places = await sought.evaluate(placesTo)) {
    if (tabs >= MAX_TABS) throw new Error(`Tab does not reach ${sought}`)
    const next = Math.max(1, Math.floor(places / 2))
    for (let pressed = 0; pressed < next; pressed++) await page.keyboard.press('Tab')
    tabs += next
  }
}

const hasFocus = (sought: Locator) => sought.evaluate((element) => element.contains(document.activeElement))

/**
 * Opens a row of a grid: with scripts one row is in the tab order, and arrows lead from it to the others and over their
 * cells; without them its link is.
 */
export async function openRow(page: Page, row: Locator, js: boolean): Promise<void> {
  const link = row.locator('.grid__open').first()
  if (js) {
    await row.waitFor()
    await reach(page, page.locator('tbody', { has: row }).first())
    for (let down = 0; down < MAX_TABS && !(await hasFocus(row)); down++)
      await page.keyboard.press('ArrowDown')
    for (let right = 0; right < 5 && !(await hasFocus(link)); right++) await page.keyboard.press('ArrowRight')
  }
  await pressByKeys(page, link)
}

/** Presses a button, a link or the summary of a fold, reached with Tab. */
export async function pressByKeys(page: Page, sought: Locator): Promise<void> {
  await reach(page, sought)
  await page.keyboard.press('Enter')
}

/** Types into a field, reached with Tab. */
export async function typeByKeys(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field)
  await page.keyboard.type(text)
}

/** Chooses an option of a short list by its first letters, as browsers do. */
export async function chooseByKeys(page: Page, list: Locator, option: string): Promise<void> {
  await typeByKeys(page, list, option)
  await expect
    .poll(() => list.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.text ?? ''))
    .toMatch(option)
}

/** The focus is on an element of the page, not on the page itself. */
export async function focusIsKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
}

function nameOfFocus(): string {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || at === document.body) return ''
  const [label] = 'labels' in at && at.labels instanceof NodeList ? at.labels : []
  const text =
    at.getAttribute('aria-label') ?? (label instanceof HTMLElement ? label.innerText : at.innerText)
  return text.trim()
}
