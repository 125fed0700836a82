import { expect, test } from 'vitest'
import { type KpiRow, kpiPeriod } from '~/areas/kpi/kpi'
import { kpiSeries } from '~/areas/kpi/kpi-chart'
import { daysOfMonth, monthsBefore, monthsOf } from '~/platform/values/day'

const TODAY = '2026-02-28'

test('the default is the last twelve months including this one', () => {
  expect(kpiPeriod(null, null, TODAY)).toEqual({ from: '2025-03', to: '2026-02', note: null })
  expect(kpiPeriod('2025-11', '2026-01', TODAY)).toEqual({ from: '2025-11', to: '2026-01', note: null })
  expect(kpiPeriod(null, '2024-02', TODAY)).toEqual({ from: '2023-03', to: '2024-02', note: null })
  expect(kpiPeriod('', '', TODAY)).toEqual({ from: '2025-03', to: '2026-02', note: null })
})

test('an invalid month is reported, reversed months are swapped, too many are cut', () => {
  for (const odd of ['2026-13', 'x', '0000-01', '2026-1', "2026-01'", '9999-12'])
    expect(kpiPeriod(odd, null, TODAY)).toMatchObject({
      from: '2025-03',
      to: '2026-02',
      note: expect.stringContaining('2026-10'),
    })
  expect(kpiPeriod('2026-01', '2025-11', TODAY)).toMatchObject({ from: '2025-11', to: '2026-01' })
  expect(kpiPeriod('2001-01', '2026-01', TODAY)).toEqual({
    from: '2024-02',
    to: '2026-01',
    note: expect.stringContaining('At most 24 months'),
  })
})

test('months continue over years, with their last days', () => {
  expect(monthsOf('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(monthsOf('2026-02', '2026-01')).toEqual([])
  expect([monthsBefore('2026-01', 1), monthsBefore('2026-01', 13), monthsBefore('2025-12', -1)]).toEqual([
    '2025-12',
    '2024-12',
    '2026-01',
  ])
  expect([daysOfMonth('2024-02').last, daysOfMonth('2026-02').last, daysOfMonth('2026-12').last]).toEqual([
    '2024-02-29',
    '2026-02-28',
    '2026-12-31',
  ])
})

test('the chart adds up the rows by method and month; its rate is the overall rate, not a mean of rates', () => {
  const row = (fund_id: number, month: string, met: number, missed: number): KpiRow => ({
    key: `${fund_id} ${month} 1`,
    fund_id,
    fund_code: `F${fund_id}`,
    fund_name: '',
    month,
    method_id: 1,
    method_name: 'NAV on time',
    navs: met + missed,
    met,
    missed,
    open: 0,
    unmeasured: 0,
    rate: null,
    resends: null,
    comments: '',
  })
  const resends = { ...row(1, '2026-01', 0, 0), method_id: 5, method_name: 'Resends', met: null, resends: 2 }
  const [onTime, resent, ...none] = kpiSeries(
    [resends, row(1, '2026-01', 9, 1), row(2, '2026-01', 0, 1), row(1, '2026-02', 4, 0)],
    ['2025-12', '2026-01', '2026-02'],
  )
  expect(none).toEqual([])
  expect(onTime?.months.map(({ met, missed, rate }) => [met, missed, rate])).toEqual([
    [0, 0, null],
    [9, 2, '0.8182'],
    [4, 0, '1.0000'],
  ])
  expect(onTime?.all).toMatchObject({ met: 13, missed: 2, rate: '0.8667' })
  expect(resent).toMatchObject({ counted: true, all: { resends: 2 } })
  expect(resent?.months[1]?.resends).toBe(2)
})
