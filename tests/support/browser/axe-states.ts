import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { violations, withoutScripts } from './axe'
import { logIn, ready, visit } from './browsing'

/** A user, an address, and the actions before the page is checked. */
export type State = [
  name: string,
  user: string | null,
  path: string | (() => string),
  then?: (page: Page) => Promise<unknown>,
]

interface Looks {
  /** Statuses of refusals that the states provoke. */
  refusals?: number[]
  /** Names of the states to check without scripts too; by default all that an address alone shows. */
  plain?: readonly string[]
  /** Runs on the page before the first state. */
  before?: (page: Page) => Promise<unknown>
}

/**
 * No state violates WCAG 2.2 AA, light or dark, wide or narrow. Without JavaScript only states reachable by address are
 * checked: scripts change neither colours nor sizes, nor the labels of forms. Lists are opened with few rows (`size=`):
 * the result is the same for 25.
 * @param of the subject of the states: "a budget"
 */
export function testStates(of: string, states: readonly State[], looks: Looks = {}): void {
  const title = `no state of ${of} breaks WCAG 2.2 AA, light or dark, wide or narrow`
  test(title, async () => {
    expect(await found(states, looks, async () => {})).toEqual([])
  }, 300_000)
  const { plain } = looks
  const byAddress = states.filter(([name, , , then]) => (plain ? plain.includes(name) : !then))
  if (byAddress.length > 0)
    test(`without JavaScript, ${title}`, async () => {
      expect(await found(byAddress, looks, withoutScripts)).toEqual([])
    }, 300_000)
}

async function found(
  states: readonly State[],
  { refusals = [], before }: Looks,
  prepare: (page: Page) => Promise<unknown>,
): Promise<string[]> {
  const page = await visit(null, '/login', { refusals })
  await prepare(page)
  await before?.(page)
  const faults: string[] = []
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
      await ready(page)
    }
    faults.push(...(await violations(page, name)))
  }
  return faults
}
