import { DEMO_PASSWORD } from 'db/seed/demo/users'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { ready } from './browsing'

/** A user who has a keyboard alone, and whose keys are counted: each letter, each key with what is held beside it. */
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

/** Logs in on the page of the login, and waits for the home page to answer to keys. */
export async function logInByKeys(page: Page, keys: Typist, user: string): Promise<void> {
  await focusOn(page, /^User name/)
  await keys.type(user)
  await keys.press('Tab')
  await keys.type(DEMO_PASSWORD)
  await keys.press('Enter')
  await page.getByRole('navigation').getByRole('link', { name: 'Search', exact: true }).waitFor()
  await ready(page)
}

/** Waits until the focus is on a control with this label, or of these words. */
export async function focusOn(page: Page, name: string | RegExp): Promise<void> {
  await expect.poll(() => page.evaluate(nameOfFocus)).toMatch(name)
}

/** Presses Tab until the focus is on such a control: how many links a drawer begins with depends on the list beside it. */
export async function tabTo(page: Page, keys: Typist, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < 12; tabs++) {
    await keys.press('Tab')
    if (name.test(await page.evaluate(nameOfFocus))) return
  }
  await focusOn(page, name)
}

/** The focus is on something of the page, not on the page itself. */
export async function focusIsKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
}

function nameOfFocus(): string {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || at === document.body) return ''
  const [label] = 'labels' in at && at.labels instanceof NodeList ? at.labels : []
  const told =
    at.getAttribute('aria-label') ?? (label instanceof HTMLElement ? label.innerText : at.innerText)
  return told.trim()
}
