import { type ReactNode, useState } from 'react'
import { typedAmount } from '~/platform/page/typed-amount'
import { Big } from '~/platform/values/decimal'
import { ConflictVersions } from '~/ui/editing/conflict-versions'
import { conflictIn, mergedTyped } from '~/ui/editing/form-conflict'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import type { BudgetTotals } from './budget'
import type { BudgetChoices } from './budget-choices.server'
import type { BudgetEntry } from './budget-entry'
import { BudgetGauge } from './budget-gauge'
import { BudgetGroups } from './budget-groups'

interface BudgetFormProps {
  /** Null for a new one. */
  budgetId: number | null
  /** That is shown; null for a new one. */
  revision: number | null
  entry: BudgetEntry
  totals: BudgetTotals
  choices: BudgetChoices
  idempotencyKey: string
  refused?: Refused
  /** Beside the button that saves. */
  children?: ReactNode
}

/** What stands in a new budget's gauge while its amount cannot be read (specification, section 5). */
const FOR_THE_GAUGE = '0.1'

/** The form of a budget below its gauge, which follows what is typed. */
export function BudgetForm({ budgetId, entry, totals, choices, refused, ...props }: BudgetFormProps) {
  const [now, setNow] = useState<Record<string, string>>({})
  const conflict = conflictIn(refused)
  const shown = refused && (conflict ? { ...refused.refusal, fields: {} } : refused.refusal)
  const typed = refused && (conflict ? mergedTyped(refused.typed, conflict, entry) : refused.typed)
  const text = (field: 'budget' | 'treshold' | 'currency') => now[field] ?? typed?.[field] ?? entry[field]
  // Who saw both versions saves over the stored one; anybody else over the one that they opened.
  const revision = conflict?.revision ?? refused?.typed.revision ?? props.revision
  return (
    <Form
      idempotencyKey={props.idempotencyKey}
      refusal={shown}
      typed={typed}
      // A copy stands over the form of what it was copied of.
      prefix={budgetId === null ? 'new' : 'budget'}
    >
      <input type="hidden" name="intent" value="save" />
      {revision !== null && <input type="hidden" name="revision" value={revision} />}
      {conflict && budgetId !== null && (
        <ConflictVersions versions={conflict.versions} storedHref={`/budgets/${budgetId}`} />
      )}
      <BudgetGauge
        budget={amountAbove(text('budget')) ?? entry.budget ?? FOR_THE_GAUGE}
        treshold={percentOf(text('treshold'))}
        currency={text('currency')}
        totals={totals}
        isNew={budgetId === null}
      />
      <div className="budget-form">
        <BudgetGroups
          entry={entry}
          choices={choices}
          onTyped={(field, value) => setNow((before) => ({ ...before, [field]: value }))}
        />
      </div>
      <FormActions>
        <SubmitButton>{saveText(conflict !== null, budgetId)}</SubmitButton>
        {props.children}
      </FormActions>
    </Form>
  )
}

function saveText(isConflict: boolean, budgetId: number | null): string {
  if (isConflict) return 'Save mine over it'
  return budgetId === null ? 'Create budget' : 'Save'
}

/** An amount above zero as it is being typed; null for anything else. */
function amountAbove(text: string | null) {
  const amount = typedAmount(text ?? '')
  return amount && new Big(amount).gt(0) ? amount : null
}

function percentOf(text: string | null) {
  const percent = typedAmount(text ?? '')
  return percent && new Big(percent).gte(0) && new Big(percent).lte(100) ? percent : null
}
