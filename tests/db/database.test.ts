import { connectDatabase, type Database, type Read, type Transaction } from 'db/database'
import { errorCode, StatementFailed } from 'db/failures'
import { count, eq, inArray, sql } from 'drizzle-orm'
import { bigint, date, integer, jsonb, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { WHOLE } from '~/platform/lists/list'
import { sqlList } from '~/platform/lists/sql-list.server'

const scratch = pgTable('scratch', {
  id: integer().primaryKey(),
  name: text().notNull(),
  amount: numeric({ precision: 20, scale: 4 }),
  big: bigint({ mode: 'bigint' }),
  day: date(),
  at: timestamp({ withTimezone: true }),
  data: jsonb().$type<{ list: number[] }>(),
  tags: text().array(),
})

const database = await opened(testDatabase())
await database.ownerSql`create table scratch (id integer primary key, name text not null, amount numeric(20,4),
  big bigint, day date, at timestamptz, data jsonb, tags text[])`

const names = async (read: Read) =>
  (await read.select({ name: scratch.name }).from(scratch).orderBy(scratch.id)).map(({ name }) => name)

test('values survive a round trip: decimals and days as text, instants as Date', async () => {
  const row = {
    id: 1,
    name: "O'Neil \\ “quoted”",
    amount: '12345678901234.5600',
    big: 9007199254740993n,
    day: '2026-02-28',
    at: new Date('2026-02-28T10:11:12.345Z'),
    data: { list: [1, 2] },
    tags: ['a', 'b,"c'],
  }
  await database.transaction((tx) => tx.insert(scratch).values(row))
  expect(await database.read.select().from(scratch).where(eq(scratch.id, 1))).toEqual([row])
  const [raw] = await database.read.execute<{ big: string; amount: string; day: string }>(
    sql`select big, amount, day from scratch where at = ${row.at} and tags = ${sql.param(row.tags, scratch.tags)}`,
  )
  expect(raw).toEqual({ big: '9007199254740993', amount: row.amount, day: row.day })
  expect(await database.read.select({ n: count() }).from(scratch)).toEqual([{ n: 1 }])
  expect(await database.read.$count(scratch)).toBe(1)
})

test('a read function accepts a transaction too, and sees its writes', async () => {
  await database.transaction(async (tx) => {
    await tx.insert(scratch).values({ id: 20, name: 'inside' })
    expect(await names(tx)).toContain('inside')
    expect(await names(database.read)).not.toContain('inside')
  })
  expect(await names(database.read)).toContain('inside')
})

test('a transaction whose work throws stores nothing and rethrows', async () => {
  const own = new Error('no')
  const work = database.transaction(async (tx) => {
    await tx.insert(scratch).values({ id: 30, name: 'undone' })
    throw own
  })
  await expect(work).rejects.toBe(own)
  expect(await names(database.read)).not.toContain('undone')
})

test('a refused statement has its SQLSTATE and constraint, and not the parameters', async () => {
  await database.transaction((tx) => tx.insert(scratch).values({ id: 40, name: 'first' }))
  const error = await database
    .transaction((tx) => tx.insert(scratch).values({ id: 40, name: 'secret words' }))
    .catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(StatementFailed)
  expect(error).toMatchObject({ constraint: 'scratch_pkey' })
  expect(errorCode(error)).toBe('23505')
  expect(errorCode(new Error('outer', { cause: error }))).toBe('23505')
  expect(errorCode(new Error('other'))).toBeUndefined()
  expect(String((error as Error).message)).not.toContain('secret words')
})

test('a swallowed error cannot pass as stored', async () => {
  const work = database.transaction(async (tx) => {
    await tx.insert(scratch).values({ id: 50, name: 'before the failure' })
    await tx.execute(sql`select 1/0`).catch(() => {})
  })
  await expect(work).rejects.toThrow(/undid all of it/)
  expect(await names(database.read)).not.toContain('before the failure')
})

test('an error that appears only at commit is thrown, and nothing is stored', async () => {
  await database.ownerSql`create table child (id integer primary key,
    parent integer references scratch deferrable initially deferred)`
  const work = database.transaction((tx) => tx.execute(sql`insert into child values (1, 999)`))
  expect(errorCode(await work.catch((error: unknown) => error))).toBe('23503')
  expect(await database.read.execute(sql`select * from child`)).toHaveLength(0)
})

test('a statement that is not awaited rolls the transaction back', async () => {
  let forgotten: Promise<unknown> = Promise.resolve()
  const work = database.transaction(async (tx) => {
    forgotten = tx.insert(scratch).values({ id: 60, name: 'forgotten' }).execute()
    forgotten.catch(() => {})
  })
  await expect(work).rejects.toThrow(/not awaited/)
  expect(await names(database.read)).not.toContain('forgotten')
})

test('nothing can be sent after a transaction ended', async () => {
  const over = await database.transaction(async (tx) => ({ tx }))
  await expect(over.tx.insert(scratch).values({ id: 70, name: 'late' })).rejects.toThrow(/has ended/)
  await expect(database.transaction((tx) => tx.execute(sql`commit`))).rejects.toThrow(/transaction\(\) alone/)
  const two = database.transaction((tx) => tx.execute(sql`select 1; commit`))
  expect(errorCode(await two.catch((error: unknown) => error))).toBe('42601')
})

test('parallel statements of one transaction run one at a time', async () => {
  await database.transaction(async (tx) => {
    const rows = [80, 81, 82, 83].map((id) => tx.insert(scratch).values({ id, name: `together ${id}` }))
    await Promise.all(rows)
  })
  expect((await names(database.read)).filter((name) => name.startsWith('together'))).toHaveLength(4)
})

test('read refuses to write, however the statement is written', async () => {
  await database.ownerSql`create sequence scratch_number`
  const { read } = database
  const sent = (statement: ReturnType<typeof sql>) => read.execute(statement).then(String, String)
  expect(await sent(sql`delete from scratch`)).toMatch(/reading statements only/)
  expect(await sent(sql`begin read write`)).toMatch(/reading statements only/)
  expect(await sent(sql`set default_transaction_read_only = off`)).toMatch(/reading statements only/)
  expect(await sent(sql`with gone as (delete from scratch returning *) select * from gone`)).toMatch(
    /read-only/,
  )
  expect(await sent(sql`select nextval('scratch_number')`)).toMatch(/read-only/)
  expect(await sent(sql`explain analyze delete from scratch`)).toMatch(/read-only/)
  expect(await sent(sql`select 1; delete from scratch`)).toMatch(/multiple commands/)
  const asIf = read as unknown as Transaction
  await expect(asIf.insert(scratch).values({ id: 90, name: 'x' })).rejects.toThrow(/reading statements only/)
  expectTypeOf<Read>().not.toHaveProperty('insert')
  expectTypeOf<Transaction>().toExtend<Read>()
})

test('readAside waits for other readAside calls, and nothing else waits for it', async () => {
  const { read, readAside } = database
  const owner = await database.ownerSql.reserve()
  await owner`select pg_advisory_lock(7)`
  const order: string[] = []
  const noted = (name: string, work: PromiseLike<unknown>) =>
    Promise.resolve(work).then(() => order.push(name))
  const held = noted('held', readAside.execute(sql`select pg_advisory_lock(7)`))
  const behind = noted('behind', readAside.execute(sql`select 1`))
  for (let count = 0; count < 10; count += 1) await read.execute(sql`select 1`)
  await database.transaction((tx) => tx.execute(sql`select 1`))
  expect(order).toEqual([])
  await owner`select pg_advisory_unlock(7)`
  owner.release()
  await Promise.all([held, behind])
  expect(order).toEqual(['held', 'behind'])
  await expect(readAside.execute(sql`update scratch set name = 'x'`)).rejects.toThrow(
    'reading statements only',
  )
})

test("the app's account changes rows, but no tables", async () => {
  const attempt = (statement: ReturnType<typeof sql>) =>
    database.transaction((tx) => tx.execute(statement)).then(String, errorCode)
  expect(await attempt(sql`create table mine (id integer)`)).toBe('42501')
  expect(await attempt(sql`create temporary table mine (id integer)`)).toBe('42501')
  expect(await attempt(sql`alter table scratch add column extra text`)).toBe('42501')
  expect(await attempt(sql`drop table scratch`)).toBe('42501')
  expect(await attempt(sql`truncate scratch`)).toBe('42501')
  expect(await attempt(sql`update scratch set name = name`)).not.toBe('42501')
})

test("the app's account can only add events and checkpoints", async () => {
  for (const table of ['workflow_event', 'audit_checkpoint']) {
    const rights =
      await database.ownerSql`select right_, has_table_privilege('fundesk_app', ${table}, right_) as has
      from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) right_`
    expect([table, rights.filter(({ has }) => has).map((row) => row.right_)]).toEqual([
      table,
      ['SELECT', 'INSERT'],
    ])
  }
})

async function preparedCount(like = '%', { read }: Pick<Database, 'read'> = database): Promise<number> {
  const sent = sql`select count(distinct statement) n from pg_prepared_statements where statement like ${like}`
  const sessions = await Promise.all(Array.from({ length: 6 }, () => read.execute<{ n: string }>(sent)))
  return Math.max(...sessions.map(([row]) => Number(row?.n)))
}

test('filtered pages of a list are planned for their values, however often they occur', async () => {
  const kind = 'number' as const
  const list = sqlList<{ id: number }>(contextOf({ read: database.read, timeZone: 'UTC' }), {
    columns: { numbered: { kind, sql: sql.identifier('id') } },
    from: sql`scratch`,
    key: sql.identifier('id'),
    rows: async (ids) => ids.map((id) => ({ id })),
    keyOf: ({ id }) => id,
  })
  await database.transaction((tx) => tx.insert(scratch).values({ id: 90, name: 'ninety' }))
  const filters = [{ column: 'numbered', operator: 'equals' as const, values: ['90'] }]
  for (let run = 0; run < 12; run += 1) {
    await list.page(WHOLE)
    expect((await list.page({ ...WHOLE, filters })).rows).toEqual([{ id: 90 }])
  }
  expect(await preparedCount('%from scratch order by%')).toBeGreaterThan(0)
  expect(await preparedCount('%from scratch where%')).toBe(0)
})

test('frequent statements are prepared, up to a limit, and survive schema changes', async () => {
  const named = (id: number) =>
    database.read.select({ name: scratch.name }).from(scratch).where(eq(scratch.id, id))
  await database.transaction((tx) => tx.insert(scratch).values({ id: 50, name: 'first' }))
  for (let run = 0; run < 40; run += 1) expect(await named(50)).toEqual([{ name: 'first' }])
  expect(await preparedCount('select "name"%')).toBeGreaterThan(0)

  await database.ownerSql`alter table scratch alter column name type varchar(100)`
  for (let run = 0; run < 10; run += 1) expect(await named(50)).toEqual([{ name: 'first' }])
  await database.ownerSql`alter table scratch alter column name type text`

  // Each connection has its own limit.
  const alone = connectDatabase({ url: database.url, readConnections: 1 })
  onTestFinished(() => alone.close())
  for (let length = 1; length <= 320; length += 1) {
    const ids = Array.from({ length }, (_, at) => at)
    for (let run = 0; run < 3; run += 1)
      await alone.read.select({ id: scratch.id }).from(scratch).where(inArray(scratch.id, ids))
  }
  expect(await preparedCount('%', alone)).toBe(300)
})
