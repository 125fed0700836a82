/** Closes the menu that something stands in, if it does in one, and gives focus back to its label. */
export function closeMenu(inside: Element): void {
  const menu = inside.closest<HTMLDetailsElement>('details.menu')
  if (!menu) return
  menu.open = false
  menu.querySelector<HTMLElement>(':scope > summary')?.focus({ preventScroll: true })
}
