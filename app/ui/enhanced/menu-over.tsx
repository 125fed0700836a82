import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import './enhanced.css'

interface MenuOverProps {
  /** Holds the native links and buttons, which still work. */
  native: RefObject<HTMLElement>
  /** Restores focus before one of them is followed. */
  close: () => void
}

interface Entry {
  id: number
  text: string
  /** Undefined for a button. */
  href: string | undefined
  element: HTMLElement
}

const entriesIn = (list: HTMLElement | null): Entry[] =>
  [...(list?.querySelectorAll<HTMLElement>('a[href], button') ?? [])].map((element, id) => ({
    id,
    text: element.textContent?.trim() ?? '',
    href: element.getAttribute('href') ?? undefined,
    element,
  }))

/** A menu for arrow keys, letters and screen readers, over the links and buttons of a native one. */
export default function MenuOver({ native, close }: MenuOverProps) {
  const [entries] = useState(() => entriesIn(native.current))
  const around = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const place = around.current
    if (!place) return
    // Its entries appear before or after it has focus, which moves on to the first of them.
    const moveOn = () => {
      const menu = place.querySelector('[role=menu]')
      const first = place.querySelector<HTMLElement>('[role=menuitem]')
      if (menu === document.activeElement) first?.focus()
      if (first === document.activeElement) stop()
    }
    const watch = new MutationObserver(moveOn)
    const stop = () => {
      watch.disconnect()
      place.removeEventListener('focusin', moveOn)
    }
    watch.observe(place, { subtree: true, childList: true })
    place.addEventListener('focusin', moveOn)
    moveOn()
    return stop
  }, [])

  function choose(entry: Entry | undefined) {
    close()
    entry?.element.click()
  }

  /** Follows the page's link, which loads less than the browser would; with a modifier key the browser does it. */
  function onClick(event: MouseEvent<HTMLElement>) {
    const link = event.target instanceof Element ? event.target.closest('a[data-key]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    choose(entries[Number(link.getAttribute('data-key'))])
  }

  return (
    <I18nProvider locale="en-GB">
      <div ref={around} onClickCapture={onClick}>
        <Menu className="menu-over" aria-label="Menu" autoFocus="first" items={entries}>
          {(entry) => (
            <MenuItem
              id={entry.id}
              href={entry.href}
              textValue={entry.text}
              className="menu-over__item"
              onAction={entry.href === undefined ? () => choose(entry) : undefined}
            >
              {entry.text}
            </MenuItem>
          )}
        </Menu>
      </div>
    </I18nProvider>
  )
}
