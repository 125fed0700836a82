import {
  BUDGET_STEPS,
  DRAFT_STEPS_WITH_BUDGETS,
  INVOICE_STEPS_WITH_RETURNS,
} from 'db/seed/base/expense-workflows'
import { NAV_STEPS, REVIEWED_TASK_STEPS, TASK_STEPS } from 'db/seed/base/workflows'
import { rulesOf } from '~/areas/workflows/definition-kinds'
import { definitionFaults } from '~/platform/workflow/definition-faults'
import type { DefinitionStep } from '~/platform/workflow/definition-step'
import { brought, QUEUES } from './brought'

/** The built-in steps, by kind. */
export const SHIPPED = {
  nav: brought(NAV_STEPS),
  draft: brought(DRAFT_STEPS_WITH_BUDGETS),
  invoice: brought(INVOICE_STEPS_WITH_RETURNS),
  budget: brought(BUDGET_STEPS),
  task: brought(TASK_STEPS),
  'reviewed task': brought(REVIEWED_TASK_STEPS),
}
export type Kind = keyof typeof SHIPPED

/** The errors in the steps of a kind, as sentences. */
export const faultsOf = (kind: Kind, steps: readonly DefinitionStep[]) =>
  definitionFaults(steps, { rules: rulesOf(kind), shipped: SHIPPED[kind], queues: QUEUES }).map(
    ({ sentence }) => sentence,
  )
/** Replaces a value in every step with this name. */
export const changed = (steps: readonly DefinitionStep[], name: string, values: Partial<DefinitionStep>) =>
  steps.map((step) => (step.name === name ? { ...step, ...values } : step))
