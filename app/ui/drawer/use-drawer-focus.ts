import { useLocation } from '@remix-run/react'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Escape closes, except over a popup or an open menu. In a field that was changed it only leaves the field, unless the
 * drawer asks before it is left.
 */
export function useCloseOnEscape(close: () => void, heading: RefObject<HTMLElement>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return
      event.preventDefault()
      const asks = document.querySelector('[data-asks-before-leaving]') !== null
      if (!asks && isChanged(event.target)) heading.current?.focus()
      else close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [close, heading])
}

/** Focus goes to the heading when the drawer opens, and back to its row when it closes. */
export function useDrawerFocus(heading: RefObject<HTMLElement>) {
  const location = useLocation()
  const cold = useRef(location.key === 'default')
  const opener = useRef<HTMLElement | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row of the list is its opener from then on
  useEffect(() => {
    const row = document.querySelector<HTMLElement>('tr[aria-current] a.grid__open')
    opener.current = row ?? opener.current
  }, [location])

  useEffect(() => {
    const before = document.activeElement
    if (before instanceof HTMLElement && before !== document.body) opener.current ??= before
    if (!cold.current) heading.current?.focus({ preventScroll: true })
    return () => {
      const back = opener.current
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        // The list may show other rows by now; its active row is then the nearest one.
        const active = back?.isConnected
          ? back
          : document.querySelector<HTMLElement>('a.grid__open[tabindex="0"]')
        active?.focus({ preventScroll: true })
      })
    }
  }, [heading])
}

/** Whether a field was changed; a control that lies over a native one holds no value of its own. */
function isChanged(target: EventTarget | null): boolean {
  const [, native] = (target instanceof HTMLElement && /^(.+)-over$/.exec(target.id)) || []
  const field = native === undefined ? target : document.getElementById(native)
  if (native && field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected === false
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
  return field.value !== field.defaultValue
}
