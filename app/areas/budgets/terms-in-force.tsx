import { useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import type { BudgetView } from './budget-view.server'

type Difference = BudgetView['amended'][number]

interface TermsInForceProps {
  /** As it was approved last. */
  term: { approvedBy: string; approvedAt: Date }
  /** What is entered otherwise now. */
  amended: Difference[]
}

const COLUMNS: GridColumn<Difference>[] = [
  { id: 'label', label: 'Field', kind: 'text', wrap: true, render: ({ label }) => label },
  {
    ...{ id: 'inForce', label: 'In force', kind: 'text', wrap: true },
    render: ({ inForce }) => inForce || '(blank)',
  },
  {
    ...{ id: 'entered', label: 'Amended', kind: 'text', wrap: true },
    render: ({ entered }) => <mark className="version">{entered || '(blank)'}</mark>,
  },
]

/** While a budget is amended: what drafts are still held against, and what would change. */
export function TermsInForce({ term, amended }: TermsInForceProps) {
  const timeZone = useTimeZone()
  return (
    <div className="budget-terms">
      <Note>
        This budget is being amended. Drafts are held against the terms that {term.approvedBy} approved on{' '}
        {showInstant(term.approvedAt, timeZone)} until the amended ones are approved.
        {amended.length === 0 && ' Nothing differs from them yet.'}
      </Note>
      {amended.length > 0 && (
        <Grid
          title="What the amendment changes"
          columns={COLUMNS}
          rows={amended}
          total={amended.length}
          rowKey={({ field }) => field}
        />
      )}
    </div>
  )
}
