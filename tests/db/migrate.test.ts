import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from 'db/migrate'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { afterAll, expect, test } from 'vitest'
import { defaultToleranceRows } from '~/areas/navs/rules/tolerances'

const folder = mkdtempSync(join(tmpdir(), 'fundesk-migrations-'))

const database = await opened(testDatabase())
// This file has its own migrations.
await database.ownerSql`delete from drizzle.__drizzle_migrations`
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

test('migrations are applied once, even if several processes start at once', async () => {
  write(first)
  expect((await Promise.all([run(), run(), run()])).sort()).toEqual([0, 0, 1])
  expect(await run()).toBe(0)
  expect(await tables('collar')).toBe('collar')
})

test("the app's account may use the rows of new tables, and the values of their sequences", async () => {
  await database.transaction(async (tx) => {
    await tx.execute(`insert into pet (name) values ('Rex')`)
    await tx.execute(`update pet set name = shout(name)`)
  })
  expect([...(await database.read.execute('select id, name from pet'))]).toEqual([{ id: 1, name: 'REX;' }])
})

test('a failing migration leaves nothing of itself or of those before it', async () => {
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

test('an older version is refused on a newer database, naming both, and changes nothing', async () => {
  const older = { ...first, '0001_good': 'create table good (id integer)' }
  write({ ...older, '0002_later': 'create table later (id integer)' })
  expect(await run()).toBe(1)
  write(older)
  await expect(run()).rejects.toThrow(
    /^The database is newer than this Fundesk: it has the migration 0002_later \(1970-01-01\), and this version knows up to 0001_good\. Start the newer version again/,
  )
  // Older versions stored no names: known migrations get theirs, a newer one is named by its day.
  await database.ownerSql`update drizzle.__drizzle_migrations set name = null where created_at = 1002`
  await expect(run()).rejects.toThrow('it has the migration one of 1970-01-01, and')
  await database.ownerSql`delete from drizzle.__drizzle_migrations where created_at = 1002`
  await database.ownerSql`update drizzle.__drizzle_migrations set name = null`
  expect(await run()).toBe(0)
  expect(
    await database.ownerSql`select name from drizzle.__drizzle_migrations order by created_at`,
  ).toMatchObject(Object.keys(older).map((name) => ({ name })))
})

test('a migration changed after it was applied is refused', async () => {
  write({ '0000_pets': `${first['0000_pets']} -- changed`, '0001_good': 'create table good (id integer)' })
  await expect(run()).rejects.toThrow(/changed after it was applied/)
})

test('readings of drafts become readings of their files, once per file, and confirmations stay with the drafts', async () => {
  const { ownerSql } = database
  const statements = readFileSync('db/migrations/0011_einvoices_of_files.sql', 'utf8').split(
    '--> statement-breakpoint',
  )
  const old = /CREATE TABLE "draft_einvoice" \([\s\S]*?\n\);/.exec(
    readFileSync('db/migrations/0004_drafts.sql', 'utf8'),
  )
  await ownerSql`drop table einvoice_reading, totals_confirmation`
  await ownerSql.unsafe(old?.[0] ?? '')
  await ownerSql`insert into app_user (id, user_name, first_name, last_name, role, homepage, created_at)
    overriding system value values (1, 'one', 'One', 'User', 'FINANCE', '', now())`
  await ownerSql`insert into document_content values ('one', 1, 'application/pdf', now()), ('two', 1, 'application/pdf', now())`
  for (const [id, sha256] of [
    [1, 'one'],
    [2, 'one'],
    [3, 'two'],
  ] as const) {
    await ownerSql`insert into draft (id, creation_date, update_date) values (${id}, now(), now())`
    await ownerSql`insert into document (object_kind, object_id, file_type, file_name, sha256, created_at)
      values ('draft', ${id}, 'INVOICE', 'a.pdf', ${sha256}, now()), ('draft', ${id}, 'OTHER', 'b.pdf', 'two', now())`
    await ownerSql`insert into draft_einvoice (draft_id, format, fields, adds_up, fault)
      values (${id}, 'UBL', ${ownerSql.json({ read: id })}, false, 'Odd')`
  }
  await ownerSql`update draft_einvoice set confirmed_by = 1, confirmed_at = now(), confirm_comment = 'So it is' where draft_id = 2`
  for (const statement of statements) await ownerSql.unsafe(statement)
  expect(await ownerSql`select sha256, fields, adds_up, fault from einvoice_reading order by sha256`).toEqual(
    [
      { sha256: 'one', fields: { read: 2 }, adds_up: false, fault: 'Odd' },
      { sha256: 'two', fields: { read: 3 }, adds_up: false, fault: 'Odd' },
    ],
  )
  expect(await ownerSql`select draft_id::int, confirmed_by, comment from totals_confirmation`).toEqual([
    { draft_id: 2, confirmed_by: 1, comment: 'So it is' },
  ])
  expect(await tables('draft_einvoice')).toBeNull()
})

test('an account plan with shipped expenses and income gets its results, a customised one does not change', async () => {
  const { ownerSql } = database
  const results = readFileSync('db/migrations/0013_fund_reference.sql', 'utf8')
    .split('--> statement-breakpoint')
    .find((statement) => statement.includes('INSERT INTO "account_prefix"'))
  const planAfter = async (before: Record<string, string>) => {
    await ownerSql`delete from account_prefix`
    for (const [prefix, its] of Object.entries(before))
      await ownerSql`insert into account_prefix (prefix, account_class) values (${prefix}, ${its})`
    await ownerSql.unsafe(results ?? '')
    const rows = await ownerSql`select prefix, account_class from account_prefix order by prefix`
    return Object.fromEntries(rows.map(({ prefix, account_class }) => [prefix, account_class]))
  }
  const shipped = { '6': 'expenses', '7': 'income' }
  expect(await planAfter(shipped)).toEqual({ ...shipped, '69': 'results', '79': 'results' })
  const own = { '6': 'expenses', '691': 'expenses', '7': 'cash' }
  expect(await planAfter(own)).toEqual(own)
  expect(await planAfter({})).toEqual({})
})

test('a site with tolerances gets those of the rules of second sources, as the rule table says', async () => {
  const { ownerSql } = database
  const statement = readFileSync('db/migrations/0053_second_sources.sql', 'utf8')
    .split('--> statement-breakpoint')
    .find((each) => each.includes('INSERT INTO "rule_tolerance"'))
  await ownerSql`delete from rule_tolerance`
  await ownerSql.unsafe(statement ?? '')
  expect(await ownerSql`select from rule_tolerance`).toHaveLength(0)
  await ownerSql`insert into rule_tolerance (key, level, level_value, value) values ('N10.limit', 'all', '', 1)`
  await ownerSql.unsafe(statement ?? '')
  const stored = await ownerSql`select key, level, trim_scale(value)::text as value from rule_tolerance
    where key <> 'N10.limit' order by key`
  const standard = defaultToleranceRows().filter(({ key }) => /^(N16|N17|S0\d)\./.test(key))
  expect(stored).toEqual(
    standard
      .map(({ key, level, value }) => ({ key, level, value }))
      .sort((one, other) => (one.key < other.key ? -1 : 1)),
  )
})

test('unset tolerances become those of the 41 rules, and set ones keep their meaning', async () => {
  const { ownerSql } = database
  const statements = readFileSync('db/migrations/0014_bridge.sql', 'utf8')
    .split('--> statement-breakpoint')
    .filter((statement) => /^(UPDATE|INSERT INTO) "rule_tolerance"/m.test(statement))
  expect(statements).toHaveLength(3)
  const migrated = async (...rows: [key: string, level: string, levelValue: string, value: string][]) => {
    await ownerSql`delete from rule_tolerance`
    for (const [key, level, levelValue, value] of rows)
      await ownerSql`insert into rule_tolerance (key, level, level_value, value)
        values (${key}, ${level}, ${levelValue}, ${value})`
    for (const statement of statements) await ownerSql.unsafe(statement)
    return ownerSql`select key, level, level_value as "levelValue", trim_scale(value)::text as value
      from rule_tolerance order by key, level, level_value`
  }
  expect(await migrated()).toEqual([])
  const now = await migrated(
    ['I03.equity', 'all', '', '5'],
    ['I03.bond', 'all', '', '9'],
    ['I03.fund', 'fund', 'LUX001', '35'],
    ['B07.tna', 'all', '', '0.5'],
    ['B07.tna', 'fund type', 'EQUITY', '0.7'],
    ['B07.tna', 'fund type', 'MONEY MARKET', '0.5'],
  )
  const setTo = (key: string, level: string, levelValue = '') =>
    now.find((row) => row.key === key && row.level === level && row.levelValue === levelValue)?.value
  expect([setTo('I03.equity', 'all'), setTo('I03.bond', 'all')]).toEqual(['3', '9'])
  expect(setTo('I03.fund', 'fund', 'LUX001')).toBe('35')
  expect(setTo('B07.tna', 'all')).toBe('0.5')
  expect(setTo('B07.tna', 'fund type', 'EQUITY')).toBe('0.7')
  expect(setTo('B07.tna', 'fund type', 'MONEY MARKET')).toBe('2.5')
  expect(setTo('I12.issuer', 'fund type', 'MONEY MARKET')).toBe('5')
  const standard = defaultToleranceRows().filter(
    ({ key }) => key.startsWith('I13.') || key.startsWith('N13.'),
  )
  for (const { key, level, value } of standard) expect([key, setTo(key, level)]).toEqual([key, value])
})
