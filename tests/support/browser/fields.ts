import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { plain } from './browsing'

const hasScripts = async (field: Locator) =>
  !plain.has(field.page()) && (await field.page().evaluate(() => matchMedia('(scripting: enabled)').matches))

/**
 * Waits until scripts have put their control over a field, which then has its label.
 * @returns that control, also for a field found by name
 */
export async function over(field: Locator): Promise<Locator> {
  await expect
    .poll(() => field.evaluate(({ id, className }) => `${id} ${className}`))
    .toMatch(/-over |over__native/)
  const id = await field.getAttribute('id')
  const control = id?.endsWith('-over') ? field : field.page().locator(`[id="${id}-over"]`)
  // A list closes when the page scrolls, so any scrolling has to happen before typing.
  await control.scrollIntoViewIfNeeded()
  await control.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  return control
}

/** Types a text until its list has the option: if scrolling closed the list, typing on opens it. */
export async function typed(
  field: Locator,
  text: string,
  sought = field.page().locator('.over__list'),
): Promise<void> {
  await expect
    .poll(async () => {
      await field.fill(text.slice(0, -1))
      await field.fill(text)
      return sought.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    })
    .toBe(true)
}

/** Selects an option by text: typed and picked with scripts, from the native list without them. */
export async function choose(field: Locator, option: string): Promise<void> {
  const page = field.page()
  if (!(await hasScripts(field))) {
    const isList = await field.evaluate((element) => element instanceof HTMLSelectElement)
    if (isList) await field.selectOption(option)
    else await field.fill(option)
    return
  }
  const control = await over(field)
  const options = page.locator('.over__list').getByRole('option')
  const sought = options.and(page.getByRole('option', { name: option, exact: true }))
  // The form may move its list under the pointer while loading: it is opened again, as users do.
  await expect
    .poll(async () => {
      await typed(control, option, sought)
      return sought.click({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    })
    .toBe(true)
  await page.locator('.over__list').waitFor({ state: 'detached' })
}

/** The text of the selection. */
export function chosenIn(field: Locator): Promise<string> {
  return field.evaluate((element) =>
    element instanceof HTMLSelectElement
      ? (element.selectedOptions[0]?.text ?? '')
      : (element as HTMLInputElement).value,
  )
}

/** The day in a field, yyyy-MM-dd, whichever control shows it. */
export async function dayIn(field: Locator): Promise<string> {
  const text = await field.inputValue()
  return text.includes('/') ? text.split('/').reverse().join('-') : text
}

/** An entry of the open menu: a link or a button, with scripts a menu item over them. */
export function entry(page: Page, name: string): Locator {
  const menu = page.locator('details.menu[open]')
  return menu
    .getByRole('menuitem', { name, exact: true })
    .or(menu.getByRole('link', { name, exact: true }))
    .or(menu.getByRole('button', { name, exact: true }))
}

/** Starts a control with one of the file sets on NAV Controls. */
export async function beginControl(page: Page, set: string): Promise<void> {
  await page.getByRole('link', { name: set, exact: true }).click()
}
