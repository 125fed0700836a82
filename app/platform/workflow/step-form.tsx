import type { ReactNode } from 'react'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { OpenLink } from '~/ui/open-close/open-link'
import { RefusedAway } from './refused-step'
import type { EventClass } from './types'

/** What a step shows of itself (specification: Routing event). */
interface OfferedStep {
  id: number
  /** Stable within its kind: "cancel". */
  name?: string
  display: string
  style: EventClass
  commentRequired: boolean
}

interface StepFormProps {
  routing: OfferedStep[]
  /** Steps that only the four-eyes rule keeps from this person, each with its reason. */
  withheld: { display: string; reason: string }[]
  seenEventId: number
  idempotencyKey: string
  /** The step of this name is a link to a page that asks first. */
  asked?: { name: string; to: string; label: string }
  /** What is said when there is no step at all for this person. */
  none?: string
  refused?: Refused
  /** Further inputs of the area, above the message. */
  children?: ReactNode
}

/**
 * The box "Actions" of any object with a workflow: message, further inputs, and one button a step. It posts `intent` "step",
 * `stepId`, `seenEventId`, `eventLog` and `idempotencyKey`; a key of the latest event clears it after a step.
 */
export function StepForm({ routing, withheld, refused, ...props }: StepFormProps) {
  const whys = withheld.map(({ display, reason }) => (
    <p key={display} className="muted">
      {reason}
    </p>
  ))
  if (routing.length === 0)
    return (
      <>
        <RefusedAway refused={refused} />
        {withheld.length > 0 ? (
          whys
        ) : (
          <p className="muted">
            {props.none ?? 'There is no step for you here now. The history above shows whose turn it is.'}
          </p>
        )}
      </>
    )
  const asked = routing.find(({ name }) => name !== undefined && name === props.asked?.name)
  const pressed = routing.filter((step) => step !== asked)
  const ask = asked && props.asked && (
    <OpenLink className="button form__apart" to={props.asked.to}>
      {props.asked.label}
    </OpenLink>
  )
  if (pressed.length === 0)
    return (
      <>
        <RefusedAway refused={refused} />
        <FormActions>{ask}</FormActions>
        {whys}
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
      {props.children}
      <TextArea
        name="eventLog"
        label="Message"
        placeholder="Type a message..."
        hint={commentHint(pressed)}
        maxLength={4000}
      />
      <FormActions>
        {pressed.map(({ id, display, style }, at) => (
          <SubmitButton key={id} name="stepId" value={String(id)} look={lookOf(style, at)}>
            {display}
          </SubmitButton>
        ))}
        {ask}
      </FormActions>
      {whys}
    </Form>
  )
}

function lookOf(style: EventClass, at: number): 'primary' | 'plain' | 'danger' {
  if (style === 'failed') return 'danger'
  return at === 0 ? 'primary' : 'plain'
}

function commentHint(routing: OfferedStep[]): string | undefined {
  const needing = routing
    .filter(({ commentRequired }) => commentRequired)
    .map(({ display }) => `“${display}”`)
  return needing.length > 0 ? `Needed for ${needing.join(' and ')}.` : undefined
}
