import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientOptions } from 'db/connection'
import { connectDatabase } from 'db/database'
import { CommitOutcomeUnknown, DatabaseUnavailable } from 'db/failures'
import { count, eq, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { opened } from 'tests/support/opened'
import { throwawayServer } from 'tests/support/postgres/throwaway'
import { rounds } from 'tests/support/rounds'
import { afterAll, expect, test } from 'vitest'

const part = pgTable('part', { work: integer().notNull(), step: integer().notNull(), note: text().notNull() })

const server = await opened(throwawayServer({ synchronous_commit: 'on' }))
const owner = postgres({ ...clientOptions(server.ownerUrl), max: 1, onnotice: () => {} })
afterAll(() => owner.end({ timeout: 1 }))
await owner`create table part (work integer not null, step integer not null, note text not null)`
await owner`create function die() returns trigger language plpgsql as
  $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$`
await owner`create table deadly (id integer)`
await owner`create constraint trigger at_commit after insert on deadly deferrable initially deferred
  for each row execute function die()`
const database = await opened(connectDatabase({ url: server.url }))

const suicide = sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(1)`
const stored = (work: number) => database.read.$count(part, eq(part.work, work))

test('a connection killed between two statements leaves nothing behind, and the next transaction works', async () => {
  const work = database.transaction(async (tx) => {
    await tx.insert(part).values({ work: -1, step: 1, note: '' })
    await tx.execute(suicide)
    await tx.insert(part).values({ work: -1, step: 2, note: '' })
  })
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(await stored(-1)).toBe(0)
  await database.transaction((tx) => tx.insert(part).values({ work: -2, step: 1, note: '' }))
  expect(await stored(-2)).toBe(1)
})

test('work that continues after its connection was killed sends nothing outside its transaction', async () => {
  let finished: (results: PromiseSettledResult<unknown>[]) => void = () => {}
  const after = new Promise<PromiseSettledResult<unknown>[]>((resolve) => {
    finished = resolve
  })
  const work = database.transaction(async (tx) => {
    await tx.insert(part).values({ work: -3, step: 1, note: '' })
    await tx.execute(suicide).catch(() => {})
    const more = [2, 3, 4].map((step) => tx.insert(part).values({ work: -3, step, note: '' }).execute())
    finished(await Promise.allSettled(more))
  })
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(await after).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }, { status: 'rejected' }])
  expect(await stored(-3)).toBe(0)
})

test('a connection killed during the commit is reported as an unknown outcome', async () => {
  const work = database.transaction((tx) => tx.execute(sql`insert into deadly values (1)`))
  await expect(work).rejects.toBeInstanceOf(CommitOutcomeUnknown)
})

test('a read whose connection was killed in between is still answered', async () => {
  await stored(0)
  for (const pid of backends()) process.kill(pid, 'SIGTERM')
  expect(await stored(-2)).toBe(1)
})

/** What is killed, stored and lost at least. */
const MIN = { kills: rounds(20, 50), stored: rounds(50, 200), not: rounds(5, 10) }

test('randomly killed connections leave nothing partial, lost, uncaught or hanging', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note).on('unhandledRejection', note)
  const began = Date.now()
  const outcome = new Map<number, 'stored' | 'not' | 'unknown'>()
  const countOf = (what: string) => [...outcome.values()].filter((said) => said === what).length
  let next = 0
  let kills = 0
  // A busy machine gets longer to have enough of each.
  const goesOn = () => {
    const seconds = (Date.now() - began) / 1000
    const enough = kills > MIN.kills && countOf('stored') > MIN.stored && countOf('not') > MIN.not
    return seconds < rounds(3, 15) || (!enough && seconds < 60)
  }

  async function worker() {
    while (goesOn()) {
      next += 1
      const work = next
      try {
        await database.transaction(async (tx) => {
          await tx.insert(part).values({ work, step: 1, note: 'x'.repeat(work % 3_000) })
          if (work % 3 === 0) await sleep(Math.random() * 10)
          await tx.update(part).set({ note: 'seen' }).where(eq(part.work, work))
          const many = [2, 3].map((step) => tx.insert(part).values({ work, step, note: '' }))
          await Promise.all(many)
          await tx.select({ n: count() }).from(part).where(eq(part.work, work))
        })
        outcome.set(work, 'stored')
      } catch (error) {
        outcome.set(work, error instanceof CommitOutcomeUnknown ? 'unknown' : 'not')
        if (!(error instanceof CommitOutcomeUnknown || error instanceof DatabaseUnavailable)) note(error)
        await sleep(Math.random() * 30)
      }
      if (work % 5 === 0) await stored(work).catch(() => {})
    }
  }

  async function killer() {
    for (let round = 1; goesOn(); round += 1) {
      await sleep(Math.random() * 60)
      // On a slow machine every connection would be killed before its work is done, so some are spared.
      const before = countOf('stored')
      for (let wait = 0; wait < 30 && countOf('stored') < before + 3; wait += 1) await sleep(10)
      const found = backends()
      const hard = round % 40 === 0
      for (const pid of found.filter(() => Math.random() < (hard ? 0.3 : 0.4))) {
        try {
          process.kill(pid, hard ? 'SIGKILL' : 'SIGTERM')
          kills += 1
        } catch {
          // It was already gone.
        }
      }
    }
  }

  const workers = Promise.all([...Array.from({ length: 8 }, worker), killer()])
  const hang = sleep(75_000, 'hang', { ref: false })
  expect(await Promise.race([workers.then(() => 'done'), hang])).toBe('done')
  process.off('uncaughtException', note).off('unhandledRejection', note)

  const rows = await countsOf()
  const wrong = [...outcome].filter(([work, said]) => {
    const parts = rows.get(work) ?? 0
    if (parts !== 0 && parts !== 3) return true
    return (said === 'stored' && parts === 0) || (said === 'not' && parts === 3)
  })
  expect(wrong).toEqual([])
  expect(uncaught).toEqual([])
  expect(kills).toBeGreaterThan(MIN.kills)
  expect(countOf('stored')).toBeGreaterThan(MIN.stored)
  expect(countOf('not')).toBeGreaterThan(MIN.not)
}, 90_000)

/** Rows by piece of work, once the server recovered from its last kill. */
async function countsOf(): Promise<Map<number, number>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const rows = await database.read.select({ work: part.work, n: count() }).from(part).groupBy(part.work)
      return new Map(rows.map(({ work, n }) => [work, n]))
    } catch (error) {
      if (attempt === 100) throw error
      await sleep(50)
    }
  }
}

/** The backends of the app’s connections. */
function backends(): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/)
    return Number(parent) === server.pid && command.join(' ').includes('fundesk_app') ? [Number(pid)] : []
  })
}
