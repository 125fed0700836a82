import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, TextInput } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { CloseLink } from '~/ui/open-close/close-link'

interface NewTokenFormProps {
  mostDays: number
  idempotencyKey: string
  closeHref: string
  refused?: Refused
}

/** A personal token that is not made yet. */
export function NewTokenForm({ mostDays, idempotencyKey, closeHref, refused }: NewTokenFormProps) {
  return (
    <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <TextInput
        name="name"
        label="Name"
        hint="What it is for, so that you know it later."
        maxLength={200}
        required
      />
      <SelectInput
        name="readOnly"
        label="What it may"
        required
        defaultValue="yes"
        options={[
          { value: 'yes', label: 'Read only' },
          { value: 'no', label: 'Read and write, whatever you may' },
        ]}
      />
      <TextInput
        name="days"
        label="Valid for how many days"
        hint={`1 to ${mostDays}.`}
        required
        defaultValue="90"
        maxLength={4}
      />
      <FormActions>
        <SubmitButton busyText="Making it…">Make token</SubmitButton>
        <CloseLink className="button" to={closeHref}>
          Cancel
        </CloseLink>
      </FormActions>
    </Form>
  )
}
