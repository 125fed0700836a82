import { useLocation, useNavigation } from '@remix-run/react'
import { Badge } from '~/ui/badge/badge'
import type { EventClass, State } from './types'

/** The step last sent from this page: its object's address, and the state it leads to. */
let sent: { stepId: string; path: string; to: State } | null = null

/** Records that a step is being sent, so that its object shows the next state before the server has answered. */
export function noteSentStep(stepId: number, path: string, to: State): void {
  sent = { stepId: String(stepId), path, to }
}

/** The state that a step being sent leads to, for the object at this address; null after any answer. */
function useStateAhead(path: string): State | null {
  const { formData } = useNavigation()
  return formData && sent?.path === path && formData.get('stepId') === sent.stepId ? sent.to : null
}

interface StateBadgeProps {
  state: { class: EventClass; status: string; queue?: string | null }
}

/**
 * Status and queue of the object of a page. While a step is being sent, shows the state that it leads to, as not yet
 * saved; if the step is refused, the previous state is shown again.
 */
export function StateBadge({ state }: StateBadgeProps) {
  const { pathname } = useLocation()
  const ahead = useStateAhead(pathname)
  const { class: kind, status, queue } = ahead ?? state
  return <Badge kind={kind} status={status} queue={queue} ahead={ahead !== null} />
}
