import type { Page } from 'playwright'
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
