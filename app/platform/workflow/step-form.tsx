import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { dayIn } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { ErrorBanner, Note } from '~/ui/message/message'
import { CloseLink, OpenLink } from '~/ui/open-close/close-link'
import { noteSentStep } from './state-badge'
import type { EventClass, State } from './types'
import { leadsOn } from './workflow-progress'

/** A refused step below a form of the object: faulty fields belong to that form, which shows them itself. */
export function refusedStep(refused: Refused | undefined): Refused | undefined {
  const eventLog = refused?.refusal.fields?.eventLog
  return refused && { ...refused, refusal: { ...refused.refusal, fields: eventLog ? { eventLog } : {} } }
}

interface DetachedRefusalProps {
  refused: Refused | undefined
  /** The field with the user's text. */
  field?: string
  /** "Your message, not sent" */
  label?: string
}

/** The refusal of a form that its page no longer shows, with the typed text, so that it can be copied. */
export function DetachedRefusal({
  refused,
  field = 'eventLog',
  label = 'Your message, not sent',
}: DetachedRefusalProps) {
  const id = useId()
  if (!refused) return null
  const { title, message, list } = refused.refusal
  const text = refused.typed[field]?.trim() ?? ''
  return (
    <>
      <ErrorBanner title={title} text={message} list={list} />
      {text !== '' && (
        <div className="field">
          <label htmlFor={id}>{label}</label>
          <textarea id={id} rows={3} readOnly defaultValue={text} />
        </div>
      )}
    </>
  )
}

/** The visible data of a step (specification: Routing event). */
interface OfferedStep {
  id: number
  /** Stable within its kind: "cancel". */
  name?: string
  display: string
  style: EventClass
  commentRequired: boolean
  to: State
}

interface StepFormProps {
  routing: OfferedStep[]
  /** Steps withheld from this user only by the four-eyes rule, each with its reason. */
  withheld: { display: string; reason: string }[]
  /** Where the object waits, and since when. */
  queue: string
  since: Date
  /** The site's time zone. */
  timeZone: string
  seenEventId: number
  idempotencyKey: string
  /** The step of this name is a link to a page that asks for confirmation first. */
  asked?: { name: string; to: string; label: string }
  /** The text shown when this user has no steps at all. */
  none?: string
  /** Something is to be done before the first step: its button is not the primary one. */
  blocked?: boolean
  /** Title of the reasons why steps are withheld. */
  withheldTitle?: string
  refused?: Refused
  /** Further inputs from the area, above the message. */
  children?: ReactNode
}

/**
 * The box "Actions" of any object with a workflow: message, further inputs, and one button per step. It posts `intent`
 * "step", `stepId`, `seenEventId`, `eventLog` and `idempotencyKey`; a key of the latest event clears it after a step.
 */
export function StepForm({ routing, withheld, refused, ...props }: StepFormProps) {
  const { pathname } = useLocation()
  const waits = `Waiting for ${props.queue} since ${showDay(dayIn(props.since, props.timeZone))}.`
  const onSubmit = ({ nativeEvent }: FormEvent) => {
    const { submitter } = nativeEvent as SubmitEvent
    const step = routing.find(({ id }) => String(id) === (submitter as HTMLButtonElement | null)?.value)
    if (step) noteSentStep(step.id, pathname, step.to)
  }
  const whys = withheld.length > 0 && (
    <>
      {props.withheldTitle && <strong>{props.withheldTitle}</strong>}
      {withheld.map(({ display, reason }) => (
        <p key={display} className="muted">
          {reason}
        </p>
      ))}
    </>
  )
  if (routing.length === 0)
    return (
      <>
        <DetachedRefusal refused={refused} />
        {whys || <p className="muted">{props.none ?? `You have no action here. ${waits}`}</p>}
      </>
    )
  // Cancelling is always possible, so the object is not waiting for it.
  const waiting = !routing.some(({ style }) => leadsOn(style)) && withheld.length === 0 && (
    <p className="muted">{props.none ?? waits}</p>
  )
  const confirmed = routing.find(({ name }) => name !== undefined && name === props.asked?.name)
  const pressed = routing.filter((step) => step !== confirmed)
  const ask = confirmed && props.asked && (
    <OpenLink className="button form__apart" to={props.asked.to}>
      {props.asked.label}
    </OpenLink>
  )
  if (pressed.length === 0)
    return (
      <>
        <DetachedRefusal refused={refused} />
        {waiting}
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
      onSubmit={onSubmit}
    >
      <input type="hidden" name="intent" value="step" />
      <input type="hidden" name="seenEventId" value={props.seenEventId} />
      {waiting}
      {props.children}
      <label className="next-step__more">
        <input type="checkbox" /> Message
      </label>
      <TextArea
        name="eventLog"
        label="Message"
        placeholder="Type a message..."
        hint={commentHint(pressed)}
        maxLength={4000}
      />
      <FormActions>
        {pressed.map(({ id, display, style }, at) => (
          <SubmitButton
            key={id}
            name="stepId"
            value={String(id)}
            look={lookOf(style, at === 0 && !props.blocked)}
          >
            {display}
          </SubmitButton>
        ))}
        {ask}
      </FormActions>
      {whys}
    </Form>
  )
}

function lookOf(style: EventClass, isNext: boolean): 'primary' | 'plain' | 'danger' {
  if (style === 'failed') return 'danger'
  return isNext ? 'primary' : 'plain'
}

function commentHint(routing: OfferedStep[]): string | undefined {
  const needing = routing
    .filter(({ commentRequired }) => commentRequired)
    .map(({ display }) => `“${display}”`)
  return needing.length > 0 ? `Needed for ${needing.join(' and ')}.` : undefined
}

/** The question before an object is cancelled. */
interface CancelFormProps {
  /** "draft 1234" */
  what: string
  /** The object that is cancelled, and the consequences, in sentences. */
  question: string
  /** Id of the step; null if this user cannot take it now. */
  stepId: number | null
  seenEventId: number
  /** The revision of the object that the question shows, if it has revisions. */
  revision?: number
  idempotencyKey: string
  keepHref: string
  refused?: Refused
}

/** Popup that asks before an object is cancelled. It posts the same fields as the step's own form. */
export function CancelPage() {
  const question = useLoaderData<Omit<CancelFormProps, 'keepHref' | 'refused'>>()
  const refused = useActionData<Refused>()
  const keepHref = useLocation().pathname.replace(/\/cancel\/*$/i, '')
  return (
    <Dialog title={`Cancel ${question.what}?`} closeHref={keepHref}>
      <CancelForm {...question} keepHref={keepHref} refused={refused} />
    </Dialog>
  )
}

function CancelForm({ what, question, stepId, keepHref, refused, ...form }: CancelFormProps) {
  if (stepId === null)
    return (
      <>
        <DetachedRefusal refused={refused} />
        <Note>You cannot cancel {what} now. Its events show who acts next.</Note>
      </>
    )
  return (
    <Form
      prefix="cancel"
      idempotencyKey={form.idempotencyKey}
      refusal={refused?.refusal}
      typed={refused?.typed}
    >
      <input type="hidden" name="stepId" value={stepId} />
      <input type="hidden" name="seenEventId" value={form.seenEventId} />
      {form.revision !== undefined && <input type="hidden" name="revision" value={form.revision} />}
      <p>{question}</p>
      <TextArea
        name="eventLog"
        label="Message"
        placeholder="Type a message..."
        hint="Kept in the history."
        maxLength={4000}
      />
      <FormActions>
        <SubmitButton look="danger" busyText="Cancelling…">
          Cancel {what}
        </SubmitButton>
        <CloseLink className="button" to={keepHref}>
          Keep it
        </CloseLink>
      </FormActions>
    </Form>
  )
}
