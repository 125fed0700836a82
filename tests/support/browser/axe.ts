import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright'
import { plain } from './browsing'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The page as without scripts. They cannot be disabled, since axe is a script: they are blocked, and styles behave as
 * without scripts.
 */
export async function withoutScripts(page: Page): Promise<void> {
  plain.add(page)
  const plainStyles = new Map<string, string>()
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export {}' }),
  )
  await page.route('**/assets/*.css', async (route) => {
    const address = route.request().url()
    const stored = plainStyles.get(address)
    const styles = stored ?? (await (await route.fetch()).text())
    const body = styles.replaceAll(/\(scripting:\s*enabled\)/g, '(max-width: 0px)')
    plainStyles.set(address, body)
    await route.fulfill({ contentType: 'text/css', body })
  })
}

const ALL: axe.RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
}
const ALL_BUT_COLOURS_AND_SPACE: axe.RunOptions = {
  ...ALL,
  rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
}
const OF_COLOURS_AND_SPACE: axe.RunOptions = {
  runOnly: {
    type: 'rule',
    values: [
      'color-contrast',
      'target-size',
      'scrollable-region-focusable',
      'link-name',
      'button-name',
      'heading-order',
    ],
  },
}

/** The violations that axe finds on the current page; passes are neither described nor returned. */
async function analyse(page: Page, options: axe.RunOptions): Promise<axe.Result[]> {
  // Finding elements loads axe into the page and its frames, which report separately; it stays for the next run.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE)
  return page.evaluate(
    async (asked) => (await (window as unknown as { axe: typeof axe }).axe.run(asked)).violations,
    // Otherwise axe first loads all style sheets again, which only a rule that is not run reads.
    { ...options, preload: false, resultTypes: ['violations'] satisfies axe.resultGroups[] },
  )
}

/**
 * The violations of the current page: wide and light in full, narrow and dark for what depends on space and colours. Scripts
 * change neither colours nor sizes, so these are skipped without them.
 * @param stands waits for the state before each run, and reopens what another size has closed
 */
export async function violations(
  page: Page,
  name: string,
  stands: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const look = async (where: string, options: axe.RunOptions) => {
    await stands()
    const faults: string[] = []
    for (const { id, nodes } of await analyse(page, options))
      for (const { html, target } of nodes)
        if (id !== 'target-size' || !(await isCovered(page, String(target[0]))))
          faults.push(`${name}, ${where}: ${id} ${html.slice(0, 160)}`)
    return faults
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
  if (!plain.has(page)) await page.evaluate(untilStill)
  const found = await look('1280 px', plain.has(page) ? ALL_BUT_COLOURS_AND_SPACE : ALL)
  await page.setViewportSize({ width: 390, height: 800 })
  if (!plain.has(page)) {
    await page.emulateMedia({ colorScheme: 'dark' })
    found.push(...(await look('390 px, dark', OF_COLOURS_AND_SPACE)))
  }
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (beyond > 0) found.push(`${name}: ${beyond} px wider than a window of 390 px`)
  return found
}

/** Ends when nothing of the page has changed for a moment: axe would see a part of what scripts still lay over it. */
function untilStill(): Promise<void> {
  return new Promise((resolve) => {
    const still = () => {
      watch.disconnect()
      resolve()
    }
    let wait = setTimeout(still, 300)
    const watch = new MutationObserver(() => {
      clearTimeout(wait)
      wait = setTimeout(still, 300)
    })
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}

/**
 * A pinned grid column’s partly covered cells appear when the grid is scrolled, those under an open menu when it is closed,
 * fields under the foot of a popup when that is scrolled, and a bar next to a drawer scrolls to what has no room when it is
 * focused.
 */
function isCovered(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const own = element.getBoundingClientRect()
      const menu = document.querySelector('.menu[open] > .menu__list')
      /** Whether a rectangle lies less than `space` from the point. */
      const isNear = (x: number, y: number, { left, right, top, bottom }: DOMRect, space: number) =>
        Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) < space
      const [x, y] = [(own.left + own.right) / 2, (own.top + own.bottom) / 2]
      if (menu?.contains(element)) {
        // Axe counts elements beneath the menu as its neighbours: only those in the menu count here.
        const others = [...menu.querySelectorAll('a, button, input, select')].filter((one) => one !== element)
        return others.every((one) => !isNear(x, y, one.getBoundingClientRect(), 12))
      }
      if (menu) {
        const { left, right, top, bottom } = menu.getBoundingClientRect()
        if (own.right > left && own.left < right && own.bottom > top && own.top < bottom) return true
      }
      const foot = element.closest('.dialog .form')?.querySelector(':scope > .form__actions')
      if (foot && !foot.contains(element) && getComputedStyle(foot).position === 'sticky') {
        // What is above it fades.
        const fade = Number.parseFloat(getComputedStyle(foot, '::before').height) || 0
        if (own.bottom > foot.getBoundingClientRect().top - fade) return true
      }
      const bar = element.closest('.page__head, .grid__toolbar')
      if (bar && getComputedStyle(bar).overflow === 'clip' && own.bottom > bar.getBoundingClientRect().bottom)
        return true
      // To axe, the hidden part of such a bar covers what is below it.
      for (const clipped of document.querySelectorAll('.page__head, .grid__toolbar')) {
        const end = clipped.getBoundingClientRect().bottom
        const beyond = [...clipped.querySelectorAll('a, button, input, select, summary')].filter(
          (one) => one.getBoundingClientRect().bottom > end,
        )
        if (
          getComputedStyle(clipped).overflow === 'clip' &&
          beyond.some((one) => isNear(x, y, one.getBoundingClientRect(), 24))
        )
          return true
      }
      const pinned = element.closest('table')?.querySelector('.pinned')
      if (!pinned || element.closest('.pinned')) return false
      return own.right > pinned.getBoundingClientRect().left
    })
}
