import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Facts } from '~/ui/decision/headline'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { objectAddress, type StepQuestion } from './confirmed-steps'
import { ActsFor, DetachedRefusal } from './step-form'

/** The question, with the step to send. */
interface LoadedQuestion extends StepQuestion {
  /** Id of the step; null if this user cannot take it now. */
  stepId: number | null
  needsMessage: boolean
  /** The people for whom this user would take it. */
  actsFor: readonly string[]
  seenEventId: number
  idempotencyKey: string
}

/**
 * Popup that asks before a step, a page without scripts. It posts the same fields as the step's own form; the safe
 * answer has the focus.
 * @param children further content and inputs from the area, between the question and the message
 */
export function StepQuestionPage({ children }: { children?: ReactNode }) {
  const question = useLoaderData<LoadedQuestion>()
  const refused = useActionData<Refused>()
  const keepHref = objectAddress(useLocation().pathname)
  return (
    <Dialog title={question.title} closeHref={keepHref}>
      <QuestionForm {...question} keepHref={keepHref} refused={refused}>
        {children}
      </QuestionForm>
    </Dialog>
  )
}

interface QuestionFormProps extends LoadedQuestion {
  keepHref: string
  refused?: Refused
  children?: ReactNode
}

function QuestionForm({ stepId, keepHref, refused, children, ...question }: QuestionFormProps) {
  const { facts = [], warnings = [], revision, keep = 'Cancel' } = question
  if (stepId === null)
    return (
      <>
        <DetachedRefusal refused={refused} />
        <Note>{question.off}</Note>
      </>
    )
  return (
    <Form
      prefix="confirm"
      idempotencyKey={question.idempotencyKey}
      refusal={refused?.refusal}
      typed={refused?.typed}
    >
      <input type="hidden" name="stepId" value={stepId} />
      <input type="hidden" name="seenEventId" value={question.seenEventId} />
      {revision !== undefined && <input type="hidden" name="revision" value={revision} />}
      <p>{question.text}</p>
      {facts.length > 0 && <Facts facts={facts} />}
      {warnings.length > 0 && (
        <Note kind="warning">
          {warnings.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Note>
      )}
      {children}
      <TextArea
        name="eventLog"
        label="Message"
        placeholder="Type a message..."
        hint={question.needsMessage ? 'Needed. Kept in the history.' : 'Kept in the history.'}
        maxLength={4000}
      />
      <FormActions>
        <ActsFor people={question.actsFor} />
        <CloseLink className="button" to={keepHref} isSafe={refused === undefined}>
          {keep}
        </CloseLink>
        <SubmitButton look={question.isDanger ? 'danger' : 'primary'} busyText={question.busyText}>
          {question.button}
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
