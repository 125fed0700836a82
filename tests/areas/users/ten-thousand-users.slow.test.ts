import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { readUsers } from '~/areas/users/import-users.server'
import { userList } from '~/areas/users/list.server'
import { userView } from '~/areas/users/user-view.server'
import { WHOLE } from '~/platform/lists/list'
import { usersOf } from '../../support/areas/users/users-of'

const site = await opened(testSite())
const users = await usersOf(site)
await site.ownerSql`
  insert into app_user (user_name, first_name, last_name, role, homepage, created_at, disabled_at)
  select 'clerk' || lpad(n::text, 5, '0'), 'Clerk', 'Number ' || n, 'CLERK', '', now(),
    case when n % 100 = 0 then now() end
  from generate_series(1, 10000) as n`
await site.ownerSql`
  insert into user_queue select id, queue from app_user, unnest(array['ACCOUNTING', 'PAYMENT']) as queue
  where role = 'CLERK'`
await site.ownerSql`
  insert into authorisation select id, 'navctrl', false, id % 2 = 0, false from app_user where role = 'CLERK'`

const list = () => userList(contextOf({ read: site.read, now: site.clock(), timeZone: 'Europe/Luxembourg' }))
const QUERY = { ...WHOLE, size: 25, openGroups: 'none' } as const

test('a page of 10,000 users: any page, sort, filter, search and group', async () => {
  const byName = [{ column: 'user_name', descending: false }]
  const first = await list().page({ ...QUERY, sort: byName })
  expect(first.total).toBeGreaterThan(10_000)
  expect(first.rows).toHaveLength(25)
  const last = await list().page({ ...QUERY, sort: byName, page: Math.ceil(first.total / 25) })
  expect(last.rows.at(-1)?.user_name).toBe('treasurer3')

  const disabled = await list().page({
    ...QUERY,
    filters: [{ column: 'state', operator: 'equals', values: ['DISABLED'] }],
  })
  expect(disabled.total).toBe(100)
  const writers = await list().page({
    ...QUERY,
    filters: [{ column: 'navctrl', operator: 'in', values: ['may open, update'] }],
    sort: [{ column: 'navctrl', descending: true }],
  })
  expect(writers.total).toBeGreaterThanOrEqual(5_000)
  expect(writers.rows[0]).toMatchObject({ navctrl: 'may open, update', queues: 'ACCOUNTING, PAYMENT' })
  expect((await list().page({ ...QUERY, search: 'number 9999' })).rows).toMatchObject([
    { user_name: 'clerk09999', state: 'NO PASSWORD', waiting: 0 },
  ])
  const groups = await list().page({ ...QUERY, groups: ['queues'] })
  expect(groups.groups.find(({ path }) => path[0] === 'ACCOUNTING, PAYMENT')?.count).toBe(10_000)
  expect((await list().values(QUERY, 'role', '')).values).toContainEqual({ value: 'CLERK', count: 10_000 })
})

test('one is shown with their rights; all are read with their own queues', async () => {
  const admin = await users.person('admin')
  const view = await userView(
    contextOf({ read: site.read, actor: admin, now: site.clock() }),
    await users.idOf('clerk00001'),
  )
  expect(view).toMatchObject({ queues: ['ACCOUNTING', 'PAYMENT'], waiting: [], sessions: 0, isOwn: false })
  const all = await readUsers(site.read)
  expect(all.size).toBeGreaterThan(10_000)
  expect(all.get('clerk10000')?.queues).toEqual(['ACCOUNTING', 'PAYMENT'])
  expect(all.get('manager1')?.queues).toEqual(['MANAGER', 'SENDING'])
  await expect(
    userView(contextOf({ read: site.read, actor: admin, now: site.clock() }), 9_999_999_999),
  ).rejects.toMatchObject({
    code: 'not-found',
  })
})
