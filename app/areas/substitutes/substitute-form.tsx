import { FormDialog } from '~/ui/dialog/form-dialog'
import { ChoiceInput, DateInput } from '~/ui/enhanced/controls'
import type { Refused } from '~/ui/form/error-summary'
import type { PersonChoice } from './read-substitutions.server'

interface SubstituteFormProps {
  people: PersonChoice[]
  /** Today: before that no substitution begins. */
  today: string
  /** With the person who is away, for administrators. */
  ofAnyone?: boolean
  closeHref: string
  idempotencyKey: string
  refused?: Refused
}

/** Popup "New substitute". */
export function SubstituteForm({ people, today, ofAnyone, ...dialog }: SubstituteFormProps) {
  return (
    <FormDialog title="New substitute" submit="Set substitute" busyText="Saving…" cancel="Cancel" {...dialog}>
      {ofAnyone && <ChoiceInput name="absent" label="Away" required options={people} />}
      <ChoiceInput
        name="substitute"
        label="Substitute"
        hint={
          ofAnyone
            ? 'Gets their queues and rights for these days, but not Administration.'
            : 'Gets your queues and rights for these days, but not Administration.'
        }
        required
        options={people}
      />
      <DateInput name="firstDay" label="From" required min={today} defaultValue={today} />
      <DateInput name="lastDay" label="To" hint="The last day." required min={today} />
      <p className="muted">
        Each step says for whom it was taken. Neither approves what the other did. Where the substitute gains
        rights, an administrator approves it first.
      </p>
    </FormDialog>
  )
}
