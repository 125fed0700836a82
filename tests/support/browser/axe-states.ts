import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { violations, withoutScripts } from './axe'
import { logIn, ready, visit } from './browsing'

/** Who opens which address, and what is done there before the page is looked at. */
export type State = [
  name: string,
  user: string | null,
  path: string | (() => string),
  then?: (page: Page) => Promise<unknown>,
]

interface Looks {
  /** Statuses of refusals that the states provoke. */
  refusals?: number[]
  /** Done to the page before the first state. */
  before?: (page: Page) => Promise<unknown>
}

/**
 * Two tests, with and without JavaScript: no state breaks WCAG 2.2 AA, light or dark, wide or narrow. Lists are opened
 * with few rows (`size=`): what holds for these holds for 25.
 * @param of what the states are of: "a budget"
 */
export function testStates(
  of: string,
  states: readonly State[],
  { refusals = [], before }: Looks = {},
): void {
  describe.each([
    { js: true, scripts: 'with JavaScript' },
    { js: false, scripts: 'without JavaScript' },
  ])('$scripts', ({ js }) => {
    test(`no state of ${of} breaks WCAG 2.2 AA, light or dark, wide or narrow`, async () => {
      const page = await visit(null, '/login', { refusals })
      if (!js) await withoutScripts(page)
      await before?.(page)
      const found: string[] = []
      let user: string | null = null
      for (const [name, as, path, then] of states) {
        await page.setViewportSize({ width: 1280, height: 800 })
        if (as !== user) {
          await page.context().clearCookies()
          if (as) await logIn(page.context(), as)
          user = as
        }
        await page.goto(typeof path === 'string' ? path : path())
        if (then) {
          await then(page)
          await page.waitForLoadState()
          if (js) await ready(page)
        }
        found.push(...(await violations(page, name)))
      }
      expect(found).toEqual([])
    }, 300_000)
  })
}
