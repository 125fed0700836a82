import { useLocation, useMatches, useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { isMetered } from '~/ui/enhanced/later'
import { siteJson } from '~/ui/session/site-fetch'
import { showInstant } from '../values/show'
import { objectInPath } from './object-in-path'
import { useTimeZone } from './use-site'

/** How often the page of an object asks, in ms. */
const EVERY_MS = 30_000

interface Change {
  by: string
  at: string
}

/**
 * Says on the page of an object that another user changed the object after this user opened the page, with a button that
 * shows it as it is now. It asks every 30 seconds; not while the page is hidden, nor on lines that are paid by volume.
 */
export function ChangedByOthers() {
  const { pathname } = useLocation()
  const loaded = useMatches()
  const { revalidate, state } = useRevalidator()
  const timeZone = useTimeZone()
  const [change, setChange] = useState<Change | null>(null)
  const objectId = objectInPath(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded again is as it is now
  useEffect(() => {
    setChange(null)
    if (objectId === null || isMetered()) return
    const since = Date.now()
    const ask = async () => {
      if (document.hidden) return
      const within = Date.now() - since
      const found = await siteJson<Change>(`/objects/${objectId}/changes?within=${within}`)
      if (found && !left) setChange(found)
    }
    let left = false
    const timer = setInterval(() => void ask(), EVERY_MS)
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [objectId, loaded])
  return (
    <div className="changed screen-only" role="status">
      {change && (
        <p className="changed__words">
          Changed by {change.by}, {showInstant(change.at, timeZone)}.{' '}
          <button type="button" className="button" disabled={state !== 'idle'} onClick={() => revalidate()}>
            Show
          </button>
        </p>
      )}
    </div>
  )
}
