import { expect, test } from 'vitest'
import { describeBankReason } from '~/areas/payments/bank-files/reason-text'

test.each([
  ['AC04', '', 'account closed (AC04)'],
  ['DT06', 'execution date changed', 'the bank changed the execution date (DT06): execution date changed'],
  ['RVNM', '', 'verification of the payee: the name does not match the account (RVNM)'],
  ['NARR', 'ask the payee', 'ask the payee (NARR)'],
  ['B17', '', 'B17'],
  ['', 'no such account', 'no such account'],
  ['', '', 'no reason given'],
  ['toString', '', 'toString'],
])('the reason %s with the text “%s” is “%s”', (code, text, words) => {
  expect(describeBankReason({ code, text })).toBe(words)
})
