import type { BudgetCheck } from '~/areas/budgets/budget'
import type { Refused } from '~/ui/form/refusal'
import { ErrorBanner, Note } from '~/ui/message/message'
import { DraftBudgets } from './draft-budgets'
import { BUDGETS_ID } from './draft-checks'
import { OverrideForm } from './override-form'
import type { ChecksOf } from './use-live-checks'

interface BudgetSectionProps {
  checks: BudgetCheck[]
  /** Budgets that it passes by its routine or expense type: sentences. */
  passed: string[]
  /** Of a step that was refused: its lines. */
  told?: string[]
  shown: ChecksOf
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
  passed,
  told,
  shown,
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
      {shown === 'typed' && checks.length + passed.length > 0 && (
        <p className="muted">With what the form above holds now:</p>
      )}
      {shown === 'before' && (
        <Note kind="warning">
          Something in the form above cannot be read. The budgets are looked at again once it can; until then
          this is how it was before.
        </Note>
      )}
      <DraftBudgets
        checks={checks}
        passed={passed}
        told={told}
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
