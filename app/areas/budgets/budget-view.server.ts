import { stepTaker } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { type NextSteps, nextStepsOf } from '~/platform/objects/take-step.server'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { type Instance, SYSTEM } from '~/platform/workflow/types'
import { type WorkflowProgress, workflowProgress } from '~/platform/workflow/workflow-progress'
import {
  BUDGET_FIELDS,
  BUDGET_LABELS,
  type Budget,
  type BudgetField,
  type BudgetPart,
  type BudgetTotals,
} from './budget'
import { changedFields } from './budget-figures'
import { budgetParts } from './budget-parts.server'
import { isEditable, WAS_IN_FORCE, whyNotDeleted, whyNotEdited } from './budget-rules'
import { budgetTotals } from './list.server'
import { type Overlap, overlapAt, overlappingBudgets } from './overlapping-budgets.server'
import { budgetById, formatBudgetValues, type TermInForce, termInForce } from './read-budget.server'
import { budgetMarks } from './workflow.server'

/** One budget as its page and the calls return it. */
export interface BudgetView {
  budget: Budget
  /** Every field as people read it: names for ids, days as dd/MM/yyyy. '' for an empty one. */
  words: Record<BudgetField, string>
  instance: Instance
  /** Whether the budget's status allows editing, for any reader. */
  isEditable: boolean
  /** Why this person may not change or delete it, in a sentence; null when they may. */
  whyNotEdited: string | null
  whyNotDeleted: string | null
  totals: BudgetTotals
  /** Drafts under way and invoices that count, newest invoice date first; by the budget as last entered. */
  parts: BudgetPart[]
  /** What drafts are checked against; null when nothing is in force. */
  termInForce: TermInForce | null
  /** The entered values that differ from those in force; empty while nothing is in force. */
  amended: { field: BudgetField; label: string; inForce: string; entered: string }[]
  /** Budgets that count the same invoices as this one, as one of the two is of all expense types: sentences. */
  beside: string[]
  /** What holds up Submit or Approve; null where neither is next, or nothing does. */
  blocked: Overlap | null
  /** Newest first; acts without a change of state included. */
  history: HistoryEvent[]
  progress: WorkflowProgress
  steps: NextSteps
}

/** @throws DomainError not-found */
export async function budgetView({ read, actor }: UserContext, budgetId: number): Promise<BudgetView> {
  const budget = await budgetById(read, budgetId)
  const [instance, allTotals, parts, term, history, beside] = await Promise.all([
    instanceById(read, budgetId),
    budgetTotals(read, [budgetId]),
    budgetParts(read, budgetId),
    termInForce(read, budgetId),
    historyOf(read, budgetId),
    overlappingBudgets(read, budget),
  ])
  const totals = allTotals.get(budgetId)
  if (!totals) throw new Error(`Budget ${budgetId} has no totals`)
  const step = isEditable(instance) ? 'submit' : instance.queue === 'TEAM LEADER' ? 'approve' : null
  const [words, marks, steps, blocked] = await Promise.all([
    formatBudgetValues(read, [budget, ...(term ? [term.fields] : [])]),
    budgetMarks(read, instance),
    stepsOfInstance(read, instance),
    step && overlapAt(read, budget, step),
  ])
  return {
    budget,
    words: Object.fromEntries(BUDGET_FIELDS.map((field) => [field, words(field, budget[field])])) as Record<
      BudgetField,
      string
    >,
    instance,
    isEditable: isEditable(instance),
    whyNotEdited: whyNotEdited(actor, instance),
    whyNotDeleted: term ? WAS_IN_FORCE : whyNotDeleted(actor, instance),
    totals,
    parts,
    termInForce: term,
    amended: term
      ? changedFields(term.fields, budget).map((field) => ({
          field,
          label: BUDGET_LABELS[field],
          inForce: words(field, term.fields[field]),
          entered: words(field, budget[field]),
        }))
      : [],
    beside: instance.queue === SYSTEM ? [] : beside,
    blocked,
    history,
    progress: workflowProgress(instance, steps, history),
    steps: nextStepsOf(steps, stepTaker(actor), instance, marks),
  }
}
