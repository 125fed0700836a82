import type { Read, Transaction } from 'db/database'
import { preparedQuery } from 'db/prepared-query'
import { appUser } from 'db/schema/access'
import { workflowDefinition, workflowInstance, workflowStep } from 'db/schema/workflow'
import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { type Context, onceShared, type SharedRead } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { type DefinitionStep, definitionStep } from './definition-step'
import { type EventClass, type Instance, OWN_QUEUE, type Step } from './types'

/** The id of the version for a new object of this kind on a given day. */
export async function definitionInForce(read: Read, kind: string, day: Day): Promise<number> {
  const [row] = await read
    .select({ id: workflowDefinition.id })
    .from(workflowDefinition)
    .where(and(eq(workflowDefinition.kind, kind), lte(workflowDefinition.validFrom, day)))
    .orderBy(desc(workflowDefinition.validFrom), desc(workflowDefinition.version))
    .limit(1)
  if (!row) throw new Error(`No workflow definition for ${kind} on ${day}`)
  return row.id
}

/** The steps of a definition, in order. */
export function stepsOf(read: Read, definitionId: number): Promise<Step[]> {
  return stepsOfAll(read, [definitionId])
}

async function stepsOfAll(read: Read, definitionIds: readonly number[]) {
  const rows = await read
    .select()
    .from(workflowStep)
    .where(inArray(workflowStep.definitionId, [...definitionIds]))
    .orderBy(asc(workflowStep.definitionId), asc(workflowStep.sortingOrder))
  return rows.map((row) => ({
    ...row,
    toClass: row.toClass as EventClass,
    dateToDisplayId: row.dateToDisplayId as Step['dateToDisplayId'],
  }))
}

/** A step, and the version of a workflow that it belongs to. */
export type VersionStep = Step & { definitionId: number; kind: string; version: number }

const cache = new WeakMap<Read, Map<number, VersionStep[]>>()

/**
 * The steps of all versions of these kinds, or of all kinds: by kind and version, in order. For pages about all
 * workflows. Versions never change, so the steps of each are read once per connection; which there are, once a page.
 */
export async function stepsOfVersions(
  context: SharedRead,
  kinds?: readonly string[],
): Promise<VersionStep[]> {
  const { read } = context
  const versions = await versionsOnce(context)
  const steps = cache.get(read) ?? new Map<number, VersionStep[]>()
  cache.set(read, steps)
  const missing = versions.filter(({ id }) => !steps.has(id))
  if (missing.length > 0) {
    const found = await stepsOfAll(
      read,
      missing.map(({ id }) => id),
    )
    for (const { id, kind, version } of missing) {
      const own = found.filter(({ definitionId }) => definitionId === id)
      // A version without steps is still being written.
      if (own.length > 0)
        steps.set(
          id,
          own.map((step) => ({ ...step, kind, version })),
        )
    }
  }
  return versions.filter(({ kind }) => kinds?.includes(kind) ?? true).flatMap(({ id }) => steps.get(id) ?? [])
}

const allVersions = preparedQuery((read) =>
  read
    .select({ id: workflowDefinition.id, kind: workflowDefinition.kind, version: workflowDefinition.version })
    .from(workflowDefinition)
    .orderBy(asc(workflowDefinition.kind), asc(workflowDefinition.version))
    .prepare('all versions'),
)

const versionsOnce = onceShared(({ read }: SharedRead) => allVersions(read).execute())

/** The steps of the version that an object uses, with its own queue in place of "TEAM". */
export async function stepsOfInstance(
  read: Read,
  { definitionId, queue }: Pick<Instance, 'definitionId' | 'queue'>,
): Promise<Step[]> {
  const own = (name: string) => (name === OWN_QUEUE ? queue : name)
  return (await stepsOf(read, definitionId)).map((step) => ({
    ...step,
    fromQueue: step.fromQueue && own(step.fromQueue),
    toQueue: own(step.toQueue),
    actingQueue: own(step.actingQueue),
  }))
}

/** A version of the workflow for a kind of object. */
export interface DefinitionVersion {
  id: number
  kind: string
  version: number
  /** First day on which new objects use it. */
  validFrom: Day
  /** The number of a shipped version; null for one of the site's own. */
  shippedVersion: number | null
  /** Full name of the user who requested it; null for a shipped one. */
  madeBy: string | null
  madeAt: Date | null
  comment: string
  /** Whether new objects use it today. */
  isInForce: boolean
}

/** The versions of a kind, or of all, newest first. */
export async function definitionVersions(
  { read, today }: Context,
  kind?: string,
): Promise<DefinitionVersion[]> {
  const { id, version, validFrom, shippedVersion, madeBy, madeAt, comment } = workflowDefinition
  const rows = await read
    .select({
      id,
      kind: workflowDefinition.kind,
      version,
      validFrom,
      shippedVersion,
      madeAt,
      comment,
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

/** The newest version of a kind, even if it takes effect later: the next one is based on it. */
export async function newestDefinition(
  read: Read,
  kind: string,
): Promise<{ version: number; validFrom: Day; steps: DefinitionStep[] }> {
  return definitionOf(read, kind, false)
}

/** The steps of the newest shipped version. */
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

/** How many objects of a kind use each version, by the version's id. */
export async function objectsUnder(read: Read, kind: string): Promise<ReadonlyMap<number, number>> {
  const { definitionId } = workflowInstance
  const rows = await read
    .select({ definitionId, count: sql<number>`count(*)::int` })
    .from(workflowInstance)
    .where(eq(workflowInstance.kind, kind))
    .groupBy(definitionId)
  return new Map(rows.map((row) => [row.definitionId, row.count]))
}

export interface NewDefinition {
  kind: string
  functionId: string
  version: number
  validFrom: Day
  steps: readonly DefinitionStep[]
  /** The user who requested it; null for the command line. */
  madeBy: number | null
  madeAt: Date
  comment: string
}

/** Stores a version of a workflow: new objects use it from its first day, existing ones keep theirs. */
export async function createDefinition(
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
