import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, type Database } from 'db/database'
import { dataLocation } from 'db/embedded/data-location'
import { livingPostmaster } from 'db/embedded/postmaster'
import { startEmbedded } from 'db/embedded/start'
import { DatabaseUnavailable } from 'db/failures'
import { superviseEmbedded } from 'db/open'
import { sql } from 'drizzle-orm'
import { checkout, throwawayFolder } from 'tests/support/postgres/throwaway'
import { afterAll, expect, test, vi } from 'vitest'
import { isDiskFull } from '~/platform/files/disks.server'
import { gate } from '../support/gate'

const { folder, remove } = throwawayFolder()
const start = () => startEmbedded({ checkout, env: { ...process.env, FUNDESK_DATA: folder } })
const opened: Database[] = []
let server = await start()

function open(options: Partial<Parameters<typeof connectDatabase>[0]> = {}): Database {
  const database = connectDatabase({ url: server.url, ...options })
  opened.push(database)
  return database
}

afterAll(async () => {
  for (const database of opened) await database.close()
  await server.stop()
  remove()
})

const one = (database: Database) => database.read.execute<{ one: number }>(sql`select 1 as one`)
const failure = async (work: Promise<unknown>) => {
  const began = performance.now()
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  return { error, ms: performance.now() - began }
}

test('while the server is stopped both databases fail at once, and work again soon after it starts', async () => {
  const database = open()
  await database.ping()
  await server.stop()
  const failures = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      failure(n % 2 ? one(database) : database.transaction(async () => {})),
    ),
  )
  for (const { error, ms } of failures) {
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect(error).toMatchObject({ reason: 'down' })
    expect(ms).toBeLessThan(1_000)
  }
  await expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable)
  server = await start()
  const began = performance.now()
  for (;;) {
    if (!(await failure(one(database))).error) break
    expect(performance.now() - began).toBeLessThan(1_000)
    await sleep(5)
  }
  expect(await database.transaction(async (tx) => (await tx.execute(sql`select 2 as two`))[0])).toEqual({
    two: 2,
  })
})

test('a database that ends unexpectedly is restarted', async () => {
  const other = throwawayFolder()
  const logged: { message: string; error: unknown }[] = []
  const supervised = await superviseEmbedded({
    checkout,
    env: { ...process.env, FUNDESK_DATA: other.folder },
    settings: { fsync: 'off' },
    log: (message, error) => logged.push({ message, error }),
  })
  const database = open({ url: supervised.url })
  await database.ping()
  process.kill(supervised.pid, 'SIGKILL')
  for (let waited = 0; waited < 10_000; waited += 20) {
    await sleep(20)
    if (logged.length > 1 && !(await failure(database.ping())).error) break
  }
  await database.ping()
  await database.close()
  await supervised.stop()
  other.remove()
  const [ended] = logged.filter(
    ({ message }) => message === 'The database ended unexpectedly and is started again',
  )
  // With all output of PostgreSQL, for the log.
  expect(String(ended?.error)).toMatch(
    /PostgreSQL said: [\s\S]*database system is ready to accept connections/,
  )
})

test('a database that is just restarting is stopped as well', async () => {
  const other = throwawayFolder()
  const env = { ...process.env, FUNDESK_DATA: other.folder }
  const supervised = await superviseEmbedded({ checkout, env, settings: { fsync: 'off' } })
  const living = () => livingPostmaster(dataLocation(checkout, env).data)
  process.kill(supervised.pid, 'SIGKILL')
  await vi.waitUntil(() => ![undefined, supervised.pid].includes(living()?.pid), {
    timeout: 10_000,
    interval: 1,
  })
  await supervised.stop()
  expect(living()).toBeUndefined()
  other.remove()
})

test('a database that cannot restart gives all reasons', async () => {
  const other = throwawayFolder()
  const logged: { message: string; error: unknown }[] = []
  const env = { ...process.env, FUNDESK_DATA: other.folder }
  const log = (message: string, error?: unknown) => logged.push({ message, error })
  const supervised = await superviseEmbedded({ checkout, env, settings: { fsync: 'off' }, log })
  const auto = join(other.folder, 'data/postgresql.auto.conf')
  const wrong = Array.from({ length: 60 }, (_, at) => `nonsense_${at} = ${'x'.repeat(60)}\n`)
  writeFileSync(auto, wrong.join(''))
  process.kill(supervised.pid, 'SIGKILL')
  const failed = () =>
    logged.find(({ message }) => message === 'The database does not start, and is tried again')
  await expect.poll(failed, { timeout: 30_000 }).toBeDefined()
  for (const at of [0, 59]) expect(String(failed()?.error)).toContain(`nonsense_${at}"`)
  writeFileSync(auto, '')
  await supervised.stop()
  other.remove()
})

test('a write to a full disk is reported to the log', async () => {
  const logged: string[] = []
  const database = open({ log: (message, error) => logged.push(`${message}: ${(error as Error).message}`) })
  const full = database.transaction((tx) =>
    tx.execute(sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`),
  )
  const error = await full.catch((caught: unknown) => caught)
  expect([isDiskFull(error), logged]).toEqual([
    true,
    ['The disk of the database is full: could not extend file'],
  ])
  expect(isDiskFull(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(true)
  expect(
    isDiskFull(new Error('PANIC: could not write to file "pg_wal/xlogtemp.1": No space left on device')),
  ).toBe(true)
  expect(isDiskFull(new Error('division by zero'))).toBe(false)
})

test('a server that accepts the connection but does not answer is given up after the connection timeout', async () => {
  const database = open({ connectMs: 300 })
  process.kill(server.pid, 'SIGSTOP')
  try {
    const { error, ms } = await failure(one(database))
    expect(error).toMatchObject({ name: 'DatabaseUnavailable', reason: 'down' })
    expect(ms).toBeGreaterThan(250)
    expect(ms).toBeLessThan(2_000)
  } finally {
    process.kill(server.pid, 'SIGCONT')
  }
  await expect.poll(() => one(database).catch(String)).toEqual([{ one: 1 }])
})

test('a read that takes too long is cancelled, and its connection serves the next', async () => {
  const database = open({ readMs: 300, readConnections: 1 })
  const { error, ms } = await failure(database.read.execute(sql`select pg_sleep(5)`))
  expect(error).toMatchObject({ name: 'DatabaseUnavailable', reason: 'slow' })
  expect(ms).toBeLessThan(2_000)
  expect(await one(database)).toEqual([{ one: 1 }])
})

test('a silent connection is given up and replaced', async () => {
  const database = open({ readMs: 300, readConnections: 1 })
  const [row] = await database.read.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const pid = row?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  try {
    expect((await failure(one(database))).error).toMatchObject({
      name: 'DatabaseUnavailable',
      reason: 'slow',
    })
    expect(await one(database)).toEqual([{ one: 1 }])
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

test('reads wait their turn, first come first served', async () => {
  // One connection: with two, a pause could change the order.
  const database = open({ readConnections: 1 })
  const order: number[] = []
  const reads = Array.from({ length: 20 }, async (_, n) => {
    await database.read.execute(sql`select pg_sleep(0.01)`)
    order.push(n)
  })
  await Promise.all(reads)
  expect(order).toEqual(order.map((_, at) => at))
})

test('a transaction that gets no connection in time fails, and later ones succeed', async () => {
  const database = open({ writeConnections: 1, waitMs: 100 })
  const [inside, end] = [gate(), gate()]
  const long = database.transaction(async () => {
    inside.open()
    await end.opened
  })
  await inside.opened
  const { error, ms } = await failure(database.transaction(async () => {}))
  expect(error).toMatchObject({ name: 'DatabaseUnavailable', reason: 'busy' })
  expect(ms).toBeLessThan(500)
  end.open()
  await long
  expect(await database.transaction(async () => 'through')).toBe('through')
})

test('a closed database lets the running transaction finish and accepts no other', async () => {
  const database = open()
  const [inside, end] = [gate(), gate()]
  const running = database.transaction(async (tx) => {
    inside.open()
    await end.opened
    await tx.execute(sql`select 1`)
    return 'stored'
  })
  await inside.opened
  const closing = database.close()
  expect((await failure(one(database))).error).toBeInstanceOf(DatabaseUnavailable)
  end.open()
  expect(await running).toBe('stored')
  await closing
})
