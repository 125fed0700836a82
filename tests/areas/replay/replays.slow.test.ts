import { replayed, to } from 'tests/support/areas/replay/replayed'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { type BookPlan, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { expect, test } from 'vitest'
import { overrideRule } from '~/areas/navs/control/override-rule.server'
import { evidencedResultsOf } from '~/areas/navs/control/rule-results.server'
import { type ReplayChange, verdict } from '~/areas/replay/replay'

const site = await opened(testSite())
const equity = await site.addFund({ fundCode: 'REP001' })
const bonds = await site.addFund({ fundCode: 'REP002', provider: 'MFFA' })
for (const fund of [equity, bonds]) {
  await site.control('accountant1', { ...fund, model: fund.previous })
  await site.control('accountant1', fund, faulty)
}

/** Small errors of many kinds: some within a tolerance, some beyond it. */
function faulty(books: BookPlan[]) {
  const change = (row: Record<string, unknown>, key: string, by: number) => {
    const cell = row[key] as { number: string }
    row[key] = { number: String(Math.round((Number(cell.number) + by) * 1e6) / 1e6) }
  }
  const nav = tableIn(books, 'NAV')
  change(rowIn(nav, { type: 'TOTAL ASSETS' }), 'value', 0.4)
  change(rowIn(nav, { type: 'CLASS TNA' }), 'value', 3.2)
  change(rowIn(nav, { type: 'SHARES' }), 'value', 5)
  const [line, other] = tableIn(books, 'Inventory').rows
  if (other) change(other, 'marketValue', 40)
  if (line) line.price = { number: String(Number((line.price as { number: string }).number) * 1.07) }
}

const nokOf = async (controlId: number) =>
  new Map(
    (await evidencedResultsOf(site.read, controlId)).map(({ ruleId, evidence, result, severity }) => [
      ruleId,
      `${evidence.computedResult ?? result} ${severity}`,
    ]),
  )

/** Stores the tolerance as an approved change would. */
async function stored({ tolerance, value, level, subject }: ReturnType<typeof to>) {
  await site.ownerSql`delete from rule_tolerance
    where key = ${tolerance} and level = ${level} and level_value = ${subject ?? ''}`
  await site.ownerSql`insert into rule_tolerance (key, level, level_value, value)
    values (${tolerance}, ${level}, ${subject ?? ''}, ${value})`
}

test('without changes every stored result is reproduced', async () => {
  const { found, status, digest, fingerprint } = await replayed(site, [])
  expect(status).toBe('DONE')
  expect(found).toMatchObject({ controls: 4, leftOut: [], flips: [], minutesSaved: 0 })
  expect(found.rules).toHaveLength(50)
  expect(found.byRule.map(({ name, before, after }) => `${name} ${before - after}`)).toEqual(
    found.rules.map((rule) => `${rule} 0`),
  )
  const again = await replayed(site, [])
  expect([again.digest, again.fingerprint]).toEqual([digest, fingerprint])
})

test.each([
  { changes: [to('N05.amount', '0.5')], flips: 2 },
  { changes: [to('N03.rounding', '0')], flips: null },
  { changes: [to('N08.shares', '6')], flips: null },
  { changes: [to('N05.amount', '0.5', { level: 'provider', subject: 'FIA' })], flips: 1 },
  { changes: [to('N05.amount', '0.5', { level: 'fund type', subject: 'MIXED' })], flips: 2 },
  { changes: [to('N05.amount', '0.5', { level: 'fund', subject: 'REP001' })], flips: 1 },
  {
    changes: [
      to('I04.equity', '10'),
      to('I13.equity', '0.01'),
      to('N07.limit', '0.01', { level: 'fund type', subject: 'MIXED' }),
    ],
    flips: null,
  },
  { changes: [to('N11.threshold', '0.0001', { level: 'fund type', subject: 'MIXED' })], flips: null },
  { changes: [to('I01.amount', '1000000')], flips: null },
])('$changes: the flips are those of a new control of the same files', async ({ changes, flips }) => {
  const { found } = await replayed(site, changes)
  const before = await site.ownerSql`select * from rule_tolerance`
  for (const change of changes) await stored(change)
  let seen = 0
  for (const fund of [equity, bonds]) {
    const [current] = await site.ownerSql`select current_control_id from fund_nav where id = ${fund.navId}`
    const oldId = Number(current?.current_control_id)
    const fresh = await site.control('accountant1', fund, faulty)
    const [was, is] = [await nokOf(oldId), await nokOf(fresh.controlId)]
    const expected = [...is].flatMap(([rule, result]) => {
      const old = was.get(rule)
      // The severity of an OK result is not shown.
      return old === result || (old?.startsWith('OK') && result.startsWith('OK')) ? [] : [rule]
    })
    const ofFund = found.flips.filter(({ controlId }) => controlId === oldId)
    expect(ofFund.map(({ rule }) => rule).sort()).toEqual(expected.sort())
    for (const { rule, what, severity } of ofFund) {
      if (what === 'gone') expect(is.get(rule)).toMatch(/^OK/)
      else expect(is.get(rule)).toBe(`NOK ${severity}`)
    }
    seen += ofFund.length
    // The next case starts where this one did.
    await site.ownerSql`update fund_nav set current_control_id = ${oldId} where id = ${fund.navId}`
  }
  if (flips !== null) expect(seen).toBe(flips)
  expect(seen).toBeGreaterThan(0)
  await site.ownerSql`delete from rule_tolerance`
  for (const row of before) await site.ownerSql`insert into rule_tolerance ${site.ownerSql(without(row))}`
})

const without = ({ id: _, ...row }: Record<string, unknown>) => row

test('a disabled rule has no alerts for the funds it is disabled for', async () => {
  const off: ReplayChange[] = [{ off: 'N05', level: 'fund', subject: 'REP001' }]
  const { found } = await replayed(site, off)
  expect(found.rules).toEqual(['N05'])
  expect(new Set(found.flips.map(({ fund, what }) => `${fund} ${what}`))).toEqual(new Set(['REP001 gone']))
  const [row] = found.byFund.filter(({ name }) => name === 'REP002')
  expect(row?.before).toBe(row?.after)
})

test('a value counts unless a narrower one is set', async () => {
  const ofProvider = [to('N05.amount', '0.5', { level: 'provider', subject: 'FIA' })]
  // Controls of the cases above ran with narrower values too.
  const [already] = (await replayed(site, ofProvider)).found.withoutEffect ?? []
  await stored(to('N05.amount', '0.02', { level: 'fund', subject: 'REP001' }))
  const fresh = await site.control('accountant1', equity, faulty)
  const { found } = await replayed(site, ofProvider)
  expect(found.flips.map(({ controlId }) => controlId)).not.toContain(fresh.controlId)
  expect(found.withoutEffect?.map(({ controls }) => controls)).toEqual([(already?.controls ?? 0) + 1])
  const narrow = await replayed(site, [to('N05.amount', '0.5', { level: 'fund', subject: 'REP001' })])
  expect(narrow.found.flips.map(({ controlId }) => controlId)).toContain(fresh.controlId)
  expect(narrow.found.withoutEffect).toEqual([])
})

test('alerts that would disappear show how they were settled, those with new files first', async () => {
  const settledFund = await site.addFund({ fundCode: 'REP003' })
  const first = await site.control('accountant1', settledFund, faulty)
  const corrected = await site.control('accountant1', settledFund, (books) => {
    faulty(books)
    const row = rowIn(tableIn(books, 'NAV'), { type: 'TOTAL ASSETS' })
    row.value = { number: settledFund.model.totalAssets }
  })
  const justifiedFund = await site.addFund({ fundCode: 'REP004' })
  const justified = await site.control('accountant1', justifiedFund, faulty)
  const change = [to('N05.amount', '0.5')]
  const funds = ['REP003', 'REP004']
  const before = await replayed(site, change, funds)
  const [result] = await site.ownerSql`
    select id from rule_result where control_id = ${justified.controlId} and rule_id = 'N05'`
  const override = { ruleResultId: Number(result?.id), result: 'OK' as const, comment: 'Rounded' }
  await site.as('accountant1', (context) => overrideRule(context, override))
  const { found, fingerprint } = await replayed(site, change, funds)
  expect(found.flips.map(({ fund, controlId, settled, what }) => [fund, controlId, what, settled])).toEqual([
    ['REP003', first.controlId, 'gone', 'corrected'],
    ['REP004', justified.controlId, 'gone', 'justified'],
  ])
  expect(found.flips.map(({ controlId }) => controlId)).not.toContain(corrected.controlId)
  expect(verdict(found)).toBe(
    '1 of 2 alerts that would go away had been justified or explained, 1 led to corrected files.',
  )
  const tighter = found.flips.map((flip) => ({ ...flip, what: 'new' as const }))
  expect(verdict({ flips: tighter })).toBe('No alert would go away. 2 alerts would be new.')
  // The data changed since.
  expect(fingerprint).not.toBe(before.fingerprint)
})
