import type { Found, FoundGroup } from './search'

/** A button or link that the open page offers. */
interface PageButton {
  label: string
  element: HTMLElement
}

/** Buttons that look like ones, may be pressed, and can be seen; of a popup alone while it is open. */
export function buttonsOfPage(): PageButton[] {
  const part = document.querySelector('dialog:modal:not(.palette)') ?? document.getElementById('main')
  const all = [...(part?.querySelectorAll<HTMLElement>('.button') ?? [])]
  const labels = new Set<string>()
  return all.flatMap((element) => {
    const label = element.innerText.trim().replace(/\s+/g, ' ')
    const isOff = element.matches(':disabled, [aria-disabled=true], .without-scripts')
    if (label === '' || isOff || labels.has(label) || !element.checkVisibility()) return []
    labels.add(label)
    return [{ label, element }]
  })
}

const KEY = 'button '

/** The buttons that have all words of a text, as results. */
export function foundButtons(buttons: readonly PageButton[], text: string): FoundGroup {
  const words = text.toLowerCase().split(/\s+/)
  const items = buttons.flatMap(({ label }, at): Found[] =>
    words.every((word) => label.toLowerCase().includes(word))
      ? [{ key: `${KEY}${at}`, label, note: '', href: '', place: null }]
      : [],
  )
  return { title: 'On this page', items }
}

/** The button of a result; null if it is none. */
export function buttonOf(buttons: readonly PageButton[], key: string): HTMLElement | null {
  return key.startsWith(KEY) ? (buttons[Number(key.slice(KEY.length))]?.element ?? null) : null
}

/**
 * The results with the buttons of the page: after what the user worked on last, but before all where the text begins
 * one of them.
 */
export function withButtons(groups: readonly FoundGroup[], here: FoundGroup, text: string): FoundGroup[] {
  if (here.items.length === 0) return [...groups]
  const begun =
    text !== '' && here.items.some(({ label }) => label.toLowerCase().startsWith(text.toLowerCase()))
  const [first, ...others] = groups
  return begun || first?.title !== 'Recent' ? [here, ...groups] : [first, here, ...others]
}
