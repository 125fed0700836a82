import type { BudgetCheck } from '~/domain/budgets/budget'
import type { Refused } from '~/ui/form/refusal'
import { ErrorBanner } from '~/ui/message/message'
import { DraftBudgets } from './draft-budgets'
import { BUDGETS_ID } from './draft-checks'
import { OverrideForm } from './override-form'

interface BudgetSectionProps {
  checks: BudgetCheck[]
  /** Are these of what is typed, not of what is stored? */
  typing: boolean
  mayOpen: boolean
  /** Why this person may not let the draft exceed a budget now; null when they may. */
  whyNot: string | null
  /** Is it now that somebody may? */
  decided: boolean
  seenEventId: number
  idempotencyKey: string
  refused?: Refused
}

/** The budgets of a draft; whoever may lets it exceed one that would keep it from being approved. */
export function BudgetSection({
  checks,
  typing,
  mayOpen,
  whyNot,
  decided,
  refused,
  ...form
}: BudgetSectionProps) {
  // A budget that is exceeded no more has no form that could tell it.
  const untold =
    refused &&
    (whyNot !== null ||
      !checks.some(
        ({ budgetId, state, override }) =>
          String(budgetId) === refused.typed.budgetId && state === 'exceeded' && !override?.covers,
      ))
  return (
    <div id={BUDGETS_ID} className="stack">
      {untold && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      {typing && checks.length > 0 && <p className="muted">With what the form above holds now:</p>}
      <DraftBudgets
        checks={checks}
        mayOpen={mayOpen}
        below={(check) =>
          whyNot === null ? (
            <OverrideForm check={check} refused={refused} {...form} />
          ) : (
            decided && <p className="muted">{whyNot}</p>
          )
        }
      />
    </div>
  )
}
