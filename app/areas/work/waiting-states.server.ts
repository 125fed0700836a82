import { workflowEvent, workflowStep } from 'db/schema/workflow'
import { type SQL, sql } from 'drizzle-orm'
import { type Actor, type Capacity, capacitiesOf, isAllowed } from '~/areas/access/actor'
import { textArray } from '~/platform/lists/sql-columns.server'
import type { SharedRead } from '~/platform/values/context.server'
import { stepsOfVersions } from '~/platform/workflow/definition.server'
import { CLOSED_QUEUES } from '~/platform/workflow/kind-rules'
import { OWN_QUEUE, SYSTEM } from '~/platform/workflow/types'
import { leadsOn } from '~/platform/workflow/workflow-progress'

/** A state in which objects of one version of a workflow wait for members of a queue. */
export interface WaitingState {
  kind: string
  definitionId: number
  queue: string
  status: string
  /** The marks with which a user can take none of the steps that lead on from it: four-eyes rule. */
  excluded: string[]
  /** These steps, as their buttons say: "Approve", in their order. */
  steps: string[]
  /** The full name of the person for whom a substitute takes them; null for the user's own work. */
  actsFor: string | null
}

/** Identifies a state. */
export const waitingStateKey = ({
  definitionId,
  queue,
  status,
}: Pick<WaitingState, 'definitionId' | 'queue' | 'status'>) => JSON.stringify([definitionId, queue, status])

/**
 * The states in which objects wait for a user: a step that leads on starts there, and the user has its queue and its
 * permission. Where the code takes that step itself, as for a control, it waits for the queue that the object is in.
 * What waits for those whom the user substitutes comes after their own.
 */
export async function waitingStates(
  context: SharedRead & {
    actor: Pick<Actor, 'queues' | 'authorisations' | 'own' | 'standsFor'>
  },
): Promise<WaitingState[]> {
  const { actor } = context
  if (actor.queues.length === 0) return []
  const rows = await stepsOfVersions(context)
  const found = new Map<string, WaitingState>()
  for (const capacity of capacitiesOf(actor))
    for (const state of statesFor(rows, capacity)) {
      const key = waitingStateKey(state)
      if (!found.has(key)) found.set(key, state)
    }
  return [...found.values()]
}

/** The same in one capacity of a user. */
function statesFor(rows: Awaited<ReturnType<typeof stepsOfVersions>>, actor: Capacity): WaitingState[] {
  const found = new Map<string, WaitingState & { byHand: string[] }>()
  for (const step of rows) {
    const { kind, definitionId, fromQueue } = step
    if (fromQueue === null || CLOSED_QUEUES.includes(fromQueue)) continue
    if (step.opensRound || !leadsOn(step.toClass) || !isAllowed(actor, step.functionId, 'update')) continue
    // A state of the team of each task is one of every queue of the user.
    for (const queue of fromQueue === OWN_QUEUE ? actor.queues : [fromQueue]) {
      const acting = [OWN_QUEUE, SYSTEM].includes(step.actingQueue) ? queue : step.actingQueue
      if (!actor.queues.includes(acting)) continue
      const statuses =
        step.fromStatus === null ? statusesIn(rows, definitionId, fromQueue) : [step.fromStatus]
      for (const status of statuses) {
        const key = waitingStateKey({ definitionId, queue, status })
        const added = found.get(key)
        found.set(key, {
          kind,
          definitionId,
          queue,
          status,
          excluded: added ? added.excluded.filter((mark) => step.excludes.includes(mark)) : step.excludes,
          // A control leads on by itself: it is named where nothing else is to be done.
          steps:
            step.actingQueue === SYSTEM && added ? added.steps : [...(added?.byHand ?? []), step.display],
          actsFor: actor.actsFor?.fullName ?? null,
          byHand:
            step.actingQueue === SYSTEM ? (added?.byHand ?? []) : [...(added?.byHand ?? []), step.display],
        })
      }
    }
  }
  return [...found.values()]
}

interface Leading {
  definitionId: number
  fromQueue: string | null
  fromStatus: string | null
  toQueue: string
  toStatus: string
}

/** Every status that a version of a workflow knows in a queue. */
function statusesIn(steps: readonly Leading[], definitionId: number, queue: string): string[] {
  const own = steps.filter((step) => step.definitionId === definitionId)
  return [
    ...new Set(
      own.flatMap((step) => [
        ...(step.fromQueue === queue && step.fromStatus !== null ? [step.fromStatus] : []),
        ...(step.toQueue === queue ? [step.toStatus] : []),
      ]),
    ),
  ]
}

/**
 * Whether a row called "place" waits for the user in one of these states: four eyes see what they did not do. Written as
 * plain comparisons, from which PostgreSQL estimates that thousands may match.
 * @param people the user, and those with whom they count as one person
 */
export function waitingSql(states: readonly WaitingState[], people: readonly number[]): SQL {
  const marksOf = ({ excluded }: WaitingState) => JSON.stringify(excluded)
  const parts = [...new Set(states.map(marksOf))].map((marked) => {
    const same = states.filter((state) => marksOf(state) === marked)
    const keys = same.map(
      ({ definitionId, queue, status }) => sql`(${definitionId}::int, ${queue}::text, ${status}::text)`,
    )
    const there = sql`(place.definition_id, place.queue, place.status) in (${sql.join(keys, sql`, `)})`
    const marks = same[0]?.excluded ?? []
    if (marks.length === 0) return there
    const byOthers = sql.join(
      people.map((id) => sql`place.last_user_id is distinct from ${id}`),
      sql` and `,
    )
    return sql`(${there} and ((${byOthers}) or not exists (
      select 1 from ${workflowEvent} done join ${workflowStep} as taken on taken.id = done.step_id
      where done.id = place.last_event_id and taken.mark = any(${textArray(marks)}))))`
  })
  return sql`(${sql.join(parts, sql` or `)})`
}
