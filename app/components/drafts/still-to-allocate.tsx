import { costTotals } from '~/domain/drafts/cost-totals'
import type { CostLine, Draft } from '~/domain/drafts/draft'
import { isAllocated, toAllocateText } from '~/domain/drafts/still-to-allocate'
import type { Total } from '~/domain/drafts/total-before-lines'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/open-link'

interface StillToAllocateProps {
  draft: Draft
  lines: CostLine[]
  /** What was entered before the first line. */
  total: Total | null
}

/** Whoever enters, approves or validates a draft is told that its lines are not the whole invoice. */
export function StillToAllocate({ draft, lines, total }: StillToAllocateProps) {
  const sums = costTotals(lines)
  if (!total || isAllocated(total, sums)) return null
  return (
    <Note kind="warning">
      {toAllocateText(total, sums, 'Before its first cost line the draft said', draft.currency)}{' '}
      <OpenLink to={`/drafts/${draft.id}/allocations`}>Allocations</OpenLink>
    </Note>
  )
}
