import { RULES } from '~/areas/navs/rules/catalogue'
import { TOLERANCE_LEVELS, TOLERANCES } from '~/areas/navs/rules/tolerances'
import { nameOf } from '~/areas/navs/tolerances'
import { lazily } from '~/ui/enhanced/later'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions, FormGroup } from '~/ui/form/form'
import { SelectInput, TextInput } from '~/ui/form/inputs'

/** The field works without this code, which is loaded at the first user interaction. */
const DateInput = lazily(() => import('~/ui/enhanced/controls').then((code) => code.DateInput))

const TOLERANCE_OPTIONS = TOLERANCES.map((each) => ({ value: each.key, label: nameOf(each) }))
const CHANGES = [
  ...TOLERANCE_OPTIONS,
  ...RULES.map(({ id, title }) => ({ value: `${id} off`, label: `${id} ${title}: off` })),
]
export const LEVELS = TOLERANCE_LEVELS.map((value) => ({ value, label: value }))

interface FormsProps {
  keys: readonly string[]
  refused: Refused | undefined
}

const refusedOf = (refused: Refused | undefined, intent: string) =>
  refused?.typed.intent === intent ? { refusal: refused.refusal, typed: refused.typed } : {}

function Period() {
  return (
    <div className="replay-fields">
      <TextInput name="funds" label="Funds" hint="Fund codes, comma-separated. Blank: all." />
      <DateInput name="from" label="NAV dates from" hint="Blank for all." />
      <DateInput name="to" label="NAV dates to" hint="Blank for all." />
    </div>
  )
}

function Change({ row }: { row: number }) {
  return (
    <FormGroup title={row === 1 ? 'Change to test' : `Change ${row}`}>
      <div className="replay-fields replay-fields--change">
        <SelectInput
          name={`tolerance${row}`}
          label="Tolerance or rule"
          hint="Leave blank to verify stored results."
          options={CHANGES}
        />
        <TextInput name={`value${row}`} label="New value" hint="In its unit." />
        <SelectInput
          name={`level${row}`}
          label="Level"
          hint="Blank for all."
          options={LEVELS.filter(({ value }) => value !== 'all')}
        />
        <TextInput name={`subject${row}`} label="Subject" hint="Fund, type or provider." />
      </div>
    </FormGroup>
  )
}

/** Requests a replay: what would have been different, for which funds and NAV dates. */
export function ReplayForm({ keys, refused }: FormsProps) {
  const state = refusedOf(refused, 'replay')
  const more = [2, 3].some((row) => (state.typed?.[`tolerance${row}`] ?? '') !== '')
  return (
    <Form prefix="replay" idempotencyKey={keys[0]} {...state}>
      <Change row={1} />
      <details open={more || undefined} className="replay-more">
        <summary className="muted">Change more at the same time</summary>
        <Change row={2} />
        <Change row={3} />
      </details>
      <Period />
      <FormActions>
        <SubmitButton name="intent" value="replay" look="primary">
          Replay
        </SubmitButton>
      </FormActions>
    </Form>
  )
}

/** Requests the curve of a tolerance. */
export function CurveForm({ keys, refused }: FormsProps) {
  return (
    <Form prefix="curve" idempotencyKey={keys[1]} {...refusedOf(refused, 'curve')}>
      <SelectInput name="tolerance" label="Tolerance" options={TOLERANCE_OPTIONS} required />
      <Period />
      <FormActions>
        <SubmitButton name="intent" value="curve" look="plain">
          Draw the curve
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
