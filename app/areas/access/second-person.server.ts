import type { Read, Transaction } from 'db/database'
import { appUser, authorisation } from 'db/schema/access'
import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { DomainError } from '~/platform/values/domain-error'
import {
  inAdministration,
  REFERENCE_DATA,
  REFERENCE_OBJECT_ID,
  recordAct,
} from '~/platform/workflow/record-act.server'
import { putSiteSetting, siteSettingOf } from './site-setting.server'

/** Ids of all users with administration update. Disabled users are included, as enabling one restores the right. */
export async function administrationHolders(read: Read): Promise<number[]> {
  const rows = await read
    .select({ id: authorisation.userId })
    .from(authorisation)
    .where(and(eq(authorisation.functionId, 'administration'), eq(authorisation.update, true)))
    .orderBy(asc(authorisation.userId))
  return rows.map(({ id }) => id)
}

/**
 * Runs imports, requests and decisions one at a time, as each compares with what is stored before it writes. Uses the
 * lock that an event of the reference chain takes anyway.
 */
export async function oneAtATime(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${REFERENCE_OBJECT_ID})`)
}

/** The name under which changes that administrators decide are recorded. */
export const ADMINISTRATION = 'ADMINISTRATION'

const KEY = 'second person off'

const TITLE = 'The setting was not changed'

/** Whether decisions of administrators wait for a second one. */
export interface SecondPerson {
  /**
   * The second person is switched off and no other user could be one: requests of the only administrator take effect.
   */
  off: boolean
  /**
   * How many users have the update permission on Administration. Disabled ones count: once enabled again,
   * they may decide.
   */
  administrators: number
}

/**
 * The setting applies only while a single user has the update permission on Administration; once there is a second,
 * that user decides. Disabled users count, or an administrator could disable the second person and need none.
 */
export async function secondPersonState(read: Read): Promise<SecondPerson> {
  const [setting, ids] = await Promise.all([siteSettingOf(read, KEY), administrationHolders(read)])
  return { off: setting === true && ids.length === 1, administrators: ids.length }
}

/**
 * True while a site is set up: its only user is the first administrator, and no other user could be the second person.
 */
export async function isBeingSetUp(read: Read): Promise<boolean> {
  const users = await read.select({ id: appUser.id }).from(appUser).limit(2)
  return users.length < 2
}

/**
 * Whether only administrators have logged in so far. Until then no one else could take a four-eyes step in place of a
 * user who gets a first password, so such users are not held back from these steps.
 */
export async function onlyAdministratorsWork(read: Read): Promise<boolean> {
  const administers = sql`exists (select from ${authorisation} where ${authorisation.userId} = ${appUser.id}
    and ${authorisation.functionId} = 'administration' and ${authorisation.update})`
  const ownPassword = and(isNotNull(appUser.passwordHash), eq(appUser.mustChangePassword, false))
  const working = await read
    .select({ id: appUser.id })
    .from(appUser)
    .where(
      and(
        isNull(appUser.disabledAt),
        sql`not ${administers}`,
        or(ownPassword, isNotNull(appUser.signOnSubject)),
      ),
    )
    .limit(1)
  return working.length === 0
}

/**
 * True when this person's request takes effect at once because no other user could decide it: any request while the
 * site is being set up, and administrators' decisions where the only one works without a second person.
 * @param queue of the change's kind: its members decide it
 */
export async function decidesAlone(read: Read, requesterId: number, queue: string): Promise<boolean> {
  if (await isBeingSetUp(read)) return true
  if (queue !== ADMINISTRATION || (await siteSettingOf(read, KEY)) !== true) return false
  const ids = await administrationHolders(read)
  return ids.length === 1 && ids[0] === requesterId
}

/**
 * Lets the only administrator's requests take effect at once, or makes them wait again; recorded with the reference
 * data. Returns the result in a short line.
 * @throws DomainError refused while another administrator could decide
 */
export async function switchSecondPerson(
  { tx, actor, now }: UserWriteContext,
  { off }: { off: boolean },
): Promise<string> {
  await oneAtATime(tx)
  const ids = await administrationHolders(tx)
  if (off && (ids.length !== 1 || ids[0] !== actor.id))
    throw new DomainError(
      'refused',
      `${ids.length} users may update Administration, including disabled users, so another of them can decide. Only a site with one administrator can work without a second person. To remove an administrator who has left, run this on the server: npm run user -- resign NAME.`,
      { title: TITLE },
    )
  const log = off
    ? 'Second person switched off: requests by the only administrator take effect at once'
    : 'Second person switched on: changes wait until another administrator approves them'
  if (((await siteSettingOf(tx, KEY)) === true) === off) return `No changes. ${log}`
  await putSiteSetting(tx, KEY, off)
  await recordAct(tx, REFERENCE_DATA, {
    name: 'switch second person',
    to: inAdministration(off ? 'SECOND PERSON OFF' : 'SECOND PERSON ON', off ? 'warning' : 'success'),
    log,
    data: { off },
    who: actor,
    now,
  })
  return log
}

/** Whether decisions of administrators take effect without a second one, on a site with other users. */
export async function worksAlone(read: Read): Promise<boolean> {
  return (await secondPersonState(read)).off && !(await isBeingSetUp(read))
}
