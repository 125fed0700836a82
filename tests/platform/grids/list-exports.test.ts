import { sql } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { aboutOf, sheetOf } from 'tests/support/routes/exported'
import { httpSite } from 'tests/support/routes/http-site'
import { toVisit } from 'tests/support/routes/visit'
import { expect, test } from 'vitest'
import { navList } from '~/areas/navs/list.server'
import { saveLayout } from '~/platform/layouts/layouts.server'
import { WHOLE } from '~/platform/lists/list'
import { wallClock } from '~/platform/values/day'

const site = await opened(httpSite())
const visited = await toVisit(site)
for (const fundCode of ['ALPHA', 'BETA']) await site.addFund({ fundCode, fundName: `${fundCode} Fund` })
await site.step('teamleader1', visited.navId, 'cancel', { comment: 'Wrong fund' })

const ask = (path: string, user = 'auditor1') => site.ask(user, path)
const table = async (path: string, user?: string) => sheetOf(await ask(path, user))
const NAVS = '/nav-controls/export/navs.xlsx'
const LABELS = [
  'Fund',
  'Fund name',
  'NAV date',
  'Max sending date',
  'Late',
  'Status',
  'Last control',
  'Rules',
  'Controlled by',
  'First submitted by',
]

async function navs() {
  const now = new Date('2026-11-09T11:00:00Z')
  const { rows } = await navList(contextOf({ read: site.read, now, timeZone: 'Europe/Luxembourg' })).page({
    ...WHOLE,
    sort: [
      { column: 'navdate', descending: true },
      { column: 'fundcode', descending: false },
    ],
  })
  return rows
}

test('navs: the whole list in grid order, dates as dates, statuses as the badges read', async () => {
  const rows = await navs()
  expect(rows).toHaveLength(6)
  const [labels, ...lines] = await table(NAVS)
  expect(labels).toEqual(LABELS)
  expect(lines).toEqual(
    rows.map((row) => {
      const at = row.lastcontroldate && wallClock(row.lastcontroldate, 'Europe/Luxembourg')
      return [
        row.fundcode,
        row.fundname,
        row.navdate,
        row.maxsendingdate ?? '',
        row.days_late?.toString() ?? '',
        row.currentdisplay,
        at ? `${at.day} ${at.time}` : '',
        row.rules ?? '',
        row.submittedby ?? '',
        '',
      ]
    }),
  )
})

test('pages, expanded rows and widths do not matter: a file has all rows found', async () => {
  const all = await table(NAVS)
  expect(await table(`${NAVS}?page=2&size=2&expanded=1&width.fundcode=90&values=fundcode`)).toEqual(all)
})

test('filtered, grouped, sorted and without hidden columns, like the grid', async () => {
  const lines = await table(
    `${NAVS}?group=currentstatus&columns=navdate,fundcode&in.fundcode=ALPHA&in.fundcode=LUX001&sort=navdate&filter.navdate=2026`,
  )
  expect(lines).toEqual([
    ['Status', 'NAV date', 'Fund'],
    ['CANCELLED (1)', '', ''],
    ['CANCELLED (SYSTEM)', '2026-10-30', 'LUX001'],
    ['CONTROLLED (1)', '', ''],
    ['CONTROLLED (ACCOUNTANT)', '2026-09-30', 'LUX001'],
    ['TO CONTROL (2)', '', ''],
    ['TO CONTROL (ACCOUNTANT)', '2026-09-30', 'ALPHA'],
    ['TO CONTROL (ACCOUNTANT)', '2026-10-30', 'ALPHA'],
  ])
  const about = await aboutOf(await ask(`${NAVS}?group=navdate&filter.currentstatus=TO CONTROL&search=beta`))
  expect(about).toMatchObject({
    Title: ['NAVs'],
    Filters: ['any text contains “beta”', 'Status is “TO CONTROL”'],
    Rows: ['2'],
  })
})

test('groups of days and instants are named as in the grid', async () => {
  const heads = async (column: string) =>
    (await table(`${NAVS}?group=${column}&columns=fundcode`))
      .slice(1)
      .flatMap(([first = '', fund]) => (fund === '' ? [first] : []))
  expect(await heads('navdate')).toEqual(['30.10.26 (3)', '30.09.26 (3)'])
  expect(await heads('lastcontroldate')).toEqual(['02/11/2026 (2)', '(Blank) (4)'])
})

test('only selected rows, wherever they are in the list, with their groups', async () => {
  const [first, , third] = await navs()
  const path = `${NAVS}?columns=fundcode&group=navdate&selected=${first?.fundnavid},${third?.fundnavid},999999`
  expect(await table(path)).toEqual([
    ['NAV date', 'Fund'],
    ['30.10.26 (2)', ''],
    ['2026-10-30', first?.fundcode],
    ['2026-10-30', third?.fundcode],
  ])
  expect((await aboutOf(await ask(path))).Filters).toEqual(['marked rows only'])
  // Selected rows that the filter excludes are left out.
  expect(await table(`${NAVS}?selected=${first?.fundnavid}&filter.fundcode=nobody`)).toEqual([LABELS])
})

test('a plain address exports the columns its user saved, for all rows, and only for that user', async () => {
  const query = 'columns=fundcode,navdate&filter.fundcode=beta'
  await site.transaction((tx) =>
    saveLayout(contextOf({ tx, now: site.clock() }), site.actor('manager1').id, 'navdashboard', { query }),
  )
  const lines = await table(NAVS, 'manager1')
  expect(lines[0]).toEqual(['Fund', 'NAV date'])
  expect(lines).toHaveLength(7)
  expect(lines).toContainEqual(['BETA', '2026-10-30'])
  expect(await table(`${NAVS}?page=1`, 'manager1')).toHaveLength(7)
  expect(await table(NAVS)).toHaveLength(7)
})

test('an unreadable address exports nothing, rather than more than requested', async () => {
  const answer = await ask(`${NAVS}?filter.navdate=yesterday&sort=nothing`)
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(page).toContain('Nothing was exported.')
  expect(page).toContain('NAV date is not filtered: “yesterday” is not a date')
})

test('production: a row per fund, and the total of rules not OK', async () => {
  const columns = 'fund_code,current_nav,current_status_display,ko_controls,upload'
  const [labels, ...lines] = await table(`/production/export/production.xlsx?columns=${columns}`)
  expect(labels).toEqual(['Fund', 'Current NAV', 'Status', 'Rules not OK', 'Last control'])
  expect(lines.map(([code, nav, status]) => [code, nav, status])).toEqual([
    ['ALPHA', '2026-09-30', 'TO CONTROL (ACCOUNTANT)'],
    ['BETA', '2026-09-30', 'TO CONTROL (ACCOUNTANT)'],
    ['LUX001', '2026-09-30', 'CONTROLLED (ACCOUNTANT)'],
    ['Total (3)', '', ''],
  ])
  expect(lines[2]?.slice(3)).toEqual(['0', expect.stringMatching(/^2026-11-02 09:\d\d:\d\d$/)])
  expect(lines[3]?.slice(3)).toEqual(['0', ''])
})

test('pending changes, with their content', async () => {
  await site.ownerSql`
    insert into pending_change (kind, target, before, after, requested_by, requested_at)
    values ('user', 'marie', null, ${JSON.stringify({ role: 'AUDITOR', homepage: null })}::text::jsonb, null, ${site.clock()})`
  const path = '/admin/changes/export/pending_changes.xlsx'
  const [labels, ...lines] = await table(path, 'admin')
  expect(labels).toEqual(['What', 'Change', 'Reason', 'Requested by', 'Requested'])
  expect(lines.map((line) => line.slice(0, 4))).toEqual([
    ['User marie', 'Role: AUDITOR; Homepage: (blank)', '', 'Command line'],
  ])
})

test('a slow file does not delay pages', async () => {
  const { database } = site.services
  const owner = await site.ownerSql.reserve()
  await owner`select pg_advisory_lock(77)`
  const hold = async () => database.readAside.execute(sql`select pg_advisory_lock(77)`)
  const held = hold()
  let answered = false
  const file = ask(NAVS).then(async (answer) => {
    answered = true
    return answer.status
  })
  for (const path of ['/nav-controls', '/production', '/invoices', '/api/dashboard/nav'])
    expect((await ask(path)).status, path).toBe(200)
  expect(answered).toBe(false)
  await owner`select pg_advisory_unlock(77)`
  owner.release()
  await held
  expect(await file).toBe(200)
})
