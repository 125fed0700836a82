/** The attribute of links to open tasks: a rule that is not OK, a field that the next step needs. */
export const TO_DO = { 'data-to-do': true }

export const STILL_TO_DO = '[data-to-do]'

/** The first element on the screen that one of these selectors finds, tried in their order. */
export function firstShown(
  within: ParentNode | null | undefined,
  ...selectors: readonly string[]
): HTMLElement | null {
  for (const selector of selectors) {
    const shown = [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])].find((each) =>
      each.checkVisibility(),
    )
    if (shown) return shown
  }
  return null
}
