import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { RefusedAway } from './refused-step'

interface CancelFormProps {
  /** "draft 1234" */
  what: string
  /** What is cancelled, and what that means, in sentences. */
  question: string
  /** Id of the step; null where it is not this person's to take now. */
  stepId: number | null
  seenEventId: number
  /** Of the object that the question shows, where it counts its changes. */
  revision?: number
  idempotencyKey: string
  keepHref: string
  refused?: Refused
}

/** Asks before a draft or an invoice is cancelled. It posts what the step's own form would. */
export function CancelForm({ what, question, stepId, keepHref, refused, ...form }: CancelFormProps) {
  if (stepId === null)
    return (
      <>
        <RefusedAway refused={refused} />
        <Note>You cannot cancel {what} where it is now. Its events show whose turn it is.</Note>
      </>
    )
  return (
    <Form
      prefix="cancel"
      idempotencyKey={form.idempotencyKey}
      refusal={refused?.refusal}
      typed={refused?.typed}
    >
      <input type="hidden" name="stepId" value={stepId} />
      <input type="hidden" name="seenEventId" value={form.seenEventId} />
      {form.revision !== undefined && <input type="hidden" name="revision" value={form.revision} />}
      <p>{question}</p>
      <TextArea
        name="eventLog"
        label="Message"
        placeholder="Type a message..."
        hint="It stays in the history."
        maxLength={4000}
      />
      <FormActions>
        <SubmitButton look="danger" busyText="Cancelling…">
          Cancel {what}
        </SubmitButton>
        <CloseLink className="button" to={keepHref}>
          Keep it
        </CloseLink>
      </FormActions>
    </Form>
  )
}
