import type { SecondPerson } from '~/areas/access/second-person.server'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Note } from '~/ui/message/message'

interface SecondPersonFormProps {
  state: SecondPerson
  mayUpdate: boolean
  idempotencyKey: string
}

/** Whether changes of rights, workflows and tolerances wait for a second administrator, and the switch for it. */
export function SecondPersonForm({ state, mayUpdate, idempotencyKey }: SecondPersonFormProps) {
  const { off, administrators } = state
  return (
    <>
      {off ? (
        <Note kind="warning">
          Switched off: what the only administrator asks for takes effect at once, recorded as requested and
          approved by one person. As soon as a second user may update Administration, changes wait again.
        </Note>
      ) : (
        <p>
          Switched on: changes of queues, authorisations, workflows and tolerances wait until another
          administrator approves them. {administrators === 1 ? '1 user' : `${administrators} users`} may
          update Administration.
        </p>
      )}
      {mayUpdate && (off || administrators === 1) && (
        <Form idempotencyKey={idempotencyKey}>
          <input type="hidden" name="off" value={off ? 'no' : 'yes'} />
          <SubmitButton look={off ? 'primary' : 'danger'}>
            {off ? 'Switch the second person on' : 'Do without a second person'}
          </SubmitButton>
        </Form>
      )}
    </>
  )
}
