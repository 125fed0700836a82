import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from 'db/migrate'
import { type TestDatabase, testDatabase } from 'tests/postgres/database'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'fundesk-migrations-'))

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

function write(migrations: Record<string, string>): void {
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const entries = Object.keys(migrations).map((tag, idx) => ({
    idx,
    tag,
    when: 1_000 + idx,
    breakpoints: true,
  }))
  writeFileSync(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  )
  for (const [tag, text] of Object.entries(migrations)) writeFileSync(join(folder, `${tag}.sql`), text)
}

const first = {
  '0000_pets': `create table pet (id integer generated always as identity, name text);
--> statement-breakpoint
create function shout(word text) returns text language sql as $$ select upper(word) || ';' $$;
create table collar (id integer);`,
}
const run = () => migrate({ url: database.ownerUrl, folder, appRole: 'fundesk_app' })
const tables = async (name: string) =>
  (await database.ownerSql`select to_regclass(${name})::text as name`)[0]?.name ?? null

test('migrations are applied once, also when several processes start at once', async () => {
  write(first)
  expect((await Promise.all([run(), run(), run()])).sort()).toEqual([0, 0, 1])
  expect(await run()).toBe(0)
  expect(await tables('collar')).toBe('collar')
})

test("the app's account may use the rows of new tables, and numbers of their sequences", async () => {
  await database.doors.transaction(async (tx) => {
    await tx.execute(`insert into pet (name) values ('Rex')`)
    await tx.execute(`update pet set name = shout(name)`)
  })
  expect([...(await database.doors.read.execute('select id, name from pet'))]).toEqual([
    { id: 1, name: 'REX;' },
  ])
})

test('a migration that fails leaves nothing of itself or of those before it', async () => {
  write({
    ...first,
    '0001_good': 'create table good (id integer)',
    '0002_bad': 'create table bad (id integr)',
  })
  await expect(run()).rejects.toThrow(/integr/)
  expect(await tables('good')).toBeNull()
  write({ ...first, '0001_good': 'create table good (id integer)' })
  expect(await run()).toBe(1)
  expect(await tables('good')).toBe('good')
})

test('a migration that was changed after it was applied is refused', async () => {
  write({ '0000_pets': `${first['0000_pets']} -- changed` })
  await expect(run()).rejects.toThrow(/changed after it was applied/)
})
