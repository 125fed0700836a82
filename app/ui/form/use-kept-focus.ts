import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Keeps the keyboard focus in place when a response shows the form again: at the same field or button, found by its id
 * or its name, otherwise at the element that `otherwise` selects. If the user went elsewhere meanwhile, focus stays
 * there.
 */
export function useKeptFocus(within: RefObject<HTMLElement>, otherwise?: string): void {
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const element = within.current
    const onFocus = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target : null
    }
    element?.addEventListener('focusin', onFocus)
    return () => element?.removeEventListener('focusin', onFocus)
  }, [within])
  // After every response: the element with focus may be gone.
  useEffect(() => {
    const gone = last.current
    const element = within.current
    const now = document.activeElement
    if (!element || !gone || gone.isConnected) return
    last.current = null
    // When an element is removed, focus falls to the page, or to the popup around it.
    if (now !== document.body && !now?.contains(element)) return
    const next = sameIn(element, gone) ?? (otherwise ? element.querySelector<HTMLElement>(otherwise) : null)
    next?.focus({ preventScroll: true })
  })
}

function sameIn(element: HTMLElement, gone: HTMLElement): HTMLElement | null {
  const selector = gone.id
    ? `#${CSS.escape(gone.id)}`
    : gone instanceof HTMLButtonElement && gone.name
      ? `button[name="${CSS.escape(gone.name)}"][value="${CSS.escape(gone.value)}"]`
      : null
  return selector ? element.querySelector<HTMLElement>(selector) : null
}

/** False on the server and without scripts: no part of the page may then wait for scripts. */
export function useScripts(): boolean {
  const [running, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  return running
}
