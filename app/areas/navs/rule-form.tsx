import { useTimeZone } from '~/platform/page/use-site'
import { showLongInstant } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { resultKind, showResult } from './control-columns'
import type { RuleResultRow } from './controls/rule-results.server'

/** Where a rule stands: its result, what it blocks, and who changed it from what. */
export function RuleState({ rule }: { rule: RuleResultRow }) {
  const timeZone = useTimeZone()
  return (
    <>
      <p>
        <Badge kind={resultKind(rule.result)} status={showResult(rule.result)} /> {whatItBlocks(rule)}
      </p>
      {rule.comment !== '' && (rule.who !== null || rule.breachCount === 0) && <p>{rule.comment}</p>}
      {rule.who !== null && rule.was !== null && (
        <p className="muted">
          Changed from {showResult(rule.was)} by {rule.who} on {showLongInstant(rule.when, timeZone)}
        </p>
      )}
    </>
  )
}

function whatItBlocks({ severity, result }: Pick<RuleResultRow, 'severity' | 'result'>): string {
  if (severity !== 'B') return 'A warning: it does not block “Submit”.'
  if (result === 'NOK') return 'Blocks “Submit” until it is OK or justified.'
  if (result === 'OK - justified') return 'Justified: it does not block “Submit”.'
  return 'Does not block “Submit”.'
}

interface RuleFormProps {
  rule: RuleResultRow
  /** Why it cannot be edited; null when it can. */
  readOnly: string | null
  refused?: Refused
}

/** Turns a rule to OK or not OK, with a comment. */
export function RuleForm({ rule, readOnly, refused }: RuleFormProps) {
  if (readOnly !== null) return <p className="muted">{readOnly}</p>
  return (
    <Form refusal={refused?.refusal} typed={refused?.typed}>
      <SelectInput
        name="result"
        label="Status"
        required
        defaultValue={rule.result.startsWith('OK') ? 'OK' : 'NOK'}
        options={[
          { value: 'OK', label: 'OK' },
          { value: 'NOK', label: 'not OK' },
        ]}
      />
      <TextArea
        name="comment"
        label="Comment"
        hint='Mandatory when "not OK" becomes OK: it then counts as "OK - justified".'
        defaultValue={rule.who === null ? '' : rule.comment}
        maxLength={4000}
      />
      <FormActions>
        <SubmitButton>Save</SubmitButton>
      </FormActions>
    </Form>
  )
}
