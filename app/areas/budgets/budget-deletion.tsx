import { Description } from '~/ui/description/description'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { BUDGET_FIELDS, BUDGET_LABELS, type BudgetField } from './budget-labels'

interface BudgetDeletionProps {
  id: number
  revision: number
  words: Readonly<Record<BudgetField, string>>
  /** Why it stays; null when it may be deleted. */
  kept: string | null
  idempotencyKey: string
  refused?: Refused
}

/** Asks before a budget is deleted, and shows which. */
export function BudgetDeletion({ id, revision, words, kept, idempotencyKey, refused }: BudgetDeletionProps) {
  const facts = (
    <Description
      items={BUDGET_FIELDS.filter((field) => words[field] !== '').map((field) => ({
        term: BUDGET_LABELS[field],
        value: words[field],
      }))}
    />
  )
  const back = `/budgets/${id}`
  if (kept !== null)
    return (
      <>
        <Note kind="warning">{kept}</Note>
        {facts}
        <CloseLink to={back}>Back to the budget</CloseLink>
      </>
    )
  return (
    <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <input type="hidden" name="revision" value={revision} />
      {facts}
      <p>It leaves the list; its history stays and says who deleted it.</p>
      <FormActions>
        <SubmitButton look="danger" busyText="Deleting…">
          Delete
        </SubmitButton>
        <CloseLink to={back}>Keep it</CloseLink>
      </FormActions>
    </Form>
  )
}
