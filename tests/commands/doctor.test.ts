import { commandLine } from 'tests/support/commands/command-line'
import { opened } from 'tests/support/opened'
import { afterEach, expect, test, vi } from 'vitest'
import doctor from '~/commands/doctor'
import { DONE, REFUSED } from '~/commands/site'
import { newSigningKey } from '~/platform/workflow/signing.server'

const line = await opened(commandLine())
vi.stubEnv('SIGNING_KEY', newSigningKey())
const given = { ...process.env }
afterEach(() => {
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'SITE_URL', 'CLAMD_URL', 'METRIC_TOKEN', 'PORT'])
    delete process.env[name]
  vi.stubEnv('DATABASE_URL', given.DATABASE_URL ?? '')
  vi.stubEnv('DATABASE_OWNER_URL', given.DATABASE_OWNER_URL ?? '')
})

test('a site that works gets an OK for each part, and a line for each that it does not use', async () => {
  const { code, out, err } = await line.run(doctor, [])
  expect([code, err]).toEqual([DONE, []])
  const text = out.join('\n')
  expect(text).toMatch(/^OK {8}Database, account of the app: Answered, PostgreSQL \d+\.\d+\.$/m)
  expect(text).toMatch(/^OK {8}Database, owner of the tables: Answered/m)
  expect(text).toMatch(/^OK {8}Clock: Within/m)
  expect(text).toMatch(/^not used {2}Virus scanner: /m)
  expect(out.at(-1)).toBe('Everything that the settings name works.')
})

test('every failing part says what to do, even while the database cannot be reached', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://app:geheim@127.0.0.1:1/fundesk')
  vi.stubEnv('SMTP_URL', 'smtp://user:geheim@127.0.0.1:1')
  vi.stubEnv('MAIL_FROM', 'fundesk@example.com')
  vi.stubEnv('SITE_URL', 'https://fundesk.example')
  vi.stubEnv('CLAMD_URL', 'tcp://127.0.0.1:1')
  vi.stubEnv('METRIC_TOKEN', 'x'.repeat(32))
  const { code, out, err } = await line.run(doctor, [])
  expect([code, err]).toEqual([REFUSED, ['4 parts do not work.']])
  const text = out.join('\n')
  for (const said of [
    'NOT OK    Settings: METRIC_TOKEN is no setting: did you mean METRICS_TOKEN?',
    'NOT OK    Database, account of the app: No PostgreSQL answers at 127.0.0.1:1. Start it, or correct DATABASE_URL.',
    'OK        Database, owner of the tables: Answered',
    'NOT OK    Mail server: No notice can be sent. It cannot be reached. Look at SMTP_URL.',
    'NOT OK    Virus scanner: No answer: every upload is refused.',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('geheim')
})

test('settings that cannot be read are the one line', async () => {
  vi.stubEnv('PORT', 'eighty')
  const { code, out } = await line.run(doctor, [])
  expect([code, out]).toEqual([
    REFUSED,
    ['NOT OK    Settings: These settings cannot be used: PORT: give a number from 0 to 65535.'],
  ])
})
