import { openOversightThreads } from 'tests/support/threads'
import { afterEach, expect, test } from 'vitest'
import type { OversightFacts } from '~/areas/oversight/facts'
import { reportOf, type StatedFacts } from '~/areas/oversight/make-report'
import { withPeriodsBefore } from '~/areas/oversight/period'
import { reportAside, setReportAside } from '~/areas/oversight/report-aside.server'

const oversight = openOversightThreads()
afterEach(() => setReportAside(null))

const scope = { from: '2026-10', to: '2026-10', provider: null, fund: null }
const facts: OversightFacts = {
  periods: withPeriodsBefore(scope),
  navs: [],
  rules: [
    {
      fund: 'LUX001',
      provider: 'FIA',
      month: '2026-10',
      rule: 'N07',
      severity: 'W',
      found: 3,
      overridden: 1,
      justified: 1,
      explained: 0,
    },
  ],
  lines: [],
  breaks: [],
  floors: [],
  cases: [],
  rates: [],
}
const stated: StatedFacts = {
  scope,
  madeAt: new Date('2026-11-03T09:00:00Z'),
  timeZone: 'Europe/Luxembourg',
  funds: [{ code: 'LUX001', name: 'Arvensis', provider: 'FIA' }],
  ruleTitles: new Map([['N07', 'Shares']]),
  people: [],
  changes: [],
  proof: { first: null, last: null, verification: null },
}

test('a report that a thread counts is the one that is counted here', async () => {
  setReportAside((given, of) => oversight.run('report', [given, of], 'The report'))
  const report = await reportAside(facts, stated)
  expect(report).toEqual(reportOf(facts, stated))
  expect(report.rules).toMatchObject([{ rule: 'N07', title: 'Shares', found: 3 }])
})
