import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { NavFact } from '~/areas/oversight/facts'
import { reportOf } from '~/areas/oversight/make-report'
import { withPeriodsBefore } from '~/areas/oversight/period'
import type { CaseLine } from '~/areas/oversight/report'
import { reportPdf } from '~/areas/oversight/report-pdf'

const nav = (at: number): NavFact => ({
  fund: `F${at}`,
  provider: 'FIA',
  navId: at,
  date: '2026-10-15',
  outcome: at === 1 ? 'missed' : 'met',
  due: '2026-10-19',
  done: at === 1 ? null : '2026-10-19',
  cause: null,
  said: null,
  isControlled: true,
  isSent: at !== 1,
  submits: 1,
  returns: 0,
  hoursFromControl: '10',
  hoursFromSubmit: '4',
})

const periods = withPeriodsBefore({ from: '2026-10', to: '2026-10' })
const navs = Array.from({ length: 60 }, (_, at) => nav(at + 1))
const report = reportOf(
  { periods, navs, rules: [], lines: [], breaks: [], floors: [], cases: [], rates: [] },
  {
    scope: { from: '2026-10', to: '2026-10', provider: null, fund: null },
    madeAt: new Date('2026-11-03T09:00:00Z'),
    timeZone: 'Europe/Luxembourg',
    funds: navs.map(({ fund, provider }) => ({ code: fund, name: `Fund ${fund}`, provider })),
    ruleTitles: new Map(),
    people: [],
    changes: [],
    proof: { first: null, last: null, verification: null },
  },
)

const printed = {
  id: 1012,
  report,
  digest: 'ab'.repeat(32),
  madeBy: 'Claire Weyland',
  madeAt: new Date('2026-11-03T09:00:00Z'),
}
const SIGNED = [
  { name: 'Edith Kremer', at: '2026-11-03T10:00:00.000Z' },
  { name: 'Fabrice Noël', at: '2026-11-03T11:00:00.000Z' },
]

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(bytes.slice()))
  return text.map((page) => page.replace(/\s+/g, ' '))
}

test('the summary is one page; chapters, funds and definitions follow', async () => {
  const [first = '', ...others] = await pagesOf(await reportPdf(printed, SIGNED))
  for (const text of [
    'Oversight report, October 2026',
    'On time: 59 of 60 NAVs due; 1 delay without a cause.',
    'Found wrong: none of 59 NAVs sent.',
    '98.33 %',
    'Edith Kremer, 03/11/2026 11:00',
    'Fabrice Noël, 03/11/2026 12:00',
  ])
    expect(first).toContain(text)
  expect(first).not.toContain('draft')
  const rest = others.join(' ')
  for (const text of ['Late NAVs', 'due 19/10/2026, not sent', 'F60', 'Definitions', 'Proof'])
    expect(rest).toContain(text)
  expect(`${first} ${rest}`).not.toMatch(/undefined|NaN|\[object/)
})

test('a case is one line with whole dates; a chapter without figures is one sentence', async () => {
  const line = {
    fund: 'F1',
    kind: 'NAV' as const,
    currency: 'EUR',
    discoveredOn: '2026-10-01',
    notifyBy: '2026-10-29',
    wrongNavs: 1,
    daysToNotify: null,
    compensatedOn: null,
  }
  const paid = { toHolders: '8070.34', toFund: '7573.29', magnitude: '1.8438', notifiedOn: '2026-10-06' }
  const open = { toHolders: null, toFund: null, magnitude: null, notifiedOn: null }
  const cases: CaseLine[] = [
    { ...line, ...paid, id: 19440, causes: 'FEES (administrator)', status: 'COMPENSATED' },
    { ...line, ...open, id: 19444, causes: 'PRICE (manager)', status: 'OPENED' },
  ]
  const pages = await pagesOf(await reportPdf({ ...printed, report: { ...report, cases } }, SIGNED))
  const text = pages.join(' ')
  for (const row of [
    '19440 F1 1.8438 % 01/10/2026 06/10/2026 8,070.34 EUR 7,573.29 EUR COMPENSATED Caused by FEES (administrator)',
    'due 29/10/2026',
    'No administrator or fund has a figure in the period.',
  ])
    expect(text).toContain(row)
})

test('every page of a report without two signatures is marked as a draft', async () => {
  const pages = await pagesOf(await reportPdf(printed, SIGNED.slice(0, 1)))
  for (const page of pages) expect(page).toContain('draft: not signed by two people')
})

test('the same report with the same signatures gives the same bytes', async () => {
  expect(await reportPdf(printed, SIGNED)).toEqual(await reportPdf(printed, SIGNED))
})
