import { setTimeout as sleep } from 'node:timers/promises'
import { clientOptions } from 'db/connection'
import { connectDatabase } from 'db/database'
import { CommitOutcomeUnknown, DatabaseUnavailable } from 'db/failures'
import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { opened } from 'tests/support/opened'
import { pgbouncer, pgbouncerPath } from 'tests/support/postgres/pgbouncer'
import { throwawayServer } from 'tests/support/postgres/throwaway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const part = pgTable('part', { work: integer().notNull(), step: integer().notNull(), note: text().notNull() })

const server = await opened(throwawayServer({ synchronous_commit: 'on' }))
const owner = postgres({ ...clientOptions(server.ownerUrl), max: 1, onnotice: () => {} })
afterAll(() => owner.end({ timeout: 1 }))
await owner`create table part (work integer not null, step integer not null, note text not null)`

// One site has eight connections. In transaction mode they share three, in session mode each has its own.
describe.skipIf(!pgbouncerPath).each([
  ['session', 8, 1],
  ['transaction', 3, 2],
] as const)('through PgBouncer in %s mode', (mode, size, tens) => {
  let pool: Awaited<ReturnType<typeof pgbouncer>>
  let database: ReturnType<typeof connectDatabase>
  const base = tens * 10_000
  beforeAll(async () => {
    pool = await pgbouncer(server, mode, size)
    database = connectDatabase({ url: pool.url })
  })
  afterAll(async () => {
    await database?.close()
    await pool?.stop()
  })

  test('reads cannot write, transactions can, and settings do not leak between them', async () => {
    const seen = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        if (at % 2)
          return database.read.execute(
            sql`select current_setting('transaction_read_only') as only, current_setting('statement_timeout') as ms`,
          )
        return database.transaction((tx) =>
          tx.execute(
            sql`select current_setting('transaction_read_only') as only, current_setting('statement_timeout') as ms`,
          ),
        )
      }),
    )
    const rows = seen.map(([row]) => row as unknown as { only: string; ms: string })
    expect(new Set(rows.filter((_, at) => at % 2).map(({ only, ms }) => `${only} ${ms}`))).toEqual(
      new Set(['on 5s']),
    )
    expect(new Set(rows.filter((_, at) => at % 2 === 0).map(({ only, ms }) => `${only} ${ms}`))).toEqual(
      new Set(['off 1min']),
    )
    const writes = sql`with added as (insert into part values (0, 0, '') returning 1) select * from added`
    await expect(database.read.execute(writes)).rejects.toMatchObject({ code: '25006' })
    expect(await database.read.$count(part, eq(part.work, 0))).toBe(0)
  })

  test('a frequent statement works on whatever connection it gets', async () => {
    const statements = Array.from({ length: 200 }, (_, at) =>
      database.read.execute<{ n: number }>(sql`select ${at}::int as n`),
    )
    expect((await Promise.all(statements)).map(([row]) => row?.n)).toEqual(
      Array.from({ length: 200 }, (_, at) => at),
    )
  })

  test('while its connections are killed, each piece of work is stored completely, once, or not at all', async () => {
    const until = Date.now() + 6_000
    const outcome = new Map<number, 'stored' | 'not' | 'unknown'>()
    const odd: unknown[] = []
    let next = base
    let kills = 0
    async function worker() {
      while (Date.now() < until) {
        next += 1
        const work = next
        try {
          await database.transaction(async (tx) => {
            await tx.insert(part).values({ work, step: 1, note: '' })
            await tx.insert(part).values({ work, step: 2, note: '' })
          })
          outcome.set(work, 'stored')
        } catch (error) {
          outcome.set(work, error instanceof CommitOutcomeUnknown ? 'unknown' : 'not')
          if (!(error instanceof CommitOutcomeUnknown || error instanceof DatabaseUnavailable))
            odd.push(error)
        }
        await database.read.$count(part, eq(part.work, work)).catch((error) => {
          if (!(error instanceof DatabaseUnavailable)) odd.push(error)
        })
      }
    }
    const admin = postgres({ ...clientOptions(server.adminUrl), max: 1, onnotice: () => {} })
    async function killer() {
      while (Date.now() < until) {
        await sleep(50 + Math.random() * 150)
        const killed =
          await admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'fundesk_app' and random() < 0.4`
        kills += killed.length
      }
    }
    await Promise.all([...Array.from({ length: 8 }, worker), killer()])
    await admin.end({ timeout: 1 })
    const rows = await owner`select work, count(*)::int as n from part where work > ${base} group by work`
    const counts = new Map(rows.map(({ work, n }) => [Number(work), Number(n)]))
    const wrong = [...outcome].filter(([work, said]) => {
      const there = counts.get(work) ?? 0
      return there === 1 || (said === 'stored' && there !== 2) || (said === 'not' && there !== 0)
    })
    expect([wrong, odd]).toEqual([[], []])
    expect(kills).toBeGreaterThan(10)
    expect([...outcome.values()].filter((said) => said === 'stored').length).toBeGreaterThan(20)
  })
})
