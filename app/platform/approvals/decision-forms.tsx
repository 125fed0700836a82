import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'

/** Idempotency keys: of the form that approves or withdraws a change, and of the form that refuses it. */
export type DecisionKeys = readonly [string, string] | string[]

interface DecisionFormsProps {
  id: number
  /** Undefined when the user can do nothing. */
  keys: DecisionKeys | undefined
  /** Why the current user cannot decide; undefined when they can. */
  whyNot: string | undefined
  isOwn: boolean
  refused?: Refused
}

/** The actions on a waiting change: approve, refuse with a reason, or withdraw one's own. */
export function DecisionForms({ id, keys = [], whyNot, isOwn, refused }: DecisionFormsProps) {
  const refusing = refused?.typed.intent === 'refuse'
  const form = (decision: string) => ({
    prefix: `${decision}-${id}`,
    idempotencyKey: keys[decision === 'refuse' ? 1 : 0],
    ...(refused?.typed.intent === decision && { refusal: refused.refusal, typed: refused.typed }),
  })
  if (whyNot !== undefined)
    return (
      <div className="choices">
        <span className="muted">{whyNot}</span>
        {isOwn && (
          <Form {...form('withdraw')}>
            <input type="hidden" name="id" value={id} />
            <SubmitButton name="intent" value="withdraw" look="plain">
              Withdraw
            </SubmitButton>
          </Form>
        )}
      </div>
    )
  return (
    <div className="choices">
      <Form {...form('approve')}>
        <input type="hidden" name="id" value={id} />
        <SubmitButton name="intent" value="approve">
          Approve
        </SubmitButton>
      </Form>
      <details open={refusing || undefined}>
        <summary className="button">Refuse…</summary>
        <Form {...form('refuse')}>
          <input type="hidden" name="id" value={id} />
          <TextArea
            name="comment"
            label="Reason"
            hint="Shown to the person who requested it."
            maxLength={1000}
            required
          />
          <SubmitButton name="intent" value="refuse" look="danger">
            Refuse
          </SubmitButton>
        </Form>
      </details>
    </div>
  )
}
