import { Description } from '~/ui/description/description'
import { BUDGET_LABELS, type BudgetField } from './budget-labels'

const GROUPS: readonly { title: string; fields: readonly BudgetField[] }[] = [
  { title: 'Budget', fields: ['supplier_id', 'settling_legal_entity_id', 'currency', 'budget'] },
  { title: 'Rule', fields: ['routine_type_id', 'expense_type_id', 'amount_type', 'client_validation'] },
  { title: 'Limits', fields: ['from_date', 'to_date', 'treshold'] },
]

/** A budget for whoever reads it: the groups of its form, with names for codes. */
export function BudgetFacts({ words }: { words: Readonly<Record<BudgetField, string>> }) {
  return (
    <div className="budget-facts">
      {GROUPS.map(({ title, fields }) => (
        <section key={title}>
          <h2>{title}</h2>
          <Description
            items={fields.map((field) => ({
              term: BUDGET_LABELS[field],
              value: shown(field, words[field]),
            }))}
          />
        </section>
      ))}
    </div>
  )
}

function shown(field: BudgetField, text: string): string {
  if (field === 'expense_type_id' && text === '') return 'All expense types'
  return field === 'client_validation' ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
