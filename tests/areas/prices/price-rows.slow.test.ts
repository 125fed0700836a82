import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  type MadeControl,
  type MadeLine,
  pricesByDefinition,
  ran,
  storedControl,
  storedPrices,
} from 'tests/support/areas/prices/price-site'
import { constructedNavs } from 'tests/support/areas/production/constructed'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { rounds } from 'tests/support/rounds'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { holdingsOf, latestPriceDate, priceList } from '~/areas/prices/prices.server'
import { rateRows } from '~/areas/prices/rates.server'
import { WHOLE } from '~/platform/lists/list'
import type { Day } from '~/platform/values/day'

const site = await opened(testSite())
const constructed = constructedNavs(site)

const isin = 'LU0000000001'
const rowsOn = async (date: Day) =>
  (
    await priceList(contextOf({ read: site.read, timeZone: 'UTC' }), date).page({
      ...WHOLE,
      size: 100,
      sort: [{ column: 'size', descending: true }],
    })
  ).rows

/** Funds with one NAV on a date, each with a control of these lines. */
async function funds(date: Day, controls: readonly Omit<MadeControl, 'fundCode'>[], prefix: string) {
  const ids: number[] = []
  for (const [at, control] of controls.entries()) {
    const fundCode = `${prefix}${at + 1}`
    const [navId = 0] = await constructed.addFund(fundCode, { navDates: [date] })
    ids.push(navId)
    await storedControl(site.ownerSql, navId, { ...control, fundCode })
    await constructed.happen(navId, ran())
  }
  return ids
}

test('an even median is the lower of the middle two; the effect is the largest of any fund', async () => {
  expect(await latestPriceDate(site.read)).toBeNull()
  const date = '2026-10-30'
  await funds(
    date,
    [
      { tna: '100000', lines: [{ isin, price: '100', quantity: '50' }] },
      { tna: '100000', lines: [{ isin, price: '100.00', quantity: '50' }] },
      { tna: '100000', lines: [{ isin, price: '105', quantity: '50' }] },
      { tna: '50000', lines: [{ isin, price: '105', quantity: '50' }] },
    ],
    'EVEN',
  )
  const rows = await rowsOn(date)
  expect(rows).toMatchObject([
    // 50 x (105 - 100) / 50,000 = 50 bp; in EVEN3 it is 25 bp.
    {
      price: '105',
      median: '100',
      deviation: '5',
      effect: '50',
      effect_fund: 'EVEN4',
      funds: 2,
      fund_codes: 'EVEN3, EVEN4',
    },
    {
      price: '100',
      median: '100',
      deviation: '0',
      effect: '0',
      funds: 2,
      fund_codes: 'EVEN1, EVEN2',
      size: '0',
    },
  ])
  expect(await latestPriceDate(site.read)).toBe(date)
  const holdings = await holdingsOf(site.read, date, isin)
  expect(holdings.map(({ fund_code, effect, price }) => [fund_code, effect, price])).toEqual([
    ['EVEN4', '50', '105'],
    ['EVEN3', '25', '105'],
    ['EVEN1', '0', '100'],
    ['EVEN2', '0', '100.00'],
  ])
})

test('a fund counts once, with its first line; factor and FX count; without TNA or rate there is no effect, and it comes last', async () => {
  const date = '2026-09-30'
  const usd = { isin, currency: 'USD' }
  await funds(
    date,
    [
      { tna: '1000000', lines: [{ ...usd, price: '90', fxRate: '0.9' }] },
      // Its second line is compared, but does not count in the median.
      {
        tna: '1000000',
        rates: { USD: '0.9' },
        lines: [
          { ...usd, price: '90' },
          { ...usd, price: '99', code: 'TWICE' },
        ],
      },
      {
        tna: '1000000',
        lines: [{ ...usd, price: '99', type: 'Bond', factor: '0.01', quantity: '-200000', fxRate: '0.9' }],
      },
      { tna: '0', lines: [{ ...usd, price: '99.5', fxRate: '0.9' }] },
      { tna: '1000000', lines: [{ ...usd, price: '99.7' }] },
    ],
    'ONCE',
  )
  const rows = await rowsOn(date)
  expect(rows.map(({ price, median, effect, effect_fund }) => [price, median, effect, effect_fund])).toEqual([
    // -200,000 x 0.01 x 0.9 x 0 = 0: the median of 90, 90, 99, 99.5, 99.7 is 99.
    ['90', '99', '-8.1', expect.stringMatching(/ONCE[12]/)],
    ['99.7', '99', null, null],
    ['99.5', '99', null, null],
    ['99', '99', '0', expect.any(String)],
  ])
})

test('other types, and lines without ISIN, price or price date, are skipped', async () => {
  const date = '2026-08-31'
  const lines: MadeLine[] = [
    { isin, price: '1', type: 'Derivative' },
    { isin: 'LU0000000002', price: '1', type: 'Other' },
    { isin: null, price: '1' },
    { isin: '', price: '1' },
    { isin: 'LU0000000003', price: null },
    { isin: 'LU0000000004', price: '1', priceDate: null },
    { isin: 'LU0000000005', price: '1', type: 'Fund' },
  ]
  await funds(date, [{ tna: '100', lines }], 'LEFT')
  expect((await rowsOn(date)).map((row) => row.isin)).toEqual(['LU0000000005'])
})

const ISINS = ['LU0000000011', 'LU0000000012', 'LU0000000013']
const aLine = fc.record({
  isin: fc.constantFrom(...ISINS),
  price: fc.constantFrom('99', '100', '100.0', '101', '100.5'),
  currency: fc.constantFrom('EUR', 'EUR', 'USD'),
  quantity: fc.constantFrom('10', '-20', '3.5'),
  factor: fc.constantFrom(null, '0.01'),
  fxRate: fc.constantFrom(null, '0.9'),
})
const aControl = fc.record({
  tna: fc.constantFrom('1000', '5000', '0'),
  lines: fc.array(aLine, { maxLength: 5 }),
})
const aStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constant('control' as const), fund: fc.nat(4), control: aControl }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('cancel' as const), fund: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('provider' as const), fund: fc.nat(4) }) },
)

test('after any controls, replacements and cancellations, the rows match the definition', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 3, maxLength: 14 }), async (steps) => {
      const prefix = `R${++run}F`
      const date = `2025-${String(1 + (run % 12)).padStart(2, '0')}-${String(1 + (Math.floor(run / 12) % 28)).padStart(2, '0')}`
      const navs: {
        navId: number
        fundCode: string
        now: MadeControl | null
        provider: string
        counted: string
        cancelled: boolean
      }[] = []
      for (let at = 0; at < 5; at++) {
        const fundCode = `${prefix}${at}`
        const [navId = 0] = await constructed.addFund(fundCode, { navDates: [date] })
        navs.push({ navId, fundCode, now: null, provider: 'FIA', counted: 'FIA', cancelled: false })
      }
      for (const step of steps) {
        const nav = navs[step.fund]
        if (!nav || nav.cancelled) continue
        if (step.what === 'control') {
          nav.now = { ...step.control, fundCode: nav.fundCode }
          // A row has the administrator at the time of its control.
          nav.counted = nav.provider
          await storedControl(site.ownerSql, nav.navId, nav.now)
        } else if (step.what === 'cancel') {
          nav.cancelled = true
          await constructed.happen(nav.navId, ['cancel', 'teamleader1', '2026-11-20T08:00:00Z'])
        } else {
          nav.provider = nav.provider === 'FIA' ? 'MFFA' : 'FIA'
          await site.ownerSql`update fund set provider = ${nav.provider} where code = ${nav.fundCode}`
        }
      }
      const current = navs.flatMap(({ now, counted, cancelled }) =>
        now && !cancelled ? [{ ...now, provider: counted, currency: 'EUR' }] : [],
      )
      expect(await storedPrices(site.ownerSql, date)).toEqual(pricesByDefinition(current))
    }),
    { numRuns: rounds(15, 40) },
  )
}, 120_000)

test('the migration finds the prices of existing controls, and gives the page to its users', async () => {
  const text = readFileSync(new URL('../../../db/migrations/0015_prices.sql', import.meta.url), 'utf8')
  const statements = text
    .slice(text.indexOf('-- The controls that are there already'))
    .split('--> statement-breakpoint')
  expect(statements).toHaveLength(3)
  const { ownerSql } = site
  const rows = () =>
    ownerSql`select nav_date::text, isin, currency, price, provider, array(select string_to_table(fund_codes, chr(10)) order by 1)::text as fund_codes, median, effect, funds, lines
      from price_row where nav_date >= '2026-01-01' order by 1, 2, 3, 4, 5, 6`
  const rights = () =>
    ownerSql`select user_name, may_update from authorisation join app_user on app_user.id = user_id
      where function_id = 'prices' order by 1`
  const before = [await rows(), await rights()].map((each) => [...each])
  expect(before.map(({ length }) => length > 5)).toEqual([true, true])
  await ownerSql`delete from price_row`
  await ownerSql`delete from authorisation where function_id = 'prices'`
  await ownerSql`delete from ux_function where id = 'prices'`
  for (const statement of statements) await ownerSql.unsafe(statement)
  expect([[...(await rows())], [...(await rights())]]).toEqual(before)
  expect(before[1]).toContainEqual({ user_name: 'accountant1', may_update: true })
  expect(before[1]).toContainEqual({ user_name: 'auditor1', may_update: false })
  expect(before[1]?.map(({ user_name }) => user_name)).not.toContain('clientdesk1')
})

test('a stored rate is compared up to the age N13 allows, for the fund or for all', async () => {
  const date = '2026-07-31'
  await funds(
    date,
    [1, 2].map(() => ({ tna: '1000000', lines: [], rates: { CHF: '1.1' } })),
    'AGED',
  )
  await site.ownerSql`delete from exchange_rate where currency = 'CHF' and date between '2026-07-20' and ${date}`
  await site.ownerSql`insert into exchange_rate (currency, date, rate) values ('CHF', '2026-07-24', '0.9')`
  const compared = async () =>
    Object.fromEntries((await rateRows(site.read, date)).map((row) => [row.fund_code, row.stored_date]))
  expect(await compared()).toEqual({ AGED1: null, AGED2: null })
  const set = (level: string, levelValue: string, value: string) => site.ownerSql`
    insert into rule_tolerance (key, level, level_value, value) values ('N13.days', ${level}, ${levelValue}, ${value})`
  await set('fund', 'AGED2', '7')
  expect(await compared()).toEqual({ AGED1: null, AGED2: '2026-07-24' })
  await site.ownerSql`update rule_tolerance set value = 7 where key = 'N13.days' and level = 'all'`
  expect(await compared()).toEqual({ AGED1: '2026-07-24', AGED2: '2026-07-24' })
})

test('prices of a control are found by key, even without statistics about it', async () => {
  const date = '2026-06-30'
  const [navId = 0] = await constructed.addFund('STALE', { navDates: [date] })
  const lines = Array.from({ length: 400 }, (_, at) => ({
    isin: `LU${String(at).padStart(10, '0')}`,
    price: '1',
  }))
  const rowsPassed = async () => {
    await site.ownerSql`select pg_stat_force_next_flush()`
    const [all] = await site.ownerSql<{ read: string }[]>`
      select idx_tup_read + (select seq_tup_read from pg_stat_all_tables where relname = 'price_row') as read
      from pg_stat_all_indexes where indexrelname = 'price_row_size'`
    return Number(all?.read)
  }
  await site.ownerSql`alter table price_row set (autovacuum_enabled = false)`
  await site.ownerSql`analyze price_row`
  const before = await rowsPassed()
  for (let round = 0; round < 2; round += 1)
    await storedControl(site.ownerSql, navId, { tna: '1000000', lines, fundCode: 'STALE' })
  expect((await rowsPassed()) - before).toBeLessThan(4 * lines.length)
})
