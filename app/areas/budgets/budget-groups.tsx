import { amountFault } from '~/platform/page/typed-amount'
import { showExact } from '~/platform/values/show'
import { FormGroup } from '~/ui/form/form'
import { Checkbox, DateInput, DecimalInput, SelectInput } from '~/ui/form/inputs'
import type { BudgetChoices } from './budget-choices.server'
import type { BudgetEntry } from './budget-entry'
import { BUDGET_LABELS, type BudgetField, REQUIRED_FIELDS } from './budget-labels'

interface BudgetGroupsProps {
  entry: BudgetEntry
  choices: BudgetChoices
  /** What is typed of the fields that the gauge is drawn by. */
  onTyped: (field: 'budget' | 'treshold' | 'currency', text: string) => void
}

interface Offered {
  value: number | string
  label: string
}

/** The fields of a budget: who and how much, what counts, from when to when (specification: Budget, Rule, Limits). */
export function BudgetGroups({ entry, choices, onTyped }: BudgetGroupsProps) {
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
        <SelectInput {...choice('supplier_id', choices.suppliers)} />
        <SelectInput {...choice('settling_legal_entity_id', choices.entities)} />
        <SelectInput
          {...choice('currency', choices.currencies)}
          onValue={(text) => onTyped('currency', text)}
        />
        <DecimalInput
          {...field('budget')}
          faultIn={amountFault(BUDGET_LABELS.budget)}
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
          Validation, those from the threshold on need a proof of the client.
        </p>
      </FormGroup>
      <FormGroup title="Limits">
        <DateInput {...field('from_date')} />
        <DateInput {...field('to_date')} />
        <DecimalInput
          {...field('treshold')}
          label={`${BUDGET_LABELS.treshold} (%)`}
          faultIn={amountFault(BUDGET_LABELS.treshold)}
          onValue={(text) => onTyped('treshold', text)}
        />
        <p className="field__hint budget-form__whole">
          Both days are invoice dates and included. From the threshold on, drafts show a warning; beyond
          100&nbsp;% a team leader must let them pass.
        </p>
      </FormGroup>
    </>
  )
}

function inField(name: BudgetField, value: BudgetEntry[BudgetField]): string {
  if (value === null) return ''
  // 80.00 is typed 80.
  return name === 'treshold' ? showExact(String(value)) : String(value)
}
