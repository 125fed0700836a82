import { RULES } from '~/areas/navs/rules/catalogue'
import { TOLERANCE_LEVELS, TOLERANCES } from '~/areas/navs/rules/tolerances'
import { nameOf } from '~/areas/navs/tolerances'
import { lazily } from '~/ui/enhanced/later'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions, FormGroup } from '~/ui/form/form'
import { SelectInput, TextInput } from '~/ui/form/inputs'

/** The field works without its code, which comes at the first sign of a user. */
const DateInput = lazily(() => import('~/ui/enhanced/controls').then((code) => code.DateInput))

const TOLERANCE_OPTIONS = TOLERANCES.map((each) => ({ value: each.key, label: nameOf(each) }))
const CHANGES = [
  ...TOLERANCE_OPTIONS,
  ...RULES.map(({ id, title }) => ({ value: `${id} off`, label: `${id} ${title}: off` })),
]
const LEVELS = TOLERANCE_LEVELS.map((value) => ({ value, label: value }))

interface FormsProps {
  keys: readonly string[]
  refused: Refused | undefined
}

const refusedOf = (refused: Refused | undefined, intent: string) =>
  refused?.typed.intent === intent ? { refusal: refused.refusal, typed: refused.typed } : {}

function Period() {
  return (
    <>
      <TextInput name="funds" label="Funds" hint="Fund codes with commas between; blank for all." />
      <DateInput name="from" label="NAV dates from" />
      <DateInput name="to" label="NAV dates to" />
    </>
  )
}

/** Asks for a replay: funds, period and what would have been different. */
export function ReplayForm({ keys, refused }: FormsProps) {
  return (
    <Form prefix="replay" idempotencyKey={keys[0]} {...refusedOf(refused, 'replay')}>
      <Period />
      {[1, 2, 3].map((row) => (
        <FormGroup key={row} title={`Change ${row}`}>
          <SelectInput name={`tolerance${row}`} label="Tolerance or rule" options={CHANGES} />
          <TextInput name={`value${row}`} label="New value" hint="In the unit of the tolerance." />
          <SelectInput name={`level${row}`} label="Level" options={LEVELS} />
          <TextInput name={`subject${row}`} label="Fund, type or provider" hint="Blank for all." />
        </FormGroup>
      ))}
      <FormActions>
        <SubmitButton name="intent" value="replay" look="primary">
          Replay
        </SubmitButton>
      </FormActions>
    </Form>
  )
}

/** Asks for the curve of a tolerance. */
export function CurveForm({ keys, refused }: FormsProps) {
  return (
    <Form prefix="curve" idempotencyKey={keys[1]} {...refusedOf(refused, 'curve')}>
      <SelectInput name="tolerance" label="Tolerance" options={TOLERANCE_OPTIONS} required />
      <Period />
      <FormActions>
        <SubmitButton name="intent" value="curve">
          Draw the curve
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
