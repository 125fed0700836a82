import { Big } from '~/platform/values/decimal'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/open-link'
import { costTotals } from './cost-totals'
import type { CostLine, Draft } from './draft'
import type { Total } from './total-before-lines'
import { isAllocated, toAllocateText } from './unallocated-amount'

interface StillToAllocateProps {
  draft: Draft
  lines: CostLine[]
  /** What was entered before the first line. */
  total: Total | null
}

/** Whoever enters, approves or validates a draft is told that its lines are not the whole invoice, or hold nothing. */
export function StillToAllocate({ draft, lines, total }: StillToAllocateProps) {
  const sums = costTotals(lines)
  const empty = lines.filter((line) => new Big(line.grossAmount).eq(0) && new Big(line.taxes).eq(0)).length
  const whole = !total || isAllocated(total, sums)
  if (whole && empty === 0) return null
  return (
    <Note kind="warning">
      {!whole && (
        <p>{toAllocateText(total, sums, 'Before its first cost line the draft said', draft.currency)}</p>
      )}
      {empty > 0 && (
        <p>
          {empty === 1 ? 'One cost line is 0.00.' : `${empty} cost lines are 0.00.`} Each would become an
          invoice of 0.00.
        </p>
      )}
      <p>
        <OpenLink to={`/drafts/${draft.id}/allocations`}>Allocations</OpenLink>
      </p>
    </Note>
  )
}
