import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { AddressTrouble } from 'db/address-trouble'
import { refuseWithoutNullDevice } from 'db/embedded/start'
import { openDatabase } from 'db/open'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { checkout } from 'tests/support/postgres/throwaway'
import { expect, onTestFinished, test } from 'vitest'

// What a wrong address of a database ends in: one sentence that names the setting.

const database = await opened(testDatabase())

const changed = (address: string, change: (url: URL) => void) => {
  const url = new URL(address)
  change(url)
  return url.href
}

async function refusal(env: Record<string, string>): Promise<string> {
  const opening = openDatabase({
    checkout,
    migrations: join(checkout, 'db/migrations'),
    env: { NODE_ENV: 'test', ...env },
  })
  const error = await opening.then(
    async (open) => {
      await open.close()
      return new Error('It was opened')
    },
    (error: Error) => error,
  )
  expect(error, error.message).toBeInstanceOf(AddressTrouble)
  expect(error.message).not.toMatch(/\n|geheim/)
  return error.message
}

test('an app database out of reach is named by its setting, also while the owner’s answers', async () => {
  const closed = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
  expect(
    await refusal({
      DATABASE_URL: `postgres://app:geheim@127.0.0.1:${closed}/fundesk`,
      DATABASE_OWNER_URL: database.ownerUrl,
    }),
  ).toBe(`No PostgreSQL answers at 127.0.0.1:${closed}. Start it, or correct DATABASE_URL.`)
  expect(await refusal({ DATABASE_URL: 'postgres://app:geheim@db.invalid/fundesk' })).toMatch(
    /^The name of the server db\.invalid:5432 cannot be resolved\. Correct DATABASE_URL/,
  )
})

test('a wrong password and a missing database are named by the setting that has them', async () => {
  const url = changed(database.url, (at) => {
    at.password = 'geheim'
  })
  expect(await refusal({ DATABASE_URL: url, DATABASE_OWNER_URL: database.ownerUrl })).toMatch(
    /refuses the password of "fundesk_app"\. Correct it in DATABASE_URL/,
  )
  const owner = changed(database.ownerUrl, (at) => {
    at.password = 'geheim'
  })
  expect(await refusal({ DATABASE_URL: database.url, DATABASE_OWNER_URL: owner })).toMatch(
    /refuses the password of "fundesk_owner"\. Correct it in DATABASE_OWNER_URL/,
  )
  const missing = changed(database.url, (at) => {
    at.pathname = '/not-there'
  })
  expect(await refusal({ DATABASE_URL: missing, DATABASE_OWNER_URL: database.ownerUrl })).toMatch(
    /has no database "not-there"\. Create it, or correct DATABASE_URL/,
  )
})

test('an empty DATABASE_OWNER_URL counts as not set, and an account without CREATE is refused with what it needs', async () => {
  const other = `empty_${randomUUID().slice(0, 8)}`
  await database.ownerSql.unsafe(`create schema if not exists drizzle`)
  await database.ownerSql.unsafe(`alter schema drizzle rename to ${other}`)
  onTestFinished(async () => {
    await database.ownerSql.unsafe(`alter schema ${other} rename to drizzle`)
  })
  expect(await refusal({ DATABASE_URL: database.url, DATABASE_OWNER_URL: '' })).toMatch(
    /^The account "fundesk_app" of DATABASE_URL may not create what Fundesk needs in the database "[^"]+"\. As its administrator run: alter database/,
  )
})

test('a null device that is not writable for all is reported before the start, with the command that creates it', () => {
  const device = join(mkdtempSync(join(tmpdir(), 'fundesk-null-')), 'null')
  onTestFinished(() => rmSync(dirname(device), { recursive: true }))
  writeFileSync(device, '', { mode: 0o600 })
  expect(() => refuseWithoutNullDevice(device)).toThrow(
    `The database cannot start, as its user may not read and write ${device}. As root run: rm -f ${device}; mknod`,
  )
  refuseWithoutNullDevice()
})

test('addresses of two different databases are refused', async () => {
  const second = await testDatabase()
  onTestFinished(() => second.close())
  await second.ownerSql`alter table site_setting rename to moved_away`
  expect(await refusal({ DATABASE_URL: second.url, DATABASE_OWNER_URL: database.ownerUrl })).toMatch(
    /^DATABASE_OWNER_URL leads to another database than DATABASE_URL\./,
  )
})
