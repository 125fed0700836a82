import { kpiCommentEntry } from 'db/schema/kpi'
import { sourceFile, sourceLine } from 'db/schema/sources'
import { auditCheckpoint } from 'db/schema/workflow'
import { playedNavs } from 'tests/support/areas/oversight/played-navs'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import type { FigureKey } from '~/areas/oversight/definitions'
import { computeReport } from '~/areas/oversight/read-facts.server'
import type { OversightReport, OversightScope } from '~/areas/oversight/report'

const site = await opened(testSite())
const navs = playedNavs(site)
site.setClock('2026-11-03T09:00:00Z')

const [one, other] = [await navs.addFund('OVS1'), await navs.addFund('OVS2', 'MFFA')]
const october = '2026-10-15'
const late = await navs.play(one, {
  date: october,
  due: '2026-10-19',
  controlledAt: '2026-10-16T08:00:00Z',
  steps: [
    ['submit', '2026-10-16T10:00:00Z'],
    ['return', '2026-10-16T12:00:00Z'],
    ['submit', '2026-10-19T08:00:00Z'],
    ['send', '2026-10-20T08:00:00Z'],
  ],
  rules: [
    { id: 'N07', result: 'NOK', explained: true },
    { id: 'B04', severity: 'B', result: 'OK - justified', was: 'NOK' },
    { id: 'I03', result: 'NOK', breaches: 2 },
    { id: 'N01', result: 'OK', breaches: 0 },
  ],
  lines: 100,
})
await navs.play(other, {
  date: october,
  due: '2026-10-19',
  controlledAt: '2026-10-16T08:00:00Z',
  steps: [
    ['submit', '2026-10-16T10:00:00Z'],
    ['send', '2026-10-16T18:00:00Z'],
  ],
  lines: 100,
})
await navs.play(one, {
  date: '2026-09-15',
  due: '2026-09-18',
  controlledAt: '2026-09-16T08:00:00Z',
  steps: [
    ['submit', '2026-09-16T10:00:00Z'],
    ['send', '2026-09-16T18:00:00Z'],
  ],
})
// Two vendors have a price of one instrument, which both funds hold; one has an old price of another, and one in dollars.
await site.transaction(async (tx) => {
  const uploaded = { kind: 'PRICES', sha256: 'ab'.repeat(32), uploadedAt: site.clock() }
  const [file, second] = await tx
    .insert(sourceFile)
    .values([
      { ...uploaded, sender: 'VENDOR', fileName: 'prices.csv', rowCount: 3 },
      { ...uploaded, sender: 'OTHER', fileName: 'others.csv', rowCount: 1 },
    ])
    .returning({ id: sourceFile.id })
  const price = { fileId: file?.id ?? 0, currency: 'EUR', amount: '1', cells: {} }
  await tx.insert(sourceLine).values([
    { ...price, position: 0, isin: 'ISIN0', date: october },
    { ...price, position: 1, isin: 'ISIN1', date: '2026-10-14' },
    { ...price, position: 2, isin: 'ISIN2', date: october, currency: 'USD' },
    { ...price, fileId: second?.id ?? 0, position: 0, isin: 'ISIN0', date: october },
  ])
})
await site.transaction((tx) =>
  tx.insert(kpiCommentEntry).values({
    objectId: late,
    methodId: 1,
    // PRICING
    commentId: 9,
    log: 'Stockholm closed',
    userId: site.actor('teamleader1').id,
    at: new Date('2026-10-20T09:00:00Z'),
  }),
)

const compute = (change: Partial<OversightScope> = {}) =>
  computeReport(
    {
      ...contextOf({
        read: site.read,
        now: new Date('2026-11-03T09:00:00Z'),
        timeZone: 'Europe/Luxembourg',
      }),
      keys: [],
    },
    { from: '2026-10', to: '2026-10', provider: null, fund: null, ...change },
  )

const figure = ({ scopes }: OversightReport, code: string, key: FigureKey) =>
  scopes.find((scope) => scope.code === code)?.figures[key]

test('figures are those of the stored NAVs, of all, by administrator and by fund', async () => {
  const report = await compute()
  expect(report.scopes.map(({ kind, code }) => [kind, code])).toEqual([
    ['all', ''],
    ['administrator', 'FIA'],
    ['administrator', 'MFFA'],
    ['fund', 'OVS1'],
    ['fund', 'OVS2'],
  ])
  expect(figure(report, '', 'timeliness')).toEqual({
    value: '50.00',
    part: 1,
    whole: 2,
    before: ['100.00', null, null],
  })
  expect(figure(report, 'FIA', 'administratorTimeliness')?.value).toBe('0.00')
  expect(figure(report, 'MFFA', 'timeliness')?.value).toBe('100.00')
  expect(figure(report, '', 'accuracy')).toMatchObject({ value: '100.00', part: 2, whole: 2 })
  expect(figure(report, '', 'firstTimeRight')).toMatchObject({ value: '50.00', part: 1, whole: 2 })
  // 3 exceptions in 2 controls: one justified, one explained.
  expect(figure(report, '', 'exceptions')).toMatchObject({ value: '150.00', part: 3, whole: 2 })
  expect(figure(report, '', 'justified')?.value).toBe('33.33')
  expect(figure(report, '', 'explained')?.value).toBe('33.33')
  // 96 and 10 hours from the first control; 24 and 8 from the last Submit.
  expect(figure(report, '', 'controlToSent')?.value).toBe('53.0')
  expect(figure(report, 'OVS1', 'controlToSent')?.value).toBe('96.0')
  expect(figure(report, '', 'submitToSent')?.value).toBe('16.0')
  expect(figure(report, 'OVS2', 'submitToSent90')?.value).toBe('8.0')
  // 2 stale lines of 200.
  expect(figure(report, '', 'stale')).toMatchObject({ value: '10.00', part: 2, whole: 200 })
  // Both funds have 100 lines, and one of each has a price of its day.
  expect(figure(report, '', 'unsourced')?.value).toBe('198')
  expect(report.late).toMatchObject([
    { fund: 'OVS1', due: '2026-10-19', done: '2026-10-20', cause: 'PRICING', said: 'Stockholm closed' },
  ])
  expect(report.rules.map(({ rule, found }) => [rule, found])).toEqual([
    ['B04', 1],
    ['I03', 1],
    ['N07', 1],
  ])
  expect(report.people).toEqual([
    { name: site.actor('accountant1').fullName, overridden: 1, justified: 1, explained: 1 },
  ])
})

test('a report of one administrator or fund has no others', async () => {
  const ofFund = await compute({ fund: 'OVS2' })
  expect(ofFund.scopes.map(({ code }) => code)).toEqual(['', 'MFFA', 'OVS2'])
  expect(figure(ofFund, '', 'timeliness')?.value).toBe('100.00')
  expect((await compute({ provider: 'FIA' })).late).toHaveLength(1)
})

test('a quarter takes its three months, and those before it', async () => {
  const report = await compute({ from: '2026-08', to: '2026-10' })
  expect(figure(report, '', 'timeliness')).toMatchObject({ value: '66.66', part: 2, whole: 3 })
  expect(report.periods.at(-1)).toEqual({ from: '2025-11', to: '2026-01' })
})

test('the proof names the newest checkpoint before the first day and at the end of the last', async () => {
  const checkpoint = (at: string, hash: string) => ({
    at: new Date(at),
    lastEventId: 1,
    heads: [],
    previousHash: '',
    hash,
    signature: '',
  })
  await site.transaction((tx) =>
    tx.insert(auditCheckpoint).values([
      checkpoint('2026-09-30T20:00:00Z', 'september'),
      // Already October in Luxembourg.
      checkpoint('2026-09-30T22:30:00Z', 'october'),
      checkpoint('2026-11-02T00:00:00Z', 'november'),
    ]),
  )
  const { proof } = await compute()
  expect([proof.first?.hash, proof.last?.hash, proof.verification]).toEqual(['september', 'october', null])
})

test('differences with second sources are open breaks, since the first NAV of the row that had each', async () => {
  const fundId = await navs.addFund('OVS3')
  const differing = (date: string, ...subjects: string[]) =>
    navs.play(fundId, {
      date,
      due: date,
      controlledAt: `${date}T08:00:00Z`,
      steps: [],
      rules: [{ id: 'S03', result: subjects.length > 0 ? 'NOK' : 'OK', subjects }],
    })
  // USD since 20 July, with the NAV of 10 July without it; EUR since the last one.
  await differing('2026-07-01', 'USD')
  await differing('2026-07-10')
  await differing('2026-07-20', 'USD')
  await differing('2026-09-15', 'USD')
  await differing('2026-10-15', 'USD', 'EUR')
  const report = await compute({ fund: 'OVS3' })
  // Until 31 October: 103 and 16 days.
  expect(
    report.breaks.map(({ instrument, kind, firstSeen, days }) => [instrument, kind, firstSeen, days]),
  ).toEqual([
    ['USD', 'S03', '2026-07-20', 103],
    ['EUR', 'S03', '2026-10-15', 16],
  ])
  expect(figure(report, '', 'breaksOver60')?.value).toBe('1')
  expect(figure(report, '', 'breaks30')?.value).toBe('1')
  // At the end of September it was open for 72 days, at that of August for 42.
  expect(figure(report, '', 'breaksOver60')?.before.slice(0, 2)).toEqual(['1', '0'])
})
