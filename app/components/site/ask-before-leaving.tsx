import { useBlocker } from '@remix-run/react'
import { useEffect } from 'react'

interface AskBeforeLeavingProps {
  /** Path of what holds the input; popups over it are below that path, and leave it as it is. */
  base: string
}

/**
 * Shown while something in a drawer or popup is not stored: whichever way it is closed (Escape, Close, another row), it asks
 * once. What is sent from it asks nothing.
 */
export function AskBeforeLeaving({ base }: AskBeforeLeavingProps) {
  const blocker = useBlocker(
    ({ nextLocation: { pathname } }) => pathname !== base && !pathname.startsWith(`${base}/`),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (window.confirm('What you changed in the form is not saved. Leave without saving it?'))
      blocker.proceed()
    else blocker.reset()
  }, [blocker])
  return <span hidden data-asks-before-leaving />
}
