import { FormGroup } from '~/ui/form/form'
import { Checkbox, TextInput } from '~/ui/form/inputs'
import { queueField } from './form-names'

interface QueueBoxesProps {
  choices: readonly string[]
  /** Those that are ticked at first. */
  queues?: readonly string[]
}

/** The queues that somebody may be a member of: their members take the steps of what is in them. */
export function QueueBoxes({ choices, queues = [] }: QueueBoxesProps) {
  return (
    <FormGroup title="Queues">
      {[...new Set([...choices, ...queues])].map((queue) => (
        <Checkbox
          key={queue}
          name={queueField(queue)}
          label={queue}
          defaultChecked={queues.includes(queue)}
        />
      ))}
      <TextInput
        name="more"
        label="Other queues"
        hint="Those that nobody is a member of yet, separated by commas."
        maxLength={400}
      />
    </FormGroup>
  )
}
