import { allocation, allocationPart } from 'db/schema/drafts'
import { exchangeRate } from 'db/schema/lookups'
import fc from 'fast-check'
import { contextOf } from 'tests/support/context'
import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { subFunds } from 'tests/support/sub-funds'
import { expect, test } from 'vitest'
import { saveCostLine } from '~/areas/drafts/cost-lines/cost-lines.server'
import { type DividingRule, largestRemainder } from '~/areas/drafts/cost-lines/divide'
import {
  allocationOf,
  divisionOf,
  requestedDivision,
  takeDivision,
} from '~/areas/drafts/cost-lines/divide.server'
import { costLinesOf, draftById } from '~/areas/drafts/read-draft.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { invoiceFacts } from '~/areas/invoices/read-invoice.server'
import { Big, sum } from '~/platform/values/decimal'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)
const of = subFunds(site)
const funds = [
  await of.add(reference.clientId, 'ALC-EQ'),
  await of.add(reference.clientId, 'ALC-US', 'USD'),
  await of.add(reference.clientId, 'ALC-NEW'),
]
const [equity = 0, dollar = 0] = funds
const navs = [
  await of.nav(equity, '2026-09-30', '900000.00'),
  await of.nav(equity, '2026-10-30', '1000000.00'),
  // Later NAVs and those not sent do not count.
  await of.nav(equity, '2026-11-30', '5000000.00'),
  await of.nav(dollar, '2026-09-30', '1100000.00'),
  await of.nav(dollar, '2026-10-30', '7000000.00', 'VALIDATED'),
]
await site.transaction((tx) =>
  tx.insert(exchangeRate).values({ currency: 'USD', date: '2026-10-01', rate: '0.5' }),
)

const fields = (more: Partial<DraftFields> = {}): DraftFields => ({
  ...completeFields(reference),
  settlingLegalEntity: reference.clientId,
  glDate: '2026-10-31',
  grossAmount: '1170.01',
  taxes: '170.01',
  ...more,
})
const take = (
  draftId: number,
  rule: DividingRule,
  { seen = null, key = null }: { seen?: string | null; key?: string | null } = {},
) =>
  site.transaction((tx) =>
    takeDivision(contextOf({ tx, actor: site.actor('finance1'), now: site.clock(), key }), {
      draftId,
      rule,
      feesType: 'AUDIT',
      seen,
      revision: null,
    }),
  )

test('by net assets: the last NAVs sent up to the GL date, in the currency of the invoice', async () => {
  const draftId = await its.newDraft('finance1', fields())
  const division = await divisionOf(site.read, draftId, 'TNA')
  expect(division).toMatchObject({ onDay: '2026-10-31', leftOut: ['ALC-NEW Fund ALC-NEW'] })
  // 1,000,000.00 EUR and 1,100,000.00 USD at 0.5.
  expect(division.parts).toMatchObject([
    {
      code: 'ALC-EQ',
      weight: '1000000.00',
      percent: '64.5161',
      grossAmount: '754.85',
      taxes: '109.68',
      nav: { id: navs[1], date: '2026-10-30', tna: '1000000.00', currency: 'EUR' },
    },
    {
      code: 'ALC-US',
      weight: '550000.00',
      percent: '35.4839',
      grossAmount: '415.16',
      taxes: '60.33',
      nav: { id: navs[3], date: '2026-09-30', tna: '1100000.00', currency: 'USD' },
    },
  ])
})

test('an accepted division becomes cost lines, is stored with its NAVs, and is copied to the invoices', async () => {
  const draftId = await its.newDraft('finance1', fields())
  const { hash } = await divisionOf(site.read, draftId, 'TNA')
  await take(draftId, 'TNA', { seen: hash, key: 'once' })
  await take(draftId, 'TNA', { seen: hash, key: 'once' })
  const lines = await costLinesOf(site.read, draftId)
  expect(lines).toMatchObject([
    { feesType: 'AUDIT', fundId: funds[0], grossAmount: '754.85', taxes: '109.68', netAmount: '645.17' },
    { feesType: 'AUDIT', fundId: funds[1], grossAmount: '415.16', taxes: '60.33', netAmount: '354.83' },
  ])
  expect(lines[1]?.comment).toBe('ALC-US Fund ALC-US: 35.4839 % by the NAV of 30/09/2026, 1,100,000.00 USD')
  expect(await draftById(site.read, draftId)).toMatchObject({ grossAmount: '1170.01', allocationRule: 'TNA' })
  expect((await historyOf(site.read, draftId))[0]?.log).toContain(
    'Divided by total net assets. Cost lines: none →',
  )
  expect(await site.read.$count(allocation)).toBe(1)
  expect(await allocationOf(site.read, draftId)).toMatchObject({
    rule: 'TNA',
    changedByHand: false,
    parts: [{ nav: { id: navs[1] } }, { nav: { id: navs[3] } }],
  })
  // It is evidence and cannot be changed.
  for (const table of [allocation, allocationPart])
    await expect(site.transaction((tx) => tx.delete(table))).rejects.toThrow()
  // A manually changed line is marked.
  const [line] = lines
  const { id = 0, feesType = '', comment = '' } = line ?? {}
  const changed = { feesType, comment, grossAmount: '754.84', taxes: '109.68' }
  await site.transaction((tx) =>
    saveCostLine(contextOf({ tx, actor: site.actor('finance1'), now: site.clock() }), {
      draftId,
      id,
      revision: null,
      fields: changed,
    }),
  )
  expect((await allocationOf(site.read, draftId))?.changedByHand).toBe(true)
  // Dividing again uses the amount entered first.
  await take(draftId, 'EQUAL')
  expect((await costLinesOf(site.read, draftId)).map(({ grossAmount }) => grossAmount)).toEqual([
    '390.01',
    '390.00',
    '390.00',
  ])
})

test('the invoices of a divided draft name their sub-funds', async () => {
  const draftId = await its.newDraft('finance1', {
    ...fields(),
    validatingUserA: reference.anna,
    validationDateA: '2026-10-31',
    validatingUserB: reference.bea,
    validationDateB: '2026-11-02',
  })
  await take(draftId, 'TNA')
  await its.addProof(draftId)
  await its.draftStep('finance1', draftId, 'send to check')
  await its.draftStep('teamleader1', draftId, 'approve')
  await its.draftStep('clientdesk1', draftId, 'client validated')
  await its.draftStep('clientdesk1', draftId, 'create invoice')
  const made = await its.invoicesOf(draftId)
  expect(made.map(({ fundId, grossAmount }) => [fundId, grossAmount])).toEqual([
    [funds[0], '754.85'],
    [funds[1], '415.16'],
  ])
  // The payer sees whether the amounts follow the rule.
  const id = made[0]?.id ?? 0
  expect((await invoiceFacts(site.read, id)).changedByHand).toBe(false)
  await site.ownerSql`update invoice set fund_id = ${funds[2] ?? 0} where id = ${id}`
  expect((await invoiceFacts(site.read, id)).changedByHand).toBe(true)
})

test('a NAV that changed since the preview is refused, as is a draft that cannot be divided', async () => {
  const draftId = await its.newDraft('finance1', fields())
  const { hash } = await divisionOf(site.read, draftId, 'TNA')
  await site.ownerSql`update nav_line set value = 1000001 where control_id =
    (select current_control_id from fund_nav where id = ${navs[1] ?? 0})`
  await expect(take(draftId, 'TNA', { seen: hash })).rejects.toMatchObject({ code: 'conflict' })
  expect(await costLinesOf(site.read, draftId)).toEqual([])
  const why = async (more: Partial<DraftFields>, rule: DividingRule = 'TNA') => {
    const id = await its.newDraft('finance1', fields(more))
    return (await requestedDivision(site.read, await draftById(site.read, id), rule)).whyNot
  }
  expect(await why({ grossAmount: null })).toContain('Enter the gross amount first')
  expect(await why({ settlingLegalEntity: null })).toContain('Enter the settling entity first')
  expect(await why({ settlingLegalEntity: reference.settlingId })).toContain('has no sub-funds')
  expect(await why({ glDate: '2026-08-31' })).toContain(
    'No sub-fund has a NAV that was sent, dated 31/08/2026',
  )
  expect(await why({ currency: 'CHF' })).toContain('no exchange rate from EUR to CHF')
  expect(await why({}, 'KEY')).toContain('No allocation keys are in force on 31/10/2026')
  await site.ownerSql`insert into allocation_key (legal_entity_id, fund_id, share, valid_from)
    values (${reference.clientId}, ${funds[0] ?? 0}, 60, '2026-01-01'), (${reference.clientId}, ${funds[2] ?? 0}, 39.5, '2026-01-01')`
  expect(await why({}, 'KEY')).toContain('add up to 99.5 %, not to 100')
  await site.ownerSql`update allocation_key set share = 40 where share = 39.5`
  const keyed = await its.newDraft('finance1', fields())
  await take(keyed, 'KEY')
  expect((await costLinesOf(site.read, keyed)).map(({ grossAmount }) => grossAmount)).toEqual([
    '702.01',
    '468.00',
  ])
  await expect(
    site.transaction((tx) =>
      takeDivision(contextOf({ tx, actor: site.actor('treasurer1'), now: site.clock() }), {
        draftId,
        rule: 'TNA',
        feesType: 'AUDIT',
        seen: null,
        revision: null,
      }),
    ),
  ).rejects.toMatchObject({ code: 'forbidden' })
})

test('parts add up to the cent, and each is less than a cent from its exact part', () => {
  const weight = fc.integer({ min: 0, max: 1_000_000_000 }).map((cents) => new Big(cents).div(100).toFixed(2))
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc.array(weight, { minLength: 1, maxLength: 12 }).filter((all) => all.some((each) => Number(each) > 0)),
      (cents, weights) => {
        const amount = new Big(cents).div(100).toFixed(2)
        const parts = largestRemainder(amount, weights, 'EUR')
        expect(sum(parts).toFixed(2)).toBe(amount)
        const all = sum(weights)
        for (const [at, part] of parts.entries())
          expect(
            new Big(amount)
              .times(weights[at] ?? 0)
              .minus(all.times(part))
              .abs()
              .lt(all.times('0.01')),
          ).toBe(true)
      },
    ),
  )
  expect(largestRemainder('0.02', ['1', '1', '1'], 'EUR')).toEqual(['0.01', '0.01', '0.00'])
  expect(largestRemainder('-100.00', ['1', '1', '1'], 'EUR')).toEqual(['-33.34', '-33.33', '-33.33'])
  expect(largestRemainder('100', ['1', '1', '1'], 'JPY')).toEqual(['34.00', '33.00', '33.00'])
  expect(() => largestRemainder('1.00', ['0', '0'], 'EUR')).toThrow()
})
