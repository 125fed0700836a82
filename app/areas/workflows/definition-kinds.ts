import { BUDGET_WORKFLOW } from '~/areas/budgets/workflow-rules'
import { DRAFT_WORKFLOW } from '~/areas/drafts/workflow-rules'
import { INVOICE_WORKFLOW } from '~/areas/invoices/workflow-rules'
import { NAV_WORKFLOW } from '~/areas/navs/workflow-rules'
import { PAYMENT_RUN_WORKFLOW } from '~/areas/payments/workflow-rules'
import { REVIEWED_TASK_WORKFLOW, TASK_WORKFLOW } from '~/areas/processes/workflow-rules'
import { DomainError } from '~/platform/values/domain-error'
import type { DefinitionStep } from '~/platform/workflow/definition-step'
import type { KindRules } from '~/platform/workflow/kind-rules'

/** The kinds of objects whose workflows a site may define. */
export const DEFINITION_KINDS: readonly KindRules[] = [
  NAV_WORKFLOW,
  DRAFT_WORKFLOW,
  INVOICE_WORKFLOW,
  PAYMENT_RUN_WORKFLOW,
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

/** A version of a workflow that administrators work on; it has no effect until it is requested and approved. */
export interface DefinitionDraft {
  kind: string
  /** Number of the newest version when it was begun: the one that it is based on. */
  base: number
  /** Counts its changes, so that a user cannot change a version that they have not seen. */
  revision: number
  /** Full name of the user who changed it last, and when (ISO instant). */
  changedBy: string
  changedAt: string
  steps: DefinitionStep[]
}

/** The kind of change that waits for a second person. */
export const WORKFLOW_DEFINITION = 'workflow definition'

/** A version as it waits. */
export interface RequestedDefinition {
  version: number
  validFrom: string
  comment: string
  steps: DefinitionStep[]
}

/** The newest version, with which the requested one is compared. */
export interface PresentDefinition {
  version: number
  steps: DefinitionStep[]
}
