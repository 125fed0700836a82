import type { Read, Transaction } from 'db/database'
import { appUser, authorisation } from 'db/schema/access'
import { fund, legalEntity } from 'db/schema/lookups'
import { entityEvent, entityProcess, entityProcessDate, process, processTask } from 'db/schema/processes'
import { and, asc, eq, isNull, not, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import { MAX_OFFERED, optionNamed } from '~/platform/tables/options.server'
import type { ColumnOption } from '~/platform/tables/table-column'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { noSuchProcess } from './list.server'
import { PROCESS_STATE, processSubject } from './process'

export interface UserChoices {
  options: ColumnOption[]
  /** Address that finds them, where they are too many. */
  search?: string
}

export interface ProcessUser {
  id: number
  userName: string
  /** First and last name. */
  name: string
}

/**
 * Users to whom a process date may be assigned: those who are not disabled and may open Processes, by name.
 * @param only the one of this id, if they are among them
 */
export async function enabledProcessUsers(read: Read, only?: number): Promise<ProcessUser[]> {
  const { id, userName, firstName, lastName } = appUser
  const rows = await read
    .select({ id, userName, firstName, lastName })
    .from(appUser)
    .innerJoin(authorisation, eq(authorisation.userId, id))
    .where(
      and(
        eq(authorisation.functionId, 'processdashboard'),
        isNull(appUser.disabledAt),
        only === undefined ? undefined : eq(id, only),
      ),
    )
    .orderBy(asc(firstName), asc(lastName), asc(userName))
  return rows.map((row) => ({
    id: row.id,
    userName: row.userName,
    name: `${row.firstName} ${row.lastName}`.trim(),
  }))
}

/** The same as the options of a field; users with the same name are distinguished by their user name. */
export async function assignableUsers(read: Read): Promise<ColumnOption[]> {
  const users = await enabledProcessUsers(read)
  // Sorted by name: users with the same name are adjacent.
  const isShared = (name: string, at: number) =>
    [users[at - 1], users[at + 1]].some((other) => other?.name === name)
  return users.map(({ id, name, userName }, at) => ({
    value: String(id),
    label: isShared(name, at) ? `${name} (${userName})` : name,
  }))
}

/**
 * The users to choose from for a process date; where they are too many only the one who is chosen.
 * @param chosen the id of that user, if there is one
 */
export async function userChoices(read: Read, chosen: number | null): Promise<UserChoices> {
  const options = await assignableUsers(read)
  if (options.length <= MAX_OFFERED) return { options }
  const own = options.filter(({ value }) => value === String(chosen))
  return { options: own, search: '/choices/process-users' }
}

/** The id of the user that a form names, by id or as the search writes them; as it is where it is no name. */
export async function assignedUser(read: Read, text: string): Promise<string> {
  if (/^\d*$/.test(text)) return text
  const named = optionNamed(await assignableUsers(read), 'User', text)
  if (typeof named !== 'string') return named.value
  throw new DomainError('invalid', named, { title: ASSIGN_TITLE, fields: { user_id: named } })
}

/** Title of a refused assignment (specification, section 8: process update failure). */
export const ASSIGN_TITLE = 'Settings error'

export interface Assignment {
  entityProcessDateId: number
  /** Null: no user has it. */
  userId: number | null
  /** The user when the form was shown; left out when the caller did not send it. */
  seenUserId?: number | null
}

/**
 * Gives a process date to a user; returns the result in a short line.
 * @throws DomainError invalid for a user who may not have it, conflict when another user was faster
 */
export async function assignProcess(context: UserWriteContext, assignment: Assignment): Promise<string> {
  const { entityProcessDateId, userId } = assignment
  const action = `assign process ${entityProcessDateId} to ${userId ?? 'none'}`
  return withIdempotencyKey(context, action, () => assign(context, assignment))
}

async function assign(
  { tx, actor, now }: UserWriteContext,
  { entityProcessDateId, userId, seenUserId }: Assignment,
): Promise<string> {
  const at = await lockedDate(tx, entityProcessDateId)
  const what = `${at.process} of ${at.entity}, ${showDay(at.eventDate)}`
  const was = await nameOf(tx, at.userId)
  if (seenUserId !== undefined && seenUserId !== at.userId && userId !== at.userId)
    throw new DomainError(
      'conflict',
      `${what} was ${was ? `assigned to ${was}` : 'unassigned'} after you opened this page. Check its current state, then choose again.`,
      { title: ASSIGN_TITLE },
    )
  const name = await assignable(tx, userId)
  const line = `${what}: ${name === '' ? 'unassigned' : `assigned to ${name}`}`
  if (userId === at.userId) return line
  await tx.update(entityProcessDate).set({ userId }).where(eq(entityProcessDate.id, entityProcessDateId))
  await recordAct(tx, processSubject(entityProcessDateId), {
    name: 'assign process',
    to: PROCESS_STATE.assigned,
    who: actor,
    log: `${was || '(none)'} → ${name || '(none)'}`,
    data: { was: at.userId, is: userId },
    now,
  })
  return line
}

async function lockedDate(tx: Transaction, id: number) {
  const [row] = await tx
    .select({
      userId: entityProcessDate.userId,
      eventDate: entityProcessDate.eventDate,
      process: process.name,
      entity: sql<string>`coalesce(${legalEntity.name}, ${fund.name})`,
    })
    .from(entityProcessDate)
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(process, eq(process.id, entityProcess.processId))
    .leftJoin(legalEntity, eq(legalEntity.id, entityProcess.legalEntityId))
    .leftJoin(fund, eq(fund.id, entityProcess.fundId))
    .where(eq(entityProcessDate.id, id))
    .for('update', { of: entityProcessDate })
  if (!row) throw noSuchProcess(id)
  return row
}

/** The name of a user whom a process date may be given to; '' for no one. */
async function assignable(tx: Transaction, userId: number | null): Promise<string> {
  if (userId === null) return ''
  const [user] = await enabledProcessUsers(tx, userId)
  if (user) return user.name
  const message = 'Choose a user who may open Processes and is not disabled.'
  throw new DomainError('invalid', message, { title: ASSIGN_TITLE, fields: { user_id: message } })
}

async function nameOf(tx: Transaction, userId: number | null): Promise<string> {
  if (userId === null) return ''
  const [row] = await tx.select({ name: fullName }).from(appUser).where(eq(appUser.id, userId))
  return row?.name ?? ''
}

export interface LivingName {
  id: number
  name: string
}

/** Entity events that are not retired, by name. */
export function livingEvents(read: Read): Promise<LivingName[]> {
  const { id, name, isRetired } = entityEvent
  return read.select({ id, name }).from(entityEvent).where(not(isRetired)).orderBy(asc(name))
}

/** Processes that are not retired, by name. */
export function livingProcesses(read: Read): Promise<LivingName[]> {
  const { id, name, isRetired } = process
  return read.select({ id, name }).from(process).where(not(isRetired)).orderBy(asc(name))
}

/** Tasks of processes, neither of them retired, with their full names: "Annual report: Send to the CSSF". */
export async function livingTasks(read: Read): Promise<LivingName[]> {
  const rows = await read
    .select({ id: processTask.id, process: process.name, task: processTask.name })
    .from(processTask)
    .innerJoin(process, eq(process.id, processTask.processId))
    .where(and(not(process.isRetired), not(processTask.isRetired)))
    .orderBy(asc(process.name), asc(processTask.rank), asc(processTask.id))
  return rows.map((row) => ({ id: row.id, name: `${row.process}: ${row.task}` }))
}
