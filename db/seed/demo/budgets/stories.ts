import { BUDGETS_IN_FORCE } from './stories-in-force'
import { OTHER_BUDGETS } from './stories-on-the-way'
import type { BudgetStory } from './story'

/** What the demo's companies mean to spend: one story for each place that a budget can be in. */
export const BUDGET_STORIES: readonly BudgetStory[] = [...BUDGETS_IN_FORCE, ...OTHER_BUDGETS]
