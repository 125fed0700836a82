import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { logIn } from '~/areas/access/log-in.server'
import { createSession } from '~/areas/access/session-rows.server'
import {
  isCommonPassword,
  newPasswordHash,
  passwordFault,
  setPassword,
} from '~/areas/access/set-password.server'

const database = await opened(testDatabase())
await database.ownerSql`
  insert into app_user (user_name, first_name, last_name, role, created_at) values ('marie', 'Marie', 'W', 'ADMIN', now())`

const now = new Date('2026-11-20T09:00:00Z')

test('accepts any mix of characters from eight on', () => {
  for (const password of [
    'correct horse',
    'zvfkqmwt',
    'ÄÖÜ éàü ß',
    '        .',
    '🔑🔑🔒🔑🔒🔑🔑🔒x',
    '48 15 16 23 42',
  ])
    expect(passwordFault(password, 'marie'), password).toBeNull()
})

test('refuses short passwords, the user name and the most common ones', () => {
  expect(passwordFault('sevench', 'marie')).toMatch(/at least 8 characters/)
  expect(passwordFault('Marie.Weber', 'marie.weber')).toMatch(/must not be the user name/)
  for (const password of [
    'password',
    'Password1',
    'P@ssw0rd',
    'passwort123!',
    '12345678',
    '87654321',
    'qwertyuiop',
    'abcdefgh',
    'aaaaaaaa',
    'abcabcabc',
    '1q2w3e4r5t',
    'iloveyou',
    'Summer2026!',
    'letmein123',
    'Welcome1',
    '19841984',
    'admin2026',
    '11223344',
  ])
    expect(isCommonPassword(password), password).toBe(true)
})

test('a new password lets the user log in, ends their sessions and is recorded without the password', async () => {
  const { ownerSql } = database
  await database.transaction((tx) => createSession(contextOf({ tx, now }), 'hash', { userId: 1 }))
  const passwordHash = await newPasswordHash('a quiet green river', 'marie')
  await database.transaction((tx) =>
    setPassword(contextOf({ tx, now }), { userName: 'marie', passwordHash }, null),
  )
  expect(
    await logIn(contextOf({ read: database.read, now }), {
      username: 'marie',
      password: 'a quiet green river',
    }),
  ).toMatchObject({
    userId: 1,
    mustChangePassword: false,
  })
  expect(await ownerSql`select * from session`).toEqual([])
  const events =
    await ownerSql`select object_kind, object_id, name, who_name, log, data::text from workflow_event`
  expect(events).toEqual([
    {
      object_kind: 'user',
      object_id: '100000001',
      name: 'set password',
      who_name: 'SYSTEM',
      log: 'User marie: password set; sessions and tokens ended (command line)',
      data: '{}',
    },
  ])
})

test('an unknown user gets no password', async () => {
  const passwordHash = await newPasswordHash('a quiet green river', 'paul')
  await expect(
    database.transaction((tx) =>
      setPassword(contextOf({ tx, now }), { userName: 'paul', passwordHash }, null),
    ),
  ).rejects.toMatchObject({ code: 'not-found', message: 'There is no user paul.' })
})
