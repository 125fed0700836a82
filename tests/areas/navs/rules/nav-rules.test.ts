import { expect, test } from 'vitest'
import type { RuleInput } from '~/areas/navs/rules/contract'
import type { NavType } from '~/areas/navs/workbooks/control-data'
import { Big } from '~/platform/values/decimal'
import { navLine, nokRules, outcomeOf, ruleInput } from '../../../support/areas/navs/rules/rule-input'

const A = 'LUX001-A'

function setValue(
  input: RuleInput,
  type: NavType,
  code: string,
  value: string,
  upload: 'data' | 'previous' = 'data',
) {
  const data = input[upload]
  if (data) navLine(data, type, code).value = value
}

function addRow(input: RuleInput, type: NavType, code: string, value: string, currency = 'EUR') {
  input.data.nav.lines.push({
    row: 900 + input.data.nav.lines.length,
    type,
    code,
    currency,
    value,
    name: null,
  })
}

function removeRows(input: RuleInput, type: NavType, code: string) {
  input.data.nav.lines = input.data.nav.lines.filter((line) => line.type !== type || line.code !== code)
}

/** The result of one rule after a change. */
const resultOf = (id: string, change: (input: RuleInput) => void) => outcomeOf(ruleInput(change), id).result

test('N01 checks the currency of every preamble, including the inventory', () => {
  const outcome = outcomeOf(
    ruleInput((input) => {
      for (const table of [input.data.nav, input.data.inventory]) {
        if (table) table.source.preamble.fundCurrency.value = 'CHF'
      }
    }),
    'N01',
  )
  expect(outcome.breaches.map(({ subject }) => subject)).toEqual(['NAV preamble', 'Inventory preamble'])
  expect(outcome.breaches[0]?.figures[0]?.cell).toBe('B4')
})

test('N02 counts a class on its first and last active day, and not beyond', () => {
  const activeFrom = (day: string) => (input: RuleInput) =>
    Object.assign(input.classes[0] ?? {}, { activeFrom: day })
  const activeTo = (day: string) => (input: RuleInput) =>
    Object.assign(input.classes[0] ?? {}, { activeTo: day })
  expect(resultOf('N02', activeFrom('2026-10-30'))).toBe('OK')
  expect(resultOf('N02', activeFrom('2026-10-31'))).toBe('NOK')
  expect(resultOf('N02', activeTo('2026-10-30'))).toBe('OK')
  expect(resultOf('N02', activeTo('2026-10-29'))).toBe('NOK')
})

test('N02 finds a missing class, a missing element, and a duplicate element', () => {
  const formula = (change: (input: RuleInput) => void) =>
    outcomeOf(ruleInput(change), 'N02').breaches[0]?.formula
  expect(
    formula((input) => {
      input.data.nav.lines = input.data.nav.lines.filter(({ code }) => code !== A)
    }),
  ).toBe('active class missing from the NAV table')
  expect(formula((input) => removeRows(input, 'SHARES', A))).toBe('SHARES is missing')
  expect(formula((input) => addRow(input, 'NAV PER SHARE', A, '112.85'))).toBe(
    'NAV PER SHARE appears 2 times',
  )
  expect(formula((input) => addRow(input, 'REDEMPTIONS', 'OTHER', '0'))).toBe(
    'no class of this fund has this code',
  )
})

test('a second CLASS TNA row breaks N02 and counts for N04; a second equal NAV PER SHARE breaks only N02', () => {
  const twice = (type: NavType) =>
    ruleInput((input) => addRow(input, type, A, navLine(input.data, type, A).value))
  expect(nokRules(twice('CLASS TNA'))).toEqual(['N02', 'N04'])
  expect(nokRules(twice('NAV PER SHARE'))).toEqual(['N02'])
  expect(nokRules(twice('SHARES'))).toEqual(['N02'])
})

test('N03 allows half of the last decimal of the NAV per share for each share, and nothing more', () => {
  const off = (by: string) => (input: RuleInput) => {
    const shares = new Big(navLine(input.data, 'SHARES', A).value)
    const exact = shares.times(navLine(input.data, 'NAV PER SHARE', A).value)
    setValue(input, 'CLASS TNA', A, exact.plus(shares.times('0.005')).plus(by).toFixed())
  }
  expect(resultOf('N03', off('0'))).toBe('OK')
  expect(resultOf('N03', off('0.0001'))).toBe('NOK')
})

test('N03 assumes two decimals for an unknown class and a cent for few or negative shares', () => {
  const unknown = (tna: string, shares: string) => (input: RuleInput) => {
    addRow(input, 'CLASS TNA', 'X', tna)
    addRow(input, 'SHARES', 'X', shares)
    addRow(input, 'NAV PER SHARE', 'X', '10')
  }
  expect(resultOf('N03', unknown('10005', '1000'))).toBe('OK')
  expect(resultOf('N03', unknown('10005.01', '1000'))).toBe('NOK')
  expect(resultOf('N03', unknown('10.01', '1'))).toBe('OK')
  expect(resultOf('N03', unknown('10.011', '1'))).toBe('NOK')
  expect(resultOf('N03', unknown('-10000.01', '-1000'))).toBe('OK')
  expect(resultOf('N03', unknown('-10000.02', '-1000'))).toBe('NOK')
})

test('N04 allows one cent per class', () => {
  const off = (by: string) => (input: RuleInput) => {
    const classes = input.data.nav.lines.filter(({ type }) => type === 'CLASS TNA')
    const rate = navLine(input.data, 'FX RATE', 'USD').value
    const total = classes.reduce(
      (sofar, { value, currency }) => sofar.plus(new Big(value).times(currency === 'USD' ? rate : 1)),
      new Big(0),
    )
    setValue(input, 'FUND TNA', 'LUX001', total.plus(by).toFixed())
  }
  expect(resultOf('N04', off('0.05'))).toBe('OK')
  expect(resultOf('N04', off('-0.0500001'))).toBe('NOK')
})

test('N04 is NOK if an FX RATE is missing, and never needs one for the fund currency', () => {
  const missing = outcomeOf(
    ruleInput((input) => removeRows(input, 'FX RATE', 'USD')),
    'N04',
  )
  expect(missing.result).toBe('NOK')
  expect(missing.breaches.map(({ subject }) => subject)).toEqual(['LUX001-U', 'LUX001-H'])
  expect(resultOf('N04', (input) => addRow(input, 'FX RATE', 'EUR', '2'))).toBe('OK')
})

test('N05 allows one cent', () => {
  const off = (by: string) => (input: RuleInput) => {
    const liabilities = navLine(input.data, 'TOTAL LIABILITIES').value
    const tna = navLine(input.data, 'FUND TNA').value
    setValue(input, 'TOTAL ASSETS', 'LUX001', new Big(tna).plus(liabilities).plus(by).toFixed())
  }
  expect(resultOf('N05', off('0.01'))).toBe('OK')
  expect(resultOf('N05', off('0.010000000001'))).toBe('NOK')
})

test('N06 allows a NAV per share of 0 only without shares', () => {
  const perShare = (shares: string) => (input: RuleInput) => {
    setValue(input, 'SHARES', A, shares)
    setValue(input, 'NAV PER SHARE', A, '0')
  }
  expect(resultOf('N06', perShare('0'))).toBe('OK')
  expect(resultOf('N06', perShare('0.001'))).toBe('NOK')
  expect(resultOf('N06', (input) => setValue(input, 'FUND TNA', 'LUX001', '0'))).toBe('NOK')
  expect(resultOf('N06', (input) => setValue(input, 'SHARES', A, '-0.001'))).toBe('NOK')
})

test('N08 counts absent subscriptions and redemptions as 0 and allows 0.001 shares', () => {
  const rolled = (shares: string) => (input: RuleInput) => {
    removeRows(input, 'SUBSCRIPTIONS', A)
    removeRows(input, 'REDEMPTIONS', A)
    setValue(input, 'SHARES', A, '1000', 'previous')
    setValue(input, 'SHARES', A, shares)
  }
  expect(resultOf('N08', rolled('1000.001'))).toBe('OK')
  expect(resultOf('N08', rolled('999.9989'))).toBe('NOK')
})

test('a class without a previous value has no roll-forward and no movement', () => {
  const input = ruleInput((changed) => {
    if (changed.previous) {
      changed.previous.nav.lines = changed.previous.nav.lines.filter(({ code }) => code !== A)
    }
    setValue(changed, 'SHARES', A, '1')
    setValue(changed, 'NAV PER SHARE', A, '500')
  })
  for (const id of ['N07', 'N08']) expect(outcomeOf(input, id).result).toBe('OK')
  expect(outcomeOf(input, 'N10').comment).toBe('Missing: previous NAV PER SHARE (LUX001-A).')
})
