import { expect, test } from 'vitest'
import { checkIban } from '~/platform/values/accounts'

test.each([
  ['DE02120300000000202051', 'DE02120300000000202051'],
  ['DE02 1203 0000 0000 2020 51', 'DE02120300000000202051'],
  ['lu28 0019 4006 4475 0000', 'LU280019400644750000'],
  ['IBAN: LU28\u00a00019\u00a04006\u00a04475\u00a00000 ', 'LU280019400644750000'],
  ['FR76-3000-6000-0112-3456-7890-189', 'FR7630006000011234567890189'],
  ['NO93.8601.1117.947', 'NO9386011117947'],
])('%s is an account', (text, electronic) => {
  expect(checkIban(text)).toEqual({ electronic, valid: true })
})

test.each([
  ['a digit changed', 'DE02120300000000202052'],
  ['two digits swapped', 'DE02120300000000220051'],
  ['too short', 'DE0212030000000020205'],
  ['too long', 'LU2800194006447500001'],
  ['a country without IBAN', 'US02120300000000202051'],
  ['letters where digits are due', 'DE0212030000000020205X'],
  ['another script', 'DE0212030000000020205١'],
  ['nothing', ''],
  ['blanks', '   '],
])('%s is none', (_, text) => {
  expect(checkIban(text).valid).toBe(false)
})

test('an invalid account is returned without its spaces', () => {
  expect(checkIban('account 12')).toEqual({ electronic: 'ACCOUNT12', valid: false })
})
