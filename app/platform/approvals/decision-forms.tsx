import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'

interface DecisionFormsProps {
  id: number
  /** Why whoever looks cannot decide; undefined when they can. */
  whyNot: string | undefined
  isOwn: boolean
  refused?: Refused
}

/** What may be done with one change that waits: approve, refuse with a reason, or withdraw one's own. */
export function DecisionForms({ id, whyNot, isOwn, refused }: DecisionFormsProps) {
  const refusing = refused?.typed.decision === 'refuse'
  const form = (decision: string) => ({
    prefix: `${decision}-${id}`,
    ...(refused?.typed.decision === decision && { refusal: refused.refusal, typed: refused.typed }),
  })
  if (whyNot !== undefined)
    return (
      <div className="choices">
        <span className="muted">{whyNot}</span>
        {isOwn && (
          <Form {...form('withdraw')}>
            <input type="hidden" name="id" value={id} />
            <SubmitButton name="decision" value="withdraw" look="plain">
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
        <SubmitButton name="decision" value="approve">
          Approve
        </SubmitButton>
      </Form>
      <details open={refusing || undefined}>
        <summary className="button">Refuse…</summary>
        <Form {...form('refuse')}>
          <input type="hidden" name="id" value={id} />
          <TextArea
            name="comment"
            label="Why"
            hint="Whoever requested it reads it."
            maxLength={1000}
            required
          />
          <SubmitButton name="decision" value="refuse" look="danger">
            Refuse
          </SubmitButton>
        </Form>
      </details>
    </div>
  )
}
