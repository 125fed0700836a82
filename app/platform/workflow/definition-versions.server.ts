import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { workflowDefinition, workflowInstance } from 'db/schema/workflow'
import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { stepsOf } from './definition.server'
import { type DefinitionStep, definitionStep } from './definition-step'

/** A version of the workflow of a kind of object. */
export interface DefinitionVersion {
  id: number
  kind: string
  version: number
  /** First day on which new objects take it. */
  validFrom: Day
  /** Which of the versions that Fundesk brings; null for one of the site's own. */
  shippedVersion: number | null
  /** Full name of who asked for it; null for one that Fundesk brings. */
  madeBy: string | null
  madeAt: Date | null
  comment: string
  /** Do new objects take it today? */
  isInForce: boolean
}

/** The versions of a kind, or of all, newest first. */
export async function definitionVersions(
  read: Read,
  today: Day,
  kind?: string,
): Promise<DefinitionVersion[]> {
  const { id, version, validFrom, shippedVersion, madeBy, madeAt, comment } = workflowDefinition
  const rows = await read
    .select({
      ...{ id, kind: workflowDefinition.kind, version, validFrom, shippedVersion, madeAt, comment },
      madeBy: sql<string | null>`nullif(trim(concat(${appUser.firstName}, ' ', ${appUser.lastName})), '')`,
    })
    .from(workflowDefinition)
    .leftJoin(appUser, eq(appUser.id, madeBy))
    .where(kind === undefined ? undefined : eq(workflowDefinition.kind, kind))
    .orderBy(asc(workflowDefinition.kind), desc(version))
  const inForce = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const known = inForce.get(row.kind)
    if (row.validFrom <= today && (!known || row.validFrom > known.validFrom)) inForce.set(row.kind, row)
  }
  return rows.map((row) => ({ ...row, isInForce: inForce.get(row.kind) === row }))
}

/** The newest version of a kind, whenever it takes effect: what the next one is made of. */
export async function newestDefinition(
  read: Read,
  kind: string,
): Promise<{ version: number; validFrom: Day; steps: DefinitionStep[] }> {
  return definitionOf(read, kind, false)
}

/** The steps of the newest version that Fundesk brings. */
export async function shippedSteps(read: Read, kind: string): Promise<DefinitionStep[]> {
  return (await definitionOf(read, kind, true)).steps
}

async function definitionOf(read: Read, kind: string, isShipped: boolean) {
  const { id, version, validFrom, shippedVersion } = workflowDefinition
  const [row] = await read
    .select({ id, version, validFrom })
    .from(workflowDefinition)
    .where(
      isShipped
        ? sql`${workflowDefinition.kind} = ${kind} and ${shippedVersion} is not null`
        : eq(workflowDefinition.kind, kind),
    )
    .orderBy(desc(isShipped ? shippedVersion : version))
    .limit(1)
  if (!row) throw new Error(`No workflow definition for ${kind}`)
  return { ...row, steps: (await stepsOf(read, row.id)).map(definitionStep) }
}

/** How many objects of a kind are under each of its versions, by the version's id. */
export async function objectsUnder(read: Read, kind: string): Promise<ReadonlyMap<number, number>> {
  const { definitionId } = workflowInstance
  const rows = await read
    .select({ definitionId, count: sql<number>`count(*)::int` })
    .from(workflowInstance)
    .where(eq(workflowInstance.kind, kind))
    .groupBy(definitionId)
  return new Map(rows.map((row) => [row.definitionId, row.count]))
}
