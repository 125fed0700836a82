import { BUDGET_WORKFLOW } from '~/areas/budgets/budget-workflow-rules'
import { DRAFT_WORKFLOW } from '~/areas/drafts/draft-workflow-rules'
import { INVOICE_WORKFLOW } from '~/areas/invoices/invoice-workflow-rules'
import { NAV_WORKFLOW } from '~/areas/navs/nav-workflow-rules'
import { REVIEWED_TASK_WORKFLOW, TASK_WORKFLOW } from '~/areas/processes/task-workflow-rules'
import { DomainError } from '~/platform/values/domain-error'
import type { KindRules } from '~/platform/workflow/kind-rules'

/** The kinds of objects whose workflows a site may shape. */
export const DEFINITION_KINDS: readonly KindRules[] = [
  NAV_WORKFLOW,
  DRAFT_WORKFLOW,
  INVOICE_WORKFLOW,
  BUDGET_WORKFLOW,
  TASK_WORKFLOW,
  REVIEWED_TASK_WORKFLOW,
]

/** A kind as addresses write it: "reviewed-task". */
export const kindInPath = (kind: string): string => kind.replaceAll(' ', '-')

/** The rules of the kind that an address names. @throws DomainError not-found */
export function rulesInPath(text: string | undefined): KindRules {
  const rules = DEFINITION_KINDS.find(({ kind }) => kindInPath(kind) === text)
  if (!rules)
    throw new DomainError(
      'not-found',
      'There is no such workflow. Choose one under Administration, Workflows.',
    )
  return rules
}

export function rulesOf(kind: string): KindRules {
  const rules = DEFINITION_KINDS.find((each) => each.kind === kind)
  if (!rules) throw new Error(`Nothing is known of the workflow of ${kind}`)
  return rules
}
