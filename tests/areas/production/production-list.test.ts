import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import type { FundProduction } from '~/areas/production/fields.server'
import { productionList } from '~/areas/production/list.server'
import { type ListFilter, type ListQuery, WHOLE } from '~/platform/lists/list'
import { constructedNavs } from '../../support/areas/production/constructed'

/** Its NAVs of 30 September, 31 October and 30 November. */
const site = await opened(testSite())
const constructed = constructedNavs(site)
const [november = 0, september = 0, october = 0] = await constructed.addFund('ALPHA', {
  accountant: 'accountant1',
  navDates: ['2026-11-30', '2026-09-30', '2026-10-31'],
})
const alpha = [september, october, november]
await constructed.happen(
  september,
  ['submit', 'accountant2', '2026-10-01T08:00:00Z'],
  ['send', 'manager2', '2026-10-02T08:00:00Z'],
)
await constructed.control(october, 'accountant1', '2026-11-02T08:00:00Z', { ok: 20, ko: 12, why: 'FIRST' })
await constructed.happen(
  october,
  ['submit', 'accountant1', '2026-11-02T09:00:00Z'],
  ['approve', 'teamleader1', '2026-11-02T10:00:00Z'],
  ['validate', 'manager1', '2026-11-02T11:00:00Z'],
  ['send', 'manager2', '2026-11-02T12:00:00Z'],
  ['reopen', 'teamleader1', '2026-11-03T08:00:00Z'],
)
await constructed.control(october, 'accountant2', '2026-11-04T08:00:00Z', { ok: 31, ko: 1, why: 'PRICE' })
await constructed.happen(
  october,
  ['submit', 'accountant2', '2026-11-04T09:00:00Z'],
  ['return', 'teamleader1', '2026-11-04T09:30:00Z'],
  ['submit', 'accountant1', '2026-11-04T10:00:00Z'],
  ['approve', 'teamleader1', '2026-11-04T10:30:00Z'],
  ['validate', 'manager1', '2026-11-04T11:00:00Z'],
  ['return', 'teamleader2', '2026-11-04T11:30:00Z'],
  ['submit', 'accountant1', '2026-11-05T23:30:00Z'],
  ['approve', 'teamleader2', '2026-11-06T08:00:00Z'],
  ['validate', 'manager2', '2026-11-06T09:00:00Z'],
)

const now = new Date('2026-11-08T11:00:00Z')
const list = () => productionList(contextOf({ read: site.read, now, timeZone: 'Europe/Luxembourg' }))
const load = async (query: Partial<ListQuery>) => (await list().page({ ...WHOLE, size: 100, ...query })).rows
async function rowOf(code: string): Promise<FundProduction | undefined> {
  const rows = await load({ filters: [{ column: 'fund_code', operator: 'equals', values: [code] }] })
  expect(rows).toHaveLength(1)
  return rows[0]
}
/** The codes of the funds a filter returns. */
const left = async (column: string, operator: ListFilter['operator'], ...values: string[]) =>
  (await load({ filters: [{ column, operator, values }] })).map(({ fund_code }) => fund_code)

test('a row has the current NAV, its control, the steps of its round and their counts', async () => {
  expect(await rowOf('ALPHA')).toEqual({
    fund_id: expect.any(Number),
    current_nav_id: alpha[1],
    fund_code: 'ALPHA',
    name: 'Fund ALPHA',
    current_nav: '2026-10-31',
    max_prebalance_date: '2026-11-02',
    max_prebalance_time: null,
    max_sending_time: null,
    max_sending_date: '2026-11-05',
    nav_per_share: null,
    days_late: 2,
    late_since: '2026-11-05',
    accountant: 'Amélie Schroeder',
    uploader: 'Björn Lindqvist',
    current_status_display: 'AWAITING CLIENT (CLIENT)',
    current_dashboard: 'pending',
    first_sending_validation_date: new Date('2026-11-04T09:00:00Z'),
    last_sending_validation_date: new Date('2026-11-05T23:30:00Z'),
    // The previous round was sent; this one is not yet.
    sending_date: null,
    validating_manager: 'Fabrice Noël',
    count_validation_accountant: 4,
    count_validation_manager: 3,
    ko_controls: 1,
    ok_controls: 31,
    rules: '31 OK · 1 not OK',
    upload: new Date('2026-11-04T08:00:00Z'),
    why: 'Price correction',
    previous_nav: '2026-09-30',
    previous_status_display: 'SENT (COMPLETED)',
    previous_dashboard: 'validated',
  })
})

test('the current NAV is the earliest neither sent nor cancelled, whatever later ones are', async () => {
  const [first = 0, second = 0, third = 0] = await constructed.addFund('EDGES', {
    navDates: ['2026-10-07', '2026-10-14', '2026-10-21'],
  })
  const current = async () => {
    const row = await rowOf('EDGES')
    const { current_nav, current_status_display, previous_nav, previous_status_display } = row ?? {}
    return [current_nav, current_status_display, previous_nav, previous_status_display]
  }
  expect(await current()).toEqual(['2026-10-07', 'TO CONTROL (ACCOUNTANT)', null, null])
  await constructed.happen(second, ['send', 'manager1', '2026-10-15T08:00:00Z'])
  expect(await current()).toEqual(['2026-10-07', 'TO CONTROL (ACCOUNTANT)', null, null])
  await constructed.happen(first, ['cancel', 'teamleader1', '2026-10-15T09:00:00Z'])
  expect(await current()).toEqual(['2026-10-21', 'TO CONTROL (ACCOUNTANT)', '2026-10-14', 'SENT (COMPLETED)'])
  await constructed.happen(third, ['cancel', 'teamleader1', '2026-10-22T09:00:00Z'])
  // None is open: the latest, even if cancelled.
  expect(await current()).toEqual(['2026-10-21', 'CANCELLED (SYSTEM)', '2026-10-14', 'SENT (COMPLETED)'])
  expect(await rowOf('EDGES')).toMatchObject({ current_nav_id: third, current_dashboard: 'failed' })
  await constructed.happen(second, ['reopen', 'teamleader1', '2026-10-23T09:00:00Z'])
  expect(await current()).toEqual(['2026-10-14', 'REOPENED (ACCOUNTANT)', '2026-10-07', 'CANCELLED (SYSTEM)'])
})

test('an untouched NAV has only dates', async () => {
  await constructed.addFund('FRESH', { navDates: ['2026-10-31'], accountant: 'left.long.ago' })
  const { fund_id, current_nav_id, ...row } = (await rowOf('FRESH')) ?? {}
  expect(current_nav_id).toEqual(expect.any(Number))
  expect(row).toEqual({
    fund_code: 'FRESH',
    name: 'Fund FRESH',
    current_nav: '2026-10-31',
    max_prebalance_time: null,
    max_sending_time: null,
    max_prebalance_date: '2026-11-02',
    max_sending_date: '2026-11-05',
    nav_per_share: null,
    days_late: 5,
    late_since: '2026-11-02',
    // Imported with the fund, but not a user here.
    accountant: 'left.long.ago',
    current_status_display: 'TO CONTROL (ACCOUNTANT)',
    current_dashboard: 'new',
    uploader: null,
    upload: null,
    why: null,
    ko_controls: null,
    ok_controls: null,
    rules: null,
    first_sending_validation_date: null,
    last_sending_validation_date: null,
    sending_date: null,
    validating_manager: null,
    count_validation_accountant: 0,
    count_validation_manager: 0,
    previous_nav: null,
    previous_status_display: null,
    previous_dashboard: null,
  })
})

test('a fund without NAVs has an empty row', async () => {
  await constructed.addFund('EMPTY', { navDates: [] })
  const { fund_id, fund_code, name, ...rest } = (await rowOf('EMPTY')) ?? {}
  expect([fund_code, name]).toEqual(['EMPTY', 'Fund EMPTY'])
  expect(Object.keys(rest)).toHaveLength(27)
  expect(new Set(Object.values(rest))).toEqual(new Set([null]))
})

test('a sent round has its sending time and its validator', async () => {
  const [nav = 0] = await constructed.addFund('SENT', { navDates: ['2026-10-31'] })
  await constructed.happen(
    nav,
    ['submit', 'accountant1', '2026-11-02T09:00:00Z'],
    ['approve', 'teamleader1', '2026-11-02T10:00:00Z'],
    ['validate', 'manager1', '2026-11-02T11:00:00Z'],
    ['send', 'manager2', '2026-11-12T12:00:00Z'],
  )
  expect(await rowOf('SENT')).toMatchObject({
    current_nav: '2026-10-31',
    current_status_display: 'SENT (COMPLETED)',
    first_sending_validation_date: new Date('2026-11-02T09:00:00Z'),
    last_sending_validation_date: new Date('2026-11-02T09:00:00Z'),
    sending_date: new Date('2026-11-12T12:00:00Z'),
    validating_manager: 'Edith Kremer',
    count_validation_accountant: 1,
    count_validation_manager: 1,
  })
})

test('every column filters by its displayed value, and sorts with blanks last', async () => {
  const row = (await rowOf('ALPHA')) as FundProduction
  const days = ['first_sending_validation_date', 'last_sending_validation_date', 'upload'] as const
  for (const [column, value] of Object.entries(row)) {
    if (column === 'fund_id') continue
    const instant = days.find((each) => each === column)
    const text = instant ? 'empty' : String(value)
    if (value === null) expect(await left(column, 'empty'), column).toContain('ALPHA')
    else expect(await left(column, instant ? 'filled' : 'equals', text), column).toContain('ALPHA')
    for (const descending of [true, false]) {
      const rows = await load({ sort: [{ column, descending }] })
      const values = rows.map((each) => each[column as keyof FundProduction])
      const empty = values.indexOf(null)
      expect(empty < 0 || values.slice(empty).every((each) => each === null), column).toBe(true)
    }
  }
  // An instant has its day in the site’s zone: half past midnight there.
  expect(await left('last_sending_validation_date', 'equals', '2026-11-06')).toEqual(['ALPHA'])
  expect(await left('current_status_display', 'contains', 'client')).toEqual(['ALPHA'])
  expect(await left('count_validation_accountant', 'greater', '1')).toEqual(['ALPHA'])
  const busiest = await load({ sort: [{ column: 'count_validation_accountant', descending: true }] })
  expect(busiest[0]?.fund_code).toBe('ALPHA')
})

test('funds are grouped and searched by lookup values, and their rules add up', async () => {
  const page = await list().page({
    ...WHOLE,
    size: 100,
    groups: ['current_status_display'],
    openGroups: 'none',
  })
  const groups = Object.fromEntries(page.groups.map(({ path, count }) => [path[0], count]))
  expect(groups).toMatchObject({ 'AWAITING CLIENT (CLIENT)': 1, 'SENT (COMPLETED)': 1, '': 1 })
  expect(page.sums.ko_controls).toEqual([{ unit: null, sum: '1' }])
  expect((await load({ search: 'noël' })).map(({ fund_code }) => fund_code)).toEqual(['ALPHA'])
  const { values } = await list().values({ ...WHOLE, size: 100 }, 'validating_manager', '')
  expect(values.map(({ value }) => value)).toEqual(['Edith Kremer', 'Fabrice Noël', ''])
})

test('the NAV per share is that of the first class of the newest figures, over the dates that have one', async () => {
  const [october = 0, , september = 0, cancelled = 0] = await constructed.addFund('SHARES', {
    navDates: ['2026-10-31', '2026-11-30', '2026-09-30', '2026-08-31'],
  })
  const figures: [navId: number, code: string, value: string][][] = [
    [
      [september, 'A', '98.50'],
      [september, 'B', '10'],
    ],
    [
      [october, 'B', '11'],
      [october, 'A', '101.250'],
    ],
    [[cancelled, 'A', '90']],
  ]
  for (const lines of figures) {
    const [[navId = 0] = []] = lines
    await constructed.control(navId, 'accountant1', '2026-11-02T08:00:00Z', { ok: 1, ko: 0, why: 'FIRST' })
    for (const [row, [, code, value]] of lines.entries())
      await site.ownerSql`
        insert into nav_line (control_id, row, type, code, currency, value)
        select current_control_id, ${row}, 'NAV PER SHARE', ${code}, 'EUR', ${value}::numeric
        from fund_nav where id = ${navId}`
  }
  await constructed.happen(cancelled, ['cancel', 'teamleader1', '2026-11-02T09:00:00Z'])
  // The NAV of November has no figures yet.
  expect((await rowOf('SHARES'))?.current_nav).not.toBeNull()
  expect((await rowOf('SHARES'))?.nav_per_share).toBe('B\tEUR\t10 11')
})
