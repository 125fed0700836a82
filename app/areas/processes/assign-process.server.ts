import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { legalEntity } from 'db/schema/lookups'
import { entityProcess, entityProcessDate, process } from 'db/schema/processes'
import { eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { fullName } from '~/areas/access/full-name.server'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { appendEvent } from '~/platform/workflow/append-event.server'
import { once } from '~/platform/workflow/once.server'
import { noSuchProcess } from './process-by-id.server'
import { PROCESS_PLACE } from './process-events'
import { enabledProcessUsers } from './process-users.server'

/** Title of a refused assignment (specification, section 8: process update failure). */
export const ASSIGN_TITLE = 'Settings error'

export interface Assignment {
  entityProcessDateId: number
  /** Null: nobody has it. */
  userId: number | null
  /** Who had it when the form was shown; left out when the caller did not say. */
  seenUserId?: number | null
  /** Null when the caller sends none. */
  idempotencyKey: string | null
}

/**
 * Gives a process date to somebody; answers what happened, in a short line.
 * @throws DomainError invalid for a user who may not have it, conflict when somebody else was faster
 */
export async function assignProcess(
  tx: Transaction,
  actor: Pick<Actor, 'id' | 'fullName'>,
  assignment: Assignment,
  now: Date,
): Promise<string> {
  const { entityProcessDateId, userId, idempotencyKey } = assignment
  if (idempotencyKey === null) return assign(tx, actor, assignment, now)
  const action = `assign process ${entityProcessDateId} to ${userId ?? 'nobody'}`
  return once(tx, { key: idempotencyKey, userId: actor.id, action, now }, () =>
    assign(tx, actor, assignment, now),
  )
}

async function assign(
  tx: Transaction,
  actor: Pick<Actor, 'id' | 'fullName'>,
  { entityProcessDateId, userId, seenUserId }: Assignment,
  now: Date,
): Promise<string> {
  const at = await lockedDate(tx, entityProcessDateId)
  const what = `${at.process} of ${at.entity}, ${showDay(at.eventDate)}`
  const was = await nameOf(tx, at.userId)
  if (seenUserId !== undefined && seenUserId !== at.userId && userId !== at.userId)
    throw new DomainError(
      'conflict',
      `${what} was given to ${was || 'nobody'} after you opened this page. Look at it as it is now, then choose again.`,
      { title: ASSIGN_TITLE },
    )
  const name = await assignable(tx, userId)
  const line = `${what}: ${name === '' ? 'nobody has it' : `assigned to ${name}`}`
  if (userId === at.userId) return line
  await tx.update(entityProcessDate).set({ userId }).where(eq(entityProcessDate.id, entityProcessDateId))
  await appendEvent(tx, {
    objectKind: 'process',
    objectId: entityProcessDateId,
    round: 1,
    type: 'act',
    name: 'assign process',
    at: now,
    who: { id: actor.id, fullName: actor.fullName },
    ...PROCESS_PLACE.assigned,
    log: `${was || '(nobody)'} → ${name || '(nobody)'}`,
    data: { was: at.userId, is: userId },
  })
  return line
}

async function lockedDate(tx: Transaction, id: number) {
  const [row] = await tx
    .select({
      userId: entityProcessDate.userId,
      eventDate: entityProcessDate.eventDate,
      process: process.name,
      entity: legalEntity.name,
    })
    .from(entityProcessDate)
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(process, eq(process.id, entityProcess.processId))
    .innerJoin(legalEntity, eq(legalEntity.id, entityProcess.legalEntityId))
    .where(eq(entityProcessDate.id, id))
    .for('update', { of: entityProcessDate })
  if (!row) throw noSuchProcess(id)
  return row
}

/** The name of whom a process date may be given to; '' for nobody. */
async function assignable(tx: Transaction, userId: number | null): Promise<string> {
  if (userId === null) return ''
  const [user] = await enabledProcessUsers(tx, userId)
  if (user) return user.name
  const message = 'Choose a user who may open Processes and is not disabled: nobody else can have a process.'
  throw new DomainError('invalid', message, { title: ASSIGN_TITLE, fields: { user_id: message } })
}

async function nameOf(tx: Transaction, userId: number | null): Promise<string> {
  if (userId === null) return ''
  const [row] = await tx.select({ name: fullName }).from(appUser).where(eq(appUser.id, userId))
  return row?.name ?? ''
}
