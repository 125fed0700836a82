import { expect, test } from 'vitest'
import { defaultToleranceRows, tolerancesInForce } from '~/areas/navs/rules/tolerances'
import type { InstrumentType } from '~/areas/navs/workbooks/control-data'
import { navLine, outcomeOf, ruleInput } from '../../../support/areas/navs/rules/rule-input'

type Holding = [
  type: InstrumentType,
  issuer: string | null,
  kind: string | null,
  value: string,
  code?: string,
]

/** I12 on holdings in percent of FUND TNA, which is 100. */
function concentrationOf(...holdings: Holding[]) {
  return outcomeOf(inputOf(holdings), 'I12')
}

function moneyMarketOf(...holdings: Holding[]) {
  const input = inputOf(holdings)
  const scope = {
    fund: 'LUX001',
    fundType: 'MONEY MARKET',
    provider: 'FIA',
    day: input.data.navDate,
  } as const
  return outcomeOf({ ...input, tolerances: tolerancesInForce(defaultToleranceRows(), scope) }, 'I12')
}

function inputOf(holdings: readonly Holding[]) {
  return ruleInput(({ data }) => {
    navLine(data, 'FUND TNA').value = '100'
    const [first] = data.inventory?.lines ?? []
    if (!first || !data.inventory) return
    data.inventory.lines = holdings.map(([type, issuer, issuerKind, marketValue, code], i) => ({
      ...first,
      row: 7 + i,
      instrumentCode: code ?? `C${i}`,
      type,
      issuer,
      issuerKind,
      marketValue,
    }))
  })
}

const broken = (...holdings: Holding[]) => concentrationOf(...holdings).breaches.map(({ subject }) => subject)

test('a government issuer is allowed 35 %, over all its lines', () => {
  const of = (second: string) =>
    broken(['Bond', 'State', 'GOVERNMENT', '20'], ['Bond', 'State', 'GOVERNMENT', second])
  expect([of('15'), of('15.0001')]).toEqual([[], ['State']])
})

test('a target fund is allowed 20 %, by instrument code whatever its issuer', () => {
  const of = (second: string) =>
    broken(
      ['Fund', 'House', 'COMPANY', '10', 'F1'],
      ['Fund', 'Other house', 'COMPANY', second, 'F1'],
      ['Fund', 'House', 'COMPANY', '20', 'F2'],
    )
  expect([of('10'), of('10.0001')]).toEqual([[], ['F1']])
})

test('any other issuer is allowed 10 %, equities and bonds together', () => {
  const of = (second: string) => broken(['Equity', 'Firm', null, '6'], ['Bond', 'Firm', 'COMPANY', second])
  expect([of('4'), of('4.0001')]).toEqual([[], ['Firm']])
})

test('other issuers above 5 % are allowed 40 % together; exactly 5 % does not count', () => {
  const of = (last: string, ...more: Holding[]) =>
    broken(
      ...['A', 'B', 'C', 'D'].map((issuer): Holding => ['Equity', issuer, null, '9']),
      ['Equity', 'E', null, last],
      ...more,
    )
  expect(of('5')).toEqual([])
  expect(of('5.0001')).toEqual(['Issuers above 5 % together'])
  expect(of('4', ['Other', 'F', null, '4'])).toEqual([])
  const exactly = ['A', 'B', 'C', 'D'].map((issuer): Holding => ['Equity', issuer, null, '10'])
  expect(broken(...exactly)).toEqual([])
})

test('every exceeded limit is reported', () => {
  const outcome = concentrationOf(
    ['Bond', 'State', 'GOVERNMENT', '36'],
    ['Fund', 'House', null, '21', 'F1'],
    ['Equity', 'Firm', null, '41'],
  )
  expect(
    outcome.breaches.map(({ subject, difference, tolerance }) => [subject, difference, tolerance]),
  ).toEqual([
    ['State', '36', '35'],
    ['F1', '21', '20'],
    ['Firm', '41', '10'],
    ['Issuers above 5 % together', '41', '40'],
  ])
})

test('Derivative, Cash without issuer and lines without issuer are skipped, except funds', () => {
  expect(
    broken(
      ['Cash', null, null, '50'],
      ['Derivative', 'Bank', null, '50'],
      ['Equity', null, null, '50'],
      ['Fund', null, null, '21', 'F1'],
    ),
  ).toEqual(['F1'])
})

test('an issuer is allowed 20 % in cash, including its own lines', () => {
  const of = (cash: string, lent: string) =>
    broken(['Cash', 'Bank', null, cash], ['Bond', 'Bank', null, lent])
  expect([of('20', '0'), of('20.0001', '0')]).toEqual([[], ['Cash at Bank', 'Cash and lines of Bank']])
  expect([of('12', '8'), of('12', '8.0001')]).toEqual([[], ['Cash and lines of Bank']])
})

test('a government’s lines and funds are not added to the cash it holds', () => {
  expect(
    broken(
      ['Cash', 'State', 'GOVERNMENT', '20'],
      ['Bond', 'State', 'Government', '35'],
      ['Fund', 'State', null, '20', 'F1'],
    ),
  ).toEqual([])
})

test('a MONEY MARKET fund has lower limits', () => {
  const of = (...holdings: Holding[]) => moneyMarketOf(...holdings).breaches.map(({ subject }) => subject)
  expect(of(['Bond', 'Firm', null, '5'])).toEqual([])
  expect(of(['Bond', 'Firm', null, '5.0001'])).toEqual(['Firm'])
  expect(of(['Cash', 'Bank', null, '10'], ['Bond', 'Bank', null, '5'])).toEqual([])
  expect(of(['Cash', 'Bank', null, '10.0001'])).toEqual(['Cash at Bank'])
  expect(of(['Cash', 'Bank', null, '10'], ['Bond', 'Bank', null, '5.0001'])).toEqual([
    'Bank',
    'Cash and lines of Bank',
  ])
})
