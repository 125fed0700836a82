import { Badge, type BadgeKind } from '~/ui/badge/badge'

const STATUSES: Readonly<Record<string, readonly [kind: BadgeKind, words: string]>> = {
  RUNNING: ['pending', 'Running'],
  DONE: ['success', 'Done'],
  CANCELLED: ['invalidated', 'Cancelled'],
  FAILED: ['failed', 'Failed'],
}

export function RunBadge({ status }: { status: string }) {
  const [kind, words] = STATUSES[status] ?? ['new', status]
  return <Badge kind={kind} status={words} />
}
