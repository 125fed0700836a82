import type { ReactNode } from 'react'
import type { BudgetCheck } from '~/areas/budgets/budget'
import { CheckFigures, gaugeOfCheck } from '~/areas/budgets/budget-gauge'
import { Instant } from '~/platform/page/instant'
import { capitalised, showMoney } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { Gauge } from '~/ui/gauge/gauge'
import { ErrorBanner, Note } from '~/ui/message/message'
import { Link } from '~/ui/open-close/close-link'
import { BUDGETS_ID, type ChecksOf } from './draft-checks'

interface LiveBudgetsProps extends Pick<DraftBudgetsProps, 'checks' | 'passed' | 'mayOpen'> {
  shown: ChecksOf
}

/** Below the form of a draft: the budgets with the values that are typed. */
export function LiveBudgets({ shown, ...budgets }: LiveBudgetsProps) {
  const { checks, passed } = budgets
  return (
    <section id={BUDGETS_ID} className="stack">
      <h2>Budgets</h2>
      {shown === 'typed' && checks.length + passed.length > 0 && (
        <p className="muted">With the values in the form above:</p>
      )}
      {shown === 'before' && (
        <Note kind="warning">
          A value in the form above cannot be read. The budgets are checked again once it is corrected; until
          then, you see the last result.
        </Note>
      )}
      <DraftBudgets {...budgets} />
    </section>
  )
}

interface DraftBudgetsProps {
  checks: BudgetCheck[]
  /** Budgets that differ from the draft only in routine or expense type, where no budget counts it: sentences. */
  passed: string[]
  /** Budgets whose refusal is already shown below. */
  alreadyShown?: string[]
  /** May this person open Budgets? */
  mayOpen: boolean
  /** Shown below a budget that is exceeded without permission: the form that allows it, or who may. */
  below?: (check: BudgetCheck) => ReactNode
}

/** The result of a draft against each budget in force that counts it: drawn, in figures, and what it means. */
export function DraftBudgets({ checks, passed, alreadyShown = [], mayOpen, below }: DraftBudgetsProps) {
  if (checks.length === 0 && passed.length > 0)
    return (
      <Note kind="warning">
        {passed.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>Check its routine and expense type: if they are wrong, choose those of the budget.</p>
      </Note>
    )
  if (checks.length === 0)
    return (
      <p className="muted">
        No active budget applies. One is found by settling entity, supplier, routine, expense type, currency
        and invoice date.
      </p>
    )
  return (
    <ul className="draft-budgets">
      {checks.map((check) => (
        <li key={check.budgetId}>
          <p>{mayOpen ? <Link to={`/budgets/${check.budgetId}?page=1`}>{check.name}</Link> : check.name}</p>
          {check.counted !== null && <Gauge {...gaugeOfCheck(check, check.counted)} />}
          <CheckFigures check={check} />
          {!alreadyShown.some((line) => line.startsWith(check.name)) && <Meaning check={check} />}
          {check.state === 'exceeded' && !check.override?.covers && below?.(check)}
        </li>
      ))}
    </ul>
  )
}

function Meaning({ check: { name, message, state, override } }: { check: BudgetCheck }) {
  if (message === null) return null
  const exceeded = override?.covers ? 'info' : 'failed'
  return (
    <Note kind={state === 'exceeded' ? exceeded : 'warning'}>
      <p>{withoutName(message, name)}</p>
      {override && (
        <p>
          {override.by} allowed it on <Instant at={override.at} />
          {override.covers ? '.' : `, for a smaller amount: ${override.comment}`}
        </p>
      )}
    </Note>
  )
}

/**
 * Shows a message below the name that it starts with: "is exceeded by …" becomes "It is exceeded by …", words after a
 * colon are shown alone.
 */
function withoutName(message: string, name: string): string {
  if (!message.startsWith(name)) return message
  const rest = message.slice(name.length)
  const alone = rest.startsWith(': ') ? rest.slice(2) : `it${rest}`
  return capitalised(alone)
}

interface OverrideFormProps {
  check: BudgetCheck
  seenEventId: number
  idempotencyKey: string
  refused?: Refused
}

/** Lets a draft exceed a budget by its present excess, with a comment. */
function OverrideForm({ check, seenEventId, idempotencyKey, refused }: OverrideFormProps) {
  const { budgetId, excess, currency } = check
  const mine = refused?.typed.budgetId === String(budgetId) ? refused : undefined
  return (
    <Form
      prefix={`override-${budgetId}`}
      idempotencyKey={idempotencyKey}
      refusal={mine?.refusal}
      typed={mine?.typed}
    >
      <input type="hidden" name="intent" value="override budget" />
      <input type="hidden" name="budgetId" value={budgetId} />
      <input type="hidden" name="seenEventId" value={seenEventId} />
      <input type="hidden" name="seenExcess" value={excess} />
      <input type="hidden" name="seenCurrency" value={currency} />
      <TextArea name="comment" label="Reason for exceeding the budget" rows={2} maxLength={4000} required />
      <FormActions>
        <SubmitButton look="plain" busyText="Allowing…">
          Allow {showMoney(excess, currency)} over budget
        </SubmitButton>
      </FormActions>
    </Form>
  )
}

interface BudgetSectionProps {
  checks: BudgetCheck[]
  /** Budgets that do not count it because of its routine or expense type: sentences. */
  passed: string[]
  /** The lines of the refusal of a step. */
  alreadyShown?: string[]
  mayOpen: boolean
  /** Why this person may not let the draft exceed a budget now; null when they may. */
  whyNot: string | null
  /** May the user do it now? */
  decided: boolean
  seenEventId: number
  idempotencyKey: string
  refused?: Refused
}

/** The budgets of a draft; a user with the right lets it exceed one that would keep it from being approved. */
export function BudgetSection({
  checks,
  passed,
  alreadyShown,
  mayOpen,
  whyNot,
  decided,
  refused,
  ...form
}: BudgetSectionProps) {
  // A budget that is no longer exceeded has no form left to show it.
  const unshown =
    refused &&
    (whyNot !== null ||
      !checks.some(
        ({ budgetId, state, override }) =>
          String(budgetId) === refused.typed.budgetId && state === 'exceeded' && !override?.covers,
      ))
  return (
    <div id={BUDGETS_ID} className="stack">
      {unshown && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      <DraftBudgets
        checks={checks}
        passed={passed}
        alreadyShown={alreadyShown}
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
