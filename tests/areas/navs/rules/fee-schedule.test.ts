import { expect, test } from 'vitest'
import type { RuleInput } from '~/areas/navs/rules/contract'
import {
  account,
  daysApart,
  navLine,
  outcomeOf,
  ruleInput,
} from '../../../support/areas/navs/rules/rule-input'

const A = 'LUX001-A'
const U = 'LUX001-U'

const FEE = {
  accountPrefix: '61',
  from: '2026-01-01',
  to: null,
  rate: null,
  amount: null,
  days: '365',
} as const

/** B10 on one fee booked on account 6110 with this net, 73 days after a previous TNA of 1,000,000. */
function feeOf(
  fee: Partial<RuleInput['feeSchedule'][number]>,
  booked: string,
  more?: (input: RuleInput) => void,
) {
  return outcomeOf(
    ruleInput((input) => {
      daysApart(input, 73)
      input.feeSchedule = [{ ...FEE, ...fee }]
      for (const each of input.data.nav.lines)
        if (each.type === 'SUBSCRIPTIONS' || each.type === 'REDEMPTIONS') each.value = '0'
      if (input.previous) navLine(input.previous, 'FUND TNA').value = '1000000'
      const like = account(input.data, '6010')
      input.data.balance.lines.push({
        ...like,
        row: 99,
        accountNumber: '6110',
        debtor: booked,
        creditor: '0',
      })
      more?.(input)
    }),
    'B10',
  )
}

test('B10 allows 5 % of the expected fee, of FUND TNA or of an amount', () => {
  // 1 % of 1,000,000 for a fifth of a year.
  const of = (booked: string) => feeOf({ rate: '1' }, booked).result
  expect(['1900', '2100', '1899.99', '2150'].map(of)).toEqual(['OK', 'OK', 'NOK', 'NOK'])
  expect(feeOf({ amount: '7200', days: '360' }, '1533').result).toBe('OK')
  expect(feeOf({ amount: '7200', days: '360' }, '1533.01').result).toBe('NOK')
  expect(feeOf({ amount: '10' }, '3').result).toBe('OK')
  expect(feeOf({ amount: '10' }, '3.01').result).toBe('NOK')
})

test('B10 also accepts the fee including flows, if that is closer', () => {
  const flow = (input: RuleInput) => {
    // Subscriptions of 1,000,000.
    navLine(input.data, 'SUBSCRIPTIONS', A).value = '10000'
    if (input.previous) navLine(input.previous, 'NAV PER SHARE', A).value = '100'
  }
  expect(feeOf({ rate: '1' }, '4000', flow).result).toBe('OK')
  expect(feeOf({ rate: '1' }, '2000', flow).result).toBe('OK')
  expect(feeOf({ rate: '1' }, '3000', flow).result).toBe('NOK')
})

test('B10 sums the management fees of the classes if the fee has neither rate nor amount', () => {
  const classes = (input: RuleInput) => {
    for (const each of input.classes) each.managementFee = each.code === A ? '1' : each.code === U ? '2' : '0'
    const { previous } = input
    if (!previous) return
    navLine(previous, 'CLASS TNA', A).value = '100000'
    Object.assign(navLine(previous, 'CLASS TNA', U), { value: '50000' })
    navLine(previous, 'FX RATE', 'USD').value = '0.5'
  }
  // (1 % × 100,000 + 2 % × 50,000 × 0.5) / 5
  expect(feeOf({}, '300', classes).result).toBe('OK')
  expect(feeOf({}, '315', classes).result).toBe('OK')
  expect(feeOf({}, '315.01', classes).result).toBe('NOK')
})

test('B10 uses fees in force, per prefix the one that started last', () => {
  const of = (...fees: Partial<RuleInput['feeSchedule'][number]>[]) =>
    feeOf({}, '2000', (input) => {
      input.feeSchedule = fees.map((fee) => ({ ...FEE, rate: '1', ...fee }))
    })
  const navDate = '2026-10-30'
  expect(of({ to: navDate }).result).toBe('OK')
  expect(of({ from: navDate }).result).toBe('OK')
  expect(of({ to: '2026-10-29' })).toMatchObject({
    result: 'OK - not applicable',
    comment: 'Missing: fee in force in the fund’s schedule.',
  })
  expect(of({ from: '2026-10-31' }).result).toBe('OK - not applicable')
  expect(of({ rate: '9', from: '2026-01-01' }, { from: '2026-02-01' }).result).toBe('OK')
  expect(of({ from: '2026-02-01' }, { rate: '9', from: '2026-01-01' }).result).toBe('OK')
  expect(of({ rate: '9', from: '2026-03-01' }, { from: '2026-02-01' }).result).toBe('NOK')
})

test('B10 counts a leap year’s days if the fee says ACT', () => {
  const of = (booked: string, navDate: string, days: '365' | 'ACT') =>
    feeOf({ rate: '1', days }, booked, (input) => {
      input.data.navDate = navDate
      if (input.previous) input.previous.navDate = `${navDate.slice(0, 4)}-01-01`
      input.feeSchedule[0] = { ...FEE, rate: '1', days, from: '2020-01-01' }
    }).result
  // 183 days of 366 are half a year: 5,000, and at most 5 % more.
  expect(of('5250', '2028-07-02', 'ACT')).toBe('OK')
  expect(of('5250.01', '2028-07-02', 'ACT')).toBe('NOK')
  expect(of('5250.01', '2028-07-02', '365')).toBe('OK')
})
