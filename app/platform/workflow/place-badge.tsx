import { useLocation, useNavigation } from '@remix-run/react'
import { Badge } from '~/ui/badge/badge'
import type { EventClass, State } from './types'

/** The step that was sent last from this page: its object's address, and where it takes the object. */
let sent: { stepId: string; path: string; to: State } | null = null

/** Notes that a step is being sent, so that its object is shown in its next place before the server has answered. */
export function noteSentStep(stepId: number, path: string, to: State): void {
  sent = { stepId: String(stepId), path, to }
}

/** Where a step that is being sent takes the object at this address; null once it is answered, whatever the answer. */
function usePlaceAhead(path: string): State | null {
  const { formData } = useNavigation()
  return formData && sent?.path === path && formData.get('stepId') === sent.stepId ? sent.to : null
}

interface PlaceBadgeProps {
  place: { class: EventClass; status: string; queue?: string | null }
  /** Address of the object; the page's own by default. */
  path?: string
}

/**
 * Status and queue of an object. While a step is being sent it shows the place to which the step leads, as not yet
 * saved; a refused step shows the former place again.
 */
export function PlaceBadge({ place, path }: PlaceBadgeProps) {
  const { pathname } = useLocation()
  const ahead = usePlaceAhead(path ?? pathname)
  const { class: kind, status, queue } = ahead ?? place
  return <Badge kind={kind} status={status} queue={queue} ahead={ahead !== null} />
}
