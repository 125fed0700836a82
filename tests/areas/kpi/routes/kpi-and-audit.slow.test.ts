import { randomUUID } from 'node:crypto'
import { opened } from 'tests/support/opened'
import { aboutOf, sheetOf } from 'tests/support/routes/exported'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'LUX001' })
const navId = fund.navId
await site.step('teamleader1', fund.previousNavId, 'cancel', { comment: 'Wrong fund' })

const ask = (path: string, user = 'auditor1') => site.ask(user, path)
const MONTHS = 'from=2026-10&to=2026-10'

test('the KPI file has the filtered rows for the months of its address; its title names the months', async () => {
  const path = `/production/kpi/export/kpi.xlsx?${MONTHS}&filter.method_name=Resends`
  expect(await sheetOf(await ask(path))).toEqual([
    ['Month', 'Fund', 'KPI', 'NAVs', 'Met', 'Missed', 'Open', 'Rate', 'Resends', 'Comments'],
    ['2026-10', 'LUX001', 'Resends', '1', '', '', '', '', '0', ''],
    ['Total (1)', '', '', '', '', '', '', '', '0', ''],
  ])
  expect(Object.values(await aboutOf(await ask(path))).flat()).toContain(
    'KPI, NAV dates from 10/2026 to 10/2026',
  )
  // The only NAV of September was cancelled and does not count.
  const september = await sheetOf(await ask('/production/kpi/export/kpi.xlsx?from=2026-09&to=2026-09'))
  expect(september.flat()).not.toContain('LUX001')
})

test('the audit file has all rows found, each with its values', async () => {
  const [labels, ...lines] = await sheetOf(
    await ask(
      `/admin/audit/export/audit.xlsx?filter.name=cancel&columns=who_name,object_kind,name,status,log,hash`,
    ),
  )
  expect(labels).toEqual(['By', 'Kind', 'What', 'Status', 'Comment', 'Hash'])
  expect(lines).toEqual([
    [
      'Claire Weyland',
      'NAV',
      'cancel',
      'CANCELLED (SYSTEM)',
      'Wrong fund',
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ],
  ])
})

test('a search says how far it goes, and offers to continue if nothing is found', async () => {
  const page = await (await ask('/admin/audit?search=zzzz')).text()
  expect(page).toContain('Anything else is searched in the newest')
  expect(page).toContain('Clear filters')
})

test('before an event, the page, its links and its file show only earlier events', async () => {
  const [last, first] = await site.ownerSql<{ id: string; at: Date }[]>`
    select id from workflow_event where object_kind = 'nav' order by at desc, id desc`
  const address = `filter.object_kind=nav&before=${last?.id}`
  const page = await (await ask(`/admin/audit?${address}`)).text()
  expect(page).not.toContain(`event ${last?.id},`)
  expect(page).toContain(`event ${first?.id},`)
  expect(page.replaceAll('<!-- -->', '')).toMatch(/Only events before \d\d\/\d\d\/\d{4} \d\d:\d\d are shown/)
  const links = [...page.matchAll(/href="(\/admin\/audit[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  const without = links.filter((href) => href.includes('?') && !href.includes(`before=${last?.id}`))
  // The link back to the newest event.
  expect(new Set(without)).toEqual(new Set(['/admin/audit?filter.object_kind=nav']))
  expect(page).toContain(`name="before" value="${last?.id}"`)
  const all = await sheetOf(await ask('/admin/audit/export/audit.xlsx?filter.object_kind=nav&columns=id'))
  const file = await sheetOf(await ask(`/admin/audit/export/audit.xlsx?${address}&columns=id`))
  expect(all.flat()).toContain(last?.id)
  expect(file).toEqual(all.filter((line) => !line.includes(last?.id ?? '')))
})

test('any parameter in the address gets an answer', async () => {
  const odd = [
    'from=0000-01&to=9999-12',
    "from=2026-10'&to[]=x",
    'from=2026-10&from=2026-09&to=2026-13',
    `${MONTHS}&expanded=1%202026-13%201`,
    `${MONTHS}&expanded=999999999999%202026-10%201`,
    `${MONTHS}&expanded=%00&selected=%EF%BF%BE&sort=nothing`,
  ].map((query) => `/production/kpi?${query}`)
  const trail = [
    'filter.object_id=99999999999999999999&filter.at=x',
    'filter.object_id=>=1.5&in.object_id=x&in.object_kind=nothing',
    'search=%25_%5C%27&filter.who_name=%25%5C%27%7B%7D',
    'in.who_name=&in.who_name=x&in.who_name=%7B1,2%7D',
    `filter.object_id=${navId}&expanded=999999999999999999`,
    'group=object_kind,at,log&values=hash&sort=log,-values',
    'filter.values=%7B%22was%22&filter.hash=%00&page=1000000',
    ...['x', '', '-1', '999999999999999', '9'.repeat(40), '1%00'].map(
      (before) => `search=x&before=${before}`,
    ),
  ].map((query) => `/admin/audit?${query}`)
  for (const path of [...odd, ...trail]) expect((await ask(path)).status, path).toBe(200)
  expect(site.crashes()).toEqual([])
})

test('only administrators create process dates manually', async () => {
  const make = (user: string) =>
    site.ask(user, '/admin/system', {
      method: 'POST',
      body: new URLSearchParams({ idempotencyKey: randomUUID(), intent: 'generate' }),
    })
  const answer = await make('admin')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/admin/system'])
  expect((await make('auditor1')).status).toBe(403)
  const page = await (await ask('/admin/system')).text()
  expect(page).toMatch(/Database, writing/)
  expect(page).not.toContain('Create process dates now')
})
