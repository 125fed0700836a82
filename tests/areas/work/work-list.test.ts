import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { type HttpSite, httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { countWork, loadOfQueues, workList } from '~/areas/work/list.server'
import type { WorkView } from '~/areas/work/work'
import { workReader } from '~/areas/work/work-objects.server'
import { WHOLE } from '~/platform/lists/list'
import { localTime } from '~/platform/values/day'
import { dueText, showDay } from '~/platform/values/show'

/** NAVs of 30/10/2026: due to the team leader on the 5th, to be sent on the 10th. */
const TODAY = '2026-11-07'

const site = await opened(httpSite())
const alpha = await site.addFund({ fundCode: 'ALPHA', fundName: 'Alpha Fund' })
const beta = await site.addFund({ fundCode: 'BETA', fundName: 'Beta Fund' })
for (const fund of [alpha, beta]) await site.control('accountant1', fund)
await site.ownerSql`update fund_nav set max_prebalance_date = '2026-11-05'`
await site.step('accountant2', alpha.navId, 'submit')

const reader = (user: Parameters<HttpSite['actor']>[0], today = TODAY) =>
  workReader(
    contextOf({
      read: site.read,
      actor: site.actor(user),
      now: new Date(`${today}T11:00:00Z`),
      timeZone: 'Europe/Luxembourg',
    }),
  )
async function work(user: Parameters<HttpSite['actor']>[0], view: WorkView = 'mine', today = TODAY) {
  const { list } = await workList(reader(user, today), view)
  const { rows } = await list.page({
    ...WHOLE,
    size: 1_000,
    filters: [{ column: 'kind', operator: 'equals', values: ['NAV'] }],
  })
  return rows
}
const titles = async (...args: Parameters<typeof work>) => (await work(...args)).map(({ title }) => title)

test('a NAV is in the work of its queue, with results, next step and remaining days', async () => {
  expect((await work('teamleader1')).find(({ id }) => id === alpha.navId)).toEqual({
    id: alpha.navId,
    kind: 'NAV',
    href: `/nav-controls/${alpha.navId}`,
    title: 'Alpha Fund, 30/10/2026',
    status: 'SUBMITTED',
    queue: 'TEAM LEADER',
    class: 'pending',
    due: '2026-11-10',
    dueTime: null,
    dueIn: { days: 3, minutes: null },
    section: '4',
    days: 3,
    days_late: null,
    amount: null,
    currency: null,
    facts: '25 OK · 25 not applicable',
    figures: expect.stringMatching(/^TNA [\d,]+\.\d\d [A-Z]{3}.*, NAV per share/),
    for: null,
    next: 'Approve',
    by: 'Björn Lindqvist',
    since: expect.any(Date),
    comment: '',
  })
  expect(await titles('accountant1')).toContain('Beta Fund, 30/10/2026')
  expect(await titles('accountant1')).not.toContain('Alpha Fund, 30/10/2026')
  expect(await titles('finance1')).toEqual([])
})

test('the filter of kinds offers all kinds that the user may open, and changes', async () => {
  const kindsOf = async (user: Parameters<typeof reader>[0]) => {
    const { declared } = await workList(reader(user), 'mine')
    return declared.find(({ id }) => id === 'kind')?.meta?.options?.map(({ value }) => value)
  }
  expect(await kindsOf('auditor1')).toEqual([
    'NAV',
    'Draft',
    'Invoice',
    'Payment run',
    'Bank entry',
    'NAV error',
    'Oversight report',
    'Budget',
    'Task',
    'Bank account',
    'Change',
  ])
  expect(await kindsOf('operations1')).not.toContain('Payment run')
})

test('an unsubmitted NAV is late from the day after its prebalance date', async () => {
  const due = async (today: string) =>
    (await work('accountant1', 'mine', today)).find(({ id }) => id === beta.navId)
  const row = await due(TODAY)
  expect(row?.days).toBeLessThan(0)
  expect((await due(row?.due ?? ''))?.days).toBe(0)
  const words = [-1, 0, 1, -12].map((days) => dueText({ days, minutes: null }))
  expect(words).toEqual(['1 day late', 'today', 'in 1 day', '12 days late'])
  const counted = await countWork(reader('accountant1'))
  const { list } = await workList(reader('accountant1'), 'mine')
  const rows = await list.page(WHOLE)
  expect(counted.waiting).toBe(rows.total)
  expect(counted.late).toBe(rows.rows.filter(({ days }) => days !== null && days < 0).length)
})

test('changes of a cut-off time and a day apply to the work list', async () => {
  await site.ownerSql`update fund_nav set max_prebalance_date = '2026-11-06', max_prebalance_time = '15:00' where id = ${beta.navId}`
  const due = async () => (await work('accountant1')).find(({ id }) => id === beta.navId)
  expect(await due()).toMatchObject({ due: '2026-11-06', dueTime: '15:00', days: -1 })
  await site.ownerSql`update fund_nav set max_prebalance_date = '2026-11-05', max_prebalance_time = null where id = ${beta.navId}`
  expect(await due()).toMatchObject({ due: '2026-11-05', dueTime: null, days: -2 })
})

test('My work gives hours and minutes for times due today, and for those passed', async () => {
  const { today } = localTime({ now: site.clock(), timeZone: 'Europe/Luxembourg' })
  const page = async (time: string | null, day = today) => {
    await site.ownerSql`update fund_nav set max_prebalance_date = ${day}, max_prebalance_time = ${time} where id = ${beta.navId}`
    return (await site.page('accountant1', '/work?filter.title=Beta')).html
  }
  expect(await page('23:59')).toMatch(/in \d+ (h|min)/)
  const past = await page('00:00')
  expect(past).toMatch(/\d+ (h|min) late/)
  expect(past).toContain(`${showDay(today)} 00:00`)
  await page(null, '2026-11-05')
})

test('before the NAV date it is in no work list', async () => {
  expect(await titles('accountant1', 'mine', '2026-10-29')).not.toContain('Beta Fund, 30/10/2026')
  expect(await titles('accountant1', 'mine', '2026-10-30')).toContain('Beta Fund, 30/10/2026')
})

test('its submitter, excluded by the four-eyes rule, sees it waiting for others', async () => {
  await site.step('teamleader1', beta.navId, 'submit')
  expect(await titles('teamleader1')).not.toContain('Beta Fund, 30/10/2026')
  expect(await titles('teamleader1', 'others')).toContain('Beta Fund, 30/10/2026')
  expect(await titles('teamleader2')).toContain('Beta Fund, 30/10/2026')
  expect(await titles('accountant2', 'others')).toEqual(['Alpha Fund, 30/10/2026'])
})

test('a returned NAV is listed as returned, with who and why', async () => {
  await site.step('teamleader2', alpha.navId, 'return', { comment: 'Price of the bond' })
  const [row] = await work('accountant1', 'returned')
  expect(row).toMatchObject({
    id: alpha.navId,
    status: 'RETURNED',
    next: 'Submit',
    comment: 'Price of the bond',
  })
  expect(row?.by).toBe(site.actor('teamleader2').fullName)
  expect(await titles('teamleader2', 'done', site.clock().toISOString().slice(0, 10))).toContain(
    'Alpha Fund, 30/10/2026',
  )
})

test('a page says how much is waiting, and where; a file has the same rows', async () => {
  const { html } = await site.page('teamleader1', '/work')
  const { waiting } = JSON.parse((await site.page('teamleader1', '/work/count')).html)
  expect(html).toMatch(new RegExp(`topbar__count[^>]*>${waiting}<`))
  const { html: file } = await site.page('teamleader1', '/work/export/my_work.csv')
  expect(file.trim().split('\n')).toHaveLength(waiting + 1)
  expect(JSON.parse((await site.page('newcomer1', '/work/count')).html)).toMatchObject({
    hasWork: false,
    news: 0,
  })
  expect((await site.page('newcomer1', '/work')).html).toContain('Nothing to do. Work for your queues')
  expect((await site.page('teamleader1', '/work/anything')).status).toBe(404)
})

test('the workload has each queue by due day, for the kinds the user may see', async () => {
  const load = async (queue: string, user: Parameters<HttpSite['actor']>[0], today: string) =>
    (await loadOfQueues(reader(user, today))).find((each) => each.queue === queue)
  const state = await site.stateOf(beta.navId)
  expect(state).toBe('SUBMITTED (TEAM LEADER)')
  const days = (at: number) => Array.from({ length: 10 }, (_, day) => (day === at ? 1 : 0))
  const none = { late: 0, later: 0, undated: 0 }
  const leader = { ...none, queue: 'TEAM LEADER' }
  expect(await load('TEAM LEADER', 'auditor1', '2026-11-09')).toEqual({ ...leader, days: days(1) })
  expect(await load('TEAM LEADER', 'auditor1', '2026-11-11')).toEqual({ ...leader, late: 1, days: days(-1) })
  expect(await load('TEAM LEADER', 'auditor1', '2026-10-31')).toEqual({ ...leader, later: 1, days: days(-1) })
  // Not before its NAV date.
  expect(await load('TEAM LEADER', 'auditor1', '2026-10-29')).toBeUndefined()
  expect(await load('TEAM LEADER', 'finance1', '2026-11-09')).toBeUndefined()
  const { html } = await site.page('auditor1', '/work/load')
  expect(html.replaceAll('<!-- -->', '')).toMatch(/aria-label="TEAM LEADER\. \d+ open/)
  expect((await site.page('newcomer1', '/work/load')).html).toContain('Nothing is open that you may see.')
})

test('each count of the workload leads to its rows', async () => {
  const { html } = await site.page('auditor1', '/work/load')
  const counts = [...html.matchAll(/href="(\/work\/open\?[^"]*)"[^>]*>([\d,]+)</g)]
  expect(counts.length).toBeGreaterThan(2)
  for (const [, href = '', count] of counts) {
    const address = href.replaceAll('&amp;', '&')
    const { html: list } = await site.page('auditor1', address)
    expect(list.replaceAll('<!-- -->', ''), address).toMatch(
      new RegExp(`role="status">All open: ${count === '1' ? '1 row' : `${count} rows`}`),
    )
  }
})

test('closing an object opened from My work returns to the filtered list, and to no other site', async () => {
  const { html } = await site.page('teamleader1', '/work/done?filter.kind=NAV&sort=title')
  const links = [...html.matchAll(/class="grid__open" href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  const [link = ''] = links
  expect(new URL(link, site.origin).searchParams.get('back')).toBe('/work/done?filter.kind=NAV&sort=title')
  const closes = async (address: string) => {
    const { html } = await site.page('teamleader1', address)
    return /href="([^"]*)"[^>]*><span class="drawer__as-panel">/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(await closes(link)).toBe('/work/done?filter.kind=NAV&sort=title')
  for (const back of [
    '//elsewhere.example/work?x=1',
    '/\\elsewhere.example?x=1',
    'https://elsewhere.example/?x',
  ])
    expect(
      await closes(`/nav-controls/${beta.navId}?${new URLSearchParams({ page: '1', back })}`),
      back,
    ).toMatch(/^\/nav-controls\?page=1&back=/)
})

test('what a user may no longer open is in none of their lists, even after their own steps', async () => {
  expect((await work('accountant2', 'returned')).map(({ id }) => id)).toContain(alpha.navId)
  const { authorisations, ...before } = site.actor('accountant2')
  const closed = authorisations.filter(
    ({ uxFunction }) => !['navctrl', 'production'].includes(uxFunction.uxFunction),
  )
  const without = { ...reader('accountant2'), actor: { ...before, authorisations: closed } }
  for (const view of ['mine', 'returned', 'others', 'done', 'open'] as const) {
    const { list } = await workList(without, view)
    expect((await list.page({ ...WHOLE, size: 1_000 })).rows.filter(({ kind }) => kind === 'NAV')).toEqual([])
  }
  expect((await countWork(without)).kinds.map(({ kind }) => kind)).not.toContain('NAV')
})
