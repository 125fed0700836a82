import type { BudgetCheck } from '~/areas/budgets/budget'
import { showAmount } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'

interface OverrideFormProps {
  check: BudgetCheck
  seenEventId: number
  idempotencyKey: string
  refused?: Refused
}

/** Lets a draft exceed a budget by what it exceeds it now, with a comment. */
export function OverrideForm({ check, seenEventId, idempotencyKey, refused }: OverrideFormProps) {
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
      <TextArea name="comment" label="Why it may be exceeded" rows={2} maxLength={4000} required />
      <FormActions>
        <SubmitButton look="plain" busyText="Allowing…">
          Allow {showAmount(excess)} {currency} beyond the budget
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
