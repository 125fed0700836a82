import { constructedNavs, type Happened } from 'tests/support/areas/production/constructed'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import type { KpiRow } from '~/areas/kpi/kpi'
import { kpiNavs } from '~/areas/kpi/kpi-outcomes.server'
import { kpiRows } from '~/areas/kpi/list.server'
import { addDays, type Day } from '~/platform/values/day'

const ZONE = 'Europe/Luxembourg'
const FUNDS = ['KPIA', 'KPIB', 'KPIC']
const MONTHS = { first: '2026-09-01', last: '2026-10-31' }

/** The random history of one NAV. */
interface Story {
  fund: string
  navId: number
  navDate: Day
  maxPrebalance: Day | null
  maxSending: Day | null
  events: Happened[]
  cancelled: boolean
}

const stories: Story[] = []

/** A fixed pseudo-random sequence: from 0 up to, not including, a limit. */
let state = 20261030
const below = (limit: number) => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
}

/** Events in any order: the workflow would not allow all of them, but the methods do not rely on that. */
function madeUp(navDate: Day): Happened[] {
  const events: Happened[] = []
  const ENDS = ['21:59:59', '22:00:00', '22:30:00', '23:00:00', '08:00:00']
  let day = addDays(navDate, 1)
  const count = below(9)
  for (let at = 0; at < count; at += 1) {
    day = addDays(day, below(3))
    const name = (['control', 'submit', 'submit', 'send', 'reopen', 'return'] as const)[below(6)] ?? 'control'
    const received =
      name === 'submit' && below(3) > 0 ? { documentReceptionDate: addDays(day, -below(4)) } : undefined
    // Within a second of midnight in the zone, in summer and in winter.
    events.push([name, 'accountant1', `${day}T${ENDS[below(5)]}Z`, received])
  }
  return events.sort(([, , a], [, , b]) => (a < b ? -1 : a > b ? 1 : 0))
}

const site = await opened(testSite())
const on = (today: Day) => contextOf({ read: site.read, today, timeZone: ZONE })
const constructed = constructedNavs(site)
for (const fund of FUNDS) {
  const navDates = Array.from({ length: 12 }, (_, at) => addDays('2026-09-03', at * 5))
  const ids = await constructed.addFund(fund, { navDates })
  for (const [at, navDate] of navDates.entries()) {
    const navId = ids[at] ?? 0
    const story = {
      fund,
      navId,
      navDate,
      cancelled: below(8) === 0,
      maxPrebalance: below(7) === 0 ? null : addDays(navDate, 2),
      maxSending: below(7) === 0 ? null : addDays(navDate, 5),
      events: madeUp(navDate),
    }
    stories.push(story)
    await site.ownerSql`update fund_nav set max_prebalance_date = ${story.maxPrebalance},
      max_sending_date = ${story.maxSending} where id = ${navId}`
    for (const event of story.events)
      if (event[0] === 'control')
        await constructed.control(navId, event[1], event[2], { ok: 1, ko: 0, why: 'FIRST' })
      else await constructed.happen(navId, event)
    if (story.cancelled) await constructed.happen(navId, ['cancel', 'teamleader1', '2026-11-20T08:00:00Z'])
  }
}

// The oracle uses the product’s terms and none of its tables.

const dayOf = (instant: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(new Date(instant))
const times = ({ events }: Story, name: string) => events.filter(([each]) => each === name)
const firstDay = (story: Story, name: string) => {
  const [first] = times(story, name)
  return first ? dayOf(first[2]) : null
}
const inTime = (done: Day | null, limit: Day | null, today: Day | null) => {
  if (limit === null) return 'unmeasured'
  if (done !== null) return done <= limit ? 'met' : 'missed'
  return today !== null && today > limit ? 'missed' : 'open'
}

function outcomes(story: Story, today: Day): Record<number, string> {
  const [, , , submission] = times(story, 'submit')[0] ?? []
  const received = (submission?.documentReceptionDate as Day | undefined) ?? null
  const submits = times(story, 'submit').length
  const isSent = story.events.at(-1)?.[0] === 'send'
  return {
    1: inTime(firstDay(story, 'send'), story.maxSending, today),
    // Sent without a reception date: not in time.
    2:
      isSent && received === null && story.maxPrebalance !== null
        ? 'missed'
        : inTime(received, story.maxPrebalance, null),
    3: inTime(firstDay(story, 'control'), story.maxPrebalance, today),
    4: submits > 1 ? 'missed' : submits === 1 && isSent ? 'met' : 'open',
  }
}

function expected(fund: string, month: string, method: number, today: Day): Partial<KpiRow> {
  const own = stories.filter((one) => one.fund === fund && one.navDate.startsWith(month) && !one.cancelled)
  const judged = method !== 5
  const having = (outcome: string) =>
    judged ? own.filter((story) => outcomes(story, today)[method] === outcome).length : null
  const [met, missed] = [having('met') ?? 0, having('missed') ?? 0]
  return {
    navs: own.length,
    met: having('met'),
    missed: having('missed'),
    open: having('open'),
    unmeasured: having('unmeasured'),
    rate: judged && met + missed > 0 ? (met / (met + missed)).toFixed(4) : null,
    resends: judged ? null : own.reduce((sum, story) => sum + times(story, 'reopen').length, 0),
  }
}

const TODAYS = [
  '2026-09-04',
  '2026-09-15',
  '2026-09-30',
  '2026-10-10',
  '2026-10-21',
  '2026-11-02',
  '2027-03-01',
]

test.each(TODAYS)('on %s each fund, month and method matches its histories', async (today) => {
  const rows = await kpiRows(on(today), MONTHS)
  expect(rows).toHaveLength(FUNDS.length * 2 * 5)
  for (const row of rows) expect(row).toMatchObject(expected(row.fund_code, row.month, row.method_id, today))
})

test('the histories contain every outcome of every method', () => {
  const found = (method: number) =>
    new Set(TODAYS.flatMap((today) => stories.map((story) => outcomes(story, today)[method])))
  for (const method of [1, 2, 3])
    expect([...found(method)].sort()).toEqual(['met', 'missed', 'open', 'unmeasured'])
  expect([...found(4)].sort()).toEqual(['met', 'missed', 'open'])
  expect(stories.some(({ cancelled }) => cancelled)).toBe(true)
})

test('the NAVs behind a row are those it counts, with their days', async () => {
  const today = '2026-10-10'
  const rows = await kpiRows(on(today), MONTHS)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    const navs = await kpiNavs(on(today), row.key)
    expect(navs).toHaveLength(row.navs)
    for (const nav of navs) {
      const story = stories.find(({ navId }) => navId === nav.nav_id)
      if (!story) throw new Error(`NAV ${nav.nav_id} is none of ours`)
      if (row.method_id !== 5) expect(nav.outcome).toBe(outcomes(story, today)[row.method_id])
      if (row.method_id === 1)
        expect([nav.due, nav.done]).toEqual([story.maxSending, firstDay(story, 'send')])
      if (row.method_id === 5) expect(nav.times).toBe(times(story, 'reopen').length)
    }
  }
})

test('an unknown row key has no NAVs, whatever it contains', async () => {
  for (const key of ['', 'x', '1 2026-13 1', '1 0000-01 1', '999999 2026-10 1', "1 2026-10 1' or true"])
    expect(await kpiNavs(on('2026-10-10'), key)).toEqual([])
})
