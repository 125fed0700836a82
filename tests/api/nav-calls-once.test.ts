import { gate, someoneWaits } from 'tests/support/gate'
import { opened } from 'tests/support/opened'
import { fundModel } from 'tests/support/workbooks/model'
import { writeMatching } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { apiSite, type UserName } from '../support/api/site'
import { control, formOf } from '../support/api/uploads'

const site = await opened(apiSite())
const made = await control(site)
expect(made.status, made.text).toBe(201)
const ran: { id: number; ruleResults: { id: number }[] } = made.body

const events = async () => (await site.ownerSql`select count(*)::int as count from workflow_event`)[0]?.count

/** Sends a call once, then twice in parallel with the same key: all get the same answer, and it takes effect once. */
async function sendAgain(
  user: UserName,
  path: string,
  body: () => unknown,
  status: number,
  events: () => unknown,
) {
  const headers = { 'Idempotency-Key': `key of ${path.split('/')[0]}`.replaceAll(' ', '-') }
  const first = await site.call(user, 'POST', path, { body: body(), headers })
  expect([path, first.status], first.text).toEqual([path, status])
  const after = await events()
  const again = await Promise.all([1, 2].map(() => site.call(user, 'POST', path, { body: body(), headers })))
  expect(again.map((each) => [each.status, each.body])).toEqual([1, 2].map(() => [status, first.body]))
  expect(await events()).toEqual(after)
  return headers
}

test('a check signed twice with one key is signed once, with the same answer', async () => {
  const path = `dashboard/nav/checks/${site.navId('LUX001')}/1`
  await sendAgain('accountant1', path, () => ({ comment: 'seen' }), 200, events)
  expect((await site.call('accountant1', 'POST', path, { body: {} })).status).toBe(409)
})

test('a rule result sent twice with one key is changed once', async () => {
  const [first, second] = ran.ruleResults
  const result = { result: 'NOK', comment: 'Checked by hand' }
  const headers = await sendAgain(
    'accountant1',
    'ruleresult',
    () => ({ ...result, key: first?.id }),
    200,
    events,
  )
  const other = { ...result, key: second?.id }
  const refused = await site.call('accountant1', 'POST', 'ruleresult', { body: other, headers })
  expect([refused.status, refused.body.title]).toEqual([409, 'Error'])
})

test('a reason sent twice with one key is changed once', async () => {
  await sendAgain('teamleader1', `dashboard/nav/reason/PRICE/${ran.id}`, () => undefined, 200, events)
})

test('a matching sent twice with one key is run once', async () => {
  const file = await writeMatching(fundModel())
  const matchings = async () => (await site.ownerSql`select id from nav_matching`).length
  const path = `uploadmatching/${site.navId('LUX001')}`
  await sendAgain('accountant1', path, () => formOf([file]), 201, matchings)
  expect(await matchings()).toBe(1)
})

test('calls that wait for one with their key hold no connection', async () => {
  const path = `dashboard/nav/checks/${site.navId('LUX001')}/3`
  const [locked, goOn] = [gate(), gate()]
  const blocking = site.ownerSql.begin(async (sql) => {
    await sql`lock table workflow_event in share row exclusive mode`
    locked.open()
    await goOn.opened
  })
  await locked.opened
  const headers = { 'Idempotency-Key': 'one-of-six' }
  const calls = Array.from({ length: 6 }, () =>
    site.call('accountant1', 'POST', path, { body: { comment: 'seen' }, headers }),
  )
  await someoneWaits(site.ownerSql)
  for (let read = 0; read < 10; read++)
    expect((await site.call('auditor1', 'GET', 'dashboard/nav')).status).toBe(200)
  const [row] = await site.ownerSql`select count(distinct pid)::int as waiting
    from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`
  expect(row?.waiting).toBe(1)
  goOn.open()
  await blocking
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect((await site.call('accountant1', 'POST', path, { body: {} })).status).toBe(409)
})
