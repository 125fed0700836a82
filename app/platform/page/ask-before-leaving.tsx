import { useBlocker, useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { pageKey } from '~/areas/access/page-key'
import { isKeptInTab } from '~/ui/session/kept-in-tab'

interface AskBeforeLeavingProps {
  /** Path of what holds the input; popups over it are below that path, and leave it as it is. */
  base: string
  /** Is there anything that is not stored? */
  unsaved: boolean
}

/**
 * Beside the form of a drawer or popup for as long as it is shown: while something in it is not stored it asks once,
 * whichever way it is closed (Escape, Close, Back, another row, a reload). What is sent from it asks nothing.
 */
export function AskBeforeLeaving({ base, unsaved }: AskBeforeLeavingProps) {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!unsaved) return
    // What leads to another document is the browser's to ask, in words of its own.
    const ask = (event: BeforeUnloadEvent) => {
      // On the way to the login nothing is lost: the tab brings it back.
      const { pathname, search } = window.location
      if (!isKeptInTab(pageKey(pathname, search))) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  // The router asks one at a time: under a popup, it is the popup's turn.
  return pathname === base ? <Asking base={base} unsaved={unsaved} /> : null
}

function Asking({ base, unsaved }: AskBeforeLeavingProps) {
  const blocker = useBlocker(
    ({ nextLocation: { pathname } }) => unsaved && pathname !== base && !pathname.startsWith(`${base}/`),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (window.confirm('What you changed in the form is not saved. Leave without saving it?'))
      blocker.proceed()
    else blocker.reset()
  }, [blocker])
  return unsaved && <span hidden data-asks-before-leaving />
}
