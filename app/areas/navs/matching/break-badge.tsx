import { Badge, type BadgeKind } from '~/ui/badge/badge'
import type { OpenBreakState } from '../explained/open-breaks'
import type { BreakState } from './breaks'

const BADGES: Record<BreakState | OpenBreakState, BadgeKind> = {
  OPEN: 'new',
  EXPLAINED: 'warning',
  'AFTER SENDING': 'failed',
  CLOSED: 'invalidated',
}

interface BreakBadgeProps {
  state: BreakState | OpenBreakState
  /** Calendar days from the NAV date that it was first seen on to that of its NAV. */
  age: number
}

/** The state of a break: OPEN is newly wrong on the NAV where it was first seen; the age of an older one stands beside it. */
export function BreakBadge({ state, age }: BreakBadgeProps) {
  return <Badge kind={state === 'OPEN' && age === 0 ? 'failed' : BADGES[state]} status={state} />
}
