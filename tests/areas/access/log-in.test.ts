import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test, vi } from 'vitest'
import { actorById } from '~/areas/access/actor-by-id.server'
import { logIn } from '~/areas/access/log-in.server'
import { hashPassword, isPassword } from '~/areas/access/set-password.server'

/** Counts verifications: the module is patched before the application imports it. */
const verify = await vi.hoisted(async () => {
  const { createRequire } = await import('node:module')
  return vi.spyOn(
    createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2'),
    'verify',
  )
})

const site = await opened(testSite())
await site.ownerSql`insert into app_user (user_name, first_name, last_name, role, created_at)
  values ('newcomer', 'New', 'Comer', 'ACCOUNTANT', now())`
await site.ownerSql`update app_user set disabled_at = now() where user_name = 'finance1'`

const tryLogin = (username: string, password: string) =>
  logIn(contextOf({ read: site.read, now: site.clock() }), { username, password })

test('a password is stored as argon2id with its own salt, and matches only itself', async () => {
  const [one, two] = await Promise.all([hashPassword('quiet river'), hashPassword('quiet river')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await isPassword('quiet river', one)).toBe(true)
  for (const wrong of ['Quiet river', 'quiet river ', '', 'quiet  river'])
    expect(await isPassword(wrong, one)).toBe(false)
  expect(await isPassword('nobody has this password', null)).toBe(false)
})

test('the right name and password return the user id', async () => {
  expect(await tryLogin('accountant1', 'fundesk-demo')).toEqual({
    userId: site.actor('accountant1').id,
    mustChangePassword: false,
    passwordHash: expect.stringContaining('$argon2id$'),
  })
})

test.each([
  ['a wrong password', 'accountant1', 'fundesk-dem0'],
  ['an unknown name', 'nobody', 'fundesk-demo'],
  ['a name in other letters', 'ACCOUNTANT1', 'fundesk-demo'],
  ['a disabled user with the right password', 'finance1', 'fundesk-demo'],
  ['a user without a password', 'newcomer', 'nobody has this password'],
  ['nothing', '', ''],
  ['a name made of SQL', "' or 1=1 --", 'fundesk-demo'],
])('%s is refused with the same message', async (_, username, password) => {
  await expect(tryLogin(username, password)).rejects.toMatchObject({
    code: 'invalid',
    message: 'User name or password is wrong. Check both and try again.',
    options: { title: 'Not logged in' },
  })
})

test.each(['accountant1', 'nobody', 'finance1', 'newcomer'])(
  'a wrong password of %s costs one verification, whether or not the name exists',
  async (username) => {
    verify.mockClear()
    await tryLogin(username, 'wrong').catch(() => {})
    expect(verify.mock.calls.map(([hash]) => String(hash).slice(0, 31))).toEqual([
      '$argon2id$v=19$m=19456,t=2,p=1$',
    ])
  },
)

test('a disabled user is unknown from the next request on, and known again once enabled', async () => {
  const { id } = site.actor('manager1')
  expect((await actorById(contextOf({ read: site.read, now: site.clock() }), id))?.userName).toBe('manager1')
  await site.ownerSql`update app_user set disabled_at = now() where id = ${id}`
  expect(await actorById(contextOf({ read: site.read, now: site.clock() }), id)).toBeNull()
  await site.ownerSql`update app_user set disabled_at = null where id = ${id}`
  expect(await actorById(contextOf({ read: site.read, now: site.clock() }), id)).not.toBeNull()
  expect(await actorById(contextOf({ read: site.read, now: site.clock() }), 999_999)).toBeNull()
})
