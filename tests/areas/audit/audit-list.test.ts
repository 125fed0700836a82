import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { type AuditBounds, auditReach } from '~/areas/audit/audit-scope.server'
import { auditList, hashAgrees } from '~/areas/audit/list.server'
import { type ListFilter, type ListQuery, WHOLE } from '~/platform/lists/list'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { EventData } from '~/platform/workflow/types'

const ZONE = 'Europe/Luxembourg'
const NEWEST = { column: 'at', descending: true }

const database = await opened(testDatabase())
const { ownerSql } = database
const rows = await ownerSql<{ id: number; name: string }[]>`
  insert into app_user (user_name, first_name, last_name, role, homepage, created_at)
  values ('marie', 'Marie', 'Weber', 'ACCOUNTANT', '', now()), ('jean', 'Jean', 'Webernon', 'MANAGER', '', now())
  returning id, concat(first_name, ' ', last_name) as name`
const people = rows.map(({ id, name }) => ({ id: Number(id), fullName: name }))
await ownerSql`insert into legal_entity (name, kind) values ('Pricewell', 'SUPPLIER')`
const [marie, jean] = people
if (!marie || !jean) throw new Error('no people')
await happened('nav', 2001, 'submit', marie, '2026-10-30T22:59:59Z', 'First figures')
await happened('nav', 2001, 'approve', jean, '2026-10-30T23:00:00Z', '')
await happened('draft', 2002, 'edit draft', marie, '2026-11-02T08:00:00Z', 'Gross corrected', {
  was: '{"grossAmount":"10.00","invoicedLegalEntity":1}',
  is: '{"grossAmount":"12.00","invoicedLegalEntity":1}',
})
await happened('reference', 1, 'insert row', null, '2026-11-03T08:00:00Z', 'Reasons X: new', {
  table: 'reasons',
  key: 'X',
  before: 'null',
  after: '{"code":"X"}',
})
// The name at that time.
await ownerSql`update app_user set last_name = 'Kieffer' where id = ${jean.id}`

async function happened(
  objectKind: string,
  objectId: number,
  name: string,
  who: { id: number; fullName: string } | null,
  at: string,
  log: string,
  data: EventData = {},
) {
  await database.transaction((tx) =>
    recordAct(
      tx,
      { kind: objectKind, objectId, round: 1 },
      {
        name,
        to: { queue: 'TEAM LEADER', status: name.toUpperCase(), class: 'pending' },
        who,
        log,
        data,
        now: new Date(at),
      },
    ),
  )
}

const list = (bounds?: AuditBounds) => auditList(contextOf({ read: database.read, timeZone: ZONE }), bounds)
async function found(query: Partial<ListQuery>, bounds?: AuditBounds): Promise<string[]> {
  const { rows, total } = await list(bounds).page({ ...WHOLE, size: 100, sort: [NEWEST], ...query })
  expect(total).toBe(rows.length)
  return rows.map(({ name }) => name)
}
const where = (column: string, operator: ListFilter['operator'], ...values: string[]) => ({
  filters: [{ column, operator, values }],
})
const ALL = ['insert row', 'edit draft', 'approve', 'submit']

test('all events, newest first, with who, where, and the values before and after', async () => {
  const { rows } = await list().page({ ...WHOLE, size: 100, sort: [NEWEST] })
  expect(rows.map(({ name }) => name)).toEqual(ALL)
  expect(rows[1]).toMatchObject({
    who_name: 'Marie Weber',
    user_name: 'marie',
    object_kind: 'draft',
    object_id: 2002,
    seq: 1,
    values: [
      { label: 'Gross', was: '10.00', is: '12.00' },
      { label: 'Supplier Company', was: 'Pricewell (1)', is: 'Pricewell (1)' },
    ],
  })
  expect(rows[0]).toMatchObject({ who_name: 'SYSTEM', user_name: null, table: 'reasons' })
  expect(rows[2]).toMatchObject({ who_name: 'Jean Webernon', user_name: 'jean' })
})

test('days are in the time zone of the site', async () => {
  expect(await found(where('at', 'equals', '2026-10-30'))).toEqual(['submit'])
  expect(await found(where('at', 'equals', '2026-10-31'))).toEqual(['approve'])
  expect(await found(where('at', 'between', '2026-10-31', '2026-11-02'))).toEqual(['edit draft', 'approve'])
})

test('people are found by their name at the time, as in the column, and by user name', async () => {
  const rest = ALL.slice(1)
  expect(await found(where('who_name', 'contains', 'weber'))).toEqual(rest)
  expect(await found(where('who_name', 'contains', 'WEBERNON'))).toEqual(['approve'])
  // No user had this name at the time.
  expect(await found(where('who_name', 'contains', 'kieffer'))).toEqual([])
  expect(await found(where('who_name', 'equals', 'marie weber'))).toEqual(['edit draft', 'submit'])
  expect(await found(where('who_name', 'equals', 'jean'))).toEqual(['approve'])
  expect(await found(where('who_name', 'contains', 'system'))).toEqual(['insert row'])
  expect(await found(where('who_name', 'in', 'Jean Webernon', 'SYSTEM'))).toEqual(['insert row', 'approve'])
  expect(await found(where('who_name', 'in', 'jean'))).toEqual([])
  expect(await found(where('who_name', 'differs', 'marie'))).toEqual(['insert row', 'approve'])
  expect(await found(where('who_name', 'differs', 'Marie Weber'))).toEqual(['insert row', 'approve'])
  expect(await found(where('who_name', 'empty'))).toEqual([])
  expect(await found(where('who_name', 'filled'))).toEqual(ALL)
  expect(await found(where('who_name', 'contains', "x' or true --"))).toEqual([])
  expect(await found(where('who_name', 'contains', '%'))).toEqual([])
})

test('the name filter offers all names in the events, regardless of the current filter', async () => {
  const { values } = await list().values({ ...WHOLE, ...where('who_name', 'in', 'SYSTEM') }, 'who_name', '')
  expect(values).toEqual([
    { value: 'Jean Webernon', count: 1 },
    { value: 'Marie Weber', count: 2 },
    { value: 'SYSTEM', count: 1 },
  ])
  expect((await list().values(WHOLE, 'who_name', 'noN')).values).toEqual([
    { value: 'Jean Webernon', count: 1 },
  ])
})

test('filters by kind, object, event and text', async () => {
  expect(await found(where('object_kind', 'in', 'nav'))).toEqual(['approve', 'submit'])
  expect(await found(where('object_kind', 'equals', 'reference'))).toEqual(['insert row'])
  expect(await found(where('object_id', 'equals', '2002'))).toEqual(['edit draft'])
  expect(await found(where('object_id', 'in', '2002', '1'))).toEqual(['insert row', 'edit draft'])
  expect(await found(where('object_id', 'equals', '2002.5'))).toEqual([])
  expect(await found(where('object_id', 'greater', '2001'))).toEqual(['edit draft'])
  expect(await found(where('name', 'contains', 'edit'))).toEqual(['edit draft'])
  expect(await found(where('log', 'contains', 'CORRECTED'))).toEqual(['edit draft'])
  expect(await found(where('values', 'contains', '12.00'))).toEqual(['edit draft'])
  for (const search of ['figures', 'Webernon', '12.00', 'approve', '"code', 'team leader'])
    expect(await found({ search }), search).not.toEqual([])
  expect(await found({ search: 'first figures' })).toEqual(['submit'])
})

test('a text search covers the newest events left by the other filters, and reports how far it went', async () => {
  const { read } = database
  const reachOf = (query: Partial<ListQuery>, most: number) =>
    auditReach(contextOf({ read, timeZone: ZONE }), { ...WHOLE, ...query }, { most })
  expect(await found({ search: 'first figures' }, { most: 3 })).toEqual([])
  expect(
    await found({ search: 'first figures', ...where('object_id', 'equals', '2001') }, { most: 3 }),
  ).toEqual(['submit'])
  expect(
    await found({ search: 'first figures', ...where('at', 'at-most', '2026-10-31') }, { most: 2 }),
  ).toEqual(['submit'])
  expect(await reachOf({ search: 'x' }, 3)).toEqual({
    events: 4,
    searched: 3,
    back: { id: expect.any(Number), at: new Date('2026-10-30T23:00:00Z') },
  })
  expect(await reachOf({ search: 'x' }, 4)).toEqual({ events: 4, searched: 4, back: null })
  expect(await reachOf(where('name', 'contains', 'x'), 2)).toMatchObject({ searched: 2 })
  // Indexed filters search all events.
  expect(await reachOf(where('at', 'equals', '2026-10-30'), 2)).toBeNull()
  expect(await found({}, { most: 2 })).toEqual(ALL)
})

test('files and groups have the same events as the page', async () => {
  const query = {
    ...WHOLE,
    sort: [NEWEST],
    groups: ['object_kind'],
    ...where('who_name', 'contains', 'marie'),
  }
  const groups = await list().groups(query)
  expect(groups.map(({ path, count }) => [path.join(), count])).toEqual([
    ['', 2],
    ['draft', 1],
    ['nav', 1],
  ])
  const names = []
  for await (const rows of list().rows({ ...query, groups: [] })) names.push(...rows.map(({ name }) => name))
  expect(names).toEqual(['edit draft', 'submit'])
  expect((await list().values(query, 'object_kind', '')).values).toEqual([
    { value: 'draft', count: 1 },
    { value: 'nav', count: 1 },
  ])
})

test('a changed event no longer matches its hash, nor does the next one in the chain', async () => {
  const { read } = database
  const { rows } = await list().page({
    ...WHOLE,
    size: 9,
    sort: [NEWEST],
    ...where('object_id', 'equals', '2001'),
  })
  const [approve, submit] = rows.map(({ id }) => id)
  const agree = async () => [await hashAgrees(read, submit ?? 0), await hashAgrees(read, approve ?? 0)]
  expect(await agree()).toEqual([true, true])
  await database.ownerSql.unsafe('alter table workflow_event disable trigger user')
  await database.ownerSql`update workflow_event set log = 'Other figures' where id = ${submit ?? 0}`
  expect(await agree()).toEqual([false, true])
  await database.ownerSql`update workflow_event set log = 'First figures', hash = 'x' where id = ${submit ?? 0}`
  expect(await agree()).toEqual([false, false])
  expect(await hashAgrees(read, 999_999)).toBeNull()
})
