import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApiToken } from '~/domain/access/api-token-create.server'
import { requestChanges } from '~/domain/access/pending-change-request.server'
import { pendingChanges } from '~/domain/access/pending-changes.server'
import { setPassword } from '~/domain/access/set-password.server'
import { requestQueues } from '~/domain/access/users/request-queues.server'
import { type UserSite, userSite } from './user-site'

let site: UserSite
beforeEach(async () => {
  site = await userSite()
})
afterEach(() => site.close())

test('a password that an administrator took away is not overwritten by a form that was under way', async () => {
  await site.ownerSql`update app_user set password_hash = 'known' where user_name = 'manager1'`
  const change = (replaces: string) =>
    site.transaction((tx) =>
      setPassword(tx, { userName: 'manager1', passwordHash: 'stolen', replaces }, null, site.clock()),
    )
  await site.transaction((tx) =>
    setPassword(tx, { userName: 'manager1', passwordHash: 'given', oneTime: true }, null, site.clock()),
  )
  await expect(change('known')).rejects.toMatchObject({ code: 'conflict' })
  expect(
    await site.ownerSql`select password_hash, must_change_password from app_user where user_name = 'manager1'`,
  ).toEqual([{ password_hash: 'given', must_change_password: true }])
})

test('no token is made for a user who was disabled meanwhile', async () => {
  const manager = await site.person('manager1')
  await site.ownerSql`update app_user set disabled_at = now() where user_name = 'manager1'`
  const wanted = { name: 'script', readOnly: false, days: 1 }
  await expect(
    site.transaction((tx) => createApiToken(tx, manager, wanted, { random: 'x', now: site.clock() })),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect(await site.ownerSql`select * from api_token`).toEqual([])
})

test('nobody puts a wish of their own in the place of one that takes their rights', async () => {
  const [second, admin] = [await site.person('second'), await site.person('admin')]
  await site.ownerSql`insert into user_queue select id, 'MANAGER' from app_user where user_name = 'admin'`
  await site.transaction((tx) =>
    requestQueues(tx, second, { userId: admin.id, queues: [], seen: 'MANAGER' }, site.clock()),
  )
  const [waiting] = await pendingChanges(site.read)
  const mine = { ...waiting?.after, firstName: 'Quentin Paul' }
  await expect(
    site.transaction((tx) =>
      requestChanges(
        tx,
        [{ kind: 'user', target: 'admin', before: waiting?.before ?? null, after: mine }],
        admin,
        site.clock(),
      ),
    ),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect((await pendingChanges(site.read)).map(({ id }) => id)).toEqual([waiting?.id])
})
