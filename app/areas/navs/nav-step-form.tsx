import type { RoutingEvent } from '~/platform/workflow/routing-event'
import { StepForm } from '~/platform/workflow/step-form'
import { DateInput, SelectInput } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { Note } from '~/ui/message/message'

interface NavStepFormProps {
  routing: RoutingEvent[]
  withheld: { display: string; reason: string }[]
  reasons: { code: string; display: string }[]
  /** Checks of the acting queue that are still open: a warning, never a block. */
  openChecks: { isae_rank: number; isae_checkname: string }[]
  documentReceptionDate: string | null
  seenEventId: number
  currentControlId: number | null
  idempotencyKey: string
  refused?: Refused
}

/** "Validate this NAV": the form of steps with the dates and the reason that steps of a NAV ask for. */
export function NavStepForm({
  openChecks,
  reasons,
  documentReceptionDate,
  currentControlId,
  ...form
}: NavStepFormProps) {
  const asks = (...ids: number[]) =>
    form.routing.some(({ dateToDisplayId }) => ids.includes(dateToDisplayId ?? 0))
  return (
    <StepForm
      {...form}
      none={
        currentControlId === null
          ? 'The next step is a control: it runs when the files of the administrator are uploaded.'
          : undefined
      }
    >
      {currentControlId !== null && <input type="hidden" name="currentControlId" value={currentControlId} />}
      {openChecks.length > 0 && (
        <Note kind="warning">
          {openChecks.length === 1 ? '1 check is' : `${openChecks.length} checks are`} still open in NAV
          Checks Audit: {openChecks.map(({ isae_rank }) => isae_rank).join(', ')}
        </Note>
      )}
      {asks(1, 3) && (
        <DateInput
          name="documentReceptionDate"
          label="Last Document reception"
          defaultValue={documentReceptionDate ?? ''}
        />
      )}
      {asks(2) && <DateInput name="clientValidationDate" label="Client Validation Date" />}
      {asks(3) && (
        <SelectInput
          name="reasonCode"
          label="Change Reason"
          options={reasons.map(({ code, display }) => ({ value: code, label: display }))}
        />
      )}
    </StepForm>
  )
}
