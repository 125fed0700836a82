import { useLocation } from '@remix-run/react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { dayIn } from '~/platform/values/day'
import { formatList, showDay } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { ErrorBanner } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import type { ConfirmedStep } from './confirmed-steps'
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
  /** The people for whom this user would take them. */
  actsFor: readonly string[]
  /** Where the object waits, and since when. */
  queue: string
  since: Date
  /** The site's time zone. */
  timeZone: string
  seenEventId: number
  idempotencyKey: string
  /** The steps that are links to a page with a question. */
  confirmed?: readonly ConfirmedStep[]
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
    <div className="muted next-step__why" title={withheld.map(({ reason }) => reason).join(' ')}>
      {props.withheldTitle && <strong>{props.withheldTitle}</strong>}
      {withheld.map(({ display, reason }) => (
        <p key={display}>{reason}</p>
      ))}
    </div>
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
  const questionOf = (step: OfferedStep) => props.confirmed?.find(({ name }) => name === step.name)
  const pressed = routing.filter((step) => !questionOf(step))
  // Final steps are shown apart, after those that lead on.
  const isApart = (step: OfferedStep) => step.style === 'failed' && questionOf(step) !== undefined
  const inOrder = [...routing.filter((step) => !isApart(step)), ...routing.filter(isApart)]
  const [first, ...others] = inOrder
  const button = (step: OfferedStep) => (
    <StepButton
      key={step.id}
      step={step}
      confirmed={questionOf(step)}
      isNext={step === first && leadsOn(step.style) && !props.blocked}
    />
  )
  const actions = (
    <FormActions>
      <ActsFor people={props.actsFor} />
      {first && button(first)}
      {others.length > 0 && <span className="next-step__others">{others.map(button)}</span>}
    </FormActions>
  )
  // On a phone it shows what has no room beside the first step.
  const more = (label: string) => (
    <label className="next-step__more">
      <input type="checkbox" /> {label}
    </label>
  )
  // Nothing is sent from here: the pages with the questions have the message.
  if (pressed.length === 0)
    return (
      <div className="form">
        <DetachedRefusal refused={refused} />
        {waiting}
        {props.children}
        {(others.length > 0 || whys) && more('More')}
        {whys}
        {actions}
      </div>
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
      {more(others.length > 0 ? 'More' : 'Message')}
      <TextArea
        name="eventLog"
        label="Message"
        placeholder="Type a message..."
        hint={commentHint(pressed)}
        maxLength={4000}
      />
      {whys}
      {actions}
    </Form>
  )
}

/** Beside the buttons of a step: for whom a substitute would take it. */
export function ActsFor({ people }: { people: readonly string[] }) {
  if (people.length === 0) return null
  return <span className="form__for">{`You act for ${formatList(people)}`}</span>
}

interface StepButtonProps {
  step: OfferedStep
  /** Its question; undefined for a step that is taken at once. */
  confirmed?: ConfirmedStep
  isNext: boolean
}

function StepButton({ step: { id, display, style }, confirmed, isNext }: StepButtonProps) {
  const look = lookOf(style, isNext)
  if (confirmed)
    return (
      <OpenLink
        className={look === 'danger' ? 'button form__apart' : `button button--${look}`}
        to={confirmed.to}
      >
        {confirmed.label ?? `${display}…`}
      </OpenLink>
    )
  return (
    <SubmitButton name="stepId" value={String(id)} look={look}>
      {display}
    </SubmitButton>
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
