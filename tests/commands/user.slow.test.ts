import { Readable } from 'node:stream'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { afterEach, expect, test, vi } from 'vitest'
import { logIn } from '~/areas/access/log-in.server'
import { passwordsAccepted } from '~/areas/access/site-setting.server'
import userCommand from '~/commands/user'
import { commandLine } from '../support/commands/command-line'

const line = await opened(commandLine())
afterEach(() => vi.restoreAllMocks())

/** The command’s stdin. */
function piped(text: string): void {
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(
    Readable.from([Buffer.from(text)]) as typeof process.stdin,
  )
}

test('the list shows all users, and who has no password yet', async () => {
  const { code, out } = await line.run(userCommand, ['list'])
  expect(out).toEqual(['admin · First Administrator · ADMIN · no queue · no password yet'])
  expect(code).toBe(0)
})

test('a piped password is set, spaces included, and lets the user log in', async () => {
  piped(' a quiet green river \n')
  const { code, out } = await line.run(userCommand, ['password', 'admin'])
  expect(out).toEqual(['The password of admin is set; their sessions and personal tokens were ended.'])
  expect(code).toBe(0)
  const { userId: id } = await logIn(contextOf({ read: line.read, now: new Date() }), {
    username: 'admin',
    password: ' a quiet green river ',
  })
  expect(id).toBeGreaterThan(0)
})

test('a short password is refused and the old one stays', async () => {
  piped('short\n')
  const { code, err } = await line.run(userCommand, ['password', 'admin'])
  expect(err).toEqual(['Use at least 8 characters; 15 or more are better.'])
  expect(code).toBe(1)
  await logIn(contextOf({ read: line.read, now: new Date() }), {
    username: 'admin',
    password: ' a quiet green river ',
  })
})

test('an unknown user is reported before the password prompt', async () => {
  const { code, err } = await line.run(userCommand, ['password', 'paul'])
  expect(err).toEqual(['There is no user paul. "npm run user -- list" shows all users.'])
  expect(code).toBe(1)
})

test('passwords can be allowed regardless of the settings, until revoked', async () => {
  for (const [how, accepted] of [
    ['accept', true],
    ['refuse', false],
  ] as const) {
    const { code, out } = await line.run(userCommand, ['passwords', how])
    expect([code, out[0]]).toEqual([0, expect.stringContaining('Passwords are accepted')])
    expect(await passwordsAccepted(line.read, 'instead')).toBe(accepted)
    expect(await passwordsAccepted(line.read, 'beside')).toBe(true)
  }
})

test('a user is linked to a person of the identity provider and unlinked again', async () => {
  const { code, out } = await line.run(userCommand, ['unlink', 'admin'])
  expect([code, out]).toEqual([0, [expect.stringContaining('admin is no longer linked to single sign-on')]])
  const link = await line.run(userCommand, ['link', 'admin', 's-1'])
  expect([link.code, link.err]).toEqual([1, [expect.stringContaining('This site has no single sign-on')]])
  const unknown = await line.run(userCommand, ['unlink', 'paul'])
  expect([unknown.code, unknown.err]).toEqual([1, ['There is no user paul.']])
})

test('wrong usage prints the usage', async () => {
  for (const args of [
    [],
    ['password'],
    ['remove', 'admin'],
    ['list', 'admin'],
    ['passwords'],
    ['passwords', 'maybe'],
    ['unlink'],
    ['link', 'admin'],
  ]) {
    const { code, err } = await line.run(userCommand, args)
    expect(err[0]).toBe('Use: npm run user -- password NAME')
    expect(code).toBe(2)
  }
})
