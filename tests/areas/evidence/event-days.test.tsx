import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { markup } from 'tests/support/ui/render'
import { expect, test } from 'vitest'
import { noteVerification } from '~/areas/access/verification.server'
import { eventDays } from '~/areas/evidence/event-days.server'
import { EventDaysChart } from '~/areas/evidence/event-days-chart'
import { openSigning } from '~/platform/workflow/signing.server'

const site = await opened(httpSite())
await site.addFund({ fundCode: 'EVENTS' })

const days = async (verifiedAt: Date | null) =>
  eventDays(contextOf({ read: site.read, now: site.clock(), timeZone: 'Europe/Luxembourg' }), verifiedAt)
const sum = (of: 'verified' | 'since', counted: Awaited<ReturnType<typeof days>>) =>
  counted.reduce((all, day) => all + day[of], 0)

test('events are counted by day, apart by whether the last verification read them', async () => {
  const [{ count, last } = { count: 0, last: new Date(0) }] = await site.ownerSql<
    { count: number; last: Date }[]
  >`select count(*)::int as count, max(at) as last from workflow_event where at >= ${new Date(site.clock().getTime() - 29 * 86_400_000)}`
  expect(count).toBeGreaterThan(0)
  const before = await days(null)
  expect(before).toHaveLength(30)
  expect([sum('verified', before), sum('since', before)]).toEqual([0, count])
  const after = await days(last)
  expect([sum('verified', after), sum('since', after)]).toEqual([count, 0])
})

test('the picture describes what is verified, and draws a broken history differently', async () => {
  const drawn = [
    { day: '2026-10-31', verified: 2, since: 0 },
    { day: '2026-11-01', verified: 1_200, since: 3 },
  ]
  const html = await markup(<EventDaysChart days={drawn} isIntact />)
  expect(html).toContain('1,205 events in 2 days: 1,202 verified, 3 since.')
  expect(html).toContain('<title>01/11/2026: 1,200 events verified, 3 since</title>')
  expect(html).toContain('>11/2026<')
  expect(html).toContain('chart__part--good')
  const broken = await markup(<EventDaysChart days={drawn} isIntact={false} />)
  expect(broken).toContain('chart__part--bad')
  expect(broken).toContain('Not intact')
})

test('the page begins with the state of the history', async () => {
  const { sign } = openSigning(site.services.settings.signingKey)
  const page = async () => (await site.page('auditor1', '/evidence')).html
  expect(await page()).toContain('Not verified yet')
  await site.transaction((tx) =>
    noteVerification(tx, sign, { at: site.clock(), isIntact: false, findings: ['Event 7 was changed'] }),
  )
  const html = await page()
  expect(html).toContain('Not intact')
  expect(html).toContain('Event 7 was changed')
  expect(html.indexOf('Events by day')).toBeLessThan(html.indexOf('Build pack'))
})
