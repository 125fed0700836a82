import { COMPLETED } from './completed-stories'
import { FRESH } from './fresh-stories'
import { UNDER_WAY } from './open-stories'
import type { ExpenseStory } from './story'

/** What suppliers sent in autumn 2026 and how far it went: one story for each place that a draft or invoice can be in. */
export const EXPENSE_STORIES: readonly ExpenseStory[] = [...COMPLETED, ...UNDER_WAY, ...FRESH]
