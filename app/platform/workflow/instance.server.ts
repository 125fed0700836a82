import type { Read, Transaction } from 'db/database'
import { workflowInstance } from 'db/schema/workflow'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import { appendEvent } from './append-event.server'
import { stepsOfVersions } from './definition.server'
import { type EventClass, type EventData, type Instance, type State, SYSTEM } from './types'

const columns = {
  objectId: workflowInstance.objectId,
  kind: workflowInstance.kind,
  definitionId: workflowInstance.definitionId,
  round: workflowInstance.round,
  queue: workflowInstance.queue,
  status: workflowInstance.status,
  class: workflowInstance.class,
  lastEventId: workflowInstance.lastEventId,
  lastEventAt: workflowInstance.lastEventAt,
}

function instanceOf(
  row: (Omit<Instance, 'class'> & { class: string }) | undefined,
  objectId: number,
): Instance {
  if (!row) throw new DomainError('not-found', `There is no object ${objectId} with a workflow.`)
  return { ...row, class: row.class as EventClass }
}

/** The current place of an object. */
export async function instanceById(read: Read, objectId: number): Promise<Instance> {
  const [row] = await read
    .select(columns)
    .from(workflowInstance)
    .where(eq(workflowInstance.objectId, objectId))
  return instanceOf(row, objectId)
}

/** The same, with its row locked until the transaction ends: all moves of objects go through here. */
export async function lockInstance(tx: Transaction, objectId: number): Promise<Instance> {
  const [row] = await tx
    .select(columns)
    .from(workflowInstance)
    .where(eq(workflowInstance.objectId, objectId))
    .for('update')
  return instanceOf(row, objectId)
}

export interface Move {
  type: 'step' | 'system' | 'act'
  name: string
  stepId?: number
  to: State
  /** Null for SYSTEM. */
  who: { id: number; fullName: string } | null
  log: string
  data?: EventData
  now: Date
  opensRound?: boolean
}

/**
 * Moves a locked object: writes one event, and its new place. An act leaves the object where it is, so that forms
 * opened earlier remain valid. Returns the event's id.
 */
export async function moveInstance(tx: Transaction, instance: Instance, move: Move): Promise<number> {
  const { queue, status, class: eventClass } = move.to
  const round = instance.round + (move.opensRound ? 1 : 0)
  const lastEventId = await appendEvent(tx, {
    objectKind: instance.kind,
    objectId: instance.objectId,
    round,
    type: move.type,
    name: move.name,
    stepId: move.stepId ?? null,
    at: move.now,
    who: move.who,
    from: { queue: instance.queue, status: instance.status },
    queue,
    status,
    class: eventClass,
    log: move.log,
    data: move.data ?? {},
  })
  if (move.type !== 'act')
    await tx
      .update(workflowInstance)
      .set({
        queue,
        status,
        class: eventClass,
        round,
        lastEventId,
        lastEventAt: move.now,
        lastUserId: move.who?.id ?? null,
      })
      .where(eq(workflowInstance.objectId, instance.objectId))
  return lastEventId
}

/** All places in the workflows of a kind, in order; each once, with its newest class. */
export async function statesOfKind(read: Read, kind: string): Promise<State[]> {
  const states = new Map(
    (await stepsOfVersions(read, [kind])).map(({ toQueue: queue, toStatus: status, toClass }) => [
      `${queue} ${status}`,
      { queue, status, class: toClass },
    ]),
  )
  return [...states.values()]
}

/**
 * All statuses of objects of these kinds, in any version of their workflows, including the site's own: each once, in
 * the order of the steps.
 */
export async function statusesOf(read: Read, kinds: readonly string[]): Promise<string[]> {
  const steps = (await stepsOfVersions(read, kinds)).sort((one, other) => one.version - other.version)
  return [
    ...new Set(
      steps.flatMap(({ fromQueue, fromStatus, toStatus }) => {
        // No object is in the place where "Created" starts; if no user creates the objects, only steps that leave a
        // place reveal their first status.
        const isBirth = fromQueue === SYSTEM && fromStatus === 'CREATED'
        return fromStatus === null || isBirth ? [toStatus] : [fromStatus, toStatus]
      }),
    ),
  ]
}
