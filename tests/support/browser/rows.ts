import type { Locator, Page } from 'playwright'
import { choose } from './fields'

/** Text typed into a field, selected in it, or a box ticked. */
export type Entered = string | { choose: string } | boolean

/** A field of the open form: the filter row and the closed panels of a grid have fields with the same labels. */
export function fieldOf(page: Page, name: string): Locator {
  return page.locator(`dialog [name="${name}"]:visible, main form [name="${name}"]:visible`).last()
}

/** Fills in the open form. */
export async function fillFields(page: Page, values: Record<string, Entered>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(page, name)
    if (typeof value === 'string') await field.fill(value)
    else if (typeof value === 'boolean') await field.setChecked(value)
    // A long list is a search field.
    else if (await field.evaluate((element) => element instanceof HTMLSelectElement))
      await field.selectOption({ label: value.choose })
    else await choose(field, value.choose)
  }
}

/** From the list of an editable table: opens the form for a new row, fills it in and sends it; waits for the list. */
export async function addRow(page: Page, one: string, values: Record<string, Entered>): Promise<void> {
  const { pathname } = new URL(page.url())
  await page.getByRole('link', { name: `New ${one}` }).click()
  await fillFields(page, values)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.waitForURL((url) => url.pathname === pathname)
  await page.locator('dialog').waitFor({ state: 'detached' })
}
