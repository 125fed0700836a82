import { Form as PlainForm } from '@remix-run/react'
import { counted } from '~/platform/values/show'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import { Badge } from '~/ui/badge/badge'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { columnsOf } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { Link } from '~/ui/open-close/close-link'
import { Page, PageSection } from '~/ui/page/page'
import {
  ends,
  kindsText,
  MAX_AT_ONCE,
  type MarkedAct,
  type MarkedObject,
  markedIn,
  rankOf,
  type SharedStep,
  type StepOutcome,
} from './bulk-steps'
import { CHANGES_PATH } from './work'

const OBJECT = columnsOf<MarkedObject>()([
  {
    id: 'kind',
    header: 'Kind',
    size: 80,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.kind,
  },
  {
    id: 'title',
    header: 'What',
    meta: { kind: 'text' },
    cell: ({ row }) => <Link to={row.original.href}>{row.original.title}</Link>,
  },
  {
    id: 'status',
    header: 'Status',
    size: 220,
    meta: { kind: 'badge' },
    cell: ({ row }) => (
      <Badge kind={row.original.class} status={row.original.status} queue={row.original.queue} />
    ),
  },
])

const outcome = (header: string) =>
  columnsOf<StepOutcome>()([
    {
      id: 'outcome',
      header,
      meta: { kind: 'text', wrap: true },
      cell: ({ row: { original } }) =>
        original.to === null ? (
          original.refused
        ) : (
          <Badge kind={original.to.class} status={original.to.status} queue={original.to.queue} />
        ),
    },
  ])

const Outcomes = ({ outcomes, header }: { outcomes: StepOutcome[]; header: string }) => (
  <Grid
    title={header}
    columns={[...OBJECT, ...outcome(header)]}
    rows={outcomes}
    total={outcomes.length}
    rowKey={({ id }) => String(id)}
  />
)

/** Leads back to the list as it was filtered. @param marked what stays marked in it */
const ToList = ({ back, marked = [] }: { back: string; marked?: readonly { id: number }[] }) => (
  <Link
    className="button"
    to={markedIn(
      back,
      marked.map(({ id }) => id),
    )}
  >
    Back to the list
  </Link>
)

interface MarkedProps {
  objects: MarkedObject[]
  /** How many more are marked than take a step at once. */
  more: number
  /** How many changes for a second person are marked among them. */
  changes: number
  /** Address of the list that they were marked in. */
  back: string
}

const LeftOut = ({ more, changes }: Pick<MarkedProps, 'more' | 'changes'>) => (
  <>
    {more > 0 && (
      <Note kind="warning">
        Only the first {MAX_AT_ONCE} marked rows are taken; {more} more stay marked in the list.
      </Note>
    )}
    {changes > 0 && (
      <Note kind="warning">
        {counted(changes, 'change')} left out: decide each in <a href={CHANGES_PATH}>Changes to decide</a>.
      </Note>
    )}
  </>
)

interface StepChoiceProps extends MarkedProps {
  steps: SharedStep[]
  acts: MarkedAct[]
}

/**
 * What the user can do with the marked objects: the steps that lead on, each to its preview, then the pages where one
 * goes on with them, then what sends them back. Final steps are shown apart, and never alone.
 */
export function StepChoice({ objects, more, changes, back, steps, acts }: StepChoiceProps) {
  const [first] = objects
  if (!first)
    return (
      <Page title="Take a step">
        <PageSection>
          <LeftOut more={more} changes={changes} />
          {changes === 0 && (
            <p>Nothing is marked. Mark rows of a list, then choose “Take a step…” above it.</p>
          )}
          <FormActions>
            <ToList back={back} />
          </FormActions>
        </PageSection>
      </Page>
    )
  const [onwards, others] = [steps.filter(leadsOn), steps.filter((step) => !leadsOn(step) && !ends(step))]
  const ending = steps.filter(ends)
  return (
    <Page title={`Take a step: ${kindsText(objects)}`}>
      <PageSection>
        <LeftOut more={more} changes={changes} />
        {onwards.length + others.length + acts.length === 0 && (
          <Note>You have no step that these could take together. Open each to see what it waits for.</Note>
        )}
        <PlainForm method="get" action="/work/steps">
          <input type="hidden" name="ids" value={objects.map(({ id }) => id).join(' ')} />
          <input type="hidden" name="back" value={back} />
          <FormActions>
            {onwards.map((step, at) => (
              <StepButton key={step.name} step={step} isFirst={at === 0} />
            ))}
            {acts.map(({ label, objects, href }, at) => (
              <Link
                key={label}
                className={onwards.length === 0 && at === 0 ? 'button button--primary' : 'button'}
                to={href}
              >
                {label}
                <span className="hidden-text"> for {objects}</span>
              </Link>
            ))}
            {others.map((step, at) => (
              <StepButton
                key={step.name}
                step={step}
                isFirst={onwards.length + acts.length === 0 && at === 0}
              />
            ))}
            {onwards.length + others.length + acts.length === 0 && (
              <Link className="button button--primary" to={first.href}>
                Open {first.title}
              </Link>
            )}
            <ToList back={back} marked={objects} />
            {ending.map(({ name, display, objects }) => (
              <button key={name} type="submit" name="step" value={name} className="button form__apart">
                {display} {objects}…
              </button>
            ))}
          </FormActions>
        </PlainForm>
      </PageSection>
      <Grid
        title="Marked objects"
        columns={OBJECT}
        rows={objects}
        total={objects.length}
        rowKey={({ id }) => String(id)}
      />
    </Page>
  )
}

const leadsOn = (step: SharedStep) => rankOf(step) === -1

function StepButton({ step, isFirst }: { step: SharedStep; isFirst: boolean }) {
  return (
    <button
      type="submit"
      name="step"
      value={step.name}
      className={`button button--${isFirst ? 'primary' : 'plain'}`}
      // biome-ignore lint/a11y/noAutofocus: the page is opened to choose one
      autoFocus={isFirst}
    >
      {step.display} {step.objects}…
    </button>
  )
}

interface StepPreviewProps extends MarkedProps {
  step: SharedStep
  outcomes: StepOutcome[]
  /** The objects that can, as they were seen. */
  seen: string
  idempotencyKey: string
  refused?: Refused
}

/** What the step would do with each object, and the form that does it. */
export function StepPreview({ objects, more, changes, back, step, outcomes, ...form }: StepPreviewProps) {
  const { seen, idempotencyKey, refused } = form
  const ready = outcomes.filter(({ to }) => to !== null)
  return (
    <Page title={`${step.display}: ${kindsText(objects)}`}>
      <PageSection>
        <LeftOut more={more} changes={changes} />
        <p>
          {ready.length === outcomes.length
            ? 'All of them can.'
            : `${ready.length} of ${outcomes.length} can; the others stay as they are, each with its reason.`}{' '}
          Nothing is stored yet.
        </p>
        {ready.length === 0 ? (
          <FormActions>
            <ToList back={back} marked={objects} />
          </FormActions>
        ) : (
          <Form
            prefix="steps"
            idempotencyKey={idempotencyKey}
            refusal={refused?.refusal}
            typed={refused?.typed}
          >
            <input type="hidden" name="seen" value={seen} />
            <TextArea
              name="eventLog"
              label="Message"
              placeholder="Type a message..."
              hint="The same for all; kept in the history of each."
              maxLength={MAX_COMMENT_LENGTH}
              required={step.commentRequired}
              autoFocus={step.commentRequired}
            />
            <FormActions>
              {/* The safe answer comes before one that ends them. */}
              {ends(step) && <ToList back={back} marked={objects} />}
              <SubmitButton
                busyText="Working…"
                look={ends(step) ? 'danger' : 'primary'}
                autoFocus={!step.commentRequired && !ends(step)}
              >
                {step.display} {kindsText(ready)}
              </SubmitButton>
              {!ends(step) && <ToList back={back} marked={objects} />}
            </FormActions>
          </Form>
        )}
      </PageSection>
      <Outcomes outcomes={outcomes} header="What happens" />
    </Page>
  )
}

interface StepsDoneProps {
  title: string
  outcomes: StepOutcome[]
  back: string
}

/** What the step did where not all could take it after all. */
export function StepsDone({ title, outcomes, back }: StepsDoneProps) {
  const taken = outcomes.filter(({ to }) => to !== null).length
  return (
    <Page title={title}>
      <PageSection>
        <Note kind="warning">
          {taken} of {outcomes.length} done. The others are as they were: each says why.
        </Note>
        <FormActions>
          <ToList back={back} marked={outcomes.filter(({ to }) => to === null)} />
        </FormActions>
      </PageSection>
      <Outcomes outcomes={outcomes} header="What happened" />
    </Page>
  )
}
