import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { type HttpSite, httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { waitingStates } from '~/areas/work/waiting-states.server'
import { dueAtEnds } from '~/areas/work/work-history.server'
import { shownDays, summaryOfLine } from '~/areas/work/work-numbers'
import { workNumbers } from '~/areas/work/work-numbers.server'

type User = Parameters<HttpSite['actor']>[0]

const ZONE = 'Europe/Luxembourg'
const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'NUMB', fundName: 'Number Fund' })
await site.control('accountant1', fund)
// Only this NAV is due: to the team leader on the 4th, to be sent on the 9th.
await site.ownerSql`update fund_nav set max_prebalance_date = null, max_sending_date = null`
await site.ownerSql`
  update fund_nav set max_prebalance_date = '2026-11-04', max_sending_date = '2026-11-09' where id = ${fund.navId}`

const at = (user: User, day: string) =>
  contextOf({ read: site.read, actor: site.actor(user), now: new Date(`${day}T11:00:00Z`), timeZone: ZONE })
const textOf = (html: string) => html.replaceAll('<!-- -->', '')

async function numbers(user: User, day: string) {
  const found = await workNumbers(at(user, day), {})
  return { ...found, of: (label: string) => found.numbers.find((number) => number.label === label) }
}

test('what is late and what is due is counted, each a link to its rows', async () => {
  const due = async (day: string) => {
    const { of } = await numbers('accountant1', day)
    return ['Late', 'Due today', 'Due in 3 days'].map((label) => of(label)?.value)
  }
  expect(await due('2026-11-03')).toEqual(['0', '0', '1'])
  expect(await due('2026-11-04')).toEqual(['0', '1', '0'])
  expect(await due('2026-11-06')).toEqual(['1', '0', '0'])
  const { of, teams } = await numbers('accountant1', '2026-11-05')
  expect(of('Late')).toMatchObject({
    value: '1',
    note: '1 newly late',
    isBad: true,
    href: '/work?filter.days_late=%3C%3E',
  })
  expect(of('Late')?.series).toHaveLength(20)
  expect(of('Late')?.series.at(-1)).toBe(1)
  expect((await numbers('accountant1', '2026-11-09')).of('Late')).toMatchObject({
    note: 'none newly late',
    isBad: false,
  })
  expect(teams).toBeNull()
  expect((await numbers('teamleader1', '2026-11-05')).teams).toContainEqual({
    queue: 'ACCOUNTANT',
    late: 1,
    today: 0,
    soon: 0,
  })
})

test('the page shows the figures above parts by due day, whose links lead to the same rows', async () => {
  site.setClock('2026-11-04T09:00:00Z')
  const { html } = await site.page('accountant1', '/work')
  const text = textOf(html)
  expect(text).toContain('aria-label="Numbers"')
  expect(text).toMatch(/role="img" aria-label="Due today, work of your queues over 20 business days: /)
  expect(text).toMatch(/class="grid__group"[\s\S]*?>Today</)
  const found = textOf((await site.page('accountant1', '/work?in.section=2')).html)
  expect(found).toContain('Number Fund, 30/10/2026')
  const later = textOf((await site.page('accountant1', '/work?in.section=4')).html)
  expect(later).not.toContain('Number Fund, 30/10/2026')
  expect(textOf((await site.page('accountant1', '/work/others')).html)).not.toContain('aria-label="Numbers"')
})

test('the line has what waited at the end of each day, also what has left since', async () => {
  site.setClock('2026-11-06T09:00:00Z')
  await site.step('accountant1', fund.navId, 'submit')
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06']
  const history = async (user: User) => {
    const context = at(user, '2026-11-06')
    return (await dueAtEnds(context, await waitingStates(context), days)).map(
      ({ late, today, soon }) => `${late} ${today} ${soon}`,
    )
  }
  expect(await history('accountant1')).toEqual(['0 0 0', '0 0 1', '0 0 1', '0 1 0', '1 0 0', '0 0 0'])
  // Team leaders are accountants too, for whom it waited before.
  expect(await history('teamleader1')).toEqual(['0 0 0', '0 0 1', '0 0 1', '0 1 0', '1 0 0', '0 0 1'])
  const { of } = await numbers('accountant1', '2026-11-06')
  expect(of('Waiting on others')).toMatchObject({
    value: '1',
    note: '1 step taken today',
    href: '/work/others',
  })
})

test('payments and KPIs are for those who may see them', async () => {
  const labels = async (user: User) => (await numbers(user, '2026-11-06')).numbers.map(({ label }) => label)
  expect(await labels('treasurer1')).toContain('Cash that leaves today')
  expect(await labels('accountant1')).not.toContain('Cash that leaves today')
  // No NAV is settled yet.
  expect(await labels('accountant1')).not.toContain('First time right')
})

test('the days of a line are weekdays, with today at the end', () => {
  const days = shownDays('2026-11-08')
  expect([days.length, days.at(-1), days.at(-2), days.at(-7)]).toEqual([
    20,
    '2026-11-08',
    '2026-11-06',
    '2026-10-30',
  ])
  expect(summaryOfLine('Late work', [null, 3, 7, 5])).toBe('Late work over 4 business days: 3 to 7, now 5')
  expect(summaryOfLine('Late work', [null])).toBe('Late work over 1 business days: no figures')
})
