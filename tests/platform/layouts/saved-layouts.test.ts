import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import type { Actor } from '~/areas/access/actor'
import {
  deleteLayout,
  deleteView,
  gridViews,
  layoutOf,
  savedLayouts,
  saveLayout,
  saveView,
  viewById,
} from '~/platform/layouts/layouts.server'

const site = await opened(testSite())
const anna = site.actor('accountant1').id
const ben = site.actor('accountant2').id
const carl = site.actor('manager1').id

const KEY = 'navdashboard'
const save = (userId: number, state: unknown, key = KEY) =>
  site.transaction((tx) => saveLayout(contextOf({ tx, now: site.clock() }), userId, key, state))
const keep = (userId: number, name: string, state: unknown, key = KEY) =>
  site.transaction((tx) =>
    saveView(
      contextOf({ tx, now: site.clock() }),
      { id: userId, queues: [] },
      key,
      { name, queue: null },
      state,
    ),
  )
const remove = (userId: number, idOrKey: number | string) =>
  site.transaction((tx) => deleteLayout(tx, userId, idOrKey))
const stateOf = async (userId: number, key = KEY) => (await layoutOf(site.read, userId, key))?.state
const viewsOf = async (id: number, key = KEY) => (await gridViews(site.read, { id, queues: [] }, key)).views
const viewNames = async (userId: number, key = KEY) => (await viewsOf(userId, key)).map(({ name }) => name)

const sharedViews = async (who: Pick<Actor, 'id' | 'queues'>, key: string) =>
  (await gridViews(site.read, who, key)).shared

test('a layout belongs to one user and one grid, and the next one replaces it', async () => {
  expect(await layoutOf(site.read, anna, KEY)).toBeNull()
  const first = await save(anna, { query: 'sort=-navdate' })
  const second = await save(anna, { query: 'sort=fundcode' })
  expect([second.id, second.key, second.name]).toEqual([first.id, KEY, ''])
  expect(second.updatedAt.getTime()).toBeGreaterThan(first.updatedAt.getTime())
  await save(ben, { any: ['thing', 1.5, null, { deep: true }] })
  await save(anna, {}, 'invoicelog')
  expect(await layoutOf(site.read, anna, KEY)).toEqual({ id: first.id, state: { query: 'sort=fundcode' } })
  expect(await stateOf(ben)).toEqual({ any: ['thing', 1.5, null, { deep: true }] })
  expect(await stateOf(anna, 'invoicelog')).toEqual({})
  expect(await stateOf(anna, 'NAVDASHBOARD')).toBeUndefined()
})

test('views are read by everyone through their id, listed and deleted only by their owner', async () => {
  const view = await keep(anna, ' Month  end ', { query: 'filter.navdate=10/2026' })
  const again = await keep(anna, 'Month end', { query: 'filter.navdate=11/2026' })
  await keep(anna, 'All', { query: '' })
  await keep(ben, 'Month end', { query: 'sort=fundcode' })
  expect(again.id).toBe(view.id)
  expect(await viewNames(anna)).toEqual(['All', 'Month end'])
  expect(await viewNames(ben)).toEqual(['Month end'])
  expect(await viewNames(anna, 'invoicelog')).toEqual([])
  expect(await viewById(site.read, view.id)).toEqual({
    id: view.id,
    key: KEY,
    name: 'Month end',
    state: { query: 'filter.navdate=11/2026' },
    userId: anna,
  })
  const refused = site.transaction((tx) => deleteView(tx, ben, view.id))
  await expect(refused).rejects.toMatchObject({ code: 'not-found' })
  expect(await viewNames(anna)).toEqual(['All', 'Month end'])
  expect(await site.transaction((tx) => deleteView(tx, anna, view.id))).toMatchObject({ name: 'Month end' })
  expect(await viewById(site.read, view.id)).toBeNull()
  expect(await viewNames(ben)).toEqual(['Month end'])
})

test('a layout is no view: its id opens nothing, and deleting views does not affect it', async () => {
  const { id } = await save(anna, { query: 'page=1' })
  expect(await viewById(site.read, id)).toBeNull()
  await expect(site.transaction((tx) => deleteView(tx, anna, id))).rejects.toMatchObject({
    code: 'not-found',
  })
  for (const odd of [0, -1, 1.5, Number.NaN, 2 ** 31, 2 ** 53])
    expect([odd, await viewById(site.read, odd), await remove(anna, odd)]).toEqual([odd, null, null])
  expect(await stateOf(anna)).toEqual({ query: 'page=1' })
})

test('a layout is deleted by key or id, a view by id, and never one of another user', async () => {
  const { id } = await save(anna, { query: 'a' })
  const view = await keep(anna, 'Kept', { query: 'b' })
  expect([await remove(ben, id), await remove(ben, view.id)]).toEqual([null, null])
  expect(await remove(carl, KEY)).toBeNull()
  expect(await remove(anna, id)).toMatchObject({ id, key: KEY, name: '' })
  expect(await remove(anna, id)).toBeNull()
  await save(anna, { query: 'c' })
  expect(await remove(anna, KEY)).toMatchObject({ key: KEY, name: '' })
  expect(await viewNames(anna)).toContain('Kept')
  expect(await remove(anna, view.id)).toMatchObject({ name: 'Kept' })
  expect(await stateOf(ben)).toEqual({ any: ['thing', 1.5, null, { deep: true }] })
})

test('the user’s layouts and views are listed with their ids', async () => {
  const listed = await savedLayouts(site.read, ben)
  expect(listed.map(({ key, name }) => [key, name])).toEqual([
    [KEY, ''],
    [KEY, 'Month end'],
  ])
  expect(await savedLayouts(site.read, carl)).toEqual([])
})

test('a user has at most fifty views of a grid, however many are saved at once', async () => {
  const saved = await Promise.allSettled(
    Array.from({ length: 55 }, (_, at) => keep(carl, `View ${at}`, { query: `page=${at}` })),
  )
  expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  const [name = ''] = await viewNames(carl)
  expect(await viewNames(carl)).toHaveLength(50)
  await expect(keep(carl, 'One more', {})).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { name: expect.stringContaining('50 views') } },
  })
  // An existing one may be replaced, other grids and users have their own room, and deleting one makes room.
  const { id } = await keep(carl, name, { query: 'replaced' })
  expect((await viewById(site.read, id))?.state).toEqual({ query: 'replaced' })
  await keep(carl, 'One more', {}, 'invoicelog')
  await keep(ben, 'One more', {})
  await save(carl, { query: '' })
  await site.transaction((tx) => deleteView(tx, carl, id))
  await keep(carl, 'One more', {})
  expect(await viewNames(carl)).toHaveLength(50)
})

test('a user has layouts for at most five hundred grids', async () => {
  await site.ownerSql`
    insert into saved_layout (user_id, key, state, updated_at)
    select ${anna}, 'grid ' || n, '{}', now() from generate_series(1, 499) n`
  await site.ownerSql`delete from saved_layout where user_id = ${anna} and key = 'invoicelog'`
  await save(anna, {}, 'the last one')
  await expect(save(anna, {}, 'one too many')).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { key: expect.stringContaining('500 layouts') } },
  })
  await save(anna, { query: 'again' }, 'the last one')
  expect(await stateOf(anna, 'the last one')).toEqual({ query: 'again' })
})

test('a refused request stores nothing', async () => {
  const counts = await site.rowCounts()
  for (const [key, name, state] of [
    ['', 'a', {}],
    ['x'.repeat(101), 'a', {}],
    ['a\0', 'a', {}],
    [KEY, ' ', {}],
    [KEY, 'x'.repeat(81), {}],
    [KEY, 'a', []],
    [KEY, 'a', { a: '\0' }],
  ] as const) {
    await expect(keep(ben, name, state, key)).rejects.toMatchObject({ code: 'invalid' })
    if (name === 'a') await expect(save(ben, state, key)).rejects.toMatchObject({ code: 'invalid' })
  }
  const odd = [() => layoutOf(site.read, ben, 'a\0'), () => viewsOf(ben, 'a\0')]
  for (const ask of odd) await expect(ask()).rejects.toMatchObject({ code: 'invalid' })
  expect(await site.rowCounts()).toEqual(counts)
})

test('a view shared with a queue is listed for its members, and still belongs to its owner', async () => {
  const key = 'invoicelog'
  const [owner, colleague, other] = [
    site.actor('accountant1'),
    site.actor('accountant2'),
    site.actor('finance1'),
  ]
  const [queue = ''] = owner.queues
  const share = (name: string, given: string | null) =>
    site.transaction((tx) =>
      saveView(contextOf({ tx, now: site.clock() }), owner, key, { name, queue: given }, { query: '' }),
    )
  const { id } = await share('Of the team', queue)
  await share('Mine', null)
  expect(await sharedViews(colleague, key)).toEqual([{ id, name: 'Of the team', owner: owner.fullName }])
  expect(await sharedViews(owner, key)).toEqual([])
  expect(await sharedViews({ ...other, queues: ['PAYMENT'] }, key)).toEqual([])
  expect(await sharedViews(colleague, KEY)).toEqual([])
  expect(await viewsOf(owner.id, key)).toEqual([
    { id: expect.any(Number), name: 'Mine', queue: null },
    { id, name: 'Of the team', queue },
  ])
  await expect(site.transaction((tx) => deleteView(tx, colleague.id, id))).rejects.toThrow(
    'You have no such view.',
  )
  await expect(share('Of others', 'PAYMENT')).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { queue: 'Choose one of your own queues, or “Only me”.' } },
  })
  await share('Of the team', null)
  expect(await sharedViews(colleague, key)).toEqual([])
})
