import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { markup } from 'tests/support/ui/render'
import { expect, test } from 'vitest'
import { alertMonths } from '~/areas/replay/alert-months.server'
import { ReplayPictures } from '~/areas/replay/replay-pictures'
import type { ShownRun } from '~/areas/replay/run-label'
import { constructedNavs } from '../../support/areas/production/constructed'

const site = await opened(testSite())
const constructed = constructedNavs(site)
const navs = await constructed.addFund('ALERTS', {
  navDates: ['2025-11-30', '2025-12-31', '2026-10-31', '2026-11-30'],
})
for (const [at, navId] of navs.entries())
  await constructed.control(navId, 'accountant1', '2026-11-02T08:00:00Z', {
    ok: 30,
    ko: at + 1,
    why: 'FIRST',
  })

test('the results that are not OK are counted by the month of the NAV date, over the last twelve', async () => {
  const months = await alertMonths({ read: site.read, today: '2026-11-15' })
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ month: '2025-12', controls: 1, alerts: 2 })
  expect(months.at(-2)).toEqual({ month: '2026-10', controls: 1, alerts: 3 })
  // The NAV date of November lies ahead.
  expect(months.at(-1)).toEqual({ month: '2026-11', controls: 0, alerts: 0 })
})

const run = (id: number): ShownRun => ({
  id,
  kind: 'replay',
  criteria: { funds: ['ARV01'], changes: [] },
  status: 'DONE',
  total: 1,
  done: 1,
  note: '',
  requester: 'Claire Weyland',
  requestedAt: '2026-11-02T08:00:00Z',
})

test('the page draws the alerts, and the newest replay before and after its change', async () => {
  const months = [
    { month: '2026-09', controls: 4, alerts: 0 },
    { month: '2026-10', controls: 5, alerts: 7 },
  ]
  const html = await markup(
    <ReplayPictures
      months={months}
      replay={{
        run: run(12),
        byMonth: [
          { name: '2026-10', before: 7, after: 2 },
          { name: '2026-09', before: 3, after: 3 },
        ],
        verdict: '5 of 5 alerts that would go away had been justified or explained.',
      }}
      curve={null}
    />,
  )
  expect(html).toContain('7 results in 9 controls of 2 months.')
  expect(html).toContain('<title>10/2026: 7 not OK in 5 controls</title>')
  expect(html).toContain('5 of 5 alerts that would go away had been justified or explained.')
  expect(html).toContain('aria-valuetext="10/2026: With the change 2, As it was 7"')
  expect(html).toContain('href="/replay/12"')
  const none = await markup(<ReplayPictures months={months} replay={null} curve={null} />)
  expect(none).not.toContain('Newest')
})
