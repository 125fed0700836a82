import { counted, showFixed } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import type { ToExplain } from './explain.server'

interface ExplainFormProps {
  rules: ToExplain[]
  /** Why they cannot be explained; null when they can. */
  readOnly: string | null
  idempotencyKey: string
  refused?: Refused
}

/** A comment for each warning that is not OK; one that was given for the same rule before can be chosen instead. */
export function ExplainForm({ rules, readOnly, idempotencyKey, refused }: ExplainFormProps) {
  if (rules.length === 0) return <p>No warning of this control is waiting for an explanation.</p>
  if (readOnly !== null) return <p className="muted">{readOnly}</p>
  return (
    <Form keeps idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <p>Each of these rules stays not OK. Enter why the NAV is right all the same.</p>
      {rules.map((rule) => (
        <fieldset key={rule.id} className="stack">
          <legend>{rule.name}</legend>
          <p className="muted">{whatFailed(rule)}</p>
          <input type="hidden" name={`seen-${rule.id}`} value={rule.explained ? rule.comment : ''} />
          <TextArea
            name={`comment-${rule.id}`}
            label={`Comment on ${rule.name}`}
            defaultValue={rule.explained ? rule.comment : ''}
            maxLength={4000}
          />
          {rule.saidBefore.length > 0 && (
            <SelectInput
              name={`again-${rule.id}`}
              label="Or as before"
              hint="Counts where no comment is entered."
              defaultValue=""
              options={[
                { value: '', label: 'Choose what was said before' },
                ...rule.saidBefore.map((text) => ({ value: text, label: text })),
              ]}
            />
          )}
        </fieldset>
      ))}
      <FormActions>
        <SubmitButton>Save</SubmitButton>
      </FormActions>
    </Form>
  )
}

function whatFailed({ breachCount, impact, explained }: ToExplain): string {
  const facts = [
    breachCount > 0 && counted(breachCount, 'breach', 'breaches'),
    impact !== null && `impact ${showFixed(impact, 2)} bp of the NAV`,
    explained && 'explained',
  ]
  return facts.filter((fact) => fact !== false).join(', ')
}
