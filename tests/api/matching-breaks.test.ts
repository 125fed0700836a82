import { priceBreak } from 'tests/support/areas/navs/breaks'
import { opened } from 'tests/support/opened'
import { fundModel } from 'tests/support/workbooks/model'
import { writeMatching } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { apiSite } from '../support/api/site'
import { control, formOf } from '../support/api/uploads'

const list = () => `dashboard/nav/breaks/${navId}`

const site = await opened(apiSite())
const navId = site.navId('LUX001')
expect((await control(site)).status).toBe(201)
const file = await writeMatching(fundModel({ fundCode: 'LUX001' }), priceBreak(0))
const body = formOf([file])
expect((await site.call('accountant1', 'POST', `uploadmatching/${navId}`, { body })).status).toBe(201)
const row: { id: number } = (await site.call('auditor1', 'GET', list())).body[0]

const edit = (user: string, body: unknown, path = `dashboard/nav/breaks/${navId}/${row.id}`) =>
  site.call(user, 'POST', path, { body })

test('GET dashboard/nav/breaks/{fundNavId} lists the breaks of the newest matching', async () => {
  expect(row).toMatchObject({
    kind: 'PRICE BREAK',
    state: 'OPEN',
    owner: null,
    comment: '',
    age: 0,
    revision: 0,
    firstSeen: fundModel().navDate,
    instrumentKey: expect.stringMatching(/^ISIN \w{12} [A-Z]{3}$/),
  })
  const filtered = await site.call('auditor1', 'GET', `${list()}?in.state=EXPLAINED`)
  expect([filtered.status, filtered.body]).toEqual([200, []])
  expect((await site.call('auditor1', 'GET', `dashboard/nav/breaks/${site.navId('LUX002')}`)).body).toEqual(
    [],
  )
  expect((await site.call('auditor1', 'GET', 'dashboard/nav/breaks/999999')).status).toBe(404)
  expect((await site.call('finance1', 'GET', list())).status).toBe(403)
})

test('POST dashboard/nav/breaks/{fundNavId}/{breakId} changes the fields sent and leaves the rest', async () => {
  const owned = await edit('accountant1', { owner: 'teamleader1' })
  expect([owned.status, owned.body]).toMatchObject([
    200,
    { owner: 'teamleader1', state: 'OPEN', revision: 1 },
  ])
  const explained = await edit('teamleader1', { state: 'EXPLAINED', comment: 'Stale feed', revision: 1 })
  expect(explained.body).toMatchObject({ owner: 'teamleader1', state: 'EXPLAINED', comment: 'Stale feed' })
  expect((await edit('accountant1', { owner: '' })).body).toMatchObject({
    owner: null,
    comment: 'Stale feed',
  })
})

test.each([
  ['manager1', { comment: 'x' }, 403, 'Breaks are edited by members of the queue ACCOUNTANT.'],
  ['auditor1', { comment: 'x' }, 403, ''],
  ['accountant1', { state: 'CLOSED' }, 422, 'Give OPEN or EXPLAINED.'],
  ['accountant1', { state: 'EXPLAINED', comment: ' ' }, 422, 'EXPLAINED needs a comment'],
  ['accountant1', { owner: 'manager1' }, 422, '"manager1" cannot own a break.'],
  ['accountant1', { comment: 'Mine', revision: 0 }, 409, 'Another user changed this break'],
])('%s with %j is refused with %i', async (user, body, status, sentence) => {
  const answer = await edit(user, body)
  expect(answer.status, answer.text).toBe(status)
  expect(answer.body.errorMessage).toContain(sentence)
})

test('a break of another NAV, or an unknown one, is not found', async () => {
  const other = site.navId('LUX001', '2026-09-30')
  for (const path of [`${other}/${row.id}`, `${navId}/999999`, `${navId}/x`])
    expect((await edit('accountant1', { comment: 'x' }, `dashboard/nav/breaks/${path}`)).status).toBe(404)
})

test('check 10 requires them in calls as well', async () => {
  await edit('accountant1', { state: 'OPEN', comment: '' })
  const tick = (comment: string) =>
    site.call('accountant1', 'POST', `dashboard/nav/checks/${navId}/10`, { body: { comment } })
  const refused = await tick('')
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { comment: 'Enter why the positions count as reconciled' },
  ])
  expect((await tick('Agreed by phone')).body).toMatchObject({ status: 'DONE', event_log: 'Agreed by phone' })
})
