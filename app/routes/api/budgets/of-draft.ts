import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import type { BudgetCheck, BudgetRow } from '~/areas/budgets/budget'
import { BUDGET_COLUMNS } from '~/areas/budgets/budget-columns'
import { budgetRows } from '~/areas/budgets/budget-list.server'
import { budgetsOfDraft } from '~/areas/budgets/budgets-of-draft.server'
import { draftById } from '~/areas/drafts/draft-by-id.server'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import type { RowColumns } from '~/platform/lists/row-match'
import { aCheckedBudget } from './budget-shape'

type CheckedBudget = BudgetRow & { check: BudgetCheck }

const text = (value: unknown) =>
  value === null ? null : value instanceof Date ? value.toISOString() : String(value)

const COLUMNS = Object.fromEntries(
  Object.entries(BUDGET_COLUMNS).map(([name, kind]) => [
    name,
    { kind, value: (row: CheckedBudget) => text(row[name as keyof BudgetRow]) },
  ]),
) as RowColumns<CheckedBudget>

const ONLY_ID: RowColumns<CheckedBudget> = { id: { kind: 'number', value: ({ id }) => String(id) } }

/**
 * GET budgets/{draft}: the budgets in force that count a draft, each with how the draft stands to it as `check`. Who may
 * not open Budgets is told id, name and check of each, as on the draft's page.
 */
export const loader = calls({
  GET: {
    may: [['draftsdashboard', 'budgets']],
    tells:
      'The budgets in force that count a draft, each with how the draft stands to it. Who may not open Budgets is told id, name and check, and asks by id alone.',
    list: BUDGET_COLUMNS,
    answers: { 200: z.array(aCheckedBudget) },
    async answer({ actor, read }, args) {
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
      if (isAllowed(actor, 'budgets')) return rowsAnswer(args, checked, COLUMNS)
      return rowsAnswer(args, checked, ONLY_ID, ({ id, check }) => ({ id, name: check.name, check }))
    },
  },
})
export const action = loader
