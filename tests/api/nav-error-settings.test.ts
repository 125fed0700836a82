import { fund } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { jsonCalls } from 'tests/support/api/json-calls'
import { sentNavs } from 'tests/support/areas/nav-errors/sent-navs'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { refusal } from 'tests/support/platform/tables/verbs'
import { httpSite } from 'tests/support/routes/http-site'
import { secondAdmin } from 'tests/support/second-admin'
import { afterAll, expect, test } from 'vitest'
import type { Actor } from '~/areas/access/actor'
import { tolerancesTable } from '~/areas/navs/tolerances.server'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { createRow } from '~/platform/tables/change-rows.server'
import type { PostedRow } from '~/platform/tables/table-row'

const site = await opened(httpSite())
const navs = sentNavs(site)
const other = await secondAdmin(site)
site.setClock('2026-11-10T09:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))

const { call, post } = jsonCalls(site)
const ZONE = 'Europe/Luxembourg'

/** The newest waiting change, decided by this person. */
async function approve(who: Actor) {
  const change = (await pendingChanges(site.read)).at(-1)
  await site.transaction((tx) =>
    approvePendingChange(contextOf({ tx, actor: who, now: site.clock(), timeZone: ZONE }), change?.id ?? 0),
  )
}

const open = (fundCode: string, discoveredOn: string) =>
  post('accountant1', 'nav-errors', {
    fundCode,
    kind: 'NAV',
    causes: [{ cause: 'PRICE', causedBy: 'administrator' }],
    discoveredOn,
    discoveredBy: 'Manager of the fund',
    description: 'Stale price of a bond',
    firstDate: '2026-11-02',
    lastDate: null,
  })

test('a setting needs another administrator; cases keep those in force on the day of discovery', async () => {
  await navs.addFund('SET01', { SET01A: { currency: 'EUR' } })
  const proposed = await post('admin', 'nav-errors/policy', {
    setting: 'notifyWeeks',
    level: 'fund',
    subject: 'SET01',
    value: '2',
    validFrom: '2026-11-05',
    comment: 'Board of 30 October',
  })
  expect([proposed.status, proposed.body.note]).toEqual([
    202,
    'it takes effect when another administrator approves it',
  ])
  expect((await refusal(approve(site.actor('admin')))).message).toMatch(/^You requested this change/)
  expect((await refusal(approve(site.actor('teamleader1')))).message).toMatch(/Ask an administrator/)
  const { body: before } = await open('SET01', '2026-11-09')
  expect((await call('accountant1', `nav-errors/${before.id}`)).body.deadlines).toMatchObject({
    notify: '2026-12-07',
  })

  const [waiting] = await pendingChanges(site.read)
  expect(waiting?.description).toBe(
    'NAV errors: Weeks until the notification, for fund SET01, from 05/11/2026',
  )
  await approve(other)
  const rows = (await call('auditor1', 'nav-errors/policy')).body
  expect(rows).toMatchObject([
    { setting: 'notifyWeeks', level: 'fund', subject: 'SET01', value: '2', state: 'active' },
  ])
  const { body: late } = await open('SET01', '2026-11-09')
  const { body: early } = await open('SET01', '2026-11-04')
  const shown = async (id: number) => (await call('accountant1', `nav-errors/${id}`)).body
  // Two weeks from the 9th; four from the 4th, on which the setting was not in force.
  expect((await shown(late.id)).deadlines.notify).toBe('2026-11-23')
  expect((await shown(late.id)).policyLevels).toMatchObject({ notifyWeeks: 'fund SET01', dates: 'default' })
  expect((await shown(early.id)).deadlines.notify).toBe('2026-12-02')
  // The case that was open before keeps what it has.
  expect((await shown(before.id)).deadlines.notify).toBe('2026-12-07')

  const changed = await post('admin', 'nav-errors/policy', { key: rows[0].key, value: '3' })
  expect(changed.status).toBe(202)
  await approve(other)
  expect((await call('auditor1', 'nav-errors/policy')).body[0].value).toBe('3')
  const over = await post('admin', 'nav-errors/policy', { key: rows[0].key, seen: rows[0], value: '4' })
  expect(over.status).toBe(409)
  expect(JSON.stringify(over.body)).toContain(`was changed by ${site.actor('admin').fullName}`)
})

test('odd settings, and people without the right, are refused', async () => {
  const odd = await post('admin', 'nav-errors/policy', {
    setting: 'dates',
    level: 'regime',
    subject: 'AIF',
    value: 'always',
  })
  expect([odd.status, odd.body.fields]).toEqual([422, { value: 'Enter one of material, since, period.' }])
  for (const user of ['accountant1', 'manager1', 'auditor1'])
    expect((await post(user, 'nav-errors/policy', { setting: 'dates' })).status).toBe(403)
  expect((await call('treasurer1', 'nav-errors/policy')).status).toBe(403)
})

test('the page shows the settings, and those that wait', async () => {
  await post('admin', 'nav-errors/policy', { setting: 'dates', level: 'all', value: 'period' })
  const { status, html } = await site.page('admin', '/admin/nav-errors')
  expect(status).toBe(200)
  for (const text of ['Weeks until the notification', 'Dates whose deals count', 'Rule tolerances'])
    expect(html).toContain(text)
  expect((await site.page('accountant1', '/admin/nav-errors')).status).toBe(403)
})

test('closed-ended funds have no threshold; only reserved ones may have a higher one, from the day investors were informed', async () => {
  const id = await navs.addFund('SET02', { SET02A: { currency: 'EUR' } })
  const propose = (row: PostedRow) =>
    site.transaction((tx) =>
      createRow(
        contextOf({ tx, actor: site.actor('admin'), now: site.clock(), timeZone: ZONE }),
        tolerancesTable,
        {
          tolerance: 'N11.threshold',
          level: 'fund',
          subject: 'SET02',
          ...row,
        },
      ),
    )
  const faultOf = async (row: PostedRow) => (await refusal(propose(row))).options.fields
  // 1 % is that of EQUITY funds.
  expect(await faultOf({ value: '2' })).toEqual({
    value: expect.stringContaining('at most 1 %, that of EQUITY funds'),
  })
  await site.transaction((tx) => tx.update(fund).set({ reserved: true }).where(eq(fund.id, id)))
  expect(await faultOf({ value: '5.1', validFrom: '2026-11-01' })).toEqual({
    value: expect.stringContaining('at most 5 %'),
  })
  expect(await faultOf({ value: '5' })).toEqual({ validFrom: expect.stringContaining('investors were told') })
  await propose({ value: '5', validFrom: '2026-11-01' })
  await approve(other)
  const { body: reserved } = await open('SET02', '2026-11-09')
  expect((await call('accountant1', `nav-errors/${reserved.id}`)).body).toMatchObject({
    policy: { threshold: '5' },
    thresholdLevel: 'fund SET02 (N11)',
  })
  await site.transaction((tx) => tx.update(fund).set({ closedEnded: true }).where(eq(fund.id, id)))
  const { body: closed } = await open('SET02', '2026-11-09')
  expect((await call('accountant1', `nav-errors/${closed.id}`)).body).toMatchObject({
    policy: { threshold: null },
    thresholdLevel: 'closed-ended fund',
  })
})
