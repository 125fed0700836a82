import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { acceptApiToken, apiTokenHash, revokeTokensOf, tokensOf } from '~/areas/access/api-tokens.server'
import { deleteSessionsOf, sessionsOf } from '~/areas/access/session-rows.server'
import { tokenState } from '~/areas/account/account-links'
import { siteState } from '~/areas/system/site-state.server'
import { userRows } from '~/areas/users/list.server'
import { userView } from '~/areas/users/user-view.server'
import { usersOf } from '../../support/areas/users/users-of'

const site = await opened(testSite())
const users = await usersOf(site)

const HOUR = 60 * 60_000
const NOW = new Date('2026-11-02T08:00:00Z')
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR).toISOString()

test('an ended session counts nowhere: not for its owner, administrators or the last-seen date', async () => {
  const userId = await users.idOf('auditor1')
  const session = (hash: string, seen: number, ends: number) => site.ownerSql`
    insert into session (id_hash, user_id, data, created_at, last_seen_at, expires_at)
    values (${hash}, ${userId}, '{}', ${later(ends - 12)}, ${later(seen)}, ${later(ends)})`
  await session('left alone for an hour', -1.01, 5)
  await session('twelve hours old', -0.1, -0.01)
  const seen = async () => (await userRows(contextOf({ read: site.read, now: NOW }), [userId]))[0]?.last_seen
  const admin = await users.person('admin')
  const counted = async () =>
    (await userView(contextOf({ read: site.read, actor: admin, now: NOW }), userId)).sessions
  expect([
    await seen(),
    await counted(),
    await sessionsOf(contextOf({ read: site.read, now: NOW }), userId),
  ]).toEqual([null, 0, []])
  // Ending all sessions reports none.
  const end = () => site.transaction((tx) => deleteSessionsOf(contextOf({ tx, now: NOW }), userId))
  expect([await end(), (await siteState(contextOf({ read: site.read, now: NOW }))).sessions]).toEqual([0, 0])
  await session('left alone', -1.01, 5)
  await session('in use', -0.5, 5)
  expect(await seen()).toEqual(new Date(later(-0.5)))
  expect(await counted()).toBe(1)
  expect(await sessionsOf(contextOf({ read: site.read, now: NOW }), userId)).toHaveLength(1)
  expect((await siteState(contextOf({ read: site.read, now: NOW }))).sessions).toBe(1)
  expect(await end()).toBe(1)
})

test('a personal token is in force, expired or revoked, depending on the time', async () => {
  const userId = await users.idOf('auditor1')
  const tokens: [name: string, expires: string | null, revoked: string | null][] = [
    ['ACTIVE', later(1), null],
    ['ACTIVE', null, null],
    ['EXPIRED', later(0), null],
    ['REVOKED', later(1), later(-1)],
  ]
  for (const [at, [name, expires, revoked]] of tokens.entries())
    await site.ownerSql`
      insert into api_token (user_id, name, token_hash, read_only, created_at, expires_at, revoked_at)
      values (${userId}, ${name}, ${apiTokenHash(`token ${at}`)}, true, ${later(-2)}, ${expires}, ${revoked})`
  const listed = await tokensOf({ read: site.read, actor: await users.person('auditor1') })
  expect(listed.map((token) => [token.name, tokenState(token, NOW)]).sort()).toEqual(
    tokens.map(([name]) => [name, name]).sort(),
  )
  for (const [at, [name]] of tokens.entries())
    expect((await acceptApiToken(site, `token ${at}`, NOW)) !== null).toBe(name === 'ACTIVE')
  const admin = await users.person('admin')
  expect((await userView(contextOf({ read: site.read, actor: admin, now: NOW }), userId)).tokens).toBe(2)
  expect(await site.transaction((tx) => revokeTokensOf(contextOf({ tx, now: NOW }), userId))).toBe(2)
})
