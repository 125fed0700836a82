import type { BudgetCheck, BudgetRow } from '~/domain/budgets/budget'
import { BUDGET_COLUMNS } from '~/domain/budgets/budget-columns'
import { budgetRows } from '~/domain/budgets/budget-list.server'
import { budgetsOfDraft } from '~/domain/budgets/budgets-of-draft.server'
import { draftById } from '~/domain/drafts/draft-by-id.server'
import type { RowColumns } from '~/domain/lists/row-match'
import { calls } from '~/http/call'
import { idOf } from '~/http/call-values'
import { rowsAnswer } from '../call-list'

type CheckedBudget = BudgetRow & { check: BudgetCheck }

const text = (value: unknown) =>
  value === null ? null : value instanceof Date ? value.toISOString() : String(value)

const COLUMNS = Object.fromEntries(
  Object.entries(BUDGET_COLUMNS).map(([name, kind]) => [
    name,
    { kind, value: (row: CheckedBudget) => text(row[name as keyof BudgetRow]) },
  ]),
) as RowColumns<CheckedBudget>

/** GET budgets/{draft}: the budgets in force that count a draft, each with how the draft stands to it as `check`. */
export const loader = calls({
  GET: {
    may: [['draftsdashboard', 'budgets']],
    async answer({ read }, args) {
      const { id } = await draftById(read, idOf(args.params.draftId, 'draft'))
      const checks = await budgetsOfDraft(read, id)
      const rows = await budgetRows(
        read,
        checks.map(({ budgetId }) => budgetId),
      )
      const checked = checks.flatMap((check): CheckedBudget[] => {
        const row = rows.find((each) => each.id === check.budgetId)
        return row ? [{ ...row, check }] : []
      })
      return rowsAnswer(args, checked, COLUMNS)
    },
  },
})
export const action = loader
