/** The visible text of a cell, without signs and texts for assistive technology. */
export function textOf(cell: HTMLTableCellElement | undefined): string {
  if (!cell) return ''
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  let text = ''
  let before: Element | null = null
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    if (parent?.closest('.hidden-text, [aria-hidden=true]')) continue
    text += (parent === before ? '' : ' ') + texts.currentNode.textContent
    before = parent
  }
  return text.trim().replace(/\s+/g, ' ')
}
