import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { plain } from './browsing'

const hasScripts = async (field: Locator) =>
  !plain.has(field.page()) && (await field.page().evaluate(() => matchMedia('(scripting: enabled)').matches))

/**
 * Waits until scripts have laid their control over a field: its label is then that control's.
 * @returns that control, for a field that was found by its name, too
 */
export async function over(field: Locator): Promise<Locator> {
  await expect
    .poll(() => field.evaluate(({ id, className }) => `${id} ${className}`))
    .toMatch(/-over |over__native/)
  const id = await field.getAttribute('id')
  const control = id?.endsWith('-over') ? field : field.page().locator(`[id="${id}-over"]`)
  // A list closes when the page below it scrolls: what has to scroll does so before anything is typed.
  await control.scrollIntoViewIfNeeded()
  await control.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  return control
}

/** Types a text until its list shows what is sought: one that the page closed by scrolling is opened by typing on. */
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

/** Chooses an option by its words, or by its place: typed and picked with scripts, from the list without them. */
export async function choose(field: Locator, option: string | { index: number }): Promise<void> {
  const page = field.page()
  if (!(await hasScripts(field))) {
    const isList = await field.evaluate((element) => element instanceof HTMLSelectElement)
    if (isList) await field.selectOption(option)
    else await field.fill(String(option))
    return
  }
  const control = await over(field)
  const options = page.locator('.over__list').getByRole('option')
  if (typeof option === 'string') {
    const sought = options.and(page.getByRole('option', { name: option, exact: true }))
    // What the form reads meanwhile may lay its list anew under the pointer: it is opened once more, as people do.
    await expect
      .poll(async () => {
        await typed(control, option, sought)
        return sought.click({ timeout: 5_000 }).then(
          () => true,
          () => false,
        )
      })
      .toBe(true)
  } else {
    await control.fill('')
    await control.press('ArrowDown')
    // The first option of a native list is the empty one.
    await options.nth(option.index - 1).click()
  }
  await page.locator('.over__list').waitFor({ state: 'detached' })
}

/** What is chosen, in words. */
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

/** An entry of the menu that is open: a link or a button, with scripts an item of the menu over them. */
export function entry(page: Page, name: string): Locator {
  const menu = page.locator('details.menu[open]')
  return menu
    .getByRole('menuitem', { name, exact: true })
    .or(menu.getByRole('link', { name, exact: true }))
    .or(menu.getByRole('button', { name, exact: true }))
}

/** Begins a control with one of the sets of files that the menu of NAV Controls offers. */
export async function beginControl(page: Page, set: string): Promise<void> {
  await page.locator('summary', { hasText: 'New control' }).click()
  await entry(page, set).click()
}
