import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepaidSchedule } from '~/areas/invoices/invoice'
import { addDays, daysBetween } from '~/platform/values/day'
import { Big, sum } from '~/platform/values/decimal'

test('a year from mid-month: thirteen periods by days, the last with the rounding', () => {
  const periods = prepaidSchedule({
    expense: '1000.00',
    currency: 'EUR',
    from: '2026-10-16',
    to: '2027-10-15',
  })
  expect(periods).toHaveLength(13)
  expect(periods[0]).toEqual({ from: '2026-10-16', to: '2026-10-31', days: 16, amount: '43.84' })
  expect(periods[4]).toEqual({ from: '2027-02-01', to: '2027-02-28', days: 28, amount: '76.71' })
  // 15 of 365 days are 41.0959; the twelve before were rounded.
  expect(periods.at(-1)).toEqual({ from: '2027-10-01', to: '2027-10-15', days: 15, amount: '41.11' })
})

test('one day, and a leap day', () => {
  const day = { from: '2028-02-29', to: '2028-02-29' }
  expect(prepaidSchedule({ expense: '-7.01', currency: 'EUR', ...day })).toEqual([
    { ...day, days: 1, amount: '-7.01' },
  ])
  expect(prepaidSchedule({ expense: '1.00', currency: 'EUR', from: '2028-03-01', to: '2028-02-29' })).toEqual(
    [],
  )
})

test('months of a currency without decimals are whole, and the last one takes the rest', () => {
  const year = { from: '2026-01-01', to: '2026-12-31' }
  const periods = prepaidSchedule({ expense: '100000', currency: 'JPY', ...year })
  expect(periods.every(({ amount }) => amount.endsWith('.00'))).toBe(true)
  expect(sum(periods.map(({ amount }) => amount)).toFixed(2)).toBe('100000.00')
  expect(periods[1]?.amount).toBe('7671.00')
})

test('periods are consecutive, add up to net, and all but the last are within a cent of their share', () => {
  const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
  const first = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
  fc.assert(
    fc.property(cents, first, fc.integer({ min: 0, max: 1_500 }), (amount, from, length) => {
      const net = new Big(amount.toString()).div(100).toFixed(2)
      const to = addDays(from, length)
      const periods = prepaidSchedule({ expense: net, currency: 'EUR', from, to })
      expect(sum(periods.map((each) => each.amount)).toFixed(2)).toBe(net)
      expect(periods[0]?.from).toBe(from)
      expect(periods.at(-1)?.to).toBe(to)
      for (const [at, period] of periods.entries()) {
        expect(period.days).toBe(daysBetween(period.from, period.to) + 1)
        expect(period.from.slice(0, 7)).toBe(period.to.slice(0, 7))
        const next = periods[at + 1]
        if (!next) continue
        expect(next.from).toBe(addDays(period.to, 1))
        const share = new Big(net).times(period.days).div(length + 1)
        expect(new Big(period.amount).minus(share).abs().lte('0.01')).toBe(true)
      }
    }),
  )
})
