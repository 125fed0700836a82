import { useId } from 'react'
import type { Refused } from '~/ui/form/refusal'
import { ErrorBanner } from '~/ui/message/message'

/** A refused step below a form of the object: the fields that it finds wrong are those of that form, which names them itself. */
export function refusedStep(refused: Refused | undefined): Refused | undefined {
  const eventLog = refused?.refusal.fields?.eventLog
  return refused && { ...refused, refusal: { ...refused.refusal, fields: eventLog ? { eventLog } : {} } }
}

interface RefusedAwayProps {
  refused: Refused | undefined
  /** The field that somebody wrote a text into. */
  field?: string
  /** "Your message, not sent" */
  label?: string
}

/** A refusal of a form that its page shows no more, with the text that was typed, to be copied. */
export function RefusedAway({
  refused,
  field = 'eventLog',
  label = 'Your message, not sent',
}: RefusedAwayProps) {
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
