import { useRef } from 'react'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { SelectInput } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'

interface ReasonFormProps {
  controlId: number
  reasonCode: string
  reasons: { code: string; display: string }[]
  refused?: Refused
}

/** The team leader's "Change Reason" on the selected control; with scripts a choice takes effect at once. */
export function ReasonForm({ controlId, reasonCode, reasons, refused }: ReasonFormProps) {
  const button = useRef<HTMLSpanElement>(null)
  return (
    <Form prefix="reason" refusal={refused?.refusal} typed={refused?.typed}>
      <input type="hidden" name="intent" value="reason" />
      <input type="hidden" name="controlId" value={controlId} />
      <SelectInput
        name="reasonCode"
        label="Change Reason"
        required
        defaultValue={reasonCode}
        onValue={() => button.current?.closest('form')?.requestSubmit()}
        options={reasons.map(({ code, display }) => ({ value: code, label: display }))}
      />
      <span ref={button} className="without-scripts">
        <SubmitButton look="plain">Change reason</SubmitButton>
      </span>
    </Form>
  )
}
