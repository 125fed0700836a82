import { COVERED, LEFT_OUT } from 'db/evidence/covered'
import { getTableName, isTable } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'

const database = await opened(testDatabase())

const modules = import.meta.glob<Record<string, unknown>>('../../../db/schema/*.ts', { eager: true })
const tables = Object.values(modules).flatMap((module) =>
  Object.values(module).filter((each) => isTable(each)),
) as PgTable[]

test('every table is covered by evidence, or excluded with a reason', () => {
  const listed = [...Object.keys(COVERED), ...Object.keys(LEFT_OUT)]
  expect(tables.map(getTableName).sort()).toEqual(listed.sort())
})

test('a covered table is listed with its primary key, and with existing columns', () => {
  for (const table of tables) {
    const cover = COVERED[getTableName(table)]
    if (!cover) continue
    const { columns, primaryKeys } = getTableConfig(table)
    const own = columns.filter(({ primary }) => primary).map(({ name }) => name)
    const key = primaryKeys[0]?.columns.map(({ name }) => name) ?? own
    expect({ table: getTableName(table), key: [...cover.key].sort() }).toEqual({
      table: getTableName(table),
      key: key.sort(),
    })
    const named = [...(cover.owner ? [cover.owner] : []), ...(cover.only ?? []), ...(cover.hidden ?? [])]
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(named))
  }
})

test('each covered table has its three triggers', async () => {
  const found = await database.ownerSql<{ name: string; triggers: number }[]>`
    select c.relname as name, count(*)::int as triggers from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgfoid = 'record_change'::regproc group by 1`
  expect(Object.fromEntries(found.map(({ name, triggers }) => [name, triggers]))).toEqual(
    Object.fromEntries(Object.keys(COVERED).map((name) => [name, 3])),
  )
})
