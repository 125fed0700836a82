import { useBlocker, useLocation } from '@remix-run/react'
import { useEffect } from 'react'

interface AskBeforeLeavingProps {
  /** Path of what holds the input; popups over it are below that path, and leave it as it is. */
  base: string
  /** Is there anything that is not stored? */
  unsaved: boolean
}

/**
 * Beside the form of a drawer or popup for as long as it is shown: while something in it is not stored it asks once,
 * whichever way it is closed (Escape, Close, another row). What is sent from it asks nothing.
 */
export function AskBeforeLeaving({ base, unsaved }: AskBeforeLeavingProps) {
  const { pathname } = useLocation()
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
