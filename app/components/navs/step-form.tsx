import type { RoutingEvent } from '~/domain/navs/nav-view.server'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { DateInput, SelectInput, TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { ErrorBanner, Note } from '~/ui/message/message'

interface StepFormProps {
  routing: RoutingEvent[]
  /** Steps that only the four-eyes rule keeps from this person. */
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

/** "Validate this NAV": message box, the dates that the steps ask for, and one button a step. */
export function StepForm({ routing, withheld, openChecks, reasons, refused, ...props }: StepFormProps) {
  const asks = (...ids: number[]) => routing.some(({ dateToDisplayId }) => ids.includes(dateToDisplayId ?? 0))
  if (routing.length === 0 && withheld.length === 0)
    return (
      <>
        {refused && (
          <ErrorBanner
            title={refused.refusal.title}
            text={refused.refusal.message}
            list={refused.refusal.list}
          />
        )}
        <p className="muted">
          {props.currentControlId === null
            ? 'The next step is a control: it runs when the files of the administrator are uploaded.'
            : 'There is no step for you here now. The history above shows whose turn it is.'}
        </p>
      </>
    )
  return (
    <Form
      prefix="step"
      idempotencyKey={props.idempotencyKey}
      refusal={refused?.refusal}
      typed={refused?.typed}
    >
      <input type="hidden" name="intent" value="step" />
      <input type="hidden" name="seenEventId" value={props.seenEventId} />
      {props.currentControlId !== null && (
        <input type="hidden" name="currentControlId" value={props.currentControlId} />
      )}
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
          defaultValue={props.documentReceptionDate ?? ''}
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
      <TextArea
        name="eventLog"
        label="Message"
        placeholder="Type a message..."
        hint={commentHint(routing)}
        maxLength={4000}
      />
      <FormActions>
        {routing.map(({ id, display, style }, at) => (
          <SubmitButton key={id} name="stepId" value={String(id)} look={lookOf(style, at)}>
            {display}
          </SubmitButton>
        ))}
      </FormActions>
      {withheld.map(({ display, reason }) => (
        <p key={display} className="muted">
          {reason}
        </p>
      ))}
    </Form>
  )
}

function lookOf(style: string, at: number): 'primary' | 'plain' | 'danger' {
  if (style === 'failed') return 'danger'
  return at === 0 ? 'primary' : 'plain'
}

function commentHint(routing: RoutingEvent[]): string | undefined {
  const needing = routing
    .filter(({ commentRequired }) => commentRequired)
    .map(({ display }) => `"${display}"`)
  return needing.length > 0 ? `Needed for ${needing.join(' and ')}.` : undefined
}
