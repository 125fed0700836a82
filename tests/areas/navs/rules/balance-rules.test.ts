import { expect, test } from 'vitest'
import type { RuleInput } from '~/areas/navs/rules/contract'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { navLine, outcomeOf, ruleInput } from '../../../support/areas/navs/rules/rule-input'

/** Account number → net; debtor above 0, creditor below. Replaces a balance. */
function setBalance(data: ControlData | null, nets: Record<string, string>): void {
  if (!data) return
  data.balance.lines = Object.entries(nets).map(([accountNumber, net], i) => ({
    row: 7 + i,
    accountNumber,
    accountName: `Account ${accountNumber}`,
    currency: 'EUR',
    debtor: net.startsWith('-') ? '0' : net,
    creditor: net.startsWith('-') ? net.slice(1) : '0',
  }))
}

function outcome(id: string, now: Record<string, string>, before: Record<string, string> = {}, tna = '1000') {
  return outcomeOf(
    ruleInput((input) => {
      setBalance(input.data, now)
      setBalance(input.previous, before)
      navLine(input.data, 'FUND TNA').value = tna
    }),
    id,
  )
}

const resultOf = (...args: Parameters<typeof outcome>) => outcome(...args).result

test('B01 allows a difference of one cent between both sides', () => {
  expect(resultOf('B01', { 2: '100.01', 1: '-100' })).toBe('OK')
  expect(resultOf('B01', { 2: '100.0101', 1: '-100' })).toBe('NOK')
})

test('B02 sums only classes 2 to 5, including 38 and 46', () => {
  const nets = {
    10: '7',
    79: '8',
    20: '500',
    30: '300',
    38: '300',
    40: '-60',
    46: '-40',
    50: '0.01',
    60: '9',
    90: '9',
    X: '5',
  }
  expect(resultOf('B02', nets)).toBe('OK')
  expect(resultOf('B02', { ...nets, 50: '0.0101' })).toBe('NOK')
})

test('B03 names every account without a matching prefix in the plan', () => {
  const { breaches } = outcome('B03', { 800: '0', 200: '0', X1: '0' })
  expect(breaches.map(({ subject }) => subject)).toEqual(['800', 'X1'])
})

test('the longest prefix of the account plan wins', () => {
  const change = (input: RuleInput) => {
    setBalance(input.data, { 2999: '5' })
    input.accountPlan = [...input.accountPlan, { prefix: '299', accountClass: 'suspense', side: null }]
  }
  expect(outcomeOf(ruleInput(change), 'B04').breaches.map(({ subject }) => subject)).toEqual(['2999'])
})

test('B04 allows one cent on either side, or no suspense account at all', () => {
  expect(resultOf('B04', { 90: '0.01', 91: '-0.01' })).toBe('OK')
  expect(resultOf('B04', { 90: '0.02' })).toBe('NOK')
  expect(resultOf('B04', { 90: '-0.02' })).toBe('NOK')
  expect(resultOf('B04', { 20: '5' })).toBe('OK')
})

test('B05 expects classes 2 and 3 in debit and class 4 in credit, to the cent', () => {
  expect(resultOf('B05', { 20: '-0.01', 30: '-0.01', 38: '-0.01', 40: '0.01', 46: '0.01', 50: '-100' })).toBe(
    'OK',
  )
  for (const wrong of [
    { 20: '-0.011' },
    { 30: '-0.011' },
    { 38: '-0.011' },
    { 40: '0.011' },
    { 46: '0.011' },
  ]) {
    expect(resultOf('B05', wrong as unknown as Record<string, string>)).toBe('NOK')
  }
})

test('B05 uses the side of the longest prefix, and skips accounts allowed on both', () => {
  const of = (side: 'debit' | 'credit' | 'both', net: string) =>
    outcomeOf(
      ruleInput((input) => {
        setBalance(input.data, { 450: net })
        input.accountPlan = [...input.accountPlan, { prefix: '45', accountClass: 'payables', side }]
      }),
      'B05',
    ).result
  expect([of('debit', '0.02'), of('debit', '-0.02'), of('credit', '0.02')]).toEqual(['OK', 'NOK', 'NOK'])
  expect([of('both', '500'), of('both', '-500')]).toEqual(['OK', 'OK'])
})

test('B06 has no limit for an AIF, except one set for the fund', () => {
  const of = (level: string) =>
    outcomeOf(
      ruleInput((input) => {
        setBalance(input.data, { 50: '-900' })
        navLine(input.data, 'FUND TNA').value = '1000'
        input.fund.regime = 'AIF'
        input.tolerances = { ...input.tolerances, 'B06.limit': { value: '10', level } }
      }),
      'B06',
    )
  expect(of('all')).toMatchObject({
    result: 'OK - not applicable',
    comment: 'Missing: tolerance of the fund itself (the fund is an AIF).',
  })
  expect(of('fund type MIXED').result).toBe('OK - not applicable')
  expect(of('fund LUX001').result).toBe('NOK')
})

test('B06 sums only overdrawn accounts, and allows exactly 10 % of FUND TNA', () => {
  expect(resultOf('B06', { 50: '900', 51: '-60', 52: '-40' })).toBe('OK')
  expect(resultOf('B06', { 50: '900', 51: '-60', 52: '-40.01' })).toBe('NOK')
  expect(resultOf('B06', { 50: '900' }, {}, '0')).toBe('OK')
  expect(outcome('B06', { 50: '-1' }, {}, '0')).toMatchObject({
    result: 'OK - not applicable',
    comment: 'Missing: FUND TNA above 0.',
  })
})

test('B07 needs both: over 20 % of the previous net and over half of the error threshold', () => {
  expect(resultOf('B07', { 30: '120' }, { 30: '100' })).toBe('OK')
  expect(resultOf('B07', { 30: '120.01' }, { 30: '100' })).toBe('NOK')
  // The threshold of a MIXED fund is 0.5 %; half of it is 2.50.
  expect(resultOf('B07', { 30: '12.5' }, { 30: '10' })).toBe('OK')
  expect(resultOf('B07', { 30: '12.51' }, { 30: '10' })).toBe('NOK')
  expect(resultOf('B07', { 46: '-12.51' }, { 46: '-10' })).toBe('NOK')
  expect(resultOf('B07', { 20: '500' }, { 20: '10' })).toBe('OK')
})

test('B07 counts an account absent on one date as 0, in either direction', () => {
  expect(resultOf('B07', { 30: '2.5' })).toBe('OK')
  expect(resultOf('B07', { 30: '2.51' })).toBe('NOK')
  const gone = outcome('B07', {}, { 40: '-2.51' })
  expect(gone.breaches[0]).toMatchObject({ subject: '40', difference: '2.51', tolerance: '2.5' })
  expect(gone.breaches[0]?.figures.map(({ upload }) => upload)).toEqual(['previous', 'current'])
})

test('B08 expects an accrual to move by more than 0.005, and not to vanish from half a basis point', () => {
  expect(resultOf('B08', { 46: '-10.005' }, { 46: '-10' })).toBe('NOK')
  expect(resultOf('B08', { 46: '-10.0051' }, { 46: '-10' })).toBe('OK')
  expect(resultOf('B08', { 46: '0' }, { 46: '0' })).toBe('OK')
  // Half a basis point of 1,000 is 0.05.
  expect(resultOf('B08', { 46: '0' }, { 46: '-0.05' })).toBe('NOK')
  expect(resultOf('B08', {}, { 46: '-0.05' })).toBe('NOK')
  expect(resultOf('B08', {}, { 46: '-0.0499' })).toBe('OK')
  expect(resultOf('B08', {}, { 46: '-0.004' })).toBe('NOK')
  expect(resultOf('B08', { 46: '-10' }, { 46: '0' })).toBe('OK')
  expect(resultOf('B08', { 45: '-10' }, { 45: '-10' })).toBe('OK')
})

test('rows of one account are summed, and B09 names the account', () => {
  const input = ruleInput(({ data }) => {
    setBalance(data, { 90: '5' })
    const [first] = data.balance.lines
    if (first) data.balance.lines.push({ ...first, row: 8, debtor: '0', creditor: '5' })
  })
  expect(outcomeOf(input, 'B04').result).toBe('OK')
  const { result, breaches } = outcomeOf(input, 'B09')
  expect(result).toBe('NOK')
  expect(breaches[0]?.formula).toBe('is in 2 rows')
  expect(breaches[0]?.figures.map(({ cell }) => cell)).toEqual(['A7', 'A8'])
})

test('B08 uses the class given by a site’s own plan', () => {
  const ofPlan = (accountPlan: RuleInput['accountPlan'], number: string) =>
    outcomeOf(
      ruleInput((input) => {
        input.accountPlan = accountPlan
        setBalance(input.data, { [number]: '-500' })
        setBalance(input.previous, { [number]: '-500' })
      }),
      'B08',
    ).result
  const own: RuleInput['accountPlan'] = [
    { prefix: '46', accountClass: 'payables', side: null },
    { prefix: '47', accountClass: 'accrued expenses', side: null },
  ]
  expect(ofPlan(own, '4610')).toBe('OK')
  expect(ofPlan(own, '4710')).toBe('NOK')
})
