import fc from 'fast-check'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { beforeEach, expect, test } from 'vitest'
import { saveView } from '~/platform/layouts/layouts.server'
import { apiSite, type UserName } from '../support/api/site'

const site = await opened(apiSite())
beforeEach(() => site.ownerSql`delete from saved_layout`)

const NAMES = [
  'draftedtrans',
  'invoicelog',
  'navdashboard',
  'productionboard',
  'processdashboard',
  'draftsubbudget',
  'a key given by the page',
]
const own = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' }
const at = (name: string) => `layouts/${encodeURIComponent(name)}`
const stateOf = async (user: UserName, name: string) => (await site.call(user, 'GET', at(name))).body
const save = (user: UserName, name: string, body: unknown) => site.call(user, 'POST', at(name), { body })
const view = (user: UserName, name: string) =>
  site.services.database.transaction((tx) =>
    saveView(
      contextOf({ tx, now: site.clock.now }),
      { id: site.userIds[user] ?? 0, queues: [] },
      'navdashboard',
      { name, queue: null },
      { query: 'sort=-navdate' },
    ),
  )

test('a layout comes back as saved, for its user only; null before that', async () => {
  for (const name of NAMES) {
    const none = await site.call('accountant1', 'GET', at(name))
    expect([none.status, none.text]).toEqual([200, 'null'])
    const state = {
      columns: [{ dataField: name, width: 80.5, visible: true }],
      searchText: 'é😀',
      pageSize: null,
    }
    const saved = await save('accountant1', name, state)
    expect([saved.status, saved.body]).toEqual([
      200,
      { id: expect.any(Number), key: name, name: '', updated: site.clock.now.toISOString() },
    ])
    expect(await stateOf('accountant1', name)).toEqual(state)
    await save('accountant1', name, { query: '' })
    expect(await stateOf('accountant1', name)).toEqual({ query: '' })
    expect(await stateOf('auditor1', name)).toBeNull()
  }
})

test('a repeated call with its Idempotency-Key neither overwrites a later layout nor fails', async () => {
  const headers = { 'Idempotency-Key': 'layout-1' }
  const first = await site.call('manager1', 'POST', at('navdashboard'), { headers, body: { query: 'a' } })
  await save('manager1', 'navdashboard', { query: 'b' })
  const second = await site.call('manager1', 'POST', at('navdashboard'), { headers, body: { query: 'a' } })
  expect([second.status, second.body]).toEqual([200, first.body])
  expect(await stateOf('manager1', 'navdashboard')).toEqual({ query: 'b' })
  const gone = await site.call('manager1', 'DELETE', at('navdashboard'), { headers })
  const again = await site.call('manager1', 'DELETE', at('navdashboard'), { headers })
  expect([gone.status, again.status, again.body]).toEqual([409, 409, gone.body])
  const own = { 'Idempotency-Key': 'layout-2' }
  const deleted = await site.call('manager1', 'DELETE', at('navdashboard'), { headers: own })
  const twice = await site.call('manager1', 'DELETE', at('navdashboard'), { headers: own })
  expect([deleted.status, twice.status, twice.body]).toEqual([200, 200, deleted.body])
})

test('read-only users may save their layouts; a read-only token may not', async () => {
  expect((await save('auditor1', 'navdashboard', { query: 'sort=fundcode' })).status).toBe(200)
  const made = await site.call('auditor1', 'POST', 'account/tokens', { body: { name: 'r', readOnly: true } })
  const headers = { Authorization: `Bearer ${made.body.token}` }
  for (const [method, path] of [
    ['POST', at('navdashboard')],
    ['DELETE', at('navdashboard')],
    ['POST', 'layouts/navdashboard/delete'],
    ['GET', 'layouts/navdashboard/delete'],
  ] as const)
    expect([method, path, (await site.call(null, method, path, { headers })).status]).toEqual([
      method,
      path,
      403,
    ])
  expect((await site.call(null, 'GET', at('navdashboard'), { headers })).body).toEqual({
    query: 'sort=fundcode',
  })
})

test('the user’s layouts and views are listed with their ids, and paged like every list', async () => {
  const { id } = await view('accountant1', 'Month end')
  const { body: layout } = await save('accountant1', 'navdashboard', {})
  await save('accountant1', 'invoicelog', {})
  await save('manager1', 'navdashboard', {})
  const listed = await site.call('accountant1', 'GET', 'layouts')
  const updated = site.clock.now.toISOString()
  expect(listed.body).toEqual([
    { id: expect.any(Number), key: 'invoicelog', name: '', updated },
    { id: layout.id, key: 'navdashboard', name: '', updated },
    { id, key: 'navdashboard', name: 'Month end', updated },
  ])
  expect(listed.answer.headers.get('x-total-count')).toBe('3')
  const page = await site.call('accountant1', 'GET', 'layouts?size=1&sort=-name&filter.key=nav')
  expect([page.body.length, page.body[0].name]).toEqual([1, 'Month end'])
})

test('a layout is deleted by id or name, by GET, POST or DELETE; the answer is the deleted one', async () => {
  const methods = [
    ['GET', (name: string) => `layouts/${name}/delete`],
    ['POST', (name: string) => `layouts/${name}/delete`],
    ['DELETE', (name: string) => `layouts/${name}`],
  ] as const
  for (const [method, path] of methods)
    for (const by of ['id', 'key'] as const) {
      const saved = await save('accountant1', 'navdashboard', { query: 'a' })
      const address = path(String(saved.body[by]))
      const gone = await site.call('accountant1', method, address, { headers: own })
      expect([method, by, gone.status, gone.body?.id]).toEqual([method, by, 200, saved.body.id])
      expect(await stateOf('accountant1', 'navdashboard')).toBeNull()
      const again = await site.call('accountant1', method, address, { headers: own })
      expect([again.status, again.body.code]).toEqual([404, 'not-found'])
    }
  const { id } = await view('accountant1', 'Month end')
  const gone = await site.call('accountant1', 'POST', `layouts/${id}/delete`)
  expect(gone.body).toMatchObject({ id, key: 'navdashboard', name: 'Month end' })
})

test('a grid with a numeric name takes precedence over the layout with that id', async () => {
  const { body } = await save('accountant1', 'navdashboard', { query: 'a' })
  await save('accountant1', String(body.id), { query: 'b' })
  await site.call('accountant1', 'DELETE', `layouts/${body.id}`)
  expect(await stateOf('accountant1', String(body.id))).toBeNull()
  expect(await stateOf('accountant1', 'navdashboard')).toEqual({ query: 'a' })
})

test('deleting by GET is accepted only from a page of this site, and never on prefetch', async () => {
  const { body } = await save('accountant1', 'navdashboard', { query: 'a' })
  for (const headers of [
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'none' },
    { Referer: 'https://evil.example/' },
    { ...own, 'Sec-Purpose': 'prefetch' },
  ] as Record<string, string>[])
    for (const which of ['navdashboard', body.id]) {
      const { status } = await site.call('accountant1', 'GET', `layouts/${which}/delete`, { headers })
      expect([headers, status]).toEqual([headers, 403])
    }
  for (const method of ['POST', 'DELETE']) {
    const path = method === 'POST' ? 'layouts/navdashboard/delete' : at('navdashboard')
    const { status } = await site.call('accountant1', method, path, {
      headers: { Origin: 'https://evil.example' },
    })
    expect([method, status]).toEqual([method, 403])
  }
  const foreign = await site.call('accountant1', 'POST', at('navdashboard'), {
    headers: { 'Sec-Fetch-Site': 'cross-site' },
    body: {},
  })
  expect(foreign.status).toBe(403)
  expect((await site.call('accountant1', 'HEAD', `layouts/${body.id}/delete`, { headers: own })).status).toBe(
    405,
  )
  expect(await stateOf('accountant1', 'navdashboard')).toEqual({ query: 'a' })
})

test('users cannot read or delete the layouts and views of others', async () => {
  const { body } = await save('accountant1', 'navdashboard', { query: 'mine' })
  const { id } = await view('accountant1', 'Mine')
  for (const which of [body.id, id, 'navdashboard'])
    for (const [method, path] of [
      ['GET', `layouts/${which}/delete`],
      ['POST', `layouts/${which}/delete`],
      ['DELETE', `layouts/${which}`],
    ] as const) {
      const { status } = await site.call('admin2', method, path, { headers: own })
      expect([method, path, status]).toEqual([method, path, 404])
    }
  await save('admin2', 'navdashboard', { query: 'theirs' })
  expect(await stateOf('accountant1', 'navdashboard')).toEqual({ query: 'mine' })
  expect((await site.call('admin2', 'GET', 'layouts')).text).not.toContain('Mine')
  expect((await site.call('accountant1', 'GET', 'layouts')).body).toHaveLength(2)
})

test('a body that is not a JSON object, too large or not storable is refused with a message', async () => {
  const json = 'application/json'
  const bodies: [string, string, number][] = [
    [json, '[]', 422],
    [json, '"text"', 422],
    [json, 'null', 422],
    [json, '7', 422],
    [json, '{"a":', 400],
    ['text/plain', '{}', 415],
    [json, '{"a":"\\u0000"}', 422],
    [json, '{"\\u0000":1}', 422],
    [json, '{"a":["\\ud800"]}', 422],
    [json, '{"__proto__":{"admin":true}}', 422],
    [json, '{"a":1e999}', 422],
    [json, JSON.stringify({ a: 'x'.repeat(20 * 1024 - 8) }), 200],
    [json, JSON.stringify({ a: 'x'.repeat(20 * 1024 - 7) }), 422],
    [json, `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 422],
    [json, `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 422],
    [json, JSON.stringify({ a: 'x'.repeat(1024 * 1024) }), 413],
  ]
  for (const [type, body, expected] of bodies) {
    const headers = { 'Content-Type': type }
    const refused = await site.call('accountant1', 'POST', at('navdashboard'), { headers, body })
    expect([body.slice(0, 30), refused.status]).toEqual([body.slice(0, 30), expected])
    if (expected === 422) expect(refused.body.fields).toEqual({ state: refused.body.errorMessage })
    if (expected !== 200) expect(refused.body.errorMessage).toMatch(/\w\.$/)
  }
})

test('unusual names are accepted, or refused with a message', async () => {
  for (const name of [
    '../x',
    '..%2fx',
    'a/b',
    'a?b#c',
    '%',
    "'; drop table saved_layout --",
    '😀'.repeat(100),
    '__proto__',
  ]) {
    expect([name, (await save('accountant1', name, { name })).status]).toEqual([name, 200])
    expect(await stateOf('accountant1', name)).toEqual({ name })
    expect((await site.call('accountant1', 'DELETE', at(name))).body.key).toBe(name)
  }
  for (const path of [
    'layouts/%00',
    'layouts/a%00b',
    `layouts/${'x'.repeat(1_000)}`,
    'layouts/%20',
    `layouts/${'%F0%9F%98%80'.repeat(101)}`,
  ])
    for (const [method, address] of [
      ['GET', path],
      ['POST', path],
      ['DELETE', path],
      ['POST', `${path}/delete`],
      ['GET', `${path}/delete`],
    ] as const) {
      const body = method === 'POST' ? {} : undefined
      const { status, body: refused } = await site.call('accountant1', method, address, {
        headers: own,
        body,
      })
      expect([method, address, status, Object.keys(refused.fields)]).toEqual([method, address, 422, ['key']])
    }
  for (const path of ['layouts/%ff', 'layouts/%ed%a0%80', 'layouts/%'])
    expect([path, (await site.call('accountant1', 'GET', path)).status]).toEqual([path, 400])
})

test('any JSON object under any name is stored unchanged or refused, never a server error', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\0', '\ud800', '__proto__', 'query', 'é'),
  )
  const { state } = fc.letrec<{ state: unknown; value: unknown }>((tie) => ({
    state: fc.dictionary(text, tie('value'), { maxKeys: 5 }),
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.jsonValue(), text, fc.double(), fc.constantFrom(2 ** 53, -1e308, 5e-324)),
      tie('state'),
      fc.array(tie('value'), { maxLength: 4 }),
    ),
  }))
  let stored = 0
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
      state,
      async (name, given) => {
        const sent = JSON.stringify(given)
        const saved = await site.call('accountant1', 'POST', `layouts/${encodeURIComponent(`n${name}`)}`, {
          headers: { 'Content-Type': 'application/json' },
          body: sent,
        })
        expect([200, 422], `${sent} ${saved.text}`).toContain(saved.status)
        if (saved.status === 422) return
        stored += 1
        expect(await stateOf('accountant1', `n${name}`)).toEqual(JSON.parse(sent))
      },
    ),
    { numRuns: 200 },
  )
  expect(stored).toBeGreaterThan(20)
})
