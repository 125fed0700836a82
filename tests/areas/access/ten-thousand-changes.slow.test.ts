import type { Transaction } from 'db/database'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { concernsUser } from '~/platform/approvals/change-kind.server'
import type { RequestedChange } from '~/platform/approvals/pending-change-event.server'
import { requestChanges } from '~/platform/approvals/pending-change-request.server'
import { countWaiting, pendingChanges, waitingList } from '~/platform/approvals/pending-changes.server'
import { type ListFilter, WHOLE } from '~/platform/lists/list'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const NOW = new Date('2026-11-22T09:00:00Z')
const THERE = 700

const database = await opened(testDatabase())
// Some of the users exist, each with their own event chain: more than the lock limit.
const rows = await database.ownerSql<{ id: number }[]>`
  insert into app_user (user_name, first_name, last_name, role, homepage, created_at)
  select case when n = 0 then 'anna' else 'u' || n end, 'Anna', 'Test', 'CLERK', '', now()
  from generate_series(0, ${THERE}::int) n order by n returning id`
const requester = { id: Number(rows[0]?.id), fullName: 'Anna Test' }

const user = (role: string) => ({ firstName: 'First', lastName: 'Last', role, homepage: '', queues: ['A'] })
const requestsOf = (role: string): RequestedChange[] =>
  Array.from({ length: 5_000 }, (_, n): RequestedChange[] => [
    { kind: 'user', target: `u${n + 1}`, before: null, after: user(role) },
    {
      kind: 'authorisation' as const,
      target: `navctrl u${n + 1}`,
      before: null,
      after: { add: true, update: role === 'B', delete: false },
      comment: n === 0 ? '  The first of many ' : undefined,
    },
  ]).flat()

/** Also counts the statements it took. */
async function requested(changes: readonly RequestedChange[]): Promise<[stored: number, statements: number]> {
  let statements = 0
  const stored = await database.transaction((tx) => {
    const counted = new Proxy(tx, {
      get(target, name) {
        if (['select', 'insert', 'update', 'delete', 'execute'].includes(String(name))) statements += 1
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    return requestChanges(contextOf({ tx: counted as Transaction, now: NOW }), changes, requester)
  })
  return [stored, statements]
}

const list = (kinds?: string[]) =>
  waitingList(contextOf({ read: database.read, timeZone: 'Europe/Luxembourg' }), kinds)
const QUERY = { ...WHOLE, size: 25 }
const where = (column: string, operator: ListFilter['operator'], ...values: string[]) => ({
  filters: [{ column, operator, values }],
})

test('ten thousand change requests are stored in batches, each with an event; duplicates are stored once', async () => {
  const [stored, statements] = await requested(requestsOf('A'))
  expect(stored).toBe(10_000)
  expect(statements).toBeLessThan(60)
  expect(await countWaiting(database.read)).toBe(10_000)
  const [again, few] = await requested(requestsOf('A'))
  expect([again, few < 30]).toEqual([0, true])
  const [{ n } = { n: 0 }] = await database.ownerSql<{ n: number }[]>`
    select count(*)::int as n from workflow_event where name = 'change requested'`
  expect(n).toBe(10_000)
})

test('the event chains of each user and of reference data are intact', async () => {
  const report = await verifyAudit(database.read, 'key')
  expect(report).toMatchObject({ broken: null })
  const chains = await database.ownerSql<{ kind: string; n: number; events: number }[]>`
    select object_kind as kind, count(distinct object_id)::int as n, count(*)::int as events
    from workflow_event group by 1 order by 1`
  expect(chains).toEqual([
    { kind: 'reference', n: 1, events: 10_000 - 2 * THERE },
    { kind: 'user', n: THERE, events: 2 * THERE },
  ])
})

test('a page is sorted, filtered, searched and counted, also by kind', async () => {
  const first = await list().page(QUERY)
  expect(first.total).toBe(10_000)
  expect(first.rows).toHaveLength(25)
  expect(first.rows[1]).toMatchObject({
    description: 'Authorisation of u1 for navctrl',
    change: 'may open, add',
    comment: 'The first of many',
    requester: 'Anna Test',
    requestedBy: requester.id,
  })
  expect(Object.keys(first.rows[0] ?? {})).not.toContain('after')
  const last = await list().page({
    ...QUERY,
    page: 400,
    sort: [{ column: 'description', descending: false }],
  })
  expect(last.rows.at(-1)?.description).toBe('User u999')
  const found = await list().page({ ...QUERY, ...where('description', 'contains', 'of U4999 for') })
  expect(found.rows.map(({ target }) => target)).toEqual(['navctrl u4999'])
  expect(await list().page({ ...QUERY, search: 'user u4999' })).toMatchObject({ total: 1 })
  expect(await list().page({ ...QUERY, search: 'first of many' })).toMatchObject({ total: 1 })
  expect(await list().page({ ...QUERY, search: 'may open, add' })).toMatchObject({ total: 5_000 })
  expect(await list().page({ ...QUERY, ...where('change', 'contains', '"role": "A"') })).toMatchObject({
    total: 5_000,
  })
  expect(await list(['user']).page(QUERY)).toMatchObject({ total: 5_000 })
  expect(await list([]).page(QUERY)).toMatchObject({ total: 0 })
  expect((await list().values(QUERY, 'requester', '')).values).toEqual([
    { value: 'Anna Test', count: 10_000 },
  ])
  const day = await list().page({ ...QUERY, ...where('requestedAt', 'equals', '2026-11-22') })
  expect(day.total).toBe(10_000)
  const groups = await list().page({ ...QUERY, groups: ['requester'], openGroups: 'none' })
  expect(groups.groups.map(({ path, count }) => [path, count])).toEqual([[['Anna Test'], 10_000]])
})

test('pending changes of a user exclude users whose names begin or end alike', async () => {
  const waiting = await pendingChanges(database.read, concernsUser('u12'))
  expect(waiting.map(({ target }) => target)).toEqual(['u12', 'navctrl u12'])
  expect(await pendingChanges(database.read, concernsUser('12'))).toEqual([])
})

test('newer requests replace older ones, even if repeated within one request', async () => {
  const newer = requestsOf('B').slice(0, 2_000)
  const [stored, statements] = await requested([...requestsOf('C').slice(0, 2), ...newer])
  expect(stored).toBe(2_000)
  expect(statements).toBeLessThan(100)
  expect(await countWaiting(database.read)).toBe(10_000)
  const [{ n } = { n: 0 }] = await database.ownerSql<{ n: number }[]>`
    select count(*)::int as n from pending_change where decision = 'superseded'`
  expect(n).toBe(2_000)
  const [one] = await pendingChanges(database.read, concernsUser('u1'))
  expect(one).toMatchObject({ after: { role: 'B' } })
  expect(await verifyAudit(database.read, 'key')).toMatchObject({ broken: null })
})
