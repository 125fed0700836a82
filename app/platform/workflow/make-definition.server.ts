import type { Transaction } from 'db/database'
import { workflowDefinition, workflowStep } from 'db/schema/workflow'
import type { Day } from '~/platform/values/day'
import type { DefinitionStep } from './definition-step'

export interface NewDefinition {
  kind: string
  functionId: string
  version: number
  validFrom: Day
  steps: readonly DefinitionStep[]
  /** Who asked for it; null for the command line. */
  madeBy: number | null
  madeAt: Date
  comment: string
}

/** Stores a version of a workflow: new objects take it from its day on, those under way keep theirs. */
export async function makeDefinition(
  tx: Transaction,
  { steps, functionId, ...row }: NewDefinition,
): Promise<void> {
  const [made] = await tx.insert(workflowDefinition).values(row).returning({ id: workflowDefinition.id })
  if (!made) throw new Error(`Version ${row.version} of the workflow of ${row.kind} was not stored`)
  await tx.insert(workflowStep).values(
    steps.map((step, index) => ({
      ...step,
      excludes: [...step.excludes],
      definitionId: made.id,
      functionId,
      sortingOrder: index + 1,
    })),
  )
}
