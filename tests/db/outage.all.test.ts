import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Doors, openDoors } from 'db/database'
import { type Embedded, startEmbedded } from 'db/embedded/start'
import { superviseEmbedded } from 'db/embedded/supervise'
import { DatabaseUnavailable } from 'db/failures'
import { sql } from 'drizzle-orm'
import { checkout, throwawayFolder } from 'tests/support/postgres/throwaway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDiskFull } from '~/platform/files/disks.server'

const { folder, remove } = throwawayFolder()
const start = () => startEmbedded({ checkout, env: { ...process.env, FUNDESK_DATA: folder } })
const opened: Doors[] = []
let server: Embedded

function open(options: Partial<Parameters<typeof openDoors>[0]> = {}): Doors {
  const doors = openDoors({ url: server.url, ...options })
  opened.push(doors)
  return doors
}

beforeAll(async () => {
  server = await start()
})
afterAll(async () => {
  for (const doors of opened) await doors.close()
  await server.stop()
  remove()
})

const one = (doors: Doors) => doors.read.execute<{ one: number }>(sql`select 1 as one`)
const failure = async (work: Promise<unknown>) => {
  const began = performance.now()
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  return { error, ms: performance.now() - began }
}

test('while the server is stopped both doors fail at once, and they are back soon after it is', async () => {
  const doors = open()
  await doors.ping()
  await server.stop()
  const failures = await Promise.all(
    Array.from({ length: 30 }, (_, n) => failure(n % 2 ? one(doors) : doors.transaction(async () => {}))),
  )
  for (const { error, ms } of failures) {
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect(error).toMatchObject({ reason: 'down' })
    expect(ms).toBeLessThan(1_000)
  }
  await expect(doors.ping()).rejects.toBeInstanceOf(DatabaseUnavailable)
  server = await start()
  const began = performance.now()
  for (;;) {
    if (!(await failure(one(doors))).error) break
    expect(performance.now() - began).toBeLessThan(1_000)
    await sleep(5)
  }
  expect(await doors.transaction(async (tx) => (await tx.execute(sql`select 2 as two`))[0])).toEqual({
    two: 2,
  })
})

test('a database that ends unasked is started again', async () => {
  const other = throwawayFolder()
  const said: { message: string; error: unknown }[] = []
  const supervised = await superviseEmbedded({
    checkout,
    env: { ...process.env, FUNDESK_DATA: other.folder },
    settings: { fsync: 'off' },
    log: (message, error) => said.push({ message, error }),
  })
  const doors = open({ url: supervised.url })
  await doors.ping()
  process.kill(supervised.pid, 'SIGKILL')
  for (let waited = 0; waited < 10_000; waited += 20) {
    await sleep(20)
    if (said.length > 1 && !(await failure(doors.ping())).error) break
  }
  await doors.ping()
  await doors.close()
  await supervised.stop()
  other.remove()
  const [ended] = said.filter(
    ({ message }) => message === 'The database ended unexpectedly and is started again',
  )
  // With all that PostgreSQL wrote, for whoever reads the log.
  expect(String(ended?.error)).toMatch(
    /PostgreSQL said: [\s\S]*database system is ready to accept connections/,
  )
})

test('a database that cannot be started again says all of why', async () => {
  const other = throwawayFolder()
  const said: { message: string; error: unknown }[] = []
  const env = { ...process.env, FUNDESK_DATA: other.folder }
  const log = (message: string, error?: unknown) => said.push({ message, error })
  const supervised = await superviseEmbedded({ checkout, env, settings: { fsync: 'off' }, log })
  const auto = join(other.folder, 'data/postgresql.auto.conf')
  const wrong = Array.from({ length: 60 }, (_, at) => `nonsense_${at} = ${'x'.repeat(60)}\n`)
  writeFileSync(auto, wrong.join(''))
  process.kill(supervised.pid, 'SIGKILL')
  const failed = () =>
    said.find(({ message }) => message === 'The database does not start, and is tried again')
  await expect.poll(failed, { timeout: 30_000 }).toBeDefined()
  for (const at of [0, 59]) expect(String(failed()?.error)).toContain(`nonsense_${at}"`)
  writeFileSync(auto, '')
  await supervised.stop()
  other.remove()
})

test('a write that finds no room is heard of by whoever watches the database', async () => {
  const heard: string[] = []
  const doors = open({ log: (message, error) => heard.push(`${message}: ${(error as Error).message}`) })
  const full = doors.transaction((tx) =>
    tx.execute(sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`),
  )
  const error = await full.catch((caught: unknown) => caught)
  expect([isDiskFull(error), heard]).toEqual([
    true,
    ['The disk of the database is full: could not extend file'],
  ])
  expect(isDiskFull(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(true)
  expect(
    isDiskFull(new Error('PANIC: could not write to file "pg_wal/xlogtemp.1": No space left on device')),
  ).toBe(true)
  expect(isDiskFull(new Error('division by zero'))).toBe(false)
})

test('a server that takes the call but does not answer is given up after the time to connect', async () => {
  const doors = open({ connectMs: 300 })
  process.kill(server.pid, 'SIGSTOP')
  try {
    const { error, ms } = await failure(one(doors))
    expect(error).toMatchObject({ name: 'DatabaseUnavailable', reason: 'down' })
    expect(ms).toBeGreaterThan(250)
    expect(ms).toBeLessThan(2_000)
  } finally {
    process.kill(server.pid, 'SIGCONT')
  }
  await sleep(100)
  expect(await one(doors)).toEqual([{ one: 1 }])
})

test('a read that takes too long is given up, and its connection serves the next', async () => {
  const doors = open({ readMs: 300, readLanes: 1 })
  const { error, ms } = await failure(doors.read.execute(sql`select pg_sleep(5)`))
  expect(error).toMatchObject({ name: 'DatabaseUnavailable', reason: 'slow' })
  expect(ms).toBeLessThan(2_000)
  expect(await one(doors)).toEqual([{ one: 1 }])
})

test('a connection that falls silent is given up and replaced', async () => {
  const doors = open({ readMs: 300, readLanes: 1 })
  const [row] = await doors.read.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const pid = row?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  try {
    expect((await failure(one(doors))).error).toMatchObject({ name: 'DatabaseUnavailable', reason: 'slow' })
    expect(await one(doors)).toEqual([{ one: 1 }])
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

test('reads wait their turn, first come first served', async () => {
  // One lane: beside another, a pause of one would change the order of those that end.
  const doors = open({ readLanes: 1 })
  const order: number[] = []
  const reads = Array.from({ length: 20 }, async (_, n) => {
    await doors.read.execute(sql`select pg_sleep(0.01)`)
    order.push(n)
  })
  await Promise.all(reads)
  expect(order).toEqual(order.map((_, at) => at))
})

test('a transaction that gets no connection in time is told so, and later ones go through', async () => {
  const doors = open({ writeLanes: 1, waitMs: 100 })
  const long = doors.transaction((tx) => tx.execute(sql`select pg_sleep(0.6)`))
  await sleep(50)
  const { error, ms } = await failure(doors.transaction(async () => {}))
  expect(error).toMatchObject({ name: 'DatabaseUnavailable', reason: 'busy' })
  expect(ms).toBeLessThan(500)
  await long
  expect(await doors.transaction(async () => 'through')).toBe('through')
})

test('closed doors let the running transaction end and take no other', async () => {
  const doors = open()
  const running = doors.transaction(async (tx) => {
    await tx.execute(sql`select pg_sleep(0.2)`)
    return 'stored'
  })
  await sleep(50)
  const closing = doors.close()
  expect((await failure(one(doors))).error).toBeInstanceOf(DatabaseUnavailable)
  expect(await running).toBe('stored')
  await closing
})
