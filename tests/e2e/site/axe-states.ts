import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { violations, withoutScripts } from './axe'
import { logIn, ready, visit } from './browsing'

/** What is looked at: its name, who is logged in, its address (known by then), and what is done there first. */
export type State = [
  name: string,
  user: string | null,
  path: string | (() => string),
  then?: (page: Page) => Promise<unknown>,
]

interface Looking {
  /** Statuses of refusals that the states provoke. */
  refusals?: number[]
  /** What the page needs before anything is opened. */
  before?: (page: Page) => Promise<unknown>
}

/** With scripts and without: no state of something ("a budget") breaks WCAG 2.2 AA. */
export function testStates(of: string, states: readonly State[], { refusals, before }: Looking = {}): void {
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
        if (js) await ready(page)
        if (then) await then(page)
        found.push(...(await violations(page, name)))
      }
      expect(found).toEqual([])
    }, 300_000)
  })
}
