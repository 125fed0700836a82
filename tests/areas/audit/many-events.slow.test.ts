import { workflowEvent } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { auditMark, auditReach, auditScope, eventsIn } from '~/areas/audit/audit-scope.server'
import { auditList } from '~/areas/audit/list.server'
import { type ListQuery, WHOLE } from '~/platform/lists/list'

const ZONE = 'Europe/Luxembourg'
const NEWEST = { column: 'at', descending: true }

const database = await opened(testDatabase())
const { ownerSql } = database
// All on one day, four per instant; the searched ones are the oldest. Their hashes are not checked.
await ownerSql`
  insert into workflow_event (object_kind, object_id, seq, round, type, name, at, who_name, queue, status, class, log,
    data, previous_hash, hash)
  select 'nav', 5000 + n, 1, 1, 'act', 'note', timestamptz '2026-11-20 08:00:00.000123+00' + (n / 4) * interval '1 s',
    'Person ' || (n % 2000), 'ACCOUNTING', 'NOTED', 'success', case when n < 3 then 'the very first ' || n else '' end,
    '{}', '', ''
  from generate_series(0, 19999) n`
await ownerSql`analyze workflow_event`

/** The texts that a search finds, and how far it searched. */
async function searched(query: Partial<ListQuery>, most: number, beforeId: number | null) {
  const { read } = database
  const bounds = { most, before: await auditMark(read, beforeId) }
  const listQuery = { ...WHOLE, size: 100, sort: [NEWEST], ...query }
  const [{ rows }, reach] = await Promise.all([
    auditList(contextOf({ read, timeZone: ZONE }), bounds).page(listQuery),
    auditReach(contextOf({ read, timeZone: ZONE }), listQuery, bounds),
  ])
  return { found: rows.map(({ log }) => log), reach }
}

test('a day with more events than one search covers is searched to the end, each event once', async () => {
  const found: string[] = []
  let before: number | null = null
  let searchedCount = 0
  for (let step = 0; step < 10; step += 1) {
    const { found: here, reach } = await searched({ search: 'the very first' }, 4_999, before)
    found.push(...here)
    searchedCount += reach?.searched ?? 0
    before = reach?.back?.id ?? null
    if (before === null) break
  }
  expect(searchedCount).toBe(20_000)
  expect(found).toEqual(['the very first 2', 'the very first 1', 'the very first 0'])
})

test('events at the instant where a search ended are continued by id', async () => {
  const { reach } = await searched({ search: 'x' }, 19_998, null)
  expect(reach?.back).not.toBeNull()
  const rest = await searched({ search: 'the very' }, 50, reach?.back?.id ?? null)
  expect(rest.found).toEqual(['the very first 1', 'the very first 0'])
  expect(rest.reach).toMatchObject({ events: 2, searched: 2, back: null })
})

test('indexed filters, groups and files respect the bound too; an unknown event sets none', async () => {
  const { read } = database
  const before = await auditMark(read, (await searched({ search: 'x' }, 19_998, null)).reach?.back?.id ?? 0)
  const list = auditList(contextOf({ read, timeZone: ZONE }), { before })
  expect(await list.page(WHOLE)).toMatchObject({ total: 2 })
  expect((await list.values(WHOLE, 'who_name', '')).values).toHaveLength(2)
  const ids = []
  for await (const rows of list.rows(WHOLE)) ids.push(...rows)
  expect(ids).toHaveLength(2)
  expect(await auditMark(read, 999_999_999)).toBeNull()
})

test('a name is found by index; of thousands of names a hundred are listed', async () => {
  const { read } = database
  const filters = [{ column: 'who_name', operator: 'in' as const, values: ['Person 77'] }]
  const scope = await auditScope(contextOf({ read, timeZone: ZONE }), { ...WHOLE, filters })
  const plan: unknown = await read.execute(
    sql`explain select id from ${eventsIn(read, scope, 50)} order by event.at desc, event.id desc limit 25`,
  )
  expect(JSON.stringify(plan)).toContain('workflow_event_who')
  const list = auditList(contextOf({ read, timeZone: ZONE }))
  expect(await list.page({ ...WHOLE, size: 1, filters })).toMatchObject({ total: 10 })
  const { values, more } = await list.values(WHOLE, 'who_name', '')
  expect([values.length, more]).toEqual([100, true])
  expect((await list.values(WHOLE, 'who_name', 'son 1999')).values).toEqual([
    { value: 'Person 1999', count: 10 },
  ])
  const typed = [{ column: 'who_name', operator: 'equals' as const, values: ['person 77'] }]
  expect(await list.page({ ...WHOLE, size: 1, filters: typed })).toMatchObject({ total: 10 })
})

test('the search uses an index instead of scanning all events', async () => {
  const { read } = database
  const before = await auditMark(read, (await searched({ search: 'x' }, 19_000, null)).reach?.back?.id ?? 0)
  const scope = await auditScope(contextOf({ read, timeZone: ZONE }), { ...WHOLE, search: 'x' }, before)
  const plan: unknown = await read.execute(sql`explain select id from ${eventsIn(read, scope, 50)}`)
  expect(JSON.stringify(plan)).toContain('workflow_event_at')
  expect(await read.$count(workflowEvent)).toBe(20_000)
})
