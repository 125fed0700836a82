import { expect, test } from 'vitest'
import { isinFault } from '~/areas/navs/rules/inventory-lines'
import { line, outcomeOf, ruleInput } from '../../../support/areas/navs/rules/rule-input'

test.each(['US0378331005', 'LU0274208692', 'DE000BAY0017', 'GB0002634946', 'XS2010028699'])(
  '%s is a well formed ISIN',
  (isin) => {
    expect(isinFault(isin)).toBeNull()
  },
)

test('every other check digit is refused, and the right one is given', () => {
  for (const digit of [0, 1, 2, 3, 4, 6, 7, 8, 9]) {
    expect(isinFault(`US037833100${digit}`)).toBe(`ISIN US037833100${digit} should end in the check digit 5`)
  }
})

test.each([
  '',
  'US037833100',
  'US03783310055',
  '1S0378331005',
  'US037833100X',
  'us0378331005',
  'US03783310 5',
])('"%s" is no ISIN', (isin) => {
  expect(isinFault(isin)).not.toBeNull()
})

test('I05 requires an ISIN only for Equity, Bond and Fund', () => {
  for (const [type, result] of [
    ['Equity', 'NOK'],
    ['Bond', 'NOK'],
    ['Fund', 'NOK'],
    ['Derivative', 'OK'],
    ['Cash', 'OK'],
    ['Other', 'OK'],
  ] as const) {
    const input = ruleInput(({ data }) => {
      line(data, type).isin = null
    })
    expect(outcomeOf(input, 'I05').result, type).toBe(result)
  }
})
