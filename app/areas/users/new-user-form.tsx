import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextInput } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { CloseLink } from '~/ui/open-close/close-link'
import { QueueBoxes } from './queue-boxes'
import { UserFields } from './user-inputs'

interface NewUserFormProps {
  queueChoices: readonly string[]
  /** What becomes of queues and authorisations, in words. */
  becomes: string
  idempotencyKey: string
  closeHref: string
  refused?: Refused
}

/** A user who is not stored yet. */
export function NewUserForm({ queueChoices, becomes, closeHref, refused, ...form }: NewUserFormProps) {
  return (
    <Form idempotencyKey={form.idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <TextInput
        name="userName"
        label="User name"
        hint="What they log in with; it is never changed."
        maxLength={100}
        required
      />
      <UserFields />
      <QueueBoxes choices={queueChoices} />
      <TextInput
        name="likeUser"
        label="Authorisations like those of"
        hint="A user name. Left empty, request authorisations later on the user’s page."
        maxLength={100}
      />
      <p className="field__hint">Queues and authorisations are one request: {becomes}.</p>
      <FormActions>
        <SubmitButton>Create user</SubmitButton>
        <CloseLink className="button" to={closeHref}>
          Cancel
        </CloseLink>
      </FormActions>
    </Form>
  )
}
