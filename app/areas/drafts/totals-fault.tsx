import { useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { Note } from '~/ui/message/message'

interface TotalsFaultProps {
  /** What does not add up, in a sentence. */
  fault: string
  confirmed: { by: string; at: Date | string; comment: string } | null
  mayConfirm: boolean
  idempotencyKey: string
  refused?: Refused
}

/** What does not add up in the e-invoice, and who says that it is right all the same. */
export function TotalsFault({ fault, confirmed, mayConfirm, refused, ...form }: TotalsFaultProps) {
  const timeZone = useTimeZone()
  if (confirmed)
    return (
      <Note>
        <p>{fault}</p>
        <p>
          Confirmed by {confirmed.by} on {showInstant(confirmed.at, timeZone)}: {confirmed.comment}
        </p>
      </Note>
    )
  return (
    <Note kind="warning">
      <p>
        <strong>The totals of the e-invoice do not add up.</strong> {fault}
      </p>
      <p>“Send to check” waits until somebody confirms them with a comment.</p>
      {mayConfirm && (
        <Form
          prefix="totals"
          idempotencyKey={form.idempotencyKey}
          refusal={refused?.refusal}
          typed={refused?.typed}
        >
          <input type="hidden" name="intent" value="confirm totals" />
          <TextArea name="comment" label="Why they are right" rows={2} maxLength={4000} required />
          <FormActions>
            <SubmitButton look="plain" busyText="Confirming…">
              Confirm the totals
            </SubmitButton>
          </FormActions>
        </Form>
      )}
    </Note>
  )
}
