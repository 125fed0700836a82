import type { Read, Transaction } from 'db/database'
import { appUser, authorisation, userQueue, uxFunction } from 'db/schema/access'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { ADMINISTRATION } from '~/areas/users/user-change-kinds.server'
import { DomainError } from '~/platform/values/domain-error'
import { recordAct } from '~/platform/workflow/record-act.server'
import { type Actor, type FunctionId, type HeldBack, heldUntil, isAllowed } from './actor'
import { administrationHolders, oneAtATime } from './administrators.server'
import { putSiteSetting, siteSettingOf } from './site-setting.server'

const KEY = 'second person off'
const TITLE = 'The setting was not changed'

/** Whether what administrators decide waits for a second one. */
export interface SecondPerson {
  /** Switched off, and nobody there who could be the second person: requests of the only administrator take effect. */
  off: boolean
  /** How many users hold update of Administration, disabled ones included: enabled again, they may decide. */
  administrators: number
}

/**
 * The setting holds only while one user holds update of Administration: a second one decides again, whatever it says. A
 * disabled one counts, or whoever disables the second person would need none.
 */
export async function secondPersonState(read: Read): Promise<SecondPerson> {
  const [setting, ids] = await Promise.all([siteSettingOf(read, KEY), administrationHolders(read)])
  return { off: setting === true && ids.length === 1, administrators: ids.length }
}

/** True while a site is set up: it has no user but the first administrator, and nobody could be the second person. */
export async function isBeingSetUp(read: Read): Promise<boolean> {
  const users = await read.select({ id: appUser.id }).from(appUser).limit(2)
  return users.length < 2
}

/**
 * True when what this person asks for takes effect at once, as nobody else could decide it: anything while the site is set
 * up, and what administrators decide where the only one of them works without a second person.
 * @param queue of the change's kind: whose members decide it
 */
export async function decidesAlone(read: Read, requesterId: number, queue: string): Promise<boolean> {
  if (await isBeingSetUp(read)) return true
  if (queue !== ADMINISTRATION || (await siteSettingOf(read, KEY)) !== true) return false
  const ids = await administrationHolders(read)
  return ids.length === 1 && ids[0] === requesterId
}

/**
 * Lets requests of the only administrator take effect at once, or lets them wait again; recorded with the reference data.
 * Answers what was done, in a short line.
 * @throws DomainError refused while another administrator could decide
 */
export async function switchSecondPerson(
  tx: Transaction,
  actor: Actor,
  { off }: { off: boolean },
  now: Date,
): Promise<string> {
  await oneAtATime(tx)
  const ids = await administrationHolders(tx)
  if (off && (ids.length !== 1 || ids[0] !== actor.id))
    throw new DomainError(
      'refused',
      `${ids.length} users hold update of Administration, disabled ones included: another of them can decide. Only a site with one administrator works without a second person. One who left for good is taken off on the server: npm run user -- resign NAME.`,
      { title: TITLE },
    )
  const log = off
    ? 'Second person switched off: what the only administrator requests takes effect at once'
    : 'Second person switched on: changes wait until another administrator approves them'
  if (((await siteSettingOf(tx, KEY)) === true) === off) return `Nothing was different. ${log}`
  await putSiteSetting(tx, KEY, off)
  await recordAct(
    tx,
    'reference',
    {
      name: 'switch second person',
      status: off ? 'SECOND PERSON OFF' : 'SECOND PERSON ON',
      class: off ? 'warning' : 'success',
      log,
      data: { off },
    },
    { who: actor, now },
  )
  return log
}

/** What a user may not do at this instant, whatever their rights say. */
export async function heldBackOf(
  read: Read,
  {
    resetAt,
    resetAlone,
    mayAdminister,
  }: { resetAt: Date | null; resetAlone: boolean; mayAdminister: boolean },
  now: Date,
): Promise<HeldBack> {
  const until = resetAt && heldUntil(resetAt)
  const money = resetAlone ? 'reset alone' : mayAdminister && (await worksAlone(read)) ? 'works alone' : null
  return { until: until !== null && until > now ? until : null, money }
}

/** Whether what administrators decide takes effect without a second one, on a site with other users. */
export async function worksAlone(read: Read): Promise<boolean> {
  return (await secondPersonState(read)).off && !(await isBeingSetUp(read))
}

/**
 * A user who is not disabled, with authorisations and queues; null otherwise.
 * @param now what resets of their access hold back is told of this instant
 */
export async function actorById(read: Read, userId: number, now: Date): Promise<Actor | null> {
  const [users, functions, queues] = await Promise.all([
    read
      .select({
        id: appUser.id,
        userName: appUser.userName,
        firstName: appUser.firstName,
        lastName: appUser.lastName,
        role: appUser.role,
        homepage: appUser.homepage,
        resetAt: appUser.resetAt,
        resetAlone: appUser.resetAlone,
      })
      .from(appUser)
      .where(and(eq(appUser.id, userId), isNull(appUser.disabledAt))),
    read
      .select({
        id: uxFunction.id,
        name: uxFunction.name,
        domain: uxFunction.domain,
        domainType: uxFunction.domainType,
        isDomain: uxFunction.isDomain,
        routing: uxFunction.routing,
        uxSortOrder: uxFunction.uxSortOrder,
        add: authorisation.add,
        update: authorisation.update,
        delete: authorisation.delete,
      })
      .from(authorisation)
      .innerJoin(uxFunction, eq(uxFunction.id, authorisation.functionId))
      .where(eq(authorisation.userId, userId))
      .orderBy(asc(uxFunction.uxSortOrder)),
    read.select({ queue: userQueue.queue }).from(userQueue).where(eq(userQueue.userId, userId)),
  ])
  const [found] = users
  if (!found) return null
  const { resetAt, resetAlone, ...user } = found
  const authorisations = functions.map(({ id, add, update, delete: remove, ...rest }) => ({
    uxFunction: { uxFunction: id as FunctionId, ...rest },
    permissions: { add, update, delete: remove },
  }))
  const mayAdminister = isAllowed({ authorisations }, 'administration', 'update')
  return {
    ...user,
    fullName: `${user.firstName} ${user.lastName}`.trim(),
    queues: queues.map(({ queue }) => queue),
    authorisations,
    heldBack: await heldBackOf(read, { resetAt, resetAlone, mayAdminister }, now),
  }
}
