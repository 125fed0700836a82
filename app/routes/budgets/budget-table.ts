import { BUDGET_GRID, budgetColumns } from '~/components/budgets/budget-columns'
import type { BudgetRow } from '~/domain/budgets/budget'
import { budgetList } from '~/domain/budgets/budget-list.server'
import { statusesOf } from '~/domain/workflow/statuses-of.server'
import type { GridSource } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'

/** All budgets: what the list shows and its files hold. */
export function budgetTable({ read, services }: Pick<Guarded, 'read' | 'services'>): GridSource<BudgetRow> {
  const { timeZone } = services.settings
  return {
    columns: budgetColumns(timeZone),
    options: BUDGET_GRID,
    list: budgetList(read, timeZone),
    choices: async () => ({ event_status: await statusesOf(read, ['budget']) }),
  }
}
