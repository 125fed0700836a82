import { contextOf } from 'tests/support/context'
import type { TestSite, UserName } from 'tests/support/site'
import type { Actor } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import { hashPassword } from '~/areas/access/set-password.server'
import { createUser, type NewUser } from '~/areas/users/save-user.server'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'

const NEW_USER: NewUser = {
  userName: 'marie',
  firstName: 'Marie',
  lastName: 'Weber',
  role: 'ACCOUNTANT',
  homepage: 'navctrldashboard',
  queues: [],
  likeUser: '',
}

export const ONE_TIME = 'a one-time password'

/** Adds a second administrator to a site; returns helpers for its users. */
export async function usersOf(site: TestSite) {
  const passwordHash = await hashPassword(ONE_TIME)
  await site.ownerSql`
    insert into app_user (user_name, first_name, last_name, role, password_hash, created_at)
    values ('second', 'Sec', 'Ond', 'ADMIN', ${passwordHash}, now()) on conflict do nothing`
  await site.ownerSql`
    insert into authorisation select id, 'administration', true, true, true from app_user where user_name = 'second'
    on conflict do nothing`
  // The demo’s second administrator would be a third one here.
  await site.ownerSql`
    delete from authorisation where function_id = 'administration'
    and user_id in (select id from app_user where user_name = 'admin2')`

  async function idOf(userName: string): Promise<number> {
    const [user] = await site.ownerSql`select id from app_user where user_name = ${userName}`
    return Number(user?.id)
  }

  /** A user as they are now. */
  async function person(userName: UserName | 'second' | (string & {})): Promise<Actor> {
    const actor = await actorById(contextOf({ read: site.read, now: site.clock() }), await idOf(userName))
    if (!actor) throw new Error(`no user ${userName} who is not disabled`)
    return actor
  }

  return {
    idOf,
    person,
    create: async (wanted: Partial<NewUser> = {}, by = 'admin') => {
      const actor = await person(by)
      return site.transaction((tx) =>
        createUser(contextOf({ tx, actor, now: site.clock() }), { ...NEW_USER, ...wanted }, passwordHash),
      )
    },
    /** Approves everything pending that this person may decide. */
    approveAll: async (by: string) => {
      const actor = await person(by)
      for (const { id } of await pendingChanges(site.read))
        await site.transaction((tx) =>
          approvePendingChange(
            contextOf({ tx, actor, now: site.clock(), timeZone: 'Europe/Luxembourg' }),
            id,
          ),
        )
    },
    /** "status by name: log" for a user’s chain, oldest first. */
    events: async (userName: string) => {
      const rows = await site.ownerSql`
        select status, who_name, log, data::text from workflow_event
        where object_kind = 'user' and object_id = 100000000 + ${await idOf(userName)} order by seq`
      return rows.map(({ status, who_name, log }) => `${status} by ${who_name}: ${log}`)
    },
  }
}

export type SiteUsers = Awaited<ReturnType<typeof usersOf>>
