import type { Guarded } from '~/http/guard'
import type { GridSource } from '~/platform/grids/grid-source'
import { statusesOf } from '~/platform/workflow/statuses-of.server'
import type { BudgetRow } from '../budget'
import { budgetList } from '../budget-list.server'
import { BUDGET_GRID, budgetColumns } from '../list'

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
