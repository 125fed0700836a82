import { copying } from 'db/bulk'
import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { beforeEach, expect, test } from 'vitest'

const pet = pgTable('pet', { id: integer('id').primaryKey(), name: text('pet_name'), facts: jsonb('facts') })

const database = await opened(testDatabase())
await database.ownerSql`create table owner (id integer primary key)`
await database.ownerSql`insert into owner values (1)`
await database.ownerSql`
  create table pet (id integer primary key, pet_name text not null, facts jsonb,
    owner_id integer not null default 1 references owner)`
await database.ownerSql`alter table pet alter owner_id set default 1`
beforeEach(async () => {
  await database.ownerSql`truncate pet`
})

const stored = async () => [
  ...(await database.ownerSql`select id, pet_name as name, facts from pet order by id`),
]
const rowsTo = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `Rex ${id}` }))

test('rows arrive unchanged, whatever characters they contain', async () => {
  const odd = ['', 'tab\tline\nback\\slash \\N \\. "quotes"', 'é № 🔑', '\\.']
  const rows = odd.map((name, id) => ({ id, name, facts: { name, none: null, list: [1, '\t'] } }))
  await copying(database.url, ({ copy }) => copy(pet, rows))
  expect(await stored()).toEqual(rows)
})

test('missing values are null, zero rows are accepted, and statements are part of the transaction', async () => {
  const answer = await copying(database.url, async ({ tx, copy }) => {
    await copy(pet, [])
    await copy(pet, [{ id: 1, name: 'Rex', facts: null }])
    await tx.insert(pet).values({ id: 2, name: 'Fifi' })
    return tx.$count(pet)
  })
  expect(answer).toBe(2)
  expect(await stored()).toMatchObject([{ facts: null }, { name: 'Fifi' }])
})

test.each([
  ['a line that the server refuses', [{ id: 1, name: 'Rex' }, { id: 2 }]],
  ['a key that is there twice', [...rowsTo(20_000), { id: 7, name: 'again' }]],
])('%s is reported, and nothing is stored', async (_, rows) => {
  const work = copying(database.url, async ({ copy }) => {
    await copy(pet, [{ id: 100_000, name: 'before' }])
    await copy(pet, rows)
  })
  await expect(work).rejects.toThrow(/violates (not-null|unique) constraint|duplicate key/)
  expect(await stored()).toEqual([])
})

test('an error of the server after the last line is reported', async () => {
  await database.ownerSql`alter table pet alter owner_id set default 2`
  const work = copying(database.url, ({ copy }) => copy(pet, rowsTo(3)))
  await expect(work).rejects.toThrow(/violates foreign key constraint/)
  await database.ownerSql`alter table pet alter owner_id set default 1`
  expect(await stored()).toEqual([])
})

test('an error while producing rows stores nothing', async () => {
  function* failing() {
    yield* rowsTo(5_000)
    throw new Error('no more pets')
  }
  await expect(copying(database.url, ({ copy }) => copy(pet, failing()))).rejects.toThrow('no more pets')
  expect(await stored()).toEqual([])
})

test('a connection killed half-way stores nothing', async () => {
  const work = copying(database.url, async ({ tx, copy }) => {
    const [own] = (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as { pid: number }[]
    await copy(pet, rowsTo(1_000))
    function* endless() {
      for (let id = 1_000; ; id++) {
        if (id === 50_000) database.read.execute(sql`select pg_terminate_backend(${own?.pid})`).then()
        yield { id, name: 'Rex' }
      }
    }
    await copy(pet, endless())
  })
  await expect(work).rejects.toThrow(/terminating connection|connection to the database broke/)
  expect(await stored()).toEqual([])
})
