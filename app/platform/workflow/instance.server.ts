import type { Read, Transaction } from 'db/database'
import { workflowInstance } from 'db/schema/workflow'
import { eq } from 'drizzle-orm'
import type { SharedRead } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOfVersions } from './definition.server'
import { appendEvent } from './history.server'
import { type EventClass, type Instance, type NewEvent, type State, SYSTEM } from './types'

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

/** Moves a locked object: writes one event, and its new place. What leaves it where it is, is recorded by `recordAct`. */
export async function moveInstance(
  tx: Transaction,
  instance: Instance,
  event: NewEvent & { type: 'step' | 'system' },
): Promise<void> {
  const lastEventId = await appendEvent(tx, instance, event)
  const { queue, status, class: eventClass } = event.to
  await tx
    .update(workflowInstance)
    .set({
      queue,
      status,
      class: eventClass,
      round: instance.round + (event.opensRound ? 1 : 0),
      lastEventId,
      lastEventAt: event.now,
      lastUserId: event.who?.id ?? null,
    })
    .where(eq(workflowInstance.objectId, instance.objectId))
}

/** All places in the workflows of a kind, in order; each once, with its newest class. */
export async function statesOfKind(context: SharedRead, kind: string): Promise<State[]> {
  const states = new Map(
    (await stepsOfVersions(context, [kind])).map(({ toQueue: queue, toStatus: status, toClass }) => [
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
export async function statusesOf(context: SharedRead, kinds: readonly string[]): Promise<string[]> {
  const steps = (await stepsOfVersions(context, kinds)).sort((one, other) => one.version - other.version)
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
