import type { DefinitionStep } from '~/platform/workflow/definition-step'

/** A version of a workflow that administrators work on; it has no effect until it is requested and approved. */
export interface DefinitionDraft {
  kind: string
  /** Number of the newest version when it was begun: what it is made of. */
  base: number
  /** Counts its changes, so that nobody changes what they have not seen. */
  revision: number
  /** Full name of who changed it last, and when (ISO instant). */
  changedBy: string
  changedAt: string
  steps: DefinitionStep[]
}

/** What waits for a second person is of this kind. */
export const WORKFLOW_DEFINITION = 'workflow definition'

/** A version as it waits. */
export interface WantedDefinition {
  version: number
  validFrom: string
  comment: string
  steps: DefinitionStep[]
}

/** The newest version, as the wanted one is compared with it. */
export interface PresentDefinition {
  version: number
  steps: DefinitionStep[]
}
