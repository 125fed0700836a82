import type { BudgetFields } from '~/areas/budgets/budget'
import type { Moment } from '../expenses/story'

/** The terms of a budget; names stand for ids, and what is left out counts all. */
export interface Terms
  extends Pick<
    BudgetFields,
    'from_date' | 'to_date' | 'currency' | 'amount_type' | 'treshold' | 'budget' | 'client_validation'
  > {
  supplier: string
  settling: string
  routineType: string
  expenseType?: string
}

/** What somebody did with a budget. */
export type BudgetDeed =
  | { at: Moment; who: string; change: Partial<Terms> }
  | { at: Moment; who: string; step: string; comment?: string }

export interface BudgetStory {
  /** Names it among the stories, those of drafts too. */
  key: string
  created: { at: Moment; who: string }
  terms: Terms
  deeds: BudgetDeed[]
}

/** Sent by the person who entered it, and approved by a team leader. */
export function agreed(sent: Moment, who: string, approved: Moment, by: string): BudgetDeed[] {
  return [
    { at: sent, who, step: 'submit' },
    { at: approved, who: by, step: 'approve' },
  ]
}
