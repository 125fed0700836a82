import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Preserves the keyboard focus when a response shows the form again: at the same field or button, found by its id or
 * name, otherwise at the element that `otherwise` selects. If the user has moved elsewhere, focus stays there.
 */
export function usePreservedFocus(within: RefObject<HTMLElement>, otherwise?: string): void {
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const element = within.current
    const onFocus = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target : null
    }
    element?.addEventListener('focusin', onFocus)
    return () => element?.removeEventListener('focusin', onFocus)
  }, [within])
  // After every response: the focused element may have been removed.
  useEffect(() => {
    const lost = last.current
    const element = within.current
    const now = document.activeElement
    if (!element || !lost || lost.isConnected) return
    last.current = null
    // When an element is removed, focus moves to the page, or to the surrounding popup.
    if (now !== document.body && !now?.contains(element)) return
    const next = sameIn(element, lost) ?? (otherwise ? element.querySelector<HTMLElement>(otherwise) : null)
    next?.focus({ preventScroll: true })
  })
}

function sameIn(element: HTMLElement, lost: HTMLElement): HTMLElement | null {
  const selector = lost.id
    ? `#${CSS.escape(lost.id)}`
    : lost instanceof HTMLButtonElement && lost.name
      ? `button[name="${CSS.escape(lost.name)}"][value="${CSS.escape(lost.value)}"]`
      : null
  return selector ? element.querySelector<HTMLElement>(selector) : null
}

/** False on the server and without scripts: no part of the page may then depend on scripts. */
export function useScripts(): boolean {
  const [running, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  return running
}
