import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { DateInput, TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'

interface RequestFormProps {
  revision: number
  today: string
  idempotencyKey: string
  /** Why it cannot be requested now, in words. */
  off: string | null
  refused?: Refused
}

/** Asks for the version in the making to take effect from a day on. */
export function RequestForm({ revision, today, idempotencyKey, off, refused }: RequestFormProps) {
  return (
    <Form prefix="request" idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <input type="hidden" name="revision" value={revision} />
      <DateInput
        name="validFrom"
        label="Valid from"
        hint="New objects take it from this day on; those under way keep their version."
        required
        min={today}
        defaultValue={today}
      />
      <TextArea name="comment" label="Why" required maxLength={1000} />
      <FormActions>
        <SubmitButton name="do" value="request" off={off}>
          Request this version
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
