import { useLocation } from '@remix-run/react'
import { type ReactNode, useRef, useState } from 'react'
import { amountReader, ConfirmLeaving, typedAmount, useUnsaved } from '~/platform/page/use-unsaved'
import { amountInField } from '~/platform/values/currencies'
import { Big } from '~/platform/values/decimal'
import { showExact } from '~/platform/values/show'
import { ConflictVersions, conflictIn, mergedTyped } from '~/ui/editing/conflict-versions'
import { ChoiceInput, DateInput, DecimalInput } from '~/ui/enhanced/controls'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions, FormGroup, useFormState } from '~/ui/form/form'
import { Checkbox, SelectInput } from '~/ui/form/inputs'
import { CloseLink } from '~/ui/open-close/close-link'
import { BUDGET_LABELS, type BudgetField, type BudgetTotals, REQUIRED_FIELDS } from './budget'
import type { BudgetEntry } from './budget-figures'
import { BudgetGauge } from './budget-gauge'
import type { BudgetChoices } from './choices.server'

interface BudgetGroupsProps {
  entry: BudgetEntry
  choices: BudgetChoices
  /** The typed values of the fields that the gauge is drawn from. */
  onTyped: (field: 'budget' | 'treshold' | 'currency', text: string) => void
}

interface Offered {
  value: number | string
  label: string
}

/** The fields of a budget: who and how much, what counts, from when to when (specification: Budget, Rule, Limits). */
function BudgetGroups({ entry, choices, onTyped }: BudgetGroupsProps) {
  const { typed } = useFormState()
  const [currency, setCurrency] = useState(typed.currency ?? entry.currency ?? '')
  const field = (name: BudgetField) => ({
    name,
    label: BUDGET_LABELS[name],
    required: REQUIRED_FIELDS.includes(name),
    defaultValue: inField(name, entry[name]),
  })
  const choice = (name: BudgetField, offered: readonly Offered[]) => ({
    ...field(name),
    options: offered.map(({ value, label }) => ({ value: String(value), label })),
  })
  return (
    <>
      <FormGroup title="Budget">
        <ChoiceInput {...choice('supplier_id', choices.suppliers)} search={choices.search.suppliers} />
        <ChoiceInput
          {...choice('settling_legal_entity_id', choices.entities)}
          search={choices.search.entities}
        />
        <SelectInput
          {...choice('currency', choices.currencies)}
          onValue={(text) => {
            setCurrency(text)
            onTyped('currency', text)
          }}
        />
        <DecimalInput
          {...field('budget')}
          defaultValue={amountInField(entry.budget, entry.currency)}
          {...amountReader(BUDGET_LABELS.budget, currency || null)}
          onValue={(text) => onTyped('budget', text)}
        />
      </FormGroup>
      <FormGroup title="Rule">
        <SelectInput {...choice('routine_type_id', choices.routineTypes)} />
        <SelectInput {...choice('expense_type_id', choices.expenseTypes)} blank="All expense types" />
        <SelectInput {...choice('amount_type', choices.amountTypes)} />
        <Checkbox
          name="client_validation"
          label={BUDGET_LABELS.client_validation}
          defaultChecked={entry.client_validation === true}
        />
        <p className="field__hint budget-form__whole">
          Invoices of this supplier, paid by this entity, count with their gross, net or taxes. With Client
          Validation, those from the threshold on need the client’s proof.
        </p>
      </FormGroup>
      <FormGroup title="Limits">
        <DateInput {...field('from_date')} />
        <DateInput {...field('to_date')} />
        <DecimalInput
          {...field('treshold')}
          label={`${BUDGET_LABELS.treshold} (%)`}
          {...amountReader(BUDGET_LABELS.treshold, null)}
          onValue={(text) => onTyped('treshold', text)}
        />
        <p className="field__hint budget-form__whole">
          Both dates are invoice dates and are included. From the threshold on, drafts show a warning; above
          100&nbsp;% a team leader must allow them.
        </p>
      </FormGroup>
    </>
  )
}

function inField(name: BudgetField, value: BudgetEntry[BudgetField]): string {
  if (value === null) return ''
  // Shows 80.00 as 80.
  return name === 'treshold' ? showExact(String(value)) : String(value)
}

interface BudgetFormProps {
  /** Null for a new one. */
  budgetId: number | null
  /** The revision that is shown; null for a new one. */
  revision: number | null
  entry: BudgetEntry
  totals: BudgetTotals
  choices: BudgetChoices
  idempotencyKey: string
  refused?: Refused
  /** Next to the button that saves. */
  children?: ReactNode
}

/** What a new budget's gauge shows while its amount cannot be read (specification, section 5). */
const FOR_THE_GAUGE = '0.1'

/** The form of a budget below its gauge, which follows what is typed. */
export function BudgetForm({ budgetId, entry, totals, choices, refused, ...props }: BudgetFormProps) {
  const [now, setNow] = useState<Record<string, string>>({})
  const conflict = conflictIn(refused)
  const shown = refused && (conflict ? { ...refused.refusal, fields: {} } : refused.refusal)
  const typed = refused && (conflict ? mergedTyped(refused.typed, conflict, entry) : refused.typed)
  const text = (field: 'budget' | 'treshold' | 'currency') => now[field] ?? typed?.[field] ?? entry[field]
  // A user who saw both versions saves over the stored one; any other user over the one that they opened.
  const revision = conflict?.revision ?? refused?.typed.revision ?? props.revision
  return (
    <Form
      keeps
      idempotencyKey={props.idempotencyKey}
      refusal={shown}
      typed={typed}
      // The form of a copy is shown above that of its original, so the two need different prefixes.
      prefix={budgetId === null ? 'new' : 'budget'}
    >
      <input type="hidden" name="intent" value="save" />
      {revision !== null && <input type="hidden" name="revision" value={revision} />}
      {conflict && budgetId !== null && (
        <ConflictVersions versions={conflict.versions} storedHref={`/budgets/${budgetId}`} />
      )}
      <BudgetGauge
        budget={amountAbove(text('budget')) ?? entry.budget ?? FOR_THE_GAUGE}
        treshold={percentOf(text('treshold'))}
        currency={text('currency') || null}
        totals={totals}
        isNew={budgetId === null}
      />
      <div className="budget-form">
        <BudgetGroups
          entry={entry}
          choices={choices}
          onTyped={(field, value) => setNow((before) => ({ ...before, [field]: value }))}
        />
      </div>
      <FormActions>
        <SubmitButton>{saveText(conflict !== null, budgetId)}</SubmitButton>
        {props.children}
      </FormActions>
    </Form>
  )
}

function saveText(isConflict: boolean, budgetId: number | null): string {
  if (isConflict) return 'Save my version'
  return budgetId === null ? 'Create budget' : 'Save'
}

/** An amount above zero as it is being typed; null for anything else. */
function amountAbove(text: string | null) {
  const amount = typedAmount(text ?? '')
  return amount && new Big(amount).gt(0) ? amount : null
}

function percentOf(text: string | null) {
  const percent = typedAmount(text ?? '')
  return percent && new Big(percent).gte(0) && new Big(percent).lte(100) ? percent : null
}

interface NewBudgetFormProps {
  entry: BudgetEntry
  choices: BudgetChoices
  idempotencyKey: string
  closeHref: string
  refused?: Refused
}

/** Nothing counts in it before it is stored. */
const NOTHING: BudgetTotals = {
  consumed: '0.00',
  committed: '0.00',
  remaining: '0.00',
  projected: '0.00',
  unconverted: 0,
}

/** A budget that is not stored yet: empty, or copied from another one. */
export function NewBudgetForm({ closeHref, ...form }: NewBudgetFormProps) {
  const entry = useRef<HTMLDivElement>(null)
  const [changed, look] = useUnsaved(entry, '')
  const { pathname } = useLocation()
  return (
    <div ref={entry} onInput={look}>
      <ConfirmLeaving base={pathname} unsaved={changed || form.refused !== undefined} />
      <BudgetForm budgetId={null} revision={null} totals={NOTHING} {...form}>
        <CloseLink className="button" to={closeHref}>
          Cancel
        </CloseLink>
      </BudgetForm>
    </div>
  )
}
