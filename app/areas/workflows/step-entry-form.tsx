import {
  type DefinitionStep,
  inputDescription,
  sourceStateName,
  stateName,
  stepLabel,
  targetState,
} from '~/platform/workflow/definition-step'
import { EVENT_CLASSES } from '~/platform/workflow/types'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions, FormGroup } from '~/ui/form/form'
import { Checkbox, SelectInput, TextInput } from '~/ui/form/inputs'
import { CloseLink, OpenLink } from '~/ui/open-close/close-link'
import type { StepRow } from './step-columns'
import { isFixed, type StepChoices } from './step-entry'

/** The actions on a step of a version in the making. */
export function StepLinks({ step, path }: { step: StepRow; path: string }) {
  if (isFixed(step)) return <span className="muted">cannot be changed</span>
  return (
    <span className="row-actions">
      <OpenLink to={`${path}/${step.at}`} aria-label={`Change ${stepLabel(step)}`}>
        Change
      </OpenLink>
      <OpenLink to={`${path}/${step.at}/delete`} aria-label={`Remove ${stepLabel(step)}`}>
        Remove
      </OpenLink>
    </span>
  )
}

export interface StepEntryFormProps {
  /** The step in the draft; null for a new one. */
  step: DefinitionStep | null
  /** The Fundesk steps whose work a new step may do. */
  like: readonly { value: string; label: string }[]
  /** May it lead to another place? */
  isBendable: boolean
  choices: StepChoices
  /** From the four-eyes rule; the step's fixed exclusions cannot be left out. */
  marks: readonly string[]
  kept: readonly string[]
  asksForDates: boolean
  revision: number
  idempotencyKey: string
  closeHref: string
  refused?: Refused
}

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const DATES = ([1, 2, 3] as const).map((id) => ({ value: String(id), label: inputDescription(id) }))

/** The form of a step of a version that is in the making. */
export function StepEntryForm({ step, like, choices, marks, kept, refused, ...props }: StepEntryFormProps) {
  const places = choices.to.map(stateName)
  const to = step ? stateName(targetState(step)) : ''
  const from = step ? sourceStateName(step) : ''
  return (
    <Form idempotencyKey={props.idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      {/* Refused because another user changed it: it stays so until the form is opened again. */}
      <input type="hidden" name="revision" value={refused?.typed.revision ?? props.revision} />
      {step === null && (
        <SelectInput
          name="like"
          label="Action"
          hint="What Fundesk does at this step, with its rules; or nothing but move on."
          blank="Only moves on"
          options={[...like]}
        />
      )}
      <TextInput name="display" label="Button text" required maxLength={40} defaultValue={step?.display} />
      <SelectInput
        name="from"
        label="From"
        required
        options={asOptions(
          choices.from.includes(from) || from === '' ? choices.from : [from, ...choices.from],
        )}
        defaultValue={from}
      />
      {props.isBendable ? (
        <>
          <SelectInput
            name="to"
            label="To"
            blank="A new place, below"
            options={asOptions(places)}
            defaultValue={to}
          />
          <FormGroup title="New place">
            <SelectInput name="newQueue" label="Its queue" options={asOptions(choices.newQueues)} />
            <TextInput name="newStatus" label="Its status" maxLength={30} hint="Such as SECOND LOOK." />
            <SelectInput name="newClass" label="Its colour" options={asOptions(EVENT_CLASSES)} />
          </FormGroup>
        </>
      ) : (
        <>
          <input type="hidden" name="to" value={to} />
          <p>To {to}: required by Fundesk.</p>
        </>
      )}
      <SelectInput
        name="actingQueue"
        label="Taken by members of"
        required
        options={asOptions(choices.actingQueues)}
        defaultValue={step?.actingQueue}
      />
      <Checkbox name="commentRequired" label="A comment is required" defaultChecked={step?.commentRequired} />
      <FormGroup title="Excluded by four-eyes, in the same round">
        {marks.map((mark) =>
          kept.includes(mark) ? (
            <p key={mark}>{mark}: Fundesk always excludes them.</p>
          ) : (
            <Checkbox
              key={mark}
              name={`excludes-${mark}`}
              label={mark}
              defaultChecked={step?.excludes.includes(mark)}
            />
          ),
        )}
      </FormGroup>
      {props.asksForDates && (
        <SelectInput
          name="dateToDisplayId"
          label="Asks for"
          blank="No dates"
          options={DATES}
          defaultValue={String(step?.dateToDisplayId ?? '')}
        />
      )}
      <FormActions>
        <SubmitButton>{step ? 'Change' : 'Add'}</SubmitButton>
        <CloseLink to={props.closeHref}>Cancel</CloseLink>
      </FormActions>
    </Form>
  )
}
