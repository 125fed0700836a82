import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Keeps the keyboard where it was when an answer shows the form anew: at the same field or button, known by its id or its
 * name, otherwise at what `otherwise` selects. Whoever went elsewhere meanwhile stays there.
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
  // After every answer: what had focus may be gone since.
  useEffect(() => {
    const gone = last.current
    const element = within.current
    const now = document.activeElement
    if (!element || !gone || gone.isConnected) return
    last.current = null
    // Of what is removed, focus falls to the page, or to the popup around it.
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

/** False on the server and where there are no scripts: nothing may then wait for them. */
export function useScripts(): boolean {
  const [running, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  return running
}
