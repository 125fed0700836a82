import { expect, test } from 'vitest'
import type { RuleInput } from '~/areas/navs/rules/contract'
import { daysApart, navLine, outcomeOf, ruleInput } from '../../../support/areas/navs/rules/rule-input'

const A = 'LUX001-A'
const B = 'LUX001-B'

/** The result of a rule one day after the previous NAV, so with unscaled limits. */
const resultOf = (id: string, change: (input: RuleInput) => void) =>
  outcomeOf(
    ruleInput((input) => {
      daysApart(input, 1)
      change(input)
    }),
    id,
  ).result

/** Sets NAV PER SHARE of a class on both dates. */
function perShare(input: RuleInput, code: string, now: string, before: string) {
  navLine(input.data, 'NAV PER SHARE', code).value = now
  if (input.previous) navLine(input.previous, 'NAV PER SHARE', code).value = before
}

/** Leaves only the given classes, so that the test controls the groups. */
function keepClasses(input: RuleInput, ...codes: string[]) {
  for (const data of [input.data, input.previous]) {
    if (data)
      data.nav.lines = data.nav.lines.filter(({ code }) => !code.includes('-') || codes.includes(code))
  }
}

test('N07 allows exactly the limit of the fund type, up and down, and nothing beyond', () => {
  const moved = (now: string) => (input: RuleInput) => perShare(input, A, now, '100')
  expect(['101.5', '98.5', '101.50000001', '98.49999999'].map((now) => resultOf('N07', moved(now)))).toEqual([
    'OK',
    'OK',
    'NOK',
    'NOK',
  ])
})

test('limits of N07 grow with the square root of the days, exactly, from 4 days on', () => {
  const moved = (days: number, now: string) => (input: RuleInput) => {
    perShare(input, A, now, '100')
    daysApart(input, days)
  }
  expect([4, 5, 16].map((days) => resultOf('N07', moved(days, '101.51')))).toEqual(['NOK', 'OK', 'OK'])
  // 16 days: 1.5 % × √4 = 3 %, to the last digit.
  expect(resultOf('N07', moved(16, '103'))).toBe('OK')
  expect(resultOf('N07', moved(16, '103.0000000001'))).toBe('NOK')
  expect(resultOf('N07', moved(16, '96.9999999999'))).toBe('NOK')
})

test('N07 requires a class with shares to move, if it has enough decimals', () => {
  const still = (change: (input: RuleInput) => void, value = '500') =>
    resultOf('N07', (input) => {
      perShare(input, A, value, value)
      change(input)
    })
  expect(still(() => {})).toBe('NOK')
  // 0.01 is 0.005 % of 200: not below.
  expect(still(() => {}, '200')).toBe('OK')
  expect(still(() => {}, '200.01')).toBe('NOK')
  expect(still(({ data }) => Object.assign(navLine(data, 'SHARES', A), { value: '0' }))).toBe('OK')
  expect(still(({ fund }) => Object.assign(fund, { type: 'MONEY MARKET' }))).toBe('OK')
  expect(still(({ classes }) => Object.assign(classes[0] ?? {}, { decimals: 1 }))).toBe('OK')
  expect(still(({ classes }) => Object.assign(classes[0] ?? {}, { decimals: 1 }), '2001')).toBe('NOK')
})

test('N07 adds the distribution back', () => {
  const paid = (distribution: string) => (input: RuleInput) => {
    perShare(input, B, '95', '100')
    navLine(input.data, 'DISTRIBUTION PER SHARE', B).value = distribution
  }
  expect(resultOf('N07', paid('5'))).toBe('OK')
  expect(resultOf('N07', paid('3.5'))).toBe('OK')
  expect(resultOf('N07', paid('3.4999'))).toBe('NOK')
})

test('N07 skips a class whose previous NAV per share is 0 or negative', () => {
  for (const before of ['0', '-100']) {
    const outcome = outcomeOf(
      ruleInput((input) => {
        keepClasses(input, A)
        perShare(input, A, '100', before)
      }),
      'N07',
    )
    expect(outcome.result).toBe('OK - not applicable')
    expect(outcome.comment).toBe('Missing: previous NAV PER SHARE above 0 (LUX001-A).')
  }
})

test('N09 compares the highest with the lowest movement: 0.20 % apart is OK, more is not', () => {
  const apart = (now: string) => (input: RuleInput) => {
    keepClasses(input, A, B)
    perShare(input, A, '101', '100')
    perShare(input, B, now, '1000')
    navLine(input.data, 'DISTRIBUTION PER SHARE', B).value = '0'
  }
  expect(resultOf('N09', apart('1008'))).toBe('OK')
  expect(resultOf('N09', apart('1007.9999'))).toBe('NOK')
  expect(resultOf('N09', apart('1012'))).toBe('OK')
  expect(resultOf('N09', apart('1012.0001'))).toBe('NOK')
})

test('N09 adds the management fee for the days to each movement', () => {
  const apart = (days: number, fee: string, now: string) =>
    resultOf('N09', (input) => {
      keepClasses(input, A, B)
      perShare(input, A, '100', '100')
      perShare(input, B, now, '100')
      navLine(input.data, 'DISTRIBUTION PER SHARE', B).value = '0'
      for (const each of input.classes) each.managementFee = each.code === A ? '0' : fee
      daysApart(input, days)
    })
  // 73 days are a fifth of a year: a fee of 1 % explains 0.2 %.
  expect(apart(73, '1', '99.6')).toBe('OK')
  expect(apart(73, '1', '99.5999999')).toBe('NOK')
  expect(apart(73, '0', '99.6')).toBe('NOK')
})

test('N09 compares only within one currency and hedging', () => {
  const split = (change: (input: RuleInput) => void) => (input: RuleInput) => {
    keepClasses(input, A, B)
    perShare(input, A, '101', '100')
    perShare(input, B, '100', '100')
    change(input)
  }
  const hedge = (input: RuleInput) => Object.assign(input.classes[1] ?? {}, { hedged: true })
  const otherCurrency = (input: RuleInput) =>
    Object.assign(navLine(input.data, 'NAV PER SHARE', B), { currency: 'USD' })
  expect(
    resultOf(
      'N09',
      split(() => {}),
    ),
  ).toBe('NOK')
  const none = 'OK - not applicable'
  expect(resultOf('N09', split(hedge))).toBe(none)
  expect(resultOf('N09', split(otherCurrency))).toBe(none)
  const single = outcomeOf(
    ruleInput((input) => keepClasses(input, A)),
    'N09',
  )
  expect([single.result, single.comment]).toEqual([
    none,
    'Missing: two classes of one currency and one hedging.',
  ])
})

test('N10 allows exactly 1 % between class and benchmark, each ratio exact', () => {
  const levels = (now: string) => (input: RuleInput) => {
    perShare(input, A, '102', '100')
    input.benchmarkLevels = { current: now, previous: '3' }
  }
  expect(resultOf('N10', levels('3.03'))).toBe('OK')
  expect(resultOf('N10', levels('3.0299999999'))).toBe('NOK')
  expect(resultOf('N10', levels('3.09'))).toBe('OK')
  expect(resultOf('N10', levels('3.0900000001'))).toBe('NOK')
})

test('N10 lists everything missing', () => {
  const comment = (change: (input: RuleInput) => void) => {
    const outcome = outcomeOf(ruleInput(change), 'N10')
    expect(outcome.result).toBe('OK - not applicable')
    return outcome.comment
  }
  expect(
    comment((input) => {
      input.fund.benchmark = null
      input.previous = null
      for (const shareClass of input.classes) shareClass.reference = false
    }),
  ).toBe('Missing: previous control; reference class of the fund; benchmark of the fund.')
  expect(
    comment((input) => {
      input.benchmarkLevels = { current: null, previous: null }
    }),
  ).toBe('Missing: level of WORLD 60/40 at the NAV date; level of WORLD 60/40 at the previous NAV date.')
  expect(
    comment((input) => {
      input.benchmarkLevels.previous = '0'
    }),
  ).toBe('Missing: level of WORLD 60/40 above 0 at the previous NAV date.')
})

test('N11 compares every class with the first sent figure; the exact threshold is already an error', () => {
  const sent = (before: string) => (input: RuleInput) => {
    input.sent = [{ classCode: A, navPerShare: before }]
    navLine(input.data, 'NAV PER SHARE', A).value = '200'
  }
  expect(['200.999999', '199.000001', '201', '199'].map((before) => resultOf('N11', sent(before)))).toEqual([
    'OK',
    'OK',
    'NOK',
    'NOK',
  ])
})

test('N11 is not applicable before the NAV was sent', () => {
  const outcome = outcomeOf(
    ruleInput((input) => {
      input.sent = null
    }),
    'N11',
  )
  expect([outcome.result, outcome.comment]).toEqual([
    'OK - not applicable',
    'Missing: sent NAV (this NAV was not sent before).',
  ])
})
